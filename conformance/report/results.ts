import { requestCount } from '../model/requests.js'
import type { RuleResult } from '../model/report.js'
import { type ExploreRuleId, exploreRules } from '../model/document-rules.js'
import { whyNotAbout, writingRules } from './applicability.js'
import { locateFindings } from './locate-findings.js'
import type { ExploredDocument, RuleFinding } from './model.js'

type Outcome = Pick<RuleResult, 'state' | 'reason' | 'lacks'>

/** How a rule ended that no answer was judged by: never well. */
const unjudged = (
  rule: ExploreRuleId,
  { api, settings, requests, left, gone, isTimeUp }: ExploredDocument,
): Outcome => {
  const reason = whyNotAbout(rule, api)
  if (reason !== undefined) return { state: 'not-applicable', reason }
  if (gone !== undefined) return { state: 'inconclusive', reason: gone }
  if (requests.sent === 0 && settings.allowWrites)
    return { state: 'inconclusive', reason: 'no request was sent' }
  if (requests.sent > 0 && requests.answered === 0)
    return { state: 'inconclusive', reason: 'no request was answered' }
  if ((writingRules.has(rule) || requests.sent === 0) && !settings.allowWrites) {
    return { state: 'skipped', reason: 'it creates data; pass --allow-writes', lacks: 'writes' }
  }
  if (isTimeUp && left.cases > 0)
    return { state: 'skipped', reason: 'the time was up before an answer was about it', lacks: 'time' }
  return { state: 'not-applicable', reason: 'no answer of this run was about it' }
}

const isRule = (id: string): id is ExploreRuleId => Object.hasOwn(exploreRules, id)

const ruleIds = Object.keys(exploreRules).filter(isRule)

const resultOf = (id: ExploreRuleId, explored: ExploredDocument, own: readonly RuleFinding[]): RuleResult => {
  const { api, judgements } = explored
  const { title, section, statement, severity } = exploreRules[id]
  const findings = own.map(({ finding }) => finding)
  const count = Math.max(judgements.count(id), findings.length)
  const operations = judgements.operations(id)
  const outcome: Outcome =
    findings.length > 0 ? { state: 'failed' } : count > 0 ? { state: 'passed' } : unjudged(id, explored)
  return {
    id,
    title,
    section,
    statement,
    version: api.version,
    severity,
    ...outcome,
    requests: requestCount(count),
    findings,
    ...(operations.length > 0 && { operations }),
  }
}

/**
 * The result of every rule for one document. A rule without a finding passed only where an answer was judged by it;
 * any other one says why not.
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
