import type { Report, RuleResult, State } from '../model/report.js'

export type Tally = Readonly<Record<State, number>>

/** How many results ended in each state. */
export function tally(results: readonly RuleResult[]): Tally {
  const counts = { passed: 0, failed: 0, flaky: 0, skipped: 0, 'not-applicable': 0, 'not-promised': 0 }
  for (const { state } of results) counts[state]++
  return counts
}

const judgedStates = new Set<State>(['passed', 'failed', 'flaky'])

/**
 * Why a run proves nothing: rules were skipped, and none was judged by an answer of the API itself. Undefined for
 * any other run. Rules about documents do not count: those can be read while the API behind them is down.
 */
export function nothingJudged({ results, subject }: Report): string | undefined {
  const isLive = ({ id, requests, state }: RuleResult): boolean =>
    judgedStates.has(state) && requests > 0 && !id.startsWith('spec-documents/')
  const skipped = results.find(({ state }) => state === 'skipped')
  if (!skipped || results.some(isLive)) return undefined
  const judge = subject === 'receiver' ? 'receiver' : 'API'
  return `no rule was judged by an answer of the ${judge}; the first one: ${skipped.reason ?? 'skipped'}`
}

/** True when the contract is broken: a rule of severity error failed. */
export function isBroken({ results }: Report): boolean {
  return results.some(({ state, severity }) => state === 'failed' && severity === 'error')
}
