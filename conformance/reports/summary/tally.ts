import type { Report, RuleResult, State } from '../../model/report.js'
import { isJudged } from '../../model/verdict.js'

/** The states in the order of the tables: what was judged first, what is open last. */
export const stateOrder = [
  'passed',
  'failed',
  'flaky',
  'inconclusive',
  'skipped',
  'not-applicable',
  'not-promised',
] as const satisfies readonly State[]

export type Tally = Readonly<Record<State, number>>

/** How many results ended in each state. */
export function tally(results: readonly RuleResult[]): Tally {
  const counts = {
    passed: 0,
    failed: 0,
    flaky: 0,
    inconclusive: 0,
    skipped: 0,
    'not-applicable': 0,
    'not-promised': 0,
  }
  for (const { state } of results) counts[state]++
  return counts
}

/**
 * Why a run proves nothing: rules were skipped, and none was judged by an answer of the API itself. Undefined for
 * any other run. Rules about documents do not count: those can be read while the API behind them is down.
 */
export function nothingJudged({ results, subject }: Report): string | undefined {
  const isLive = (result: RuleResult): boolean =>
    isJudged(result) && result.requests.answered > 0 && !result.id.startsWith('spec-documents/')
  const skipped = results.find(({ state }) => state === 'skipped')
  if (!skipped || results.some(isLive)) return undefined
  const judge = subject === 'receiver' ? 'receiver' : 'API'
  return `no rule was judged by an answer of the ${judge}; the first one: ${skipped.reason ?? 'skipped'}`
}
