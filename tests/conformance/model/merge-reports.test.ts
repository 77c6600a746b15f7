import { describe, expect, test } from 'vitest'
import { mergeReports, type Report, type RuleResult } from '../../../conformance/index.js'
import { reportOf, resultOf } from '../support/make.js'

const found = (message: string, occurrences: number) => ({ message, occurrences, evidence: [] })
const observer = (changes: Partial<RuleResult>): RuleResult => resultOf(changes)
const part = (results: readonly RuleResult[], changes: Partial<Report> = {}): Report => ({
  ...reportOf(results),
  ...changes,
})

describe('reports of the parts of a run', () => {
  test.each<[string, RuleResult['state'], RuleResult['state'], RuleResult['state']]>([
    ['failed in one part', 'passed', 'failed', 'failed'],
    ['flaky in one part', 'flaky', 'passed', 'flaky'],
    ['seen in one part alone', 'not-applicable', 'passed', 'passed'],
    ['out of reach in one part', 'passed', 'inconclusive', 'inconclusive'],
    ['seen in none', 'not-applicable', 'not-applicable', 'not-applicable'],
  ])('a rule that was %s', (_what, one, other, whole) => {
    const merged = mergeReports([
      part([observer({ state: one, durationMs: 5 })]),
      part([observer({ state: other, durationMs: 7 })]),
    ])
    expect(merged.results).toMatchObject([{ state: whole, requests: { sent: 4 }, durationMs: 12 }])
  })

  test('what observers saw adds up', () => {
    const results = (...findings: ReturnType<typeof found>[]) => [observer({ state: 'failed', findings })]
    const merged = mergeReports([
      part(results(found('no Vary', 3))),
      part(results(found('no Vary', 4), found('two Varies', 1))),
    ])
    expect(merged.results[0]?.findings.map(({ message, occurrences }) => [message, occurrences])).toEqual([
      ['no Vary', 7],
      ['two Varies', 1],
    ])
  })

  test('a rule that the baseline let pass in one part breaks when another part shows more', () => {
    const known = { reason: 'known', expires: '2026-12-31' }
    const letPass = observer({
      state: 'failed',
      severity: 'warning',
      baselined: true,
      findings: [{ ...found('no Vary', 1), known }],
    })
    const both = (other: RuleResult) => mergeReports([part([letPass]), part([other])]).results[0]
    expect(both(observer({}))).toMatchObject({ state: 'failed', severity: 'warning', baselined: true })
    const more = both(observer({ state: 'failed', findings: [found('two Varies', 1)] }))
    expect(more).toMatchObject({ state: 'failed', severity: 'error' })
    expect(more?.baselined).toBeUndefined()
  })

  test('counts, creations and operations are those of the whole run, in the order of versions and areas', () => {
    const created = [{ operation: 'POST /customers', version: '', fate: 'kept' as const }]
    const operations = [{ operation: 'GET /x', statuses: { 200: 2 } }]
    const merged = mergeReports([
      part([observer({ id: 'terms/items' })], {
        created,
        operations,
        durationMs: 5,
        startedAt: '2026-01-02T00:00:00Z',
      }),
      part([observer({ id: 'versioning/echo' }), observer({ id: 'quote/arithmetic', version: '*' })], {
        created,
        operations,
        durationMs: 9,
        startedAt: '2026-01-01T00:00:00Z',
      }),
    ])
    expect(merged.results.map(({ id }) => id)).toEqual(['quote/arithmetic', 'terms/items', 'versioning/echo'])
    expect(merged).toMatchObject({
      durationMs: 9,
      startedAt: '2026-01-01T00:00:00Z',
      operations: [{ operation: 'GET /x', statuses: { 200: 4 } }],
    })
    expect(merged.created).toHaveLength(2)
    expect(merged.versions.map(({ requests }) => requests.sent)).toEqual([14, 14])
  })

  test('what the baseline left unmatched in a part is not said of the whole, what expired is, once', () => {
    const warnings = [
      { code: 'baseline-unmatched', message: 'unmatched' },
      { code: 'baseline-expired', message: 'expired' },
    ] as const
    const merged = mergeReports([part([], { warnings }), part([], { warnings })])
    expect(merged.warnings).toEqual([{ code: 'baseline-expired', message: 'expired' }])
  })

  test('what cases reached is that of all parts, as far as the parts name what they left', () => {
    const none = { reached: 0, of: 0, missing: [] }
    const coverage = (values: number, ...missing: readonly string[]) => ({
      version: 'v1',
      operations: {
        called: 3 - missing.length,
        reached: 3 - missing.length,
        of: 3,
        missing: missing.map((operation) => ({ operation, state: 'not-called' as const, reason: 'no time' })),
      },
      parameters: none,
      values: { reached: values, of: 9, missing: [] },
      statuses: none,
      requests: none,
      responses: none,
    })
    const merged = mergeReports([
      part([], { coverage: [coverage(4, 'GET /a', 'GET /b')] }),
      part([], { coverage: [coverage(6, 'GET /b')] }),
    ])
    expect(merged.coverage).toMatchObject([
      {
        operations: { called: 2, reached: 2, of: 3, missing: [{ operation: 'GET /b' }] },
        values: { reached: 6, of: 9 },
      },
    ])
  })

  test('every operation counts that a part called, and says what it was answered', () => {
    const none = { reached: 0, of: 0, missing: [] }
    const others = { parameters: none, values: none, statuses: none, requests: none, responses: none }
    const uncalled = (operation: string) => ({ operation, state: 'not-called' as const, reason: 'no time' })
    const refused = { operation: 'GET /a', state: 'never-succeeded' as const, reason: '404' }
    const operations = [
      {
        called: 1,
        reached: 0,
        of: 4,
        missing: [...['/b', '/c', '/d'].map((path) => uncalled(`GET ${path}`)), refused],
      },
      { called: 1, reached: 1, of: 4, missing: ['/a', '/c', '/d'].map((path) => uncalled(`GET ${path}`)) },
    ]
    const [first, second] = operations.map((own) =>
      part([], { coverage: [{ version: 'v1', operations: own, ...others }] }),
    )
    const merged = mergeReports([first ?? part([]), second ?? part([])])
    expect(merged.coverage?.[0]?.operations).toEqual({
      called: 2,
      reached: 1,
      of: 4,
      missing: [uncalled('GET /c'), uncalled('GET /d'), refused],
    })
  })
})
