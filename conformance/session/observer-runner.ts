import { type Exchange, BodyUnknown, headerValue } from '../exchange/exchange.js'
import { type Finding, foldFindings, mergeFindings, type Violation } from '../model/finding.js'
import type { ObservedRule } from '../model/step-result.js'
import { declaredStatus } from '../coverage/index.js'
import { isOfDocuments } from '../model/document-rules.js'
import { appliesTo, type Rule } from '../model/rule.js'
import type { Plan } from '../model/plan.js'
import { declaredFor } from '../exchange/media-type.js'
import type { Observer, Observation, Served } from '../model/observation.js'
import type { Tolerances } from '../model/observed.js'
import { CustomerVersions } from './customer-versions.js'
import { versionDue, type VersionNaming, versionNaming } from './access.js'
import { defaultVersion } from '../../versions/index.js'
import type { VersionUnderTest } from './version-under-test.js'

interface Sum {
  judged: number
  findings: readonly Finding[]
  violations: Violation[]
  exchanges: string[]
}

/** So many exchanges show how a rule passed. */
const evidenceShown = 2

/** So many violations are kept as they came before they are folded: a service may break a promise in every answer. */
const mostUnfolded = 32

const fold = (sum: Sum): void => {
  sum.findings = mergeFindings([...sum.findings, ...foldFindings(sum.violations)])
  sum.violations = []
}

/** Sums up what observers see, by rule and version, as they see it. */
export class ObserverTally {
  #sums = new Map<string, Map<string, Sum>>()
  /** How many exchanges show what a rule found nothing in, in the whole run. */
  readonly #shown = new Map<string, number>()
  #evidence = new Map<string, Exchange>()

  /** Takes note of what one observer saw of one exchange. */
  add(rule: string, version: string, violations: readonly Violation[], exchange?: Exchange): void {
    const sum = this.#sum(rule, version)
    sum.judged++
    if (violations.length === 0) {
      if (exchange?.id !== undefined) this.#show(`${rule} ${version}`, sum, exchange.id, exchange)
      return
    }
    sum.violations.push(...violations)
    if (sum.violations.length > mostUnfolded) fold(sum)
  }

  /** Findings since the last call. */
  take(): ObservedRule[] {
    const taken = this.#sums
    this.#sums = new Map()
    return [...taken].flatMap(([rule, versions]) =>
      [...versions].map(([version, sum]) => {
        fold(sum)
        const { judged, findings, exchanges } = sum
        const own = { rule, version, judged, findings }
        return Object.assign(own, exchanges.length > 0 && { exchanges })
      }),
    )
  }

  /** The exchanges that show what rules found nothing in, each once, since the last call. */
  takeEvidence(): Exchange[] {
    const taken = [...this.#evidence.values()]
    this.#evidence = new Map()
    return taken
  }

  #show(key: string, sum: Sum, id: string, exchange: Exchange): void {
    const shown = this.#shown.get(key) ?? 0
    if (shown >= evidenceShown) return
    this.#shown.set(key, shown + 1)
    sum.exchanges.push(id)
    this.#evidence.set(id, exchange)
  }

  #sum(rule: string, version: string): Sum {
    let versions = this.#sums.get(rule)
    if (!versions) this.#sums.set(rule, (versions = new Map()))
    let sum = versions.get(version)
    if (!sum) versions.set(version, (sum = { judged: 0, findings: [], violations: [], exchanges: [] }))
    return sum
  }
}

/** The violations that an observer reports; nothing where it asks for a body that was not recorded. */
const violationsBy = async (
  observer: Observer | undefined,
  observation: Observation,
): Promise<readonly Violation[] | undefined> => {
  try {
    return await observer?.(observation)
  } catch (error) {
    if (error instanceof BodyUnknown) return undefined
    throw error
  }
}

/** Rules with the observers that judge those of kind `observer`, by id. */
export interface ObserverRegistry {
  readonly rules: readonly Rule[]
  readonly observers: Readonly<Record<string, Observer>>
  /** Secrets that the service itself hands out in a response, such as that of a new webhook. */
  readonly secretsIn?: (exchange: Exchange) => readonly string[]
  /** What the service may do beside its documents. */
  readonly tolerances?: (served: Served) => Tolerances
}

/** Shows every exchange to every observer of the plan, and keeps what they saw. */
export class ObserverRunner {
  readonly #rules: readonly Rule[]
  /** Those that are shown cases: what a document says of them is judged with what they were meant to be. */
  readonly #rulesOfCases: readonly Rule[]
  readonly #registry: ObserverRegistry
  readonly #versions: ReadonlyMap<string, VersionUnderTest>
  readonly #supported: ReadonlySet<string>
  readonly #naming: VersionNaming
  readonly #observed = new ObserverTally()
  readonly #pins: CustomerVersions

  constructor(registry: ObserverRegistry, plan: Plan, versions: ReadonlyMap<string, VersionUnderTest>) {
    this.#rules = registry.rules.filter(({ id, kind }) => kind === 'observer' && plan.rules.includes(id))
    this.#rulesOfCases = this.#rules.filter((rule) => !isOfDocuments(rule))
    this.#registry = registry
    this.#versions = versions
    this.#supported = new Set(plan.supported)
    this.#naming = versionNaming(plan, defaultVersion)
    this.#pins = new CustomerVersions(plan.subjects.customerId)
  }

  /**
   * Judges one exchange. The validator that it may need is loaded first, so that observers themselves wait for nothing.
   * @param route method and template of the operation that was called
   * @param isCase the request was made from the document, which the response is judged by elsewhere
   */
  async judge(exchange: Exchange, route?: string, isCase = false): Promise<void> {
    const served = this.#served(exchange, route)
    this.#pins.look(exchange, route, served.version)
    const rules = isCase ? this.#rulesOfCases : this.#rules
    if (rules.length === 0) return
    const observation = await this.#observation(served)
    const version = observation.version ?? '*'
    for (const { id, versions } of rules) {
      if (!(version === '*' || appliesTo(versions, version))) continue
      const violations = await violationsBy(this.#registry.observers[id], observation)
      if (violations) this.#observed.add(id, version, violations, exchange)
    }
  }

  /** Findings since the last call. */
  take(): ObservedRule[] {
    return this.#observed.take()
  }

  /** The exchanges that findings of nothing rest on, each once, since the last call. */
  takeEvidence(): Exchange[] {
    return this.#observed.takeEvidence()
  }

  /** What the service may do beside its document in one exchange. */
  tolerances(exchange: Exchange, route: string): Tolerances {
    return this.#registry.tolerances?.(this.#served(exchange, route)) ?? {}
  }

  /** The version that the service owes a response of; undefined for what is below the spec URL. */
  versionOf(exchange: Exchange): string | undefined {
    return exchange.target === 'api' ? versionDue(exchange, this.#supported, this.#naming) : undefined
  }

  #served(exchange: Exchange, route: string | undefined): Served {
    const version = this.versionOf(exchange)
    const mayServe = version === undefined ? [] : this.#pins.further(exchange, version, this.#supported)
    return { exchange, version, mayServe, route }
  }

  async #observation(served: Served): Promise<Observation> {
    const { exchange, version, route } = served
    const under = version === undefined ? undefined : this.#versions.get(version)
    const operation = route === undefined ? undefined : under?.operations.at(route)
    const status = operation && declaredStatus(operation, exchange.response.status)
    const content = status === undefined ? undefined : operation?.responses[status]?.content
    const contentType = headerValue(exchange.response.headers, 'content-type')
    const types = Object.keys(content ?? {})
    const type = declaredFor(types, contentType ?? (exchange.isReplay ? types[0] : undefined))
    const name = type === undefined ? undefined : content?.[type]?.validator
    const declared = name === undefined ? undefined : await under?.surface.validator(name)
    const tolerances = this.#registry.tolerances?.(served) ?? {}
    const inOther = operation || exchange.target !== 'api' ? undefined : this.#inAny(route)
    return { ...served, operation, declared, api: under?.api, inOther, tolerances }
  }

  /** The operation in the newest version that has it: a failure is one by any document. */
  #inAny(route: string | undefined): Observation['inOther'] {
    for (const { api, operations } of [...this.#versions.values()].toReversed()) {
      const operation = route === undefined ? undefined : operations.at(route)
      if (operation) return { api, operation }
    }
    return undefined
  }
}
