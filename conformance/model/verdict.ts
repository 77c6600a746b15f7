import type { Lack, Report, RuleResult } from './report.js'

/** The reasons why a verdict is not whole. */
export interface Incompleteness {
  /** How many rules could not be judged, counted once for each version. */
  readonly rules: number
  /** The rule that was hindered first, with the exchange in which the service failed, where there was one. */
  readonly first: Pick<RuleResult, 'id' | 'version' | 'reason' | 'cause'>
}

/** So many rules were skipped for want of one thing. */
export interface Skipped {
  readonly lacks: Lack
  readonly rules: number
}

/**
 * The judgement of a run on the contract. `holds`: everything that was planned was looked at, and nothing breaks it.
 * `broken`: a rule of severity error failed, whatever else could not be judged. `incomplete`: something that was
 * planned could not be judged, or nothing could, and what was judged holds.
 */
export interface Verdict {
  readonly state: 'holds' | 'broken' | 'incomplete'
  /** Rules that were judged, counted once for each version. */
  readonly judged: number
  /** Rules that are about this service, judged or not. */
  readonly rules: number
  readonly incomplete?: Incompleteness
  readonly skipped: readonly Skipped[]
}

const judgedStates = new Set<RuleResult['state']>(['passed', 'failed', 'flaky'])

/** True when a rule was judged on evidence. */
export function isJudged({ state }: RuleResult): boolean {
  return judgedStates.has(state)
}

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
    rules: hindered.length,
    first: { id, version, ...(reason !== undefined && { reason }), ...(cause && { cause }) },
  }
}

const skippedOf = ({ results }: Report): Skipped[] => {
  const counts = new Map<Lack, number>()
  for (const { state, lacks = 'account' } of results) {
    if (state === 'skipped') counts.set(lacks, (counts.get(lacks) ?? 0) + 1)
  }
  return [...counts].map(([lacks, rules]) => ({ lacks, rules })).toSorted((a, b) => b.rules - a.rules)
}

/** The verdict that follows from the results of a run. */
export function verdictOf(report: Report): Verdict {
  const { results } = report
  const judged = results.filter(isJudged).length
  const skipped = skippedOf(report)
  const incomplete = incompletenessOf(report)
  const rules = judged + (incomplete?.rules ?? 0) + skipped.reduce((sum, one) => sum + one.rules, 0)
  const isOpen = incomplete !== undefined || nothingJudged(report) !== undefined
  const state = isBroken(report) ? 'broken' : isOpen ? 'incomplete' : 'holds'
  return { state, judged, rules, ...(incomplete && { incomplete }), skipped }
}
