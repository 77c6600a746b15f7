import type { Report, RuleResult, State } from '../model/report.js'

export type Tally = Readonly<Record<State, number>>

/** How many results ended in each state. */
export function tally(results: readonly RuleResult[]): Tally {
  const counts = { passed: 0, failed: 0, flaky: 0, skipped: 0, 'not-applicable': 0, 'not-promised': 0 }
  for (const { state } of results) counts[state]++
  return counts
}

/** True when the contract is broken: a rule of severity error failed. */
export function isBroken({ results }: Report): boolean {
  return results.some(({ state, severity }) => state === 'failed' && severity === 'error')
}
