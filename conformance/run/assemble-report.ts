import { factsOf, type Rule } from '../model/rule.js'
import { type Finding, mergeFindings } from '../model/finding.js'
import {
  type RuleResult,
  type NamedDocument,
  type Report,
  type RunIdentity,
  type VersionSummary,
  requestCount,
  addRequests,
  addTraffic,
  type CreatedEntry,
  type Warning,
} from '../model/report.js'
import type { ObservedRule, Seen, StepResult } from '../model/step-result.js'
import { type Rules, schedule, type Step } from './schedule.js'
import { isOfDocuments } from '../model/document-rules.js'
import { beforeWarnings, type ThingsBefore, warningsOf } from '../model/warnings.js'
import type { Exchange } from '../exchange/exchange.js'
import { whatMoreTimeWouldBuy } from '../coverage/operation-record.js'
import { publish, publishEvidence } from '../recording/publish.js'
import { documentResults, type ExploredDocument } from './document-results.js'
import type { Plan } from '../model/plan.js'
import { counted } from '../../reporting/index.js'

const textOf = ({ message, pointer = '' }: Finding): string => `${message}\n${pointer}`

/** A stable order, because concurrent rules finish in any order. */
const byText = (a: Finding, b: Finding): number => +(textOf(a) > textOf(b)) - +(textOf(a) < textOf(b))

/** The reason why nothing of a version could be observed, if the service or the network is to blame. */
type Unseen = (version: string) => string | undefined

const observerResult = (
  rule: Rule,
  version: string,
  observed: readonly ObservedRule[],
  unseen: Unseen,
): RuleResult => {
  const own = observed.filter((one) => one.rule === rule.id && one.version === version)
  const judged = own.reduce((sum, one) => sum + one.judged, 0)
  const findings = mergeFindings(own.flatMap((one) => one.findings)).toSorted(byText)
  const exchanges = own.flatMap((one) => one.exchanges ?? [])
  const named = exchanges.length > 0 && { exchanges }
  const base = { ...factsOf(rule), version, requests: requestCount(judged), findings, ...named }
  if (judged > 0) return { ...base, state: findings.length === 0 ? 'passed' : 'failed' }
  const reason = unseen(version)
  if (reason !== undefined) return { ...base, state: 'inconclusive', reason }
  return { ...base, state: 'not-applicable', reason: 'no response of this run was about it' }
}

/** One result for each observer rule and version, from the observations of the whole run. */
export function observerResults(
  { rules }: Rules,
  wanted: readonly { readonly rule: Rule; readonly version: string }[],
  observed: readonly ObservedRule[],
  unseen: Unseen = () => undefined,
): RuleResult[] {
  const planned = wanted.filter(({ rule }) => rule.kind === 'observer')
  const unplanned = observed
    .filter(({ version }) => version === '*')
    .flatMap(({ rule: id, version }) => {
      const rule = rules.find((candidate) => candidate.id === id)
      return rule ? [{ rule, version }] : []
    })
  const all = new Map([...planned, ...unplanned].map((one) => [`${one.rule.id} ${one.version}`, one]))
  return [...all.values()].map(({ rule, version }) => observerResult(rule, version, observed, unseen))
}

export interface RunFacts {
  readonly toolVersion: string
  readonly startedAt: Date
  readonly durationMs: number
  readonly created?: readonly CreatedEntry[]
  /** The effects of the run on the things of others. */
  readonly before?: ThingsBefore
  readonly run?: RunIdentity
  readonly isInterrupted?: boolean
  /** The exchanges were recorded elsewhere, and nothing was run. */
  readonly isRecorded?: boolean
  /** The reason why nothing was judged, where the service was unusable from the start. */
  readonly obstacle?: string
  /** Rules were dropped because the time was up. */
  readonly isTimeUp?: boolean
  readonly explored?: readonly ExploredDocument[]
  /** Removes the secrets of the run; absent where nothing that was seen contains one. */
  readonly redact?: (text: string) => string
}

const inOrderOf = (steps: readonly Step[]) => {
  const order = new Map(steps.map(({ rule, version }, index) => [`${version} ${rule.id}`, index]))
  const rank = ({ version, id }: RuleResult): number => order.get(`${version} ${id}`) ?? -1
  return (a: RuleResult, b: RuleResult): number => rank(a) - rank(b)
}

const namedDocument = ({ api, source }: ExploredDocument): NamedDocument => ({
  name: source.name,
  title: api.surface.title,
  operations: api.operations.length,
})

const casesIn = (all: readonly ExploredDocument[]): Pick<Report, 'unversioned' | 'coverage' | 'outlook'> => {
  if (all.length === 0) return {}
  const coverage = all.map((one) => one.coverage)
  const sum = (of: (one: ExploredDocument) => number): number =>
    all.reduce((total, one) => total + of(one), 0)
  const left = sum((one) => one.left)
  const isServed = all.some((one) => one.requests.answered > 0 && one.gaveUp === undefined)
  return {
    ...(all.some(({ source }) => source.isUnversioned) && { unversioned: true }),
    coverage,
    ...(isServed && { outlook: whatMoreTimeWouldBuy(left, coverage) }),
  }
}

const resultsOfDocuments = (
  explored: readonly ExploredDocument[],
  steps: readonly Step[],
  observed: readonly RuleResult[],
): readonly RuleResult[] =>
  explored.flatMap((one) => {
    const asked = steps.filter(({ rule, version }) => version === one.api.version && isOfDocuments(rule))
    const rules = asked.map(({ rule }) => rule)
    return documentResults(one, rules, observed)
  })

const summarise = (
  version: string,
  { apis }: Plan,
  judged: readonly StepResult[],
  { explored = [] }: RunFacts,
): VersionSummary => {
  const cases = explored.find(({ api }) => api.version === version)
  const own = [...judged.filter((one) => one.version === version), ...(cases ? [cases] : [])]
  const sha256 = apis.find((one) => one.version === version)?.surface.sha256
  return {
    version,
    ...(sha256 !== undefined && { sha256 }),
    ...(cases && { document: namedDocument(cases) }),
    requests: addRequests(own.map(({ requests }) => requests)),
    durationMs: Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  }
}

const evidenceFor = (evidence: readonly Exchange[], results: readonly RuleResult[]): Exchange[] => {
  const passed = results.filter(({ state }) => state === 'passed' || state === 'not-promised')
  const named = new Set(passed.flatMap(({ exchanges = [] }) => exchanges))
  return evidence.filter(({ id = '' }) => named.has(id))
}

const endedBefore = 'the run ended before this rule was judged'

/** Results of the scenario rules that were not reached. */
const unreached = (
  steps: readonly Step[],
  own: readonly RuleResult[],
  { isTimeUp = false, obstacle }: RunFacts,
): RuleResult[] => {
  const end = isTimeUp
    ? ({ state: 'skipped', reason: 'the time was up', lacks: 'time' } as const)
    : ({ state: 'inconclusive', reason: obstacle ?? endedBefore } as const)
  const reached = new Set(own.map(({ id, version }) => `${id} ${version}`))
  return steps
    .filter(({ rule: { kind } }) => kind === 'scenario' || (kind === 'cases' && obstacle !== undefined))
    .filter(({ rule, version }) => !reached.has(`${rule.id} ${version}`))
    .map(({ rule, version }) =>
      Object.assign(factsOf(rule), { version, ...end, requests: requestCount(0), findings: [] }),
    )
}

/** The reason why observers saw nothing of a version: its requests got no response, or were no longer sent. */
const unseenIn =
  (judged: readonly StepResult[], { isInterrupted = false, obstacle }: RunFacts): Unseen =>
  (version) => {
    if (obstacle !== undefined) return obstacle
    const own = judged.filter((one) => one.version === version)
    const { unanswered } = addRequests(own.map(({ requests }) => requests))
    if (unanswered > 0) return `${counted(unanswered, 'request')} of this version got no response`
    const unjudged = own.find(({ result }) => result?.state === 'inconclusive')
    if (unjudged) return unjudged.result?.reason
    return isInterrupted ? endedBefore : undefined
  }

/** The service as a whole counts as a version if a rule is about it. */
const versionsIn = (steps: readonly Step[], { versions }: Plan, isOfCases: boolean): readonly string[] => {
  const isWhole = ({ version }: { readonly version: string }): boolean => version === '*'
  return !isOfCases || steps.some(isWhole) ? ['*', ...versions] : versions
}

/** Whether a run includes every rule that applies to the service. */
const isWhole = ({ rules }: Rules, plan: Plan): boolean =>
  plan.only === undefined && rules.every(({ id }) => plan.rules.includes(id))

/** A created thing without secrets. Its id comes from the service. */
const publishCreated = (created: CreatedEntry, redact: (text: string) => string): CreatedEntry => ({
  ...publish(created, redact),
  ...(created.id !== undefined && { id: redact(created.id) }),
})

const interrupted = (message: string): Warning => ({ code: 'service-interrupted', message })

const resultsOf = (rules: Rules, plan: Plan, { judged, observed }: Seen, facts: RunFacts): RuleResult[] => {
  const steps = schedule(rules, plan)
  const own = judged.flatMap(({ result, durationMs }) =>
    result ? [{ ...result, durationMs: Math.round(durationMs) }] : [],
  )
  const seen = observerResults(rules, steps, observed, unseenIn(judged, facts))
  const ofDocuments = resultsOfDocuments(facts.explored ?? [], steps, seen)
  const isAlone = ({ id, version }: RuleResult): boolean =>
    !ofDocuments.some((one) => one.id === id && one.version === version)
  const all = [...own, ...unreached(steps, own, facts), ...seen.filter(isAlone), ...ofDocuments]
  return all.toSorted(inOrderOf(steps))
}

/** Assembles the report of a run. Contains no secrets. */
export function assembleReport(registry: Rules, plan: Plan, seen: Seen, facts: RunFacts): Report {
  const { isInterrupted = false, isRecorded = false, explored = [], created = [], before, redact } = facts
  const { judged, traffic, interruptions = [] } = seen
  const results = resultsOf(registry, plan, seen, facts)
  const evidence = evidenceFor(seen.evidence, results)
  // The traffic of selected rules is left out, because they may send only wrong keys and ids.
  const telling = isRecorded || isWhole(registry, plan) ? traffic : []
  const worked = addTraffic([...telling, ...explored.flatMap(({ validTraffic }) => validTraffic)])
  return {
    reportVersion: 2,
    ...(facts.run && { run: facts.run }),
    ...(isInterrupted && { interrupted: true }),
    tool: { name: 'rampart', version: facts.toolVersion },
    target: { baseUrl: plan.baseUrl, ...(plan.specUrl !== '' && { specUrl: plan.specUrl }) },
    startedAt: facts.startedAt.toISOString(),
    durationMs: Math.round(facts.durationMs),
    ...casesIn(explored),
    versions: versionsIn(schedule(registry, plan), plan, explored.length > 0).map((version) =>
      summarise(version, plan, judged, facts),
    ),
    results: redact ? publish(results, redact) : results,
    ...(evidence.length > 0 && {
      evidence: redact ? evidence.map((one) => publishEvidence(one, redact)) : evidence,
    }),
    warnings: [
      ...warningsOf(worked, created.length, plan.maxCreations, {
        isRecorded,
        isAnonymous: explored.length > 0 && explored.every((one) => one.isAnonymous === true),
      }),
      ...[...interruptions.map(interrupted), ...(before ? beforeWarnings(before) : [])].map(
        ({ code, message }) => ({
          code,
          message: redact ? redact(message) : message,
        }),
      ),
    ],
    created: redact ? created.map((one) => publishCreated(one, redact)) : created,
    operations: addTraffic([...traffic, ...explored.flatMap((one) => one.traffic)]),
  }
}
