import { expect, test } from 'vitest'
import { stepsThatFailed } from '../../../bin/test/steps.js'
import { registry } from '../../../payment/index.js'
import type { RuleResult } from '../../../conformance/index.js'
import { reportOf, resultOf } from '../../conformance/support/make.js'

const passed = resultOf({ id: 'terms/items' })
const other = resultOf({ id: 'terms/items', version: '2026-07-01' })

test.each<[string, readonly RuleResult[], readonly string[]]>([
  ['nothing failed', [passed, other], []],
  ['a scenario failed', [passed, resultOf({ id: 'quote/fee', state: 'failed' })], ['quote/fee 2026-08-01']],
  ['a scenario was flaky', [resultOf({ id: 'quote/fee', state: 'flaky' })], ['quote/fee 2026-08-01']],
  [
    'an observer failed, which everything of its version feeds',
    [passed, other, resultOf({ state: 'failed' })],
    ['versioning/vary 2026-08-01', 'terms/items 2026-08-01'],
  ],
  [
    'an observer failed where no version is due',
    [other, resultOf({ state: 'failed', version: '*' })],
    ['versioning/vary *', 'terms/items 2026-07-01'],
  ],
])('when %s', (_what, results, steps) => expect(stepsThatFailed(reportOf(results), registry)).toEqual(steps))

test.each([
  ['quote/fee@2026-07-01', ['quote/fee 2026-07-01']],
  ['customers/list@service', ['customers/list *']],
  ['versioning/vary@2026-08-01', registry.rules.map(({ id }) => `${id} 2026-08-01`)],
])('when %s failed before the last run, which left it out', (name, steps) => {
  const comparison = { startedAt: '', new: [], fixed: [], stays: [], unjudged: [name] }
  expect(stepsThatFailed({ ...reportOf([passed]), comparison }, registry)).toEqual(steps)
})
