import { expect, test } from 'vitest'
import { noLongerJudged, type RuleResult } from '../../../conformance/index.js'
import { reportOf, resultOf } from '../support/make.js'

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

test('a rule that the user left out is not missed', () => {
  expect(noLongerJudged(reportOf([]), then)).toEqual([])
})
