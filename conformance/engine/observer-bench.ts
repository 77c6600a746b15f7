import type { Operation, ResponseObject } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/validator.js'
import { appliesTo, catalogue } from '../catalogue/index.js'
import { type Exchange, headerValue, headerValues } from '../model/exchange.js'
import type { Violation } from '../model/finding.js'
import type { Plan } from '../model/plan.js'
import { declaredFor, headerlessVersion, observers, type Witness } from '../observers/index.js'
import type { VersionUnderTest } from './version-under-test.js'

/** What one observer saw of one exchange. */
export interface Observation {
  readonly rule: string
  readonly version: string
  readonly violations: readonly Violation[]
}

const rules = catalogue.filter(({ kind }) => kind === 'observer')

/** The version that is due for a request (Versioning 1 to 5); undefined when a version error is due. */
export function versionDue(exchange: Exchange, supported: ReadonlySet<string>): string | undefined {
  const values = headerValues(exchange.request.headers, 'x-api-version').filter((value) => value !== '')
  if (values.length === 0) return headerlessVersion
  const [only] = values
  return values.length === 1 && only !== undefined && supported.has(only) ? only : undefined
}

const declaredResponse = (operation: Operation | undefined, status: number): ResponseObject | undefined =>
  operation?.responses[String(status)] ??
  operation?.responses[`${Math.floor(status / 100)}XX`] ??
  operation?.responses[`${Math.floor(status / 100)}xx`] ??
  operation?.responses['default']

/** Shows every exchange to every observer of the plan, and keeps what they saw. */
export class ObserverBench {
  readonly #plan: Plan
  readonly #versions: ReadonlyMap<string, VersionUnderTest>
  readonly #supported: ReadonlySet<string>
  readonly #validators = new Map<string, Validator>()
  #observations: Observation[] = []

  constructor(plan: Plan, versions: ReadonlyMap<string, VersionUnderTest>) {
    this.#plan = plan
    this.#versions = versions
    this.#supported = new Set(plan.supported)
  }

  /** Judges one exchange. Loads the validators it may need first, so that observers themselves wait for nothing. */
  async judge(exchange: Exchange): Promise<void> {
    const witness = await this.#witness(exchange)
    const version = witness.version ?? '*'
    for (const { id, versions } of rules) {
      if (!this.#plan.rules.includes(id) || !(version === '*' || appliesTo(versions, version))) continue
      const violations = observers[id]?.(witness)
      if (violations) this.#observations.push({ rule: id, version, violations })
    }
  }

  /** What was seen since the last call. */
  take(): Observation[] {
    const taken = this.#observations
    this.#observations = []
    return taken
  }

  async #witness(exchange: Exchange): Promise<Witness> {
    const version = exchange.target === 'api' ? versionDue(exchange, this.#supported) : undefined
    const under = version === undefined ? undefined : this.#versions.get(version)
    const operation =
      exchange.operationId === undefined ? undefined : under?.surface.operations[exchange.operationId]
    const response = declaredResponse(operation, exchange.response.status)
    const contentType = headerValue(exchange.response.headers, 'content-type')
    const types = Object.keys(response?.content ?? {})
    const declared = declaredFor(types, contentType ?? (exchange.isReplay ? types[0] : undefined))
    const mediaType = declared === undefined ? undefined : response?.content[declared]
    const names = [
      mediaType?.validator,
      ...Object.values(response?.headers ?? {}).map((header) => header.validator),
    ].filter((name) => name !== undefined)
    if (under) await Promise.all(names.map((name) => this.#load(under, name)))
    const validator = (name: string): Validator | undefined => this.#validators.get(`${version} ${name}`)
    return { exchange, version, operation, response, mediaType, validator }
  }

  async #load(under: VersionUnderTest, name: string): Promise<void> {
    const key = `${under.version} ${name}`
    if (!this.#validators.has(key)) this.#validators.set(key, await under.surface.validator(name))
  }
}
