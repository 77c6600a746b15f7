import { describe, expect, test } from 'vitest'
import {
  comparisonOf,
  exchangesShown,
  mergeReports,
  noLongerJudged,
  type Report,
  type RuleResult,
} from '../../../conformance/index.js'
import { exchangeOf, reportOf, resultOf } from '../support/make.js'

const finding = (id: string) => ({
  message: 'no',
  occurrences: 1,
  evidence: [Object.assign(exchangeOf(), { id })],
})
const of = (states: Readonly<Record<string, 'passed' | 'failed' | 'flaky' | 'skipped'>>): Report =>
  reportOf(
    Object.entries(states).map(([name, state]) =>
      resultOf({ id: `a/${name}`, version: name === 'whole' ? '*' : '2026-08-01', state }),
    ),
  )

describe('a comparison with the run before', () => {
  const then = of({ whole: 'failed', fixed: 'flaky', stays: 'failed', new: 'passed', unseen: 'failed' })
  const now = of({ whole: 'passed', fixed: 'passed', stays: 'flaky', new: 'failed', unseen: 'skipped' })

  test('says what is new, what is fixed, what stays and what is not known', () =>
    expect(comparisonOf(now, then)).toEqual({
      startedAt: '2026-09-01T12:00:00.000Z',
      new: ['a/new@2026-08-01'],
      fixed: ['a/whole@service', 'a/fixed@2026-08-01'],
      stays: ['a/stays@2026-08-01'],
      unjudged: ['a/unseen@2026-08-01'],
    }))

  test('keeps failures that a part leaves out, and those that parts before it left out', () => {
    const part = of({ fixed: 'passed' })
    const open = ['a/whole@service', 'a/stays@2026-08-01', 'a/unseen@2026-08-01']
    const first = { ...part, comparison: comparisonOf(part, then, true) ?? expect.unreachable() }
    expect(first.comparison.unjudged).toEqual(open)
    const second = of({ whole: 'passed', stays: 'failed' })
    expect(comparisonOf(second, first, true)).toMatchObject({ unjudged: ['a/unseen@2026-08-01'] })
    expect(comparisonOf(part, then), 'a whole run has no such rule any more').not.toHaveProperty('unjudged')
  })

  test('is not made with that of another service or of a receiver', () => {
    const elsewhere = { ...then, target: { ...then.target, baseUrl: 'https://other.example/api' } }
    expect(comparisonOf(now, elsewhere)).toBeUndefined()
    expect(comparisonOf(now, { ...then, subject: 'receiver' })).toBeUndefined()
  })
})

describe('the exchanges of a report', () => {
  const withId = (id: string) => Object.assign(exchangeOf(), { id })

  test('that are shown are those of findings, and those that hindered a result', () => {
    const report = reportOf([
      resultOf({ id: 'a/passed', exchanges: ['x-1', 'x-2'] }),
      resultOf({ id: 'a/failed', version: '*', state: 'failed', findings: [finding('x-2'), finding('x-2')] }),
      resultOf({ id: 'a/hindered', state: 'inconclusive', cause: withId('x-3') }),
    ])
    expect(exchangesShown(report).map(({ id }) => id)).toEqual(['x-2', 'x-2', 'x-3'])
  })

  test('stay when parts of a run are put together', () => {
    const part = { ...reportOf([resultOf({ exchanges: ['x-1'] })]), evidence: [withId('x-1')] }
    const other = { ...reportOf([resultOf({ exchanges: ['y-1'] })]), evidence: [] }
    const whole = mergeReports([part, other])
    expect(whole.results.map(({ exchanges }) => exchanges)).toEqual([['x-1', 'y-1']])
    expect(whole.evidence?.map(({ id }) => id)).toEqual(['x-1'])
  })
})

describe('what an earlier run judged', () => {
  const then = reportOf([
    resultOf({ id: 'terms/items' }),
    resultOf({ id: 'terms/country-required', state: 'failed' }),
    resultOf({ id: 'quote/echo', state: 'skipped' }),
  ])

  test.each<[string, Partial<RuleResult>, readonly string[]]>([
    ['judged again', { id: 'terms/items', state: 'failed' }, []],
    [
      'not judged any more',
      { id: 'terms/items', state: 'skipped', reason: 'it needs a key' },
      ['it needs a key'],
    ],
    [
      'out of reach now',
      { id: 'terms/country-required', state: 'inconclusive', reason: 'ECONNREFUSED' },
      ['ECONNREFUSED'],
    ],
    ['not judged then either', { id: 'quote/echo', state: 'not-applicable', reason: 'no quote' }, []],
    ['of another version', { id: 'terms/items', version: '2026-07-01', state: 'skipped' }, []],
  ])('a rule that is %s', (_what, changes, reasons) => {
    const warnings = noLongerJudged(reportOf([resultOf(changes)]), then)
    expect(warnings.map(({ code }) => code)).toEqual(reasons.map(() => 'no-longer-judged'))
    for (const [index, reason] of reasons.entries()) expect(warnings[index]?.message).toContain(reason)
  })

  test('a rule that the user left out is not missed', () =>
    expect(noLongerJudged(reportOf([]), then)).toEqual([]))
})
