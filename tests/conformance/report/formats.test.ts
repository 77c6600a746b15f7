import { describe, expect, test } from 'vitest'
import {
  applyBaseline,
  baselineOf,
  isBroken,
  renderAnnotations,
  renderHtml,
  renderJobSummary,
  renderJunit,
  renderSarif,
  renderText,
  resultName,
} from '../../../conformance/index.js'
import { noPaint } from '../../../reporting/index.js'
import { sarifValidator } from '../reports/schemas.js'
import { type Element, readXml } from '../reports/xml.js'
import { exchangeOf } from '../support/make.js'
import { exploreReport, exploredOf, petFindings, runFacts } from './make-explored.js'
import { pets } from './pets.js'

const report = exploreReport([exploredOf()], runFacts)

const casesOf = (xml: string): string[] =>
  readXml(xml).children.flatMap(({ children }) =>
    children.map(({ attributes, children: [outcome] }: Element) =>
      [attributes['classname'], attributes['name'], outcome?.name ?? 'passed'].join(' | '),
    ),
  )

test('JUnit has a case for each rule and operation, with the fix', () => {
  const xml = renderJunit(report)
  expect(readXml(xml).children.map(({ attributes }) => attributes['name'])).toEqual(['api/openapi.yaml'])
  expect(casesOf(xml).filter((one) => !one.endsWith('skipped'))).toEqual([
    'answers/server-error | POST /pets | failure',
    'answers/server-error | GET /pets/{petId} | passed',
    'answers/server-error | GET /pets | failure',
    'answers/status | POST /pets | passed',
    'answers/status | GET /pets/{petId} | passed',
    'answers/body | POST /pets | failure',
    'answers/body | GET /pets/{petId} | passed',
    'state/readable | GET /pets/{petId} | system-out',
  ])
  expect(xml).toContain('promised: api/openapi.yaml:22 #/components/schemas/Pet/required')
  expect(xml).toContain('again: curl')
})

describe('SARIF', () => {
  interface Log {
    readonly runs: readonly [
      {
        readonly results: readonly {
          readonly message: { readonly text: string }
          readonly locations: readonly { readonly physicalLocation: unknown }[]
        }[]
      },
    ]
  }
  const resultsOf = (text: string) => (JSON.parse(text) as Log).runs[0].results

  test('stands at the line of the document', () => {
    const [first] = resultsOf(renderSarif(report))
    expect(first?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: { uri: 'api/openapi.yaml', uriBaseId: '%SRCROOT%' },
      region: { startLine: 10 },
    })
    expect(first?.message.text).toMatch(/^POST \/pets is answered 500 .* Expected: A status/)
  })

  test.each<[string, string, object]>([
    ['an address', 'https://api.example/openapi.json?key=1', { uri: 'https://api.example/openapi.json' }],
    ['a file with a space', './my api.yaml', { uri: 'my%20api.yaml', uriBaseId: '%SRCROOT%' }],
  ])('names %s', (_case, name, location) => {
    const source = { name, isUnversioned: true, linesOf: () => new Map<string, number>() }
    const [first] = resultsOf(renderSarif(exploreReport([exploredOf({ source })], runFacts)))
    expect(first?.locations[0]?.physicalLocation).toEqual({
      artifactLocation: location,
      region: { startLine: 1 },
    })
  })
})

test('GitHub has annotations at the lines of the document, and what was reached in the summary', () => {
  expect(renderAnnotations(report).split('\n')[0]).toBe(
    '::error file=api/openapi.yaml,line=10,title=answers/server-error::POST /pets is answered 500 for kind "dog"%0AHTTP, 15.6 Server Error 5xx',
  )
  const summary = renderJobSummary(report)
  expect(summary).toContain('| operations answered 2xx | 1 of 4 |')
  expect(summary).toContain('|  | Rule | Section | Found |')
})

test('the page shows what was reached, and has no choice of versions', () => {
  const html = renderHtml(report)
  expect(html).toContain('<progress max="4" value="1" aria-label="operations">')
  expect(html).toContain(
    '<li>1 not allowed without <span class="option">--allow-destructive</span>: DELETE /pets/{petId}</li>',
  )
  expect(html).not.toContain('choice-version')
})

test('a baseline of it names no version, and lets its findings pass', () => {
  const baseline = baselineOf(report, 'known', '2027-01-01')
  expect(baseline.findings.map(({ rule, version }) => [rule, version])).toEqual([
    ['answers/server-error', undefined],
    ['answers/body', undefined],
  ])
  expect(isBroken(applyBaseline(report, baseline, '2026-11-21'))).toBe(false)
})

test('names of results are those of their rules', () => {
  expect(report.results.map((result) => resultName(result, report))).toContain('answers/body')
})

describe('what services and documents say', () => {
  const hostile =
    '</script><img src=x onerror=alert(1)> ##[error]x ::error::y \u001B[31m\u0000\u202E]]> [a](http://b) | `c`\r\nnext'
  const [first] = petFindings
  const finding = {
    ...first!.finding,
    message: hostile,
    expected: hostile,
    pointer: `#/${hostile}`,
    operations: [hostile, hostile.repeat(40)],
    evidence: [exchangeOf({ url: `http://a/${hostile}`, sent: hostile, body: hostile })],
  }
  const coverage = exploredOf().coverage
  const told = exploreReport(
    [
      exploredOf({
        api: { ...pets, surface: { ...pets.surface, title: hostile } },
        source: { name: hostile, isUnversioned: true },
        findings: [
          { rule: 'answers/body', finding },
          { rule: 'state/readable', finding },
        ],
        coverage: {
          ...coverage,
          operations: {
            ...coverage.operations,
            missing: [{ operation: hostile, state: 'not-called', reason: hostile }],
          },
          values: { reached: 0, of: 1, missing: [hostile] },
        },
        gone: { reason: hostile, servedAt: 0 },
      }),
    ],
    runFacts,
  )

  test('moves no terminal, and is no command', () => {
    const text = renderText(told, noPaint)
    expect(text).not.toMatch(/[^\P{Cc}\n]|\u202E/u)
    expect(text).not.toMatch(/^::|##\[/m)
  })

  test('is no markup, and no command of a job', () => {
    expect(renderHtml(told)).not.toContain('<img')
    expect(renderJobSummary(told)).not.toMatch(/<img|\]\(http/)
    expect(
      renderAnnotations(told)
        .trimEnd()
        .split('\n')
        .every((line) => /^::(error|warning) /.test(line)),
    ).toBe(true)
    expect(() => readXml(renderJunit(told))).not.toThrow()
  })

  test('leaves SARIF valid', ({ skip }) => {
    const validate = sarifValidator() ?? skip('no schema of SARIF is installed')
    validate(JSON.parse(renderSarif(told)))
    expect(validate.errors ?? []).toEqual([])
  })
})

test('thousands of findings stay readable', () => {
  const [first] = petFindings
  const findings = Array.from({ length: 5_000 }, (_, index) => ({
    rule: index % 2 === 0 ? ('answers/body' as const) : ('state/readable' as const),
    finding: { ...first!.finding, message: `finding ${index}` },
  }))
  const text = renderText(exploreReport([exploredOf({ findings })], runFacts), noPaint)
  expect(text.split('\n').length).toBeLessThan(170)
  expect(text).toContain('and 2480 more findings in the report')
})
