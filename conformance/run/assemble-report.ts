import { factsOf } from '../model/rule.js'
import { addTraffic } from '../model/traffic.js'
import { warningsOf } from '../model/warnings.js'
import type { CreatedEntry } from '../model/created.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Plan } from '../model/plan.js'
import type { Report, RuleResult, RunIdentity, VersionSummary } from '../model/report.js'
import { addRequests, requestCount } from '../model/requests.js'
import type { TimedStepResult } from '../model/step-result.js'
import { observerResults, type Unseen } from './observer-results.js'
import { type Rules, schedule, type Step } from './schedule.js'
import { counted } from '../../reporting/index.js'

/** The contents of a report besides the results. */
export interface RunFacts {
  readonly toolVersion: string
  readonly startedAt: Date
  readonly durationMs: number
  /** sha256 of each version's document. */
  readonly documents: Readonly<Record<string, string>>
  /** Resources that were created, and their end. */
  readonly created?: readonly CreatedEntry[]
  readonly run?: RunIdentity
  /** The run was ended before everything had been judged. */
  readonly isInterrupted?: boolean
}

const inOrderOf = (steps: readonly Step[]) => {
  const order = new Map(steps.map(({ rule, version }, index) => [`${version} ${rule.id}`, index]))
  const rank = ({ version, id }: RuleResult): number => order.get(`${version} ${id}`) ?? -1
  return (a: RuleResult, b: RuleResult): number => rank(a) - rank(b)
}

const summarise = (
  version: string,
  judged: readonly TimedStepResult[],
  sha256: string | undefined,
): VersionSummary => {
  const own = judged.filter((one) => one.version === version)
  return {
    version,
    ...(sha256 === undefined ? {} : { sha256 }),
    requests: addRequests(own.map(({ requests }) => requests)),
    durationMs: Math.round(own.reduce((sum, { durationMs }) => sum + durationMs, 0)),
  }
}

/** A result with the time of its own steps. */
const timedResult = ({ result, durationMs }: TimedStepResult): RuleResult[] =>
  result ? [{ ...result, durationMs: Math.round(durationMs) }] : []

/** The exchanges that results rest on which passed, each once. */
const evidenceFor = (judged: readonly TimedStepResult[], results: readonly RuleResult[]): Exchange[] => {
  const passed = results.filter(({ state }) => state === 'passed' || state === 'not-promised')
  const named = new Set(passed.flatMap(({ exchanges = [] }) => exchanges))
  const all = judged.flatMap(({ evidence = [] }) => evidence)
  return [...new Map(all.map((one) => [one.id ?? '', one])).values()].filter(({ id = '' }) => named.has(id))
}

const endedBefore = 'the run was ended before it'

/** The rules with steps of their own that were not reached. */
const unreached = (steps: readonly Step[], own: readonly RuleResult[]): RuleResult[] => {
  const reached = new Set(own.map(({ id, version }) => `${id} ${version}`))
  return steps
    .filter(({ rule, version }) => rule.kind === 'scenario' && !reached.has(`${rule.id} ${version}`))
    .map(({ rule, version }) =>
      Object.assign(factsOf(rule), {
        version,
        state: 'inconclusive' as const,
        reason: endedBefore,
        requests: requestCount(0),
        findings: [],
      }),
    )
}

/** Why observers saw nothing of a version: requests of it were not answered, or not sent any more. */
const unseenIn =
  (judged: readonly TimedStepResult[], isInterrupted: boolean): Unseen =>
  (version) => {
    const own = judged.filter((one) => one.version === version)
    const { unanswered } = addRequests(own.map(({ requests }) => requests))
    if (unanswered > 0)
      return `${counted(unanswered, 'request of it was', 'requests of it were')} not answered`
    const hindered = own.find(({ result }) => result?.state === 'inconclusive')
    if (hindered) return hindered.result?.reason
    return isInterrupted ? endedBefore : undefined
  }

/** Puts a run's parts together into its report. */
export function assembleReport(
  registry: Rules,
  plan: Plan,
  judged: readonly TimedStepResult[],
  facts: RunFacts,
): Report {
  const { created = [], isInterrupted = false } = facts
  const steps = schedule(registry, plan)
  const observed = judged.flatMap((one) => one.observed)
  const own = judged.flatMap(timedResult)
  const results = [
    ...own,
    ...unreached(steps, own),
    ...observerResults(registry, steps, observed, unseenIn(judged, isInterrupted)),
  ]
  const operations = addTraffic(judged.flatMap(({ traffic = [] }) => traffic))
  const evidence = evidenceFor(judged, results)
  return {
    reportVersion: 2,
    ...(facts.run && { run: facts.run }),
    ...(isInterrupted && { interrupted: true }),
    tool: { name: 'rampart', version: facts.toolVersion },
    target: { baseUrl: plan.baseUrl, specUrl: plan.specUrl },
    startedAt: facts.startedAt.toISOString(),
    durationMs: Math.round(facts.durationMs),
    versions: ['*', ...plan.versions].map((version) => summarise(version, judged, facts.documents[version])),
    results: results.toSorted(inOrderOf(steps)),
    ...(evidence.length > 0 && { evidence }),
    warnings: warningsOf(operations, created.length, plan.maxCreations),
    created,
    operations,
  }
}
