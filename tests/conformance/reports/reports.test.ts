import { createHash, randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import {
  applyBaseline,
  baselineOf,
  isBroken,
  longestJobSummary,
  type Report,
  renderAnnotations,
  renderHtml,
  renderJobSummary,
  renderJson,
  renderJunit,
  renderSarif,
  renderText,
  requestCount,
  verdictOf,
  verdictSentence,
} from '../../../conformance/index.js'
import { valueAt } from '../../../conformance/reports/html/items.js'
import type { RuleResult } from '../../../conformance/model/report.js'
import { colorsFor } from '../../../bin/process/context.js'
import { expectGolden } from '../../support/golden.js'
import { tableIn } from '../../support/table.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'
import { exploredOf, exploreReport, findingsOf, petFindings, runFacts } from './make-explored.js'
import { reports } from './make-reports.js'
import { sarifValidator } from './schemas.js'
import { readXml } from './xml.js'

const reportNamed = (name: string) => reports[name] ?? expect.fail(`no report is named ${name}`)
const finding = (message: string) => ({ message, occurrences: 1, evidence: [] })

const tables = tableIn<{ readonly verdicts: [[string, string, string[]][], string][] }>(
  import.meta.dirname,
  'reports.yaml',
)

const ajv = new Ajv2020({ strict: false, allErrors: true })
addFormats.default(ajv)
const schemaFile = new URL('../../../conformance/reports/report.schema.json', import.meta.url)
const validate = ajv.compile(JSON.parse(readFileSync(schemaFile, 'utf8')) as object)
const validateSarif = sarifValidator()

const styleAndScript = /(?<=<style>|<script type="module">)[^]*?(?=<\/style>|<\/script>)/g

/** The page without style and script, which change independently. */
const pageOf = (report: Report): string =>
  renderHtml(report)
    .replaceAll(styleAndScript, '…')
    .replaceAll(/'sha256-[^']*'/g, "'sha256-…'")

/** The expected output of each format is in `fixtures/reports/`. */
const formats: Readonly<Record<string, (report: Report) => string>> = {
  'summary.txt': (report) => renderText(report, colorsFor(false)),
  'junit.xml': renderJunit,
  'results.sarif': renderSarif,
  'annotations.txt': renderAnnotations,
  'job-summary.md': renderJobSummary,
}

const controls = /[^\P{Cc}\n]|\p{Cs}|[\u202A-\u202E\u2066-\u2069]/u

describe.each(Object.entries(reports))('of a run that is %s', (name, report) => {
  test.each(Object.entries(formats))('%s is what it was', (file, render) =>
    expectGolden(`reports/${name}/${file}`, render(report)),
  )

  test('report.json is valid, has the verdict, reads back as it was, and holds no secret', () => {
    const json = renderJson(report)
    validate(JSON.parse(json))
    expect(validate.errors ?? []).toEqual([])
    const { verdict, ...rest } = JSON.parse(json) as Report & { verdict: unknown }
    expect([rest, verdict]).toEqual([JSON.parse(JSON.stringify(report)), verdictOf(report)])
    expect(json).not.toContain('very-secret')
  })

  test.skipIf(!validateSarif)('results.sarif is valid, and each result has the index of its rule', () => {
    const log = sarifOf(report)
    validateSarif?.({ version: '2.1.0', runs: [log] })
    expect(validateSarif?.errors ?? []).toEqual([])
    for (const { ruleId, ruleIndex } of log.results) expect(log.tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
  })

  test('junit.xml is well-formed, and counts what it has', () => {
    for (const { attributes, children } of readXml(renderJunit(report)).children)
      expect(Number(attributes['tests'])).toBe(children.length)
  })

  test('nothing that was said is a command of a terminal or of a job', () => {
    const text = renderText(report, colorsFor(false))
    expect(text).not.toMatch(controls)
    expect(text).not.toMatch(/^::|##\[/m)
    const commands = renderAnnotations(report).split('\n').slice(0, -1)
    for (const line of commands) expect(line).toMatch(/^::(error|warning) [^:]*::[^\r\n]*$/)
  })

  test('nothing that was said is markup', () => {
    const summary = renderJobSummary(report)
    expect(summary).not.toMatch(/<(?!br>)|(?<!\\)[`@!]|(?<!\\)\]\(|https:\/\/evil/)
    for (const line of summary.split('\n').filter((one) => one.startsWith('| failed')))
      expect(line.match(/(?<!\\)\|/g)).toHaveLength(report.unversioned === true ? 5 : 6)
    const page = pageOf(report)
    expect(page).not.toMatch(/<img|<\w[^>]* src=|url\(|@import|<\w[^>]* href="[^#]/)
    const [, json = ''] = page.split('<script type="application/json" id="report">')
    expect(json.split('</script>')[0]).not.toContain('<')
  })

  test('report.html allows its own style and script by their digests, and nothing else', () => {
    const page = renderHtml(report)
    const [style, script] = Array.from(
      page.matchAll(styleAndScript),
      ([text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
    )
    expect(page).toContain(
      `Content-Security-Policy" content="default-src 'none'; style-src ${style}; script-src ${script}; base-uri 'none'; form-action 'none'">`,
    )
    expect(page.match(/<script/g)).toHaveLength(2)
  })
})

test.each([
  ['passing', 'green'],
  ['failing', 'red'],
  ['incomplete', 'yellow'],
])('the verdict of a run that is %s is %s', (name, colour) => {
  const paint = { ...colorsFor(false), [colour]: (text: string) => `<${text}>` }
  expect(renderText(reportNamed(name), paint)).toMatch(/^<The .*>$/m)
})

test.each<[string, (report: Record<string, unknown>) => unknown]>([
  ['a state that there is none of', (report) => (report['results'] = [{ ...resultOf(), state: 'broken' }])],
  ['a member that nobody knows', (report) => (report['apiKey'] = 'secret')],
  ['a result without a statement', (report) => (report['results'] = [{ id: 'a/b' }])],
  [
    'an invalid version',
    (report) => (report['versions'] = [{ version: 'latest', requests: requestCount(0), durationMs: 0 }]),
  ],
  ['a name for a date', (report) => (report['versions'] = reportNamed('explored').versions)],
])('report.json with %s is not valid', (_case, spoil) => {
  const report = JSON.parse(renderJson(reportNamed('passing'))) as Record<string, unknown>
  spoil(report)
  expect(validate(report)).toBe(false)
})

test('annotations escape what would end a command or a property', () => {
  const findings = [finding('100%\r\n::error::x')]
  expect(renderAnnotations(reportOf([resultOf({ id: 'a,b:c%/d', state: 'failed', findings })]))).toBe(
    '::error title=a%2Cb%3Ac%25/d::100%25\uFFFD\uFFFD::error::x%0AVersioning 4; 2026-08-01\n',
  )
})

// Pages are long, and these have all that a page may have.
test.each(['failing', 'several', 'explored'])('the page of a run that is %s is what it was', (name) =>
  expectGolden(`reports/${name}/report.html`, pageOf(reportNamed(name))),
)

test.skipIf(!validateSarif)('the schema of SARIF is not a formality', () => {
  const wrong = renderSarif(reportNamed('failing')).replace('"level": "error"', '"level": "fatal"')
  expect(validateSarif?.(JSON.parse(wrong))).toBe(false)
})

test('the reader of XML is strict', () => {
  const broken = ['<a>', '<a></b>', '<a b="<"/>', '<a>&</a>', '<a>\u0001</a>', '<a/><b/>', '<a b=c/>', 'text']
  for (const text of broken) expect(() => readXml(text), text).toThrow(SyntaxError)
})

interface Log {
  readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
  readonly invocations: readonly { readonly toolExecutionNotifications?: readonly unknown[] }[]
  readonly results: readonly {
    readonly ruleId: string
    readonly ruleIndex: number
    readonly message: { readonly text: string }
    readonly partialFingerprints: Readonly<Record<string, string>>
    readonly locations: readonly { readonly physicalLocation: unknown }[]
  }[]
}

const sarifOf = (report: Report, limits?: Parameters<typeof renderSarif>[1]): Log =>
  (JSON.parse(renderSarif(report, limits)) as { readonly runs: readonly [Log] }).runs[0]

describe('SARIF', () => {
  test('gives a finding the same fingerprint in every run, and no two the same', () => {
    const failing = reportNamed('failing')
    const prints = (report: Report) =>
      sarifOf(report).results.map(({ partialFingerprints }) => partialFingerprints['primaryLocationLineHash'])
    const later = failing.results.map((result) => ({
      ...result,
      requests: requestCount(99),
      findings: result.findings.map((one) => ({ ...one, occurrences: 7, evidence: [] })),
    }))
    expect(prints({ ...failing, startedAt: '2027-01-01T00:00:00.000Z', results: later })).toEqual(
      prints(failing),
    )
    expect(new Set(prints(failing)).size).toBe(7)
  })

  test.each<[string, string, object]>([
    ['an address', 'https://api.example/openapi.json?key=1', { uri: 'https://api.example/openapi.json' }],
    ['a file with a space', './my api.yaml', { uri: 'my%20api.yaml', uriBaseId: '%SRCROOT%' }],
  ])('names %s', (_case, name, artifactLocation) => {
    const source = { name, isUnversioned: true, linesOf: () => new Map<string, number>() }
    const [first] = sarifOf(exploreReport([exploredOf({ source })], runFacts)).results
    expect(first?.locations[0]?.physicalLocation).toEqual({ artifactLocation, region: { startLine: 1 } })
  })
})

describe('whatever was found', () => {
  const failedBy = (count: number, message: (index: number) => string = String): Report =>
    reportOf([
      resultOf({
        state: 'failed',
        findings: Array.from({ length: count }, (_, index) => finding(message(index))),
      }),
    ])
  const broken = (count: number, message = 'no'): Report =>
    reportOf(
      Array.from({ length: count }, (_, index) => [
        resultOf({ id: `a/e${index}`, state: 'failed', findings: [finding(message)] }),
        resultOf({ id: `a/w${index}`, state: 'failed', severity: 'warning', findings: [finding(message)] }),
      ]).flat(),
    )
  const long = 'x'.repeat(5_000)

  test('the text is bounded, and names what it does not show', () => {
    const found = Array.from({ length: 20 }, (_, place) => ({
      message: `${place} ${long}`,
      occurrences: 2,
      evidence: [exchangeOf({ url: `https://api.example/${long}` })],
    }))
    const report = reportOf(
      Array.from({ length: 300 }, (_, index) => [
        resultOf({ id: `a/rule-${index}`, state: 'failed', findings: found }),
        resultOf({ state: 'skipped', reason: `${index} ${long}` }),
      ]).flat(),
    )
    const versions = Array.from({ length: 50 }, (_, index) => ({
      version: `${2000 + index}-01-01`,
      requests: requestCount(1),
      durationMs: 1,
    }))
    const text = renderText({ ...report, versions }, colorsFor(false))
    const lines = text.split('\n')
    expect(lines.length).toBeLessThanOrEqual(110)
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(500)
    expect(new Set(text.match(/\[a\/rule-\d+/g)).size, 'one of each rule first').toBe(20)
    expect(text).toContain('more findings in the report')
    expect(text).toContain('296 more skipped for other reasons; the report has them')
    expect(text).toContain('and 43 older versions in the report')
  })

  test('the text has one finding of each rule before the second of any', () => {
    const again = (message: string) => ({ ...petFindings['answers/server-error'], message })
    const findings = new Map(findingsOf(petFindings))
    findings.set('answers/server-error', [
      again('again'),
      again('more'),
      ...(findings.get('answers/server-error') ?? []),
    ])
    const shown = renderText(exploreReport([exploredOf({ findings })], runFacts), colorsFor(false))
    expect([...shown.matchAll(/✕ .*\[answers\/(.*)\]/g)].map(([, rule]) => rule)).toEqual([
      'server-error',
      'body',
      'server-error',
      'server-error',
    ])
  })

  test('the text says what was not reached within a hundred columns', () => {
    const missing = Array.from({ length: 50 }, (_, index) => `GET /pets/{petId}/visits: query sort-${index}`)
    const body = 'without a body of a very long name '.repeat(9)
    const [parameters, values] = [[body, ...missing], missing].map((all) => ({
      reached: 20,
      of: 100,
      missing: all,
    }))
    const report = reportNamed('explored')
    const coverage = report.coverage?.map((one) => Object.assign({}, one, { parameters, values })) ?? []
    const lines = renderText({ ...report, coverage }, colorsFor(false)).split('\n')
    const reached = lines.slice(lines.indexOf('Reached:'), -5)
    expect(reached.filter((line) => line.length > 100)).toEqual([])
    expect(reached.filter((line) => line.endsWith('; and 79 more'))).toHaveLength(2)
  })

  test('SARIF holds no more results, bytes and letters than code scanning takes, and says so', () => {
    const { results, invocations } = sarifOf(failedBy(25_001))
    expect(results).toHaveLength(25_000)
    expect(invocations[0]?.toolExecutionNotifications).toEqual([
      { level: 'warning', message: { text: '1 result is left out; report.json has all.' } },
    ])
    const noise = failedBy(1_000, () => randomBytes(400).toString('base64'))
    const limits = { results: 25_000, gzippedBytes: 100_000 }
    const text = renderSarif(noise, limits)
    expect(gzipSync(text).length).toBeLessThanOrEqual(100_000)
    expect(text).toContain('results are left out')
    expect(sarifOf(noise, limits).results.length).toBeGreaterThan(50)
    expect(sarifOf(failedBy(1, () => long.repeat(20))).results[0]?.message.text.length).toBeLessThan(1_100)
  })

  test('annotations are at most ten of a kind, the last of which names the rest', () => {
    const lines = renderAnnotations(broken(12)).split('\n').slice(0, -1)
    expect(lines.filter((line) => line.startsWith('::error'))).toHaveLength(10)
    expect(lines.filter((line) => line.startsWith('::warning'))).toHaveLength(10)
    expect(lines[9]).toBe('::error title=rampart::3 more rules: a/e9, a/e10, a/e11')
    expect(renderAnnotations(broken(10))).not.toContain('more rule')
  })

  test('the summary of a job has three findings of a rule, an annotation one, and both say how many more there are', () => {
    const findings = ['one', 'two', 'three', 'four'].map(finding)
    const report = reportOf([resultOf({ state: 'failed', findings })])
    expect(renderJobSummary(report)).toContain('one<br>two<br>three<br>and 1 more')
    expect(renderAnnotations(report)).toContain('::one%0Aand 3 more%0A')
  })

  test('the summary of a job fits what GitHub takes, and says what is missing', () => {
    const text = renderJobSummary(broken(5_000, 'é'.repeat(1_000)))
    expect(Buffer.byteLength(text)).toBeLessThan(longestJobSummary)
    expect(text).toMatch(/and \d+ more rules in the report/)
    expect(Buffer.byteLength(renderJobSummary(broken(100), 3_000))).toBeLessThan(3_000)
  })
})

test.each(tables.verdicts)('the verdict counts rules, and in brackets their results: %j', (rules, words) => {
  const ends: Readonly<Record<string, Partial<RuleResult>>> = {
    failed: { state: 'failed', findings: [finding('the same')] },
    skipped: { state: 'skipped', lacks: 'writes' },
    refused: { state: 'skipped', lacks: 'account' },
  }
  const results = rules.flatMap(([id, end, versions]) =>
    versions.map((version) =>
      resultOf({ id, version, ...(ends[end] ?? { state: end as RuleResult['state'] }) }),
    ),
  )
  expect(verdictSentence(reportOf(results)).endsWith(words), verdictSentence(reportOf(results))).toBe(true)
})

test('a baseline of a service without versions names none, and lets its findings pass with their reasons', () => {
  const report = reportNamed('explored')
  const baseline = baselineOf(report, 'known', '2027-01-01')
  expect(baseline.findings.map(({ rule, version }) => [rule, version])).toEqual([
    ['answers/server-error', undefined],
    ['answers/body', undefined],
  ])
  const accepted = applyBaseline(report, baseline, '2026-11-21')
  expect(isBroken(accepted)).toBe(false)
  expect(renderText(accepted, colorsFor(false))).toMatch(/^ {5}accepted +known \(until 2027-01-01\)$/m)
})

test.each([
  ['/a~1b/0/c~0d', 'null'],
  ['/a~1b/1', undefined],
  ['/toString', undefined],
  ['#/paths/~1x', undefined],
  [undefined, undefined],
  ['/a~1b/0/long', `"${'x'.repeat(499)}…`],
])('the value at %s is %s', (pointer, value) => {
  const body = JSON.stringify({ 'a/b': [{ 'c~d': null, long: 'x'.repeat(1_000) }] })
  expect(valueAt(exchangeOf({ body }), pointer)).toBe(value)
  expect(valueAt(exchangeOf({ body: 'x' }), pointer)).toBeUndefined()
})

test('a delivery is shown as what the service sent, not as a response', () => {
  const sent = { target: 'webhook', method: 'POST', asked: [['webhook-id', 'm-1']], status: 500 } as const
  const evidence = [exchangeOf({ ...sent, sent: '{"type":"ping"}' })]
  const failed = resultOf({ state: 'failed', findings: [{ ...finding('an old id'), evidence }] })
  const text = renderText(reportOf([failed]), colorsFor(false))
  expect(text).toMatch(/^ +delivery +POST with webhook-id m-1: \{"type":"ping"\}, which got 500$/m)
  expect(text).not.toMatch(/^ +(response|repeat)/m)
})
