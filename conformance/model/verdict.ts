import type { Lack, Report, RuleResult } from './report.js'

/** The reasons why a verdict is not whole. */
export interface Incompleteness {
  /** How many results could not be judged. */
  readonly results: number
  /** The one that was hindered first, with the exchange in which the service failed, where there was one. */
  readonly first: Pick<RuleResult, 'id' | 'version' | 'reason' | 'cause'>
}

/** So many results were skipped for want of one thing. */
export interface Skipped {
  readonly lacks: Lack
  readonly results: number
}

/**
 * The judgement of a run on the contract. `holds`: everything that was planned was looked at, and nothing breaks it.
 * `broken`: a rule of severity error failed, whatever else could not be judged. `incomplete`: something that was
 * planned could not be judged, or nothing could, and what was judged holds.
 */
export interface Verdict {
  readonly state: 'holds' | 'broken' | 'incomplete'
  /** Results that were judged. A rule has a result for each version that it is about, or one for the whole. */
  readonly judged: number
  /** Results that are due of this service, judged or not: all but those that are not applicable or not promised. */
  readonly results: number
  /** The rules of which something was judged, of those that results are due of. */
  readonly rules: { readonly judged: number; readonly all: number }
  readonly incomplete?: Incompleteness
  readonly skipped: readonly Skipped[]
}

const judgedStates = new Set<RuleResult['state']>(['passed', 'failed', 'flaky'])

/** True when a rule was judged on evidence. */
export function isJudged({ state }: RuleResult): boolean {
  return judgedStates.has(state)
}

const isDue = ({ state }: RuleResult): boolean => state !== 'not-applicable' && state !== 'not-promised'

const rulesIn = (results: readonly RuleResult[]): number => new Set(results.map(({ id }) => id)).size

/** True for results that speak against the service. */
export function isViolation({ state }: RuleResult): boolean {
  return state === 'failed' || state === 'flaky'
}

/** True when the contract is broken: a rule of severity error failed. */
export function isBroken({ results }: Report): boolean {
  return results.some(({ state, severity }) => state === 'failed' && severity === 'error')
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

const sentAt = ({ cause }: RuleResult): number => cause?.sentAt ?? Infinity

const incompletenessOf = ({ results }: Report): Incompleteness | undefined => {
  const hindered = results.filter(({ state }) => state === 'inconclusive')
  const [earliest] = hindered.toSorted((a, b) => (sentAt(a) < sentAt(b) ? -1 : Number(sentAt(a) > sentAt(b))))
  if (!earliest) return undefined
  const { id, version, reason, cause } = earliest
  return {
    results: hindered.length,
    first: { id, version, ...(reason !== undefined && { reason }), ...(cause && { cause }) },
  }
}

const skippedOf = ({ results }: Report): Skipped[] => {
  const counts = new Map<Lack, number>()
  for (const { state, lacks = 'account' } of results) {
    if (state === 'skipped') counts.set(lacks, (counts.get(lacks) ?? 0) + 1)
  }
  return [...counts]
    .map(([lacks, count]) => ({ lacks, results: count }))
    .toSorted((a, b) => b.results - a.results)
}

/** The verdict that follows from the results of a run. */
export function verdictOf(report: Report): Verdict {
  const { results } = report
  const due = results.filter(isDue)
  const judged = due.filter(isJudged)
  const incomplete = incompletenessOf(report)
  const isOpen = incomplete !== undefined || nothingJudged(report) !== undefined
  const state = isBroken(report) ? 'broken' : isOpen ? 'incomplete' : 'holds'
  return {
    state,
    judged: judged.length,
    results: due.length,
    rules: { judged: rulesIn(judged), all: rulesIn(due) },
    ...(incomplete && { incomplete }),
    skipped: skippedOf(report),
  }
}
