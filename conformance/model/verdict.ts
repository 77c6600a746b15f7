import { groupedBy } from '../../document/index.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Report, RuleResult, Lack, VersionSummary } from './report.js'

type Subject = Pick<Report, 'subject' | 'unversioned'>

/** The displayed name of a version; `*` is displayed as the subject of the report. */
export function versionName(version: string, { subject }: Subject = {}): string {
  return version === '*' ? (subject ?? 'service') : version
}

/** The displayed name of a document: its version, or where it is the only one and undated, its path or URL. */
export function summaryName({ version, document }: VersionSummary, report: Report): string {
  return report.unversioned === true && document ? document.name : versionName(version, report)
}

/** The versions to display beside others; none where there is one document without a date. */
export function shownVersions(versions: readonly string[], report: Subject = {}): string[] {
  return report.unversioned === true ? [] : versions.map((version) => versionName(version, report))
}

/** The name of a result, equal in every run: `versioning/echo@2026-08-01`; undated documents add none. */
export function resultName(
  { id, version }: Pick<RuleResult, 'id' | 'version'>,
  report: Subject = {},
): string {
  return [id, ...shownVersions([version], report)].join('@')
}

/** The rule and the version of a result, from its name. */
export function resultNamed(name: string, report: Report): Pick<RuleResult, 'id' | 'version'> {
  const [id = '', version = report.versions[0]?.version ?? '*'] = name.split('@')
  return { id, version: version === versionName('*', report) ? '*' : version }
}

/** The exchanges in findings, and in the causes of inconclusive results. */
export function exchangesShown({ results }: Report): readonly Exchange[] {
  return results.flatMap(({ findings, cause }) => [
    ...(cause ? [cause] : []),
    ...findings.flatMap(({ evidence }) => evidence),
  ])
}

/** The number of results that were skipped for lack of one thing. */
export interface Skipped {
  readonly lacks: Lack
  readonly results: number
}

type Unjudged = Pick<RuleResult, 'id' | 'version' | 'reason' | 'cause'>

/**
 * The verdict on the contract. `holds`: everything that was planned was judged, and nothing breaks it. `broken`: a rule
 * of severity error failed, whatever else could not be judged. `incomplete`: something that was planned, or everything,
 * could not be judged, and the rest holds; or the service refused what most results need.
 */
export interface Verdict {
  readonly state: 'holds' | 'broken' | 'incomplete'
  /** Judged results. A rule has a result for each version that it applies to, or one for the whole service. */
  readonly judged: number
  /** Results that count for this service, judged or not: all except not applicable and not promised ones. */
  readonly results: number
  /** Rules with a judged result, of those with results that count. */
  readonly rules: { readonly judged: number; readonly all: number }
  /** The results that could not be judged; the first one with the failed exchange, if any. */
  readonly incomplete?: {
    /** `skipped` where nothing failed, and the service refused what more results need than were judged. */
    readonly state: 'inconclusive' | 'skipped'
    readonly results: number
    readonly first: Unjudged
  }
  readonly skipped: readonly Skipped[]
}

const judgedStates = new Set<RuleResult['state']>(['passed', 'failed', 'flaky'])

/** True when a rule was judged on evidence. */
export function isJudged({ state }: RuleResult): boolean {
  return judgedStates.has(state)
}

const isDue = ({ state }: RuleResult): boolean => state !== 'not-applicable' && state !== 'not-promised'

const rulesIn = (results: readonly RuleResult[]): number => new Set(results.map(({ id }) => id)).size

/** True for results that count against the service. */
export function isViolation({ state }: RuleResult): boolean {
  return state === 'failed' || state === 'flaky'
}

/** True when the contract is broken: a rule of severity error failed. */
export function isBroken({ results }: Report): boolean {
  return results.some(({ state, severity }) => state === 'failed' && severity === 'error')
}

const words: Partial<Record<RuleResult['state'], string>> = {
  skipped: 'was skipped',
  'not-applicable': 'does not apply',
  'not-promised': 'is left open by the specification',
}

/**
 * The reason why a run proves nothing: no rule was judged, or some were skipped and only rules about documents were
 * judged, which prove nothing about the API. Undefined for any other run.
 */
export function nothingJudged({ results, subject }: Report): string | undefined {
  const isLive = (result: RuleResult): boolean =>
    isJudged(result) && result.requests.answered > 0 && !result.id.startsWith('spec-documents/')
  const skipped = results.find(({ state }) => state === 'skipped')
  const isProof = skipped ? isLive : (one: RuleResult) => isJudged(one) || one.state === 'inconclusive'
  const first = skipped ?? results[0]
  if (!first || results.some(isProof)) return undefined
  const judge = subject === 'receiver' ? 'receiver' : 'API'
  return `no rule was judged by a response of the ${judge}; the first ${words[first.state]}: ${first.reason ?? 'no reason given'}`
}

const sentAt = ({ cause }: RuleResult): number => cause?.sentAt ?? Infinity

const incompletenessOf = (report: Report): Verdict['incomplete'] => {
  const { results } = report
  const inconclusive = results.filter(({ state }) => state === 'inconclusive')
  const refused = results.filter(({ state, lacks }) => state === 'skipped' && lacks === 'account')
  // A service may refuse some things to an account. If it refuses most, the rest says little of the contract.
  const isMost = refused.length > results.filter(isJudged).length && nothingJudged(report) === undefined
  const hindered = inconclusive.length > 0 || !isMost ? inconclusive : refused
  // The difference of two without a cause is NaN, by which they keep their order.
  const [earliest] = hindered.toSorted((a, b) => sentAt(a) - sentAt(b))
  if (!earliest) return undefined
  const { id, version, reason, cause } = earliest
  return {
    state: inconclusive.length > 0 ? 'inconclusive' : 'skipped',
    results: hindered.length,
    first: { id, version, ...(reason !== undefined && { reason }), ...(cause && { cause }) },
  }
}

const skippedOf = ({ results }: Report): Skipped[] => {
  const skipped = results.filter(({ state }) => state === 'skipped')
  const groups = groupedBy(skipped, ({ lacks = 'account' }) => lacks)
  return Array.from(groups, ([lacks, own]) => ({ lacks, results: own.length })).toSorted(
    (a, b) => b.results - a.results,
  )
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
