import { requestCount } from '../model/requests.js'
import type { Outage } from '../model/outage.js'
import type { RuleResult } from '../model/report.js'
import { type ExploreRuleId, exploreRules } from '../model/document-rules.js'
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
  { api, settings, requests, left, gone, isTimeUp }: ExploredDocument,
): Outcome => {
  const reason = whyNotAbout(rule, api)
  if (reason !== undefined) return { state: 'not-applicable', reason }
  if (gone) return hindered(gone)
  if (requests.sent === 0 && settings.allowWrites)
    return { state: 'inconclusive', reason: 'no request was sent' }
  if (requests.sent > 0 && requests.answered === 0)
    return { state: 'inconclusive', reason: 'no request was answered' }
  if ((writingRules.has(rule) || requests.sent === 0) && !settings.allowWrites) {
    return { state: 'skipped', reason: 'it creates data; pass --allow-writes', lacks: 'writes' }
  }
  if (isTimeUp && left.cases > 0)
    return { state: 'skipped', reason: 'the time was up before a response was about it', lacks: 'time' }
  return { state: 'not-applicable', reason: 'no response of this run was about it' }
}

const isRule = (id: string): id is ExploreRuleId => Object.hasOwn(exploreRules, id)

const ruleIds = Object.keys(exploreRules).filter(isRule)

const outcomeFor = (id: ExploreRuleId, explored: ExploredDocument, isBroken: boolean): Outcome => {
  const unread = unreadFor(id, explored)
  if (isBroken) return { state: 'failed' }
  if (unread !== undefined) return { state: 'inconclusive', reason: unread }
  if (explored.judgements.count(id) === 0) return unjudged(id, explored)
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

const resultOf = (id: ExploreRuleId, explored: ExploredDocument, own: readonly RuleFinding[]): RuleResult => {
  const { api, judgements } = explored
  const { title, section, statement, severity } = exploreRules[id]
  const nothing = unserved(explored)
  const findings = nothing ? [] : own.filter(isOfService(explored)).map(({ finding }) => finding)
  const operations = judgements.operations(id)
  return {
    id,
    title,
    section,
    statement,
    version: api.version,
    severity,
    ...(nothing ?? outcomeFor(id, explored, findings.length > 0)),
    requests: requestCount(Math.max(judgements.count(id), findings.length)),
    findings,
    ...(operations.length > 0 && { operations }),
  }
}

/**
 * The result of every rule for one document. A rule without a finding passed only where a response was judged by it,
 * and all that it was judged by could be read; any other one says why not.
 */
export function exploreResults(explored: ExploredDocument): RuleResult[] {
  const located = locateFindings(explored.findings, explored.source)
  const about = ruleIds.filter((id) => !explored.source.isUnversioned || !id.startsWith('versions/'))
  return about.map((id) =>
    resultOf(
      id,
      explored,
      located.filter(({ rule }) => rule === id),
    ),
  )
}
