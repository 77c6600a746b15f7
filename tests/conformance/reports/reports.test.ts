import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import {
  type Lack,
  renderJson,
  renderJunit,
  renderText,
  requestCount,
  countStates,
  verdictOf,
  verdictSentence,
} from '../../../conformance/index.js'
import type { State } from '../../../conformance/model/report.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'
import { noPaint } from '../../../reporting/index.js'
import { reports } from './make-reports.js'
import { type Element, readXml } from './xml.js'

const root = resolve(import.meta.dirname, '../../..')
const named = Object.entries(reports)
const reportNamed = (name: string) => reports[name] ?? expect.fail(`no report is named ${name}`)

describe('report.json', () => {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  const schema: unknown = JSON.parse(
    readFileSync(join(root, 'conformance/reports/report.schema.json'), 'utf8'),
  )
  const validate = ajv.compile(schema as object)

  test.each(named)('of a %s run is valid under its schema', (_name, report) => {
    validate(JSON.parse(renderJson(report)))
    expect(validate.errors ?? []).toEqual([])
  })

  test.each<[string, (report: Record<string, unknown>) => unknown]>([
    [
      'a state that there is none of',
      (report) => (report['results'] = [{ ...reportNamed('passing').results[0], state: 'broken' }]),
    ],
    ['a member that nobody knows', (report) => (report['apiKey'] = 'secret')],
    ['a result without a statement', (report) => (report['results'] = [{ id: 'a/b' }])],
    [
      'a version that is none',
      (report) => (report['versions'] = [{ version: 'latest', requests: requestCount(0), durationMs: 0 }]),
    ],
  ])('with %s is not', (_case, spoil) => {
    const report = JSON.parse(renderJson(reportNamed('passing'))) as Record<string, unknown>
    spoil(report)
    expect(validate(report)).toBe(false)
  })

  test('ends with a line break, has the verdict, and reads back as it was', () => {
    expect(renderJson(reportNamed('failing'))).toMatch(/\}\n$/)
    expect(JSON.parse(renderJson(reportNamed('failing')))).toEqual({
      ...reportNamed('failing'),
      verdict: verdictOf(reportNamed('failing')),
    })
  })
})

const casesOf = (xml: string): readonly Element[] => readXml(xml).children.flatMap(({ children }) => children)
const outcome = ({ attributes, children }: Element): string =>
  `${attributes['classname']} ${attributes['name']}: ${children.map(({ name }) => name).join() || 'passed'}`

describe('junit.xml', () => {
  test.each(named)('of a %s run is well-formed, with a suite for each version', (_name, report) => {
    const suites = readXml(renderJunit(report)).children
    expect(suites.map(({ attributes }) => attributes['name'])).toEqual(['service', '2026-08-01'])
    const told = suites.reduce((sum, { attributes }) => sum + Number(attributes['tests']), 0)
    expect(told).toBe(casesOf(renderJunit(report)).length)
  })

  test('fails for errors alone', () => {
    const xml = renderJunit(reportNamed('failing'))
    expect(casesOf(xml).map(outcome)).toEqual([
      'versioning versioning/error-body: failure',
      'versioning versioning/vary: failure',
      'terms terms/global-document: system-out',
      'terms terms/items: system-out',
      'terms terms/country-required: passed',
    ])
    expect(
      readXml(xml).children.map(({ attributes }) => [attributes['failures'], attributes['skipped']]),
    ).toEqual([
      ['1', '0'],
      ['1', '0'],
    ])
  })

  test('has an error for each rule that could not be judged', () => {
    const suites = readXml(renderJunit(reportNamed('incomplete'))).children
    expect(suites.map(({ attributes }) => attributes['errors'])).toEqual(['0', '2'])
    expect(
      casesOf(renderJunit(reportNamed('incomplete')))
        .map(outcome)
        .slice(1),
    ).toEqual(['terms terms/items: error', 'versioning versioning/vary: error'])
  })

  test('says what was found, where and how often', () => {
    const [, vary] = casesOf(renderJunit(reportNamed('failing')))
    expect(vary?.children[0]).toMatchObject({
      attributes: { message: 'Vary: X-API-Version is due, no Vary came' },
      text: expect.stringMatching(
        /^Versioning 4: Every answer varies\.\n- Vary: X-API-Version is due, no Vary came \(512 times\)\n {2}came: GET .*\n {2}again: curl /,
      ),
    })
  })

  test('says why a rule was not judged', () => {
    const messages = casesOf(renderJunit(reportNamed('passing'))).map(
      ({ children }) => children[0]?.attributes['message'],
    )
    expect(messages).toEqual([
      undefined,
      'not promised: no arithmetic is promised',
      undefined,
      'not applicable: no answer of this run was about it',
    ])
  })

  test('the reader of these tests is strict', () => {
    for (const broken of [
      '<a>',
      '<a></b>',
      '<a b="<"/>',
      '<a>&</a>',
      '<a>\u0001</a>',
      '<a/><b/>',
      '<a b=c/>',
      'text',
    ]) {
      expect(() => readXml(broken), broken).toThrow(SyntaxError)
    }
  })
})

describe('the summary', () => {
  test('of a failing run names what broke, with its first evidence, and what only warns', () => {
    expect(renderText(reportNamed('failing'), noPaint).replaceAll(/ -> .*/g, ' -> ...'))
      .toMatchInlineSnapshot(`
        "Contract of https://api.example/api
        The contract is broken: 2 of 5 rules failed, 5 findings, with 2 warnings.

        5 findings:

          ✕ the version error is due /error [versioning/error-body service]
             came       GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> ...
             at         /error
             promised   Versioning 4
             again      curl -sS -i --globoff --path-as-is 'https://api.example/api/autoramps/quote?wire_message=%1B&x=1' -H 'x-api-version;' -H 'Accept:' -H 'User-Agent:'

          ✕ Vary: X-API-Version is due, no Vary came [versioning/vary 2026-08-01]
             shown by   seen 512 times
             came       GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> ...
             promised   Versioning 4
             again      curl -sS -i --globoff --path-as-is 'https://api.example/api/autoramps/quote?wire_message=%1B&x=1' -H 'x-api-version;' -H 'Accept:' -H 'User-Agent:'

          ✕ the version error is due /reason [versioning/error-body service]
             came       GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> ...
             at         /reason
             promised   Versioning 4
             again      curl -sS -i --globoff --path-as-is 'https://api.example/api/autoramps/quote?wire_message=%1B&x=1' -H 'x-api-version;' -H 'Accept:' -H 'User-Agent:'

          ✕ the version error is due /requested [versioning/error-body service]
             came       GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> ...
             at         /requested
             promised   Versioning 4
             again      curl -sS -i --globoff --path-as-is 'https://api.example/api/autoramps/quote?wire_message=%1B&x=1' -H 'x-api-version;' -H 'Accept:' -H 'User-Agent:'

          ✕ the version error is due /supported [versioning/error-body service]
             came       GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> ...
             at         /supported
             promised   Versioning 4
             again      curl -sS -i --globoff --path-as-is 'https://api.example/api/autoramps/quote?wire_message=%1B&x=1' -H 'x-api-version;' -H 'Accept:' -H 'User-Agent:'

        2 warnings:

          ! two came [terms/global-document 2026-08-01]
             came       GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> ...
             promised   Versioning 4
          ! 200 is due, 502 came [terms/items 2026-08-01, flaky: it passed when it was repeated]
             came       GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> ...
             promised   Versioning 4

        5 results of 5 rules:

                      failed  warning  flaky  passed  requests     time
          service          1        0      0       0         7    0.6 s
          2026-08-01       1        1      1       1         7    0.6 s
          all              2        1      1       1        14    1.2 s

        14 requests sent, 14 answered, 0 unanswered, in 1.2 s.
        The contract is broken: 2 of 5 rules failed, 5 findings, with 2 warnings.
        "
      `)
  })

  test('of a run that skipped says once what is missing, and for which rules', () => {
    expect(renderText(reportNamed('skipped'), noPaint).split('\n').slice(3, 6)).toEqual([
      '  4 skipped: it creates data; pass --allow-writes',
      '          required-signings/items@2026-08-01, required-signings/empty-is-200@2026-08-01, required-signings/one-document@2026-08-01, required-signings/before-identification@2026-08-01',
      '',
    ])
  })

  test.each([
    ['passing', 'The contract holds for all 2 rules.'],
    ['warning', 'The contract holds for all 2 rules, with 1 warning.'],
    [
      'skipped',
      'Nothing is known of the contract: no rule was judged by an answer of the API; the first one: it creates data; pass --allow-writes.',
    ],
    [
      'incomplete',
      'The run is incomplete: 2 of 3 rules are inconclusive; the first was versioning/vary@2026-08-01: GET /api/autoramps/quote?wire_message=%1B&x=1 (X-API-Version: (empty)) -> no answer: ECONNREFUSED.',
    ],
  ])('of a %s run ends with %s', (name, last) => {
    expect(renderText(reportNamed(name), noPaint).trimEnd().split('\n').at(-1)).toBe(last)
  })

  test('is bounded whatever was found, and names what it does not show', () => {
    const long = 'x'.repeat(5_000)
    const report = reportOf([
      ...Array.from({ length: 300 }, (_, index) =>
        resultOf({
          id: `a/rule-${index}`,
          state: 'failed',
          findings: Array.from({ length: 300 }, (_unused, place) => ({
            message: `${place} ${long}`,
            occurrences: 2,
            evidence: [exchangeOf({ url: `https://api.example/${long}` })],
          })),
        }),
      ),
      ...Array.from({ length: 300 }, (_, index) =>
        resultOf({ state: 'skipped', reason: `${index} ${long}` }),
      ),
    ])
    const versions = Array.from({ length: 50 }, (_, index) => ({
      version: `${2000 + index}-01-01`,
      requests: requestCount(1),
      durationMs: 1,
    }))
    const lines = renderText({ ...report, versions }, noPaint).split('\n')
    expect(lines.length).toBeLessThanOrEqual(110)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(500)
    expect(new Set(lines.join('\n').match(/\[a\/rule-\d+/g)).size, 'one of each rule first').toBe(20)
    expect(lines.join('\n')).toContain('more findings in the report')
    expect(lines.join('\n')).toContain('296 more skipped for other reasons; the report has them')
    expect(lines.join('\n')).toContain('and 43 older versions in the report')
  })

  test('folds what is the same in several versions', () => {
    const finding = { message: 'no Vary', occurrences: 5, evidence: [] }
    const results = ['*', '2026-07-01', '2026-08-01'].map((version) =>
      resultOf({ version, state: 'failed', findings: [finding] }),
    )
    expect(renderText(reportOf(results), noPaint).split('\n').slice(3, 9)).toEqual([
      '1 finding:',
      '',
      '  ✕ no Vary [versioning/vary service, 2026-07-01, 2026-08-01]',
      '     shown by   seen 15 times',
      '     promised   Versioning 4',
      '',
    ])
  })

  test('leaves notes to the report', () => {
    const notes = [{ message: 'served: a digest in base64', occurrences: 3 }]
    const text = renderText(reportOf([resultOf({ state: 'not-promised', notes })]), noPaint)
    expect(text).not.toMatch(/note|base64/)
  })

  test('says for how many rules the contract holds, and what the others need', () => {
    const skipped = (lacks: Lack, rules: number) =>
      Array.from({ length: rules }, (_, index) =>
        resultOf({ id: `${lacks}/${index}`, state: 'skipped', reason: 'why', lacks }),
      )
    const results = [resultOf(), ...skipped('receiver', 2), ...skipped('provocation', 1)]
    expect(verdictSentence(reportOf(results))).toBe(
      'The contract holds for 1 of 4 rules; 2 rules need a webhook receiver (--webhook-port); 1 needs a provocation (--provocations).',
    )
  })

  const [both, once] = [['2026-07-01', '2026-08-01'], ['2026-08-01']] as const
  test.each<[string, readonly (readonly [string, State, readonly string[]])[], string]>([
    [
      'all',
      [
        ['a/b', 'passed', both],
        ['a/c', 'passed', once],
      ],
      'holds for all 2 rules (3 results).',
    ],
    [
      'some',
      [
        ['a/b', 'passed', both],
        ['a/c', 'skipped', both],
        ['a/d', 'not-promised', both],
      ],
      'holds for 1 of 2 rules (2 of 4 results); 2 results need what the service refuses to this account.',
    ],
    [
      'that failed',
      [
        ['a/b', 'failed', both],
        ['a/c', 'inconclusive', once],
        ['a/d', 'passed', once],
      ],
      'is broken: 1 of 3 rules failed (2 of 4 results), 1 finding, and 1 result is inconclusive; the first was a/c@2026-08-01: .',
    ],
    [
      'that are inconclusive',
      [
        ['a/b', 'inconclusive', both],
        ['a/c', 'not-applicable', once],
      ],
      'incomplete: 2 of 2 results are inconclusive; the first was a/b@2026-07-01: .',
    ],
  ])('counts rules, and in brackets their results: %s', (_what, rules, words) => {
    const findings = [{ message: 'the same in both', occurrences: 1, evidence: [] }]
    const results = rules.flatMap(([id, state, versions]) =>
      versions.map((version) => resultOf({ id, state, version, ...(state === 'failed' && { findings }) })),
    )
    expect(verdictSentence(reportOf(results)).endsWith(words), verdictSentence(reportOf(results))).toBe(true)
  })

  test.each(named)('of a %s run holds nothing that a terminal would obey', (_name, report) => {
    expect(renderText(report, noPaint)).not.toMatch(/[^\P{Cc}\n]|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/u)
  })
})

test('the counts name each state in which a result ended, and always how many failed and passed', () => {
  const counts = countStates(reportNamed('failing').results).map(({ label, count }) => `${count} ${label}`)
  expect(counts).toEqual(['2 failed', '1 warning', '1 flaky', '1 passed'])
  expect(countStates([]).map(({ label }) => label)).toEqual(['failed', 'passed'])
})
