import { type Exchange, BodyUnknown, headerValue, ifRecorded, parsedJson } from '../exchange/exchange.js'
import { type Finding, foldFindings, mergeFindings, type Violation } from '../model/finding.js'
import type { Observations } from '../model/step-result.js'
import { isOfDocuments } from '../model/document-rules.js'
import { appliesTo, type Rule } from '../model/rule.js'
import type { Operation } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/fail.js'
import type { Plan } from '../model/plan.js'
import { declaredContent, declaredFor, idIn, isSuccess } from '../exchange/reading.js'
import type { Observer, Observation, Served } from '../model/observation.js'
import type { Tolerances } from '../model/case.js'
import { versionDue, type VersionUnderTest } from './version-under-test.js'
import { cached, isObject, once } from '../../document/index.js'

const kinds = 'autoramp|identification|address|account|signing|(fiat|crypto|pix|wallet)[-_]?address'

/** Candidates for ids in a request: path segments, query values, and top-level texts of the body. */
const namesIn = once(({ request }: Exchange): readonly string[] => {
  const { pathname, searchParams } = new URL(request.url)
  // A malformed body has no ids.
  const body = parsedJson(request.body ?? '')
  return [
    ...pathname.split('/'),
    ...searchParams.values(),
    ...(isObject(body) ? Object.values(body) : []).filter((value) => typeof value === 'string'),
  ]
})

/**
 * Remembers the version under which each customer and the customer's things were created. A customer keeps this
 * version; whether it or the requested version serves a request about the customer is open.
 */
export class CustomerVersions {
  readonly #versions = new Map<string, string | undefined>()

  /** @param given a customer of the user, created under an unknown version */
  constructor(given?: string) {
    if (given !== undefined) this.#versions.set(given, undefined)
  }

  /** Records what a response created. */
  look(exchange: Exchange, route: string | undefined, version: string | undefined): void {
    if (route === undefined || exchange.request.method !== 'POST' || !isSuccess(exchange)) return
    const isCustomer = route === 'post /customers'
    const owner = isCustomer ? undefined : namesIn(exchange).find((name) => this.#versions.has(name))
    if (!isCustomer && owner === undefined) return
    const id = ifRecorded(() => idIn(exchange, isCustomer ? 'customer' : kinds), undefined)
    const pinned = owner === undefined ? version : this.#versions.get(owner)
    if (id !== undefined && !this.#versions.has(id)) this.#versions.set(id, pinned)
  }

  /** Further versions that may serve a request, because it is about a customer of one of them. */
  further(exchange: Exchange, version: string, supported: readonly string[]): readonly string[] {
    if (this.#versions.size === 0) return []
    const owner = namesIn(exchange).find((name) => this.#versions.has(name))
    if (owner === undefined) return []
    const pinned = this.#versions.get(owner)
    const all = pinned === undefined ? supported : [pinned]
    return all.filter((one) => one !== version)
  }
}

interface Sum {
  readonly rule: string
  readonly version: string
  judged: number
  findings: readonly Finding[]
  violations: Violation[]
  /** Occurrences of findings beyond the most that are kept. */
  further: number
  readonly exchanges: string[]
}

/** The most exchanges that show how a rule passed. */
export const evidenceShown = 2

/** The most violations kept before they are folded, because every response may break a promise. */
const mostUnfolded = 32

const furtherFinding = (occurrences: number): Finding => ({
  message: 'there are further violations, which are only counted',
  occurrences,
  evidence: [],
})

export interface TallyBounds {
  /** The most different findings kept of one rule and version; occurrences of others are counted. */
  readonly mostFindings?: number
  /** Reduces an exchange that is kept as evidence. */
  readonly keep?: Keep
}

type Keep = (exchange: Exchange, as: 'finding' | 'evidence') => Exchange

/** Sums up the findings of observers by rule and version. */
export class ObserverTally {
  readonly #sums = new Map<string, Sum>()
  readonly #evidence = new Map<string, Exchange>()
  readonly #mostFindings: number
  readonly #keep: Keep

  constructor({ mostFindings = Infinity, keep = (exchange) => exchange }: TallyBounds = {}) {
    this.#mostFindings = mostFindings
    this.#keep = keep
  }

  /** Records what one observer found in one exchange. */
  add(rule: string, version: string, violations: readonly Violation[], exchange?: Exchange): void {
    const key = `${rule} ${version}`
    const sum = cached(this.#sums, key, (): Sum => {
      return { rule, version, judged: 0, findings: [], violations: [], further: 0, exchanges: [] }
    })
    sum.judged++
    if (violations.length === 0) {
      if (exchange?.id === undefined || sum.exchanges.length >= evidenceShown) return
      sum.exchanges.push(exchange.id)
      this.show(exchange)
      return
    }
    sum.violations.push(...violations)
    if (sum.violations.length > mostUnfolded) this.#fold(sum)
  }

  /** Keeps an exchange that shows how a rule passed. */
  show(exchange: Exchange): void {
    const { id } = exchange
    if (id !== undefined && !this.#evidence.has(id)) this.#evidence.set(id, this.#keep(exchange, 'evidence'))
  }

  get observations(): Observations {
    const observed = Array.from(this.#sums.values(), (sum) => {
      this.#fold(sum)
      const { rule, version, judged, further, exchanges } = sum
      const findings = further === 0 ? sum.findings : [...sum.findings, furtherFinding(further)]
      return { rule, version, judged, findings, ...(exchanges.length > 0 && { exchanges: [...exchanges] }) }
    })
    return { observed, evidence: [...this.#evidence.values()] }
  }

  #fold(sum: Sum): void {
    const folded = foldFindings(sum.violations).map((finding) =>
      Object.assign(finding, { evidence: finding.evidence.map((one) => this.#keep(one, 'finding')) }),
    )
    const all = mergeFindings([...sum.findings, ...folded])
    sum.findings = all.slice(0, this.#mostFindings)
    sum.further += all.slice(this.#mostFindings).reduce((count, { occurrences }) => count + occurrences, 0)
    sum.violations = []
  }
}

/** The violations that an observer finds; undefined where it needs a body that was not recorded. */
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

const validatorName = (operation: Operation, { response, isReplay }: Exchange): string | undefined => {
  const content = declaredContent(operation, response.status) ?? {}
  const types = Object.keys(content)
  const contentType = headerValue(response.headers, 'content-type')
  const type = declaredFor(types, contentType ?? (isReplay ? types[0] : undefined))
  return type === undefined ? undefined : content[type]?.validator
}

/** A rule with the function that judges an exchange, if it has one. */
export type ObservingRule = Rule & { readonly observe?: Observer }

/** Rules that may observe, and how the service deviates from its documents. */
export interface ObserverRegistry {
  readonly rules: readonly ObservingRule[]
  /** Secrets in a response of the service, such as that of a new webhook. */
  readonly secretsIn?: (exchange: Exchange) => readonly string[]
  /** Deviations from the documents that the specification allows. */
  readonly tolerances?: (served: Served) => Tolerances
}

/** Passes every exchange to every observer of the plan, and collects the findings. */
export class ObserverRunner {
  readonly #rules: readonly ObservingRule[]
  /** The rules that observe cases. The explorer judges those of documents, by the case's expectation. */
  readonly #rulesOfCases: readonly ObservingRule[]
  readonly #registry: ObserverRegistry
  readonly #versions: ReadonlyMap<string, VersionUnderTest>
  readonly #plan: Plan
  readonly #tally: ObserverTally
  readonly #pins: CustomerVersions

  constructor(
    registry: ObserverRegistry,
    plan: Plan,
    versions: ReadonlyMap<string, VersionUnderTest>,
    bounds?: TallyBounds,
  ) {
    this.#rules = registry.rules.filter(({ id, kind }) => kind === 'observer' && plan.rules.includes(id))
    this.#rulesOfCases = this.#rules.filter((rule) => !isOfDocuments(rule))
    this.#registry = registry
    this.#versions = versions
    this.#plan = plan
    this.#tally = new ObserverTally(bounds)
    this.#pins = new CustomerVersions(plan.subjects.customerId)
  }

  /** Judges one exchange by every observer. @param isCase the explorer judges it by the document */
  async judge(exchange: Exchange, route?: string, isCase = false): Promise<void> {
    const served = this.#served(exchange, route)
    this.#pins.look(exchange, route, served.version)
    const rules = isCase ? this.#rulesOfCases : this.#rules
    if (rules.length === 0) return
    const observation = this.#observation(served)
    const version = observation.version ?? '*'
    for (const { id, versions, observe } of rules) {
      if (!(version === '*' || appliesTo(versions, version))) continue
      const violations = await violationsBy(observe, observation)
      if (violations) this.#tally.add(id, version, violations, exchange)
    }
  }

  /** Keeps an exchange that shows how a rule with steps of its own passed. */
  show(exchange: Exchange): void {
    this.#tally.show(exchange)
  }

  get observations(): Observations {
    return this.#tally.observations
  }

  /** The deviations from the document that the specification allows for an exchange. */
  tolerances(exchange: Exchange, route: string): Tolerances {
    return this.#registry.tolerances?.(this.#served(exchange, route)) ?? {}
  }

  /** The version that must serve a request; undefined below the spec URL. */
  versionOf(exchange: Exchange): string | undefined {
    return exchange.target === 'api' ? versionDue(exchange, this.#plan) : undefined
  }

  #served(exchange: Exchange, route: string | undefined): Served {
    const version = this.versionOf(exchange)
    const mayServe = version === undefined ? [] : this.#pins.further(exchange, version, this.#plan.supported)
    return { exchange, version, mayServe, route }
  }

  #observation(served: Served): Observation {
    const { exchange, version, route } = served
    const under = version === undefined ? undefined : this.#versions.get(version)
    const operation = route === undefined ? undefined : under?.operations.at(route)
    const declared = async (): Promise<Validator | undefined> => {
      const name = operation && validatorName(operation, exchange)
      return name === undefined ? undefined : under?.surface.validator(name)
    }
    const tolerances = this.#registry.tolerances?.(served) ?? {}
    const inOther = operation ? undefined : this.#inAny(route)
    return { ...served, operation, declared, api: under?.api, inOther, tolerances }
  }

  /** The operation in the newest version that has it, because failures are judged by any document. */
  #inAny(route: string | undefined): Observation['inOther'] {
    for (const { api, operations } of [...this.#versions.values()].toReversed()) {
      const operation = route === undefined ? undefined : operations.at(route)
      if (operation) return { api, operation }
    }
    return undefined
  }
}
