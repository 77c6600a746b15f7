import { type Finding, mergeFindings, type DocumentLocation } from '../model/finding.js'
import type { Outage } from '../model/outcome.js'
import {
  requestCount,
  type RequestCount,
  type Traffic,
  type CoverageSummary,
  type RuleResult,
} from '../model/report.js'
import type { Judgements } from '../coverage/coverage.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import { declaredStatus, outcomeOf, refusesCredentials } from '../exchange/reading.js'
import { type Api, type ExploreViolations, nameOf, reachesPart } from '../model/case.js'
import type { ExploreSettings } from '../model/explorer.js'
import {
  type ExploreRuleId,
  exploreRules,
  type Feature,
  type OperationPart,
} from '../model/document-rules.js'
import { factsOf, type Rule } from '../model/rule.js'
import { operationsOf, whyNotAbout } from '../checks/judge.js'
import { isObject, resolvePointer } from '../../document/index.js'
import { counted, wordFor } from '../../reporting/index.js'
import type { Operation } from '../../runtime/surface.js'

/** The document that was tested, with its name for the user. */
export interface DocumentSource {
  /** Its path or URL, as the user spelled it. */
  readonly name: string
  /** It has no date and is the only document. */
  readonly isUnversioned: boolean
  /** The lines of JSON Pointers (`#/paths/...`) in its text, counted from 1. */
  readonly linesOf?: (pointers: Iterable<string>) => ReadonlyMap<string, number>
}

export interface ExploredDocument {
  readonly api: Api
  readonly source: DocumentSource
  readonly settings: Pick<ExploreSettings, 'allowWrites' | 'allowDestructive'>
  /** One finding for each cause, by rule. */
  readonly findings: ReadonlyMap<ExploreRuleId, readonly Finding[]>
  readonly judgements: Judgements
  /** Violations that were seen once, and that the run ended before it could confirm. */
  readonly doubts: ExploreViolations
  readonly coverage: CoverageSummary
  /** The number of operations that turned valid requests away, and carried none out. */
  readonly turnedAway: number
  /** Responses by operation and status: of all requests, and of valid ones. */
  readonly traffic: readonly Traffic[]
  readonly validTraffic: readonly Traffic[]
  readonly requests: RequestCount
  readonly isAnonymous?: boolean
  readonly durationMs: number
  readonly isTimeUp: boolean
  /** Sequences of calls ran once, so more time would hardly judge an unjudged rule of state. */
  readonly isSequenced: boolean
  /** Why requests were not sent that were planned, in words. */
  readonly gaveUp?: string
  /** The number of operations with planned cases that were not sent. */
  readonly left: number
  readonly gone?: Outage
}

/** JSON Pointers of the parts of an operation that a rule depends on: its request, and the responses received. */
type PartsOf = (operation: Operation, statuses: readonly string[], api: Api) => readonly string[]

/** The target of a reference, or the pointer itself. */
const behind = (pointer: string, { document }: Api): string => {
  const node = resolvePointer(document, pointer)
  const ref = isObject(node) ? node['$ref'] : undefined
  return typeof ref === 'string' && ref.startsWith('#') ? ref : pointer
}

const inResponses =
  (part: 'content' | 'headers' | 'links'): PartsOf =>
  (operation, statuses, api) => {
    const keys = statuses.map((status) => declaredStatus(operation, Number(status)))
    const declared = [...new Set(keys)].filter((key) => key !== undefined)
    return declared.map((key) => `${behind(`${operation.pointer}/responses/${key}`, api)}/${part}`)
  }

const inRequest: PartsOf = ({ pointer }) => [
  `${pointer}/parameters`,
  `${pointer.replace(/\/[^/]*$/, '')}/parameters`,
  `${pointer}/requestBody`,
]

const inSecurity: PartsOf = ({ pointer }) => [`${pointer}/security`, '#/components/securitySchemes']

const parts: Readonly<Record<OperationPart, PartsOf>> = {
  content: inResponses('content'),
  headers: inResponses('headers'),
  links: inResponses('links'),
  request: inRequest,
  security: inSecurity,
}

/** An unreadable path or operation was never called, so its statuses are unknown. */
const isOperation = (pointer: string): boolean =>
  /^#\/paths\/[^/]+(\/(get|put|post|delete|options|head|patch|trace|query|additionalOperations(\/[^/]+)?))?$/.test(
    pointer,
  )

/** The first unreadable part that a rule depends on, which limits its result. */
const unreadFor = (
  rule: ExploreRuleId,
  { api, traffic }: { readonly api: Api; readonly traffic: readonly Traffic[] },
): string | undefined => {
  const unread = api.unread ?? []
  if (unread.length === 0) return undefined
  const { part } = exploreRules[rule]
  const partsOf = part && parts[part]
  const byName = new Map(api.operations.map((one) => [nameOf(one), one]))
  const starts = traffic.flatMap(({ operation: name, statuses }) => {
    const operation = byName.get(name)
    return operation && partsOf ? partsOf(operation, Object.keys(statuses), api) : []
  })
  const met = unread.find(
    ({ pointer }) => (rule === 'answers/status' && isOperation(pointer)) || reachesPart(api, starts, pointer),
  )
  return met && `${met.pointer} of the document could not be read: ${met.message}`
}

/** An ancestor with fewer keys is too general to be the location of a promise, such as `#/paths`. */
const fewestKeys = 3

/** A pointer with its ancestors, itself first; the nearest one may be in another file. */
const upwards = (pointer: string): string[] => {
  const keys = pointer.split('/')
  return keys.flatMap((_, index) =>
    index === 0 || keys.length - index > fewestKeys ? [keys.slice(0, keys.length - index).join('/')] : [],
  )
}

/** Members that every document has; their lines show whether the document has several lines. */
const everywhere = ['#/info', '#/paths']

const isInDocument = (pointer: string | undefined): pointer is string => pointer?.startsWith('#/') === true

const locatorOf = (findings: readonly Finding[], source: DocumentSource): ((finding: Finding) => Finding) => {
  if (!source.linesOf || findings.length === 0) return (finding) => finding
  const pointers = new Set(findings.flatMap(({ pointer }) => (isInDocument(pointer) ? upwards(pointer) : [])))
  const lines = source.linesOf([...everywhere, ...pointers])
  // A document on one line, as services print it, has no useful line numbers.
  const isPlain = new Set(lines.values()).size > 1
  const locationOf = ({ pointer }: Finding): DocumentLocation => {
    const at = isPlain && isInDocument(pointer) ? upwards(pointer).find((one) => lines.has(one)) : undefined
    const line = at === undefined ? undefined : lines.get(at)
    return { file: source.name, ...(line !== undefined && { line }) }
  }
  return (finding) => Object.assign({}, finding, { location: locationOf(finding) })
}

type Outcome = Pick<RuleResult, 'state' | 'reason' | 'lacks' | 'cause'>

/** Rules of these need writes. */
const writes: ReadonlySet<Feature> = new Set(['creations', 'updates', 'deletions'])

const isOfWrites = (rule: ExploreRuleId): boolean => exploreRules[rule].about.some((one) => writes.has(one))

/** A key that the document puts into the header Authorization, sent without a scheme such as Bearer. */
const bareKey = /^(\[redacted[^\]]*\]|\S+)$/

/** A response that turned the run away, with the likely fix where the key was sent as no service reads it. */
const turnedAwayBy = (cause: Exchange): string => {
  const value = headerValue(cause.request.headers, 'authorization')
  const isBare = refusesCredentials(cause.response.status) && value !== undefined && bareKey.test(value)
  const [challenge = ''] =
    /^[\w-]{1,40}/.exec(headerValue(cause.response.headers, 'www-authenticate') ?? '') ?? []
  // A key is not a user with a password, nor what another scheme computes.
  const scheme = /^(|basic|digest|negotiate|ntlm)$/i.test(challenge) ? 'Bearer' : challenge
  const fix = `; if the service reads "${scheme} KEY", the variable for Authorization has to begin with "${scheme} "`
  return `response was ${outcomeOf(cause)}${isBare ? fix : ''}`
}

/** The refusal of credentials, where most of the called operations turned the run away. */
const refusedKey = ({ turnedAway, judgements, coverage }: ExploredDocument): Exchange | undefined => {
  const cause = judgements.turnedAway
  const areMost = turnedAway * 2 > coverage.operations.called
  return cause && areMost && refusesCredentials(cause.response.status) ? cause : undefined
}

/** The outcome of all rules where no response was a success: a login, a proxy or another service proves nothing. */
const unserved = (explored: ExploredDocument): Outcome | undefined => {
  const { gone, judgements, gaveUp, turnedAway } = explored
  if (!judgements.unserved) return undefined
  const refused = refusedKey(explored)
  const cause = refused ?? judgements.unserved
  const { status, body } = cause.response
  const first = status === 0 ? `request got no response: ${body}` : turnedAwayBy(cause)
  const share = refused ? `, and ${counted(turnedAway, 'operation')} turned the run away` : ''
  const ended = gaveUp === undefined ? '' : `; ${gaveUp}, so no more were sent`
  const reason = gone?.reason ?? `no request succeeded${share}: the first ${first}${ended}`
  return { state: 'inconclusive', reason, cause }
}

/** The outcome of a rule that nothing breaks, where most of the service was closed to the run. */
const shutOut = ({ turnedAway, coverage, judgements }: ExploredDocument): Outcome | undefined => {
  const cause = judgements.turnedAway
  const { reached } = coverage.operations
  if (!cause || turnedAway <= reached) return undefined
  const reason = `${counted(turnedAway, 'operation')} turned the run away, and ${reached} let it in: the first ${turnedAwayBy(cause)}`
  return { state: 'inconclusive', reason, cause }
}

/** The outcome of a rule that a sequence saw broken once. */
const doubtful = (rule: ExploreRuleId, { doubts }: ExploredDocument): Outcome | undefined => {
  const doubt = doubts.find((one) => one.rule === rule)
  const cause = doubt?.steps.at(-1)?.exchange
  const reason = `the run ended before it could confirm that ${doubt?.message ?? ''}; give it more time with --for`
  return doubt && { state: 'inconclusive', reason, ...(cause && { cause }) }
}

/** The outcome of a rule that an outage left with unsent cases. */
const cutOff = ({ reason, exchange }: Outage): Outcome => ({
  state: 'inconclusive',
  reason,
  ...(exchange && { cause: exchange }),
})

/** Whether a rule is about requests that a service has to refuse. */
const isOfWrong = (rule: ExploreRuleId): boolean =>
  /^(requests\/(invalid|lenient)|security|methods)/.test(rule)

/** The outcome of a rule where all responses that it could judge were failures: more time would hardly change that. */
const onlyFailures = (
  rule: ExploreRuleId,
  { api, traffic, validTraffic }: ExploredDocument,
): Outcome | undefined => {
  const names = new Set(operationsOf(rule, api).map(nameOf))
  const own = (isOfWrong(rule) ? traffic : validTraffic).filter(({ operation }) => names.has(operation))
  const answered = own.flatMap(({ statuses }) => Object.entries(statuses))
  if (answered.length === 0 || answered.some(([status]) => Number(status) < 500)) return undefined
  const count = answered.reduce((sum, [, times]) => sum + times, 0)
  const statuses = [...new Set(answered.map(([status]) => status))].toSorted().join(', ')
  const reason = `${counted(count, 'response')} could be about it, and ${wordFor(count, 'it was a failure', 'all were failures')}: ${statuses}`
  return { state: 'inconclusive', reason }
}

/** The outcome of a rule that no response judged; it never passes. */
const unjudged = (rule: ExploreRuleId, explored: ExploredDocument): Outcome => {
  const { api, settings, requests, left, gone, isTimeUp, isSequenced } = explored
  const reason = whyNotAbout(rule, api)
  if (reason !== undefined) return { state: 'not-applicable', reason }
  if (gone) return cutOff(gone)
  if (requests.sent === 0 && isTimeUp)
    return { state: 'skipped', reason: 'the time was up before a request was sent', lacks: 'time' }
  if (requests.sent === 0 && settings.allowWrites)
    return { state: 'inconclusive', reason: 'no request was sent' }
  if (requests.sent > 0 && requests.answered === 0)
    return { state: 'inconclusive', reason: 'no request got a response' }
  if ((isOfWrites(rule) || requests.sent === 0) && !settings.allowWrites) {
    return { state: 'skipped', reason: 'it creates data; pass --allow-writes', lacks: 'writes' }
  }
  const failed = onlyFailures(rule, explored)
  if (failed) return failed
  const hasMore = rule.startsWith('state/') ? !isSequenced : left > 0
  if (isTimeUp && hasMore)
    return { state: 'skipped', reason: 'the time was up before a response was about it', lacks: 'time' }
  return shutOut(explored) ?? { state: 'not-applicable', reason: 'no response of this run was about it' }
}

/** The outcome of a rule from all responses. Responses outside the cases do not cover unreadable parts. */
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
  if (explored.gone) return cutOff(explored.gone)
  return shutOut(explored) ?? doubtful(id, explored) ?? { state: 'passed' }
}

/**
 * Whether a finding concerns the service. Findings after its last proper response come from the outage or a replacement
 * such as a gateway, where every operation fails or refuses.
 */
const isOfService =
  ({ gone }: ExploredDocument) =>
  ({ evidence, isSequence }: Finding): boolean =>
    gone === undefined ||
    (isSequence === true ? evidence.slice(-1) : evidence).some(({ sentAt }) => sentAt <= gone.servedAt)

const resultOf = (
  rule: Rule,
  explored: ExploredDocument,
  own: readonly Finding[],
  observed: RuleResult | undefined,
): RuleResult => {
  const { api, judgements } = explored
  const id = rule.id as ExploreRuleId
  const all = mergeFindings(own.filter(isOfService(explored)))
  // Without a single success, responses prove nothing about the contract.
  const isUnproven = unserved(explored) !== undefined && (observed?.findings.length ?? 0) === 0
  const findings = isUnproven ? [] : all
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

/** The results of the rules of a document. @param observed those from exchanges of other origins */
export function documentResults(
  explored: ExploredDocument,
  rules: readonly Rule[],
  observed: readonly RuleResult[] = [],
): RuleResult[] {
  const results = rules.map((rule) => {
    const beside = observed.find(({ id, version }) => id === rule.id && version === explored.api.version)
    const own = explored.findings.get(rule.id as ExploreRuleId) ?? []
    return { rule, beside, findings: [...own, ...(beside?.findings ?? [])] }
  })
  const located = locatorOf(
    results.flatMap(({ findings }) => findings),
    explored.source,
  )
  return results.map(({ rule, beside, findings }) => resultOf(rule, explored, findings.map(located), beside))
}
