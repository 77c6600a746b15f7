import { requestCount } from '../model/requests.js'
import type { Outage } from '../model/outage.js'
import type { RuleResult } from '../model/report.js'
import { mergeFindings } from '../model/finding.js'
import type { ExploreRuleId } from '../model/document-rules.js'
import { factsOf, type Rule } from '../model/rule.js'
import { whyNotAbout } from '../checks/index.js'
import { outcomeOf } from '../exchange/reading.js'
import { locateFindings } from './locate-findings.js'
import type { ExploredDocument, RuleFinding } from './model.js'
import { unreadFor } from './unread.js'

type Outcome = Pick<RuleResult, 'state' | 'reason' | 'lacks' | 'cause'>

/** Rules that are judged by what a run writes. */
const writingRules: ReadonlySet<string> = new Set<ExploreRuleId>([
  'state/readable',
  'state/updated',
  'state/gone',
  'state/listed',
])

/** How all rules ended where no response was a success: a login, a proxy or another service says nothing of them. */
const unserved = ({ gone, judgements }: ExploredDocument): Outcome | undefined => {
  const cause = judgements.unserved
  if (!cause) return undefined
  const { status, body } = cause.response
  const first = status === 0 ? `request had no response: ${body}` : `response was ${outcomeOf(cause)}`
  const reason = gone?.reason ?? `nothing was carried out: the first ${first}`
  return { state: 'inconclusive', reason, cause }
}

/** How a rule ended whose service went away before everything was sent that it was to be judged by. */
const hindered = ({ reason, exchange }: Outage): Outcome => ({
  state: 'inconclusive',
  reason,
  ...(exchange && { cause: exchange }),
})

/** How a rule ended that no response was judged by: never well. */
const unjudged = (
  rule: ExploreRuleId,
  { api, settings, requests, left, gone, isTimeUp, isSequenced }: ExploredDocument,
): Outcome => {
  const reason = whyNotAbout(rule, api)
  if (reason !== undefined) return { state: 'not-applicable', reason }
  if (gone) return hindered(gone)
  if (requests.sent === 0 && isTimeUp)
    return { state: 'skipped', reason: 'the time was up before a request was sent', lacks: 'time' }
  if (requests.sent === 0 && settings.allowWrites)
    return { state: 'inconclusive', reason: 'no request was sent' }
  if (requests.sent > 0 && requests.answered === 0)
    return { state: 'inconclusive', reason: 'no request was answered' }
  if ((writingRules.has(rule) || requests.sent === 0) && !settings.allowWrites) {
    return { state: 'skipped', reason: 'it creates data; pass --allow-writes', lacks: 'writes' }
  }
  const hasMore = rule.startsWith('state/') ? !isSequenced : left.cases > 0
  if (isTimeUp && hasMore)
    return { state: 'skipped', reason: 'the time was up before a response was about it', lacks: 'time' }
  return { state: 'not-applicable', reason: 'no response of this run was about it' }
}

/** How a rule ended by all that was seen: what was seen beside the cases says nothing of what could not be read. */
const outcomeFor = (
  id: ExploreRuleId,
  explored: ExploredDocument,
  isBroken: boolean,
  observed: RuleResult | undefined,
): Outcome => {
  const unread = unreadFor(id, explored)
  if (isBroken) return { state: 'failed' }
  const nothing = unserved(explored)
  if (nothing) return nothing
  if (unread !== undefined) return { state: 'inconclusive', reason: unread }
  const isPassed = explored.judgements.count(id) > 0 || observed?.state === 'passed'
  if (!isPassed) return unjudged(id, explored)
  return explored.gone ? hindered(explored.gone) : { state: 'passed' }
}

/**
 * Whether a finding is one of the service. What came after it last served is that of the outage, or of something in
 * its place: as if every operation broke its connections, or refused as no document says.
 */
const isOfService =
  ({ gone }: ExploredDocument) =>
  ({ finding: { evidence, isSequence } }: RuleFinding): boolean =>
    gone === undefined ||
    (isSequence === true ? evidence.slice(-1) : evidence).some(({ sentAt }) => sentAt <= gone.servedAt)

const resultOf = (
  rule: Rule,
  explored: ExploredDocument,
  own: readonly RuleFinding[],
  observed: RuleResult | undefined,
): RuleResult => {
  const { api, judgements } = explored
  const id = rule.id as ExploreRuleId
  const all = mergeFindings(own.filter(isOfService(explored)).map(({ finding }) => finding))
  // Where nothing was carried out, not even for others, what came says nothing of the contract.
  const isHindered = unserved(explored) !== undefined && (observed?.findings.length ?? 0) === 0
  const findings = isHindered ? [] : all
  const operations = judgements.operations(id)
  const judged = Math.max(judgements.count(id), own.length) + (observed?.requests.sent ?? 0)
  return {
    ...factsOf(rule),
    version: api.version,
    ...outcomeFor(id, explored, findings.length > 0, observed),
    requests: requestCount(judged),
    findings,
    ...(operations.length > 0 && { operations }),
    ...(observed?.exchanges && { exchanges: observed.exchanges }),
  }
}

/**
 * One result for each of some rules that follow from a document.
 * @param observed results of the same rules by exchanges that others began
 */
export function documentResults(
  explored: ExploredDocument,
  rules: readonly Rule[],
  observed: readonly RuleResult[] = [],
): RuleResult[] {
  return rules.map((rule) => {
    const beside = observed.find(({ id, version }) => id === rule.id && version === explored.api.version)
    const seen = (beside?.findings ?? []).map((finding) => ({ rule: rule.id as ExploreRuleId, finding }))
    const own = explored.findings.filter((one) => one.rule === rule.id)
    return resultOf(rule, explored, locateFindings([...own, ...seen], explored.source), beside)
  })
}
