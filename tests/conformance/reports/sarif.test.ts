import { requestCount } from '../../../conformance/model/requests.js'
import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type Report, renderSarif } from '../../../conformance/index.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'
import { reports } from './make-reports.js'
import { sarifValidator } from './schemas.js'

interface Log {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly invocations: readonly { readonly toolExecutionNotifications?: readonly unknown[] }[]
    readonly results: readonly {
      readonly ruleId: string
      readonly ruleIndex: number
      readonly level: string
      readonly message: { readonly text: string }
      readonly partialFingerprints: Readonly<Record<string, string>>
      readonly locations: readonly unknown[]
    }[]
  }[]
}

const read = (report: Report, limits?: Parameters<typeof renderSarif>[1]) => {
  const log = JSON.parse(renderSarif(report, limits)) as Log
  return log.runs[0] ?? expect.fail('a log without a run')
}
const named = Object.entries(reports)
const failing = reports['failing'] ?? expect.fail('no such report')
const finding = (message: string) => ({ message, occurrences: 1, evidence: [] })
const many = (count: number, message: (index: number) => string = String): Report =>
  reportOf([
    resultOf({
      state: 'failed',
      findings: Array.from({ length: count }, (_, index) => finding(message(index))),
    }),
  ])

describe('results.sarif', () => {
  const validate = sarifValidator()

  test.skipIf(!validate).each(named)('of a %s run is valid under the official schema', (_name, report) => {
    validate?.(JSON.parse(renderSarif(report)))
    expect(validate?.errors ?? []).toEqual([])
  })

  test.skipIf(!validate)('the schema is no formality', () => {
    const wrong = renderSarif(failing).replace('"level": "error"', '"level": "fatal"')
    expect(validate?.(JSON.parse(wrong))).toBe(false)
  })

  test('has a result for each finding, errors first, each with the index of its rule', () => {
    const { tool, results } = read(failing)
    expect(results.map(({ ruleId, level }) => `${level} ${ruleId}`)).toEqual([
      ...Array.from({ length: 4 }, () => 'error versioning/error-body'),
      'error versioning/vary',
      'warning terms/global-document',
      'warning terms/items',
    ])
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex]?.id).toBe(ruleId)
  })

  test('explains each rule by its first result', () => {
    const told = read(failing).tool.driver.rules.find(({ id }) => id === 'versioning/vary')
    expect(told).toMatchObject({
      shortDescription: { text: 'Vary names the version header' },
      fullDescription: { text: 'Every answer varies.' },
      defaultConfiguration: { level: 'error' },
    })
    expect(JSON.stringify(told)).toContain("rampart test --rules 'versioning/vary'")
  })

  test('explains a rule of a report without titles by its id and statement', () => {
    const report = reportOf([
      resultOf({ id: 'former/rule', title: 'A former rule', state: 'failed', findings: [finding('gone')] }),
    ])
    expect(read(report).tool.driver.rules).toMatchObject([
      { id: 'former/rule', fullDescription: { text: 'Every answer varies.' } },
    ])
  })

  test('points at the document, the place in it and the operation', () => {
    const pointed = { ...finding('no'), pointer: '#/paths/~1x/get', evidence: [exchangeOf()] }
    const report = reportOf([
      resultOf({ state: 'failed', findings: [pointed] }),
      resultOf({ version: '*', state: 'failed', findings: [finding('no')] }),
    ])
    expect(read(report).results.map(({ locations }) => locations)).toEqual([
      [
        {
          physicalLocation: {
            artifactLocation: { uri: 'specs/2026-08-01.json', uriBaseId: '%SRCROOT%' },
            region: { startLine: 1 },
          },
          logicalLocations: [
            { fullyQualifiedName: '#/paths/~1x/get', kind: 'value' },
            { name: 'getTerms', kind: 'function' },
          ],
        },
      ],
      [
        {
          physicalLocation: {
            artifactLocation: { uri: 'specs/rampart.lock.json', uriBaseId: '%SRCROOT%' },
            region: { startLine: 1 },
          },
        },
      ],
    ])
  })

  test('gives a finding the same fingerprint in every run, and no two the same', () => {
    const prints = (report: Report) =>
      read(report).results.map(({ partialFingerprints }) => partialFingerprints['primaryLocationLineHash'])
    const later: Report = {
      ...failing,
      startedAt: '2027-01-01T00:00:00.000Z',
      results: failing.results.map((result) => ({
        ...result,
        requests: requestCount(99),
        findings: result.findings.map((one) => ({ ...one, occurrences: 7, evidence: [] })),
      })),
    }
    expect(prints(later)).toEqual(prints(failing))
    expect(new Set(prints(failing)).size).toBe(7)
  })

  test('holds no more results than code scanning takes, and says so', () => {
    const { results, invocations } = read(many(25_001))
    expect(results).toHaveLength(25_000)
    expect(invocations[0]?.toolExecutionNotifications).toEqual([
      { level: 'warning', message: { text: '1 result is left out; report.json has all.' } },
    ])
  })

  test('is no larger than code scanning takes', () => {
    const noise = (): string => randomBytes(400).toString('base64')
    const limits = { results: 25_000, gzippedBytes: 100_000 }
    const text = renderSarif(many(1_000, noise), limits)
    expect(gzipSync(text).length).toBeLessThanOrEqual(100_000)
    expect(text).toContain('results are left out')
    expect((JSON.parse(text) as Log).runs[0]?.results.length).toBeGreaterThan(50)
  })

  test('cuts what is too long to read', () => {
    const [result] = read(many(1, () => 'x'.repeat(100_000))).results
    expect(result?.message.text.length).toBeLessThan(1_100)
  })
})
