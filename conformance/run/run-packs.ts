import type { CreatedEntry } from '../model/created.js'
import type { Exchange } from '../exchange/exchange.js'
import type { Plan } from '../model/plan.js'
import type { RuleResult } from '../model/report.js'
import { addRequests, type RequestCount, requestCount } from '../model/requests.js'
import type { ObservedRule, StepResult } from '../model/step-result.js'
import type { Traffic } from '../model/traffic.js'
import { ObserverRunner } from '../session/observer-runner.js'
import { publish } from '../recording/publish.js'
import { Secrets, secretsOf } from '../recording/redact.js'
import { loadVersions } from '../session/version-under-test.js'
import { assembleReport } from './assemble-report.js'
import { type OnStep, runRules } from './run-plan.js'
import type { Registry } from '../rules/registry.js'
import type { Keys } from '../session/session.js'

/** Shows exchanges that others make to the rules that observe. */
export interface OpenObservation {
  /**
   * Judges one exchange.
   * @param version whose document the operation is of
   * @param operationId as the document's tables name it; absent where the request was for none that it has
   */
  readonly judge: (exchange: Exchange, version: string, operationId?: string) => Promise<void>
  /** What was seen since the last call. */
  readonly take: () => readonly ObservedRule[]
}

/**
 * Lets the rules that observe look at the exchanges of others, for instance of an exploration. Loads the generated
 * code of every version of the plan.
 */
export async function openObservation(registry: Registry, plan: Plan): Promise<OpenObservation> {
  const versions = await loadVersions(plan)
  const runner = new ObserverRunner(registry, plan, versions)
  return {
    judge: async (exchange, version, operationId) => {
      const under = versions.get(version)
      const operation = operationId === undefined ? undefined : under?.surface.operations[operationId]
      await runner.judge(exchange, operation && under?.operations.route(operation))
    },
    take: () => runner.take(),
  }
}

/** What rules were judged, and what became of the service meanwhile. Holds no secrets. */
export interface PacksRun {
  /** A result for each rule and version, in the order of the rules. */
  readonly results: readonly RuleResult[]
  readonly created: readonly CreatedEntry[]
  readonly requests: RequestCount
  readonly traffic: readonly Traffic[]
  readonly evidence: readonly Exchange[]
}

/** How packs are run beside something else. */
export interface PacksRunOptions {
  /** What their observers saw elsewhere. */
  readonly observed?: readonly ObservedRule[]
  readonly onStep?: OnStep
  readonly signal?: AbortSignal
}

const elsewhere = (observed: readonly ObservedRule[]): StepResult => ({
  version: '*',
  requests: requestCount(0),
  result: null,
  observed,
})

const blank = { toolVersion: '', startedAt: new Date(0), durationMs: 0, documents: {} }

/**
 * Judges the rules of a registry on any service: the scenarios by their own calls, the observers by those and by what
 * they saw elsewhere. What was created is deleted where the documents have an operation for that.
 * @param plan with `service`, which says how the service is spoken to
 */
export async function runPacks(
  registry: Registry,
  plan: Plan,
  keys: Keys,
  { observed = [], ...options }: PacksRunOptions = {},
): Promise<PacksRun> {
  const { judged: own, created } = await runRules(registry, plan, keys, options)
  const { apiKey, secondKey = '', secrets = () => [] } = keys
  const { all: redact } = new Secrets(() => [...secretsOf([apiKey, secondKey]), ...secrets()])
  const judged = [...own, { ...publish(elsewhere(observed), redact), durationMs: 0 }]
  const isInterrupted = options.signal?.aborted === true
  const report = assembleReport(registry, plan, judged, { ...blank, created, isInterrupted })
  const { results, evidence = [], operations = [] } = report
  const requests = addRequests(own.map((one) => one.requests))
  return { results, created, requests, traffic: operations, evidence }
}
