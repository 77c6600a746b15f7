import { describe, expect, test } from 'vitest'
import { mergeReports, type Report, type RuleResult } from '../../../conformance/index.js'
import { reportOf, resultOf } from '../support/make.js'

const found = (message: string, occurrences: number) => ({ message, occurrences, evidence: [] })
const part = (results: readonly Partial<RuleResult>[], changes: Partial<Report> = {}): Report => ({
  ...reportOf(results.map(resultOf)),
  ...changes,
})
const merged = (...parts: readonly [Report, ...Report[]]): Report => mergeReports(parts)

describe('reports of the parts of a run', () => {
  test.each<[string, RuleResult['state'], RuleResult['state'], RuleResult['state']]>([
    ['failed in one part', 'passed', 'failed', 'failed'],
    ['flaky in one part', 'flaky', 'passed', 'flaky'],
    ['seen in one part alone', 'not-applicable', 'passed', 'passed'],
    ['out of reach in one part', 'passed', 'inconclusive', 'inconclusive'],
    ['seen in none', 'not-applicable', 'not-applicable', 'not-applicable'],
  ])('a rule that was %s', (_what, one, other, whole) => {
    const { results } = merged(part([{ state: one, durationMs: 5 }]), part([{ state: other, durationMs: 7 }]))
    expect(results).toMatchObject([{ state: whole, requests: { sent: 4 }, durationMs: 12 }])
  })

  test('what observers saw adds up', () => {
    const failed = (...findings: ReturnType<typeof found>[]) => part([{ state: 'failed', findings }])
    const { results } = merged(
      failed(found('no Vary', 3)),
      failed(found('no Vary', 4), found('two Varies', 1)),
    )
    expect(results[0]?.findings.map(({ message, occurrences }) => [message, occurrences])).toEqual([
      ['no Vary', 7],
      ['two Varies', 1],
    ])
  })

  test('a rule that the baseline let pass in one part breaks when another part shows more', () => {
    const known = { reason: 'known', expires: '2026-12-31' }
    const findings = [{ ...found('no Vary', 1), known }]
    const letPass = part([{ state: 'failed', severity: 'warning', baselined: true, findings }])
    const both = (other: Partial<RuleResult>) => merged(letPass, part([other])).results[0]
    expect(both({})).toMatchObject({ state: 'failed', severity: 'warning', baselined: true })
    const more = both({ state: 'failed', findings: [found('two Varies', 1)] })
    expect(more).toMatchObject({ state: 'failed', severity: 'error' })
    expect(more?.baselined).toBeUndefined()
  })

  test('counts, creations and operations are those of the whole run, in the order of versions and areas', () => {
    const created = [{ operation: 'POST /customers', version: '', fate: 'kept' as const }]
    const operations = [{ operation: 'GET /x', statuses: { 200: 2 } }]
    const run = { id: 'a', plan: 'p', shard: { index: 1, count: 2 } }
    const later = { created, operations, durationMs: 5, startedAt: '2026-01-02T00:00:00Z', run }
    const began = { startedAt: '2026-01-01T00:00:00Z', interrupted: true } as const
    const earlier = { created, operations, durationMs: 9, ...began }
    const whole = merged(
      part([{ id: 'terms/items' }], later),
      part([{ id: 'versioning/echo' }, { id: 'quote/arithmetic', version: '*' }], earlier),
    )
    expect(whole.results.map(({ id }) => id)).toEqual(['quote/arithmetic', 'terms/items', 'versioning/echo'])
    expect(whole).toMatchObject({
      durationMs: 9,
      ...began,
      run: { id: 'a', plan: 'p' },
      operations: [{ operation: 'GET /x', statuses: { 200: 4 } }],
    })
    expect(whole.run).not.toHaveProperty('shard')
    expect(whole.created).toHaveLength(2)
    expect(whole.versions.map(({ requests }) => requests.sent)).toEqual([14, 14])
  })

  test('what the baseline left unmatched in a part is not said of the whole, what expired is, once', () => {
    const warnings = [
      { code: 'baseline-unmatched', message: 'unmatched' },
      { code: 'baseline-expired', message: 'expired' },
    ] as const
    expect(merged(part([], { warnings }), part([], { warnings })).warnings).toEqual([
      { code: 'baseline-expired', message: 'expired' },
    ])
  })
})

describe('what cases reached', () => {
  const none = { reached: 0, of: 0, missing: [] }
  const others = { parameters: none, statuses: none, requests: none, responses: none }
  const uncalled = (operation: string) => ({ operation, state: 'not-called' as const, reason: 'no time' })
  type Operations = NonNullable<Report['coverage']>[number]['operations']
  const reaching = (operations: Operations, values = none): Report =>
    part([], { coverage: [{ version: 'v1', operations, values, ...others }] })

  test('is that of all parts, as far as the parts name what they left', () => {
    const coverage = (reached: number, ...names: readonly string[]) => {
      const called = 3 - names.length
      const operations = { called, reached: called, of: 3, missing: names.map(uncalled) }
      return reaching(operations, { reached, of: 9, missing: [] })
    }
    expect(merged(coverage(4, 'GET /a', 'GET /b'), coverage(6, 'GET /b')).coverage).toMatchObject([
      {
        operations: { called: 2, reached: 2, of: 3, missing: [{ operation: 'GET /b' }] },
        values: { reached: 6, of: 9 },
      },
    ])
  })

  test('has every operation that a part called, and says what it was answered', () => {
    const refused = { operation: 'GET /a', state: 'never-succeeded' as const, reason: '404' }
    const [b, c, d] = [uncalled('GET /b'), uncalled('GET /c'), uncalled('GET /d')]
    const whole = merged(
      reaching({ called: 1, reached: 0, of: 4, missing: [b, c, d, refused] }),
      reaching({ called: 1, reached: 1, of: 4, missing: [uncalled('GET /a'), c, d] }),
    )
    expect(whole.coverage?.[0]?.operations).toEqual({
      called: 2,
      reached: 1,
      of: 4,
      missing: [c, d, refused],
    })
    const cut = { called: 1, reached: 1, of: 9, missing: [b] }
    const least = merged(reaching(cut), reaching({ ...cut, called: 2, reached: 0, missing: [b, c] }))
    expect(least.coverage?.[0]?.operations).toEqual({ ...cut, called: 2 })
  })
})
