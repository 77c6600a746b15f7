import type { Method, Operation } from '../../runtime/surface.js'
import type { Exchange, HeaderList } from '../model/exchange.js'
import { isVersionError } from '../model/version-error.js'
import type { Violation } from '../model/finding.js'
import { Skip } from './outcome.js'
import { fillPath, type ParameterValue, queryString } from './serialize.js'
import type { Session } from './session.js'
import { type Hint, Sampler } from './sample.js'
import type { VersionUnderTest } from './version-under-test.js'

/** What of a call differs from the plain one. */
export interface CallOptions {
  /** Values for the parameters in the path, from left to right. */
  readonly path?: readonly string[]
  readonly query?: Readonly<Record<string, ParameterValue>>
  readonly headers?: HeaderList
  /** Sent as JSON. */
  readonly body?: unknown
  /** Values of X-API-Version, one header line each; by default the version that is tested. */
  readonly version?: readonly string[]
  /** `none` sends no key, anything else is sent in place of the user's. */
  readonly key?: string
  readonly idempotencyKey?: string | null
  /** The scenario looks at version errors itself. */
  readonly mayRefuseVersion?: boolean
  /** Sends the query just as given, even without parameters that the document requires. */
  readonly exactQuery?: boolean
}

/** What a scenario works with: calls to the service, and the means to say how it went. */
export class ScenarioContext {
  /** The version under test; `*` for rules about the service as a whole. */
  readonly version: string
  readonly session: Session
  readonly violations: Violation[] = []
  requests = 0
  readonly #under: VersionUnderTest

  constructor(session: Session, version: string, under: VersionUnderTest) {
    this.session = session
    this.version = version
    this.#under = under
  }

  /** The surface that bodies are built from and answers are read by. */
  get under(): VersionUnderTest {
    return this.#under
  }

  /** Says that a promise is broken. */
  violate(message: string, exchange?: Exchange, pointer?: string): void {
    this.violations.push({
      message,
      ...(exchange && { exchange }),
      ...(pointer !== undefined && { pointer }),
    })
  }

  /** Says that a promise is broken unless the condition holds. */
  expect(holds: boolean, message: string, exchange?: Exchange, pointer?: string): void {
    if (!holds) this.violate(message, exchange, pointer)
  }

  /** The operation at a method and template, when the document has it. */
  find(method: Method, template: string): Operation | undefined {
    return this.#under.operations.find(method, template)
  }

  /** @throws Skip when the document does not have the operation. */
  operation(method: Method, template: string): Operation {
    const operation = this.find(method, template)
    if (operation) return operation
    const document = this.#under.version
    throw new Skip(
      `the document of ${document} has no ${method.toUpperCase()} ${template.replaceAll('{}', '{…}')}`,
    )
  }

  /**
   * Sends one call of an operation below the base URL.
   * @throws Skip when the service refuses the version under test, which is a finding of `versioning/supported` alone.
   */
  async call(operation: Operation, options: CallOptions = {}): Promise<Exchange> {
    const path = fillPath(this.#under.operations.relativePath(operation), options.path ?? [])
    const filled = options.exactQuery === true ? {} : this.#requiredQuery(operation, options.query)
    const query = queryString(operation, { ...filled, ...options.query })
    const exchange = await this.#send(operation, `${this.session.plan.baseUrl}${path}${query}`, options)
    const asked = options.version ?? [this.version]
    const isOurs = this.version !== '*' && asked.length === 1 && asked[0] === this.version
    if (isOurs && options.mayRefuseVersion !== true && isVersionError(exchange)) {
      throw new Skip(`the service refuses version ${this.version}; see versioning/supported`)
    }
    return exchange
  }

  /** Fetches something below the spec URL. Never carries the key. */
  async spec(path: string): Promise<Exchange> {
    this.requests++
    const url = `${this.session.plan.specUrl}${path}`
    const headers: HeaderList = [['accept', 'application/json, application/yaml;q=0.9, */*;q=0.5']]
    return this.session.recorder.send({ method: 'GET', url, headers }, { target: 'spec' })
  }

  /** A value for a schema of the served document, with hints for what it cannot know. */
  sample(
    schema: Parameters<Sampler['sample']>[0],
    hint: Hint,
    preferredTags: readonly string[] = [],
  ): unknown {
    return new Sampler({ schemas: this.#under.surface.schemas, hint, preferredTags }).sample(schema)
  }

  async #send(operation: Operation, url: string, options: CallOptions): Promise<Exchange> {
    this.requests++
    const body = options.body === undefined ? undefined : JSON.stringify(options.body)
    const key = options.key ?? this.session.apiKey
    const headers: [string, string][] = [['accept', 'application/json, text/plain;q=0.9']]
    if (key !== '' && key !== 'none') headers.push(['x-api-key', key])
    const versions = options.version ?? (this.version === '*' ? [] : [this.version])
    for (const version of versions) headers.push(['x-api-version', version])
    if (body !== undefined) headers.push(['content-type', 'application/json'])
    const idempotencyKey =
      options.idempotencyKey ?? (operation.method === 'post' ? this.session.uuid() : null)
    if (idempotencyKey !== null && options.idempotencyKey !== null)
      headers.push(['idempotency-key', idempotencyKey])
    return this.session.recorder.send(
      {
        method: operation.method.toUpperCase(),
        url,
        headers: [...headers, ...(options.headers ?? [])],
        ...(body === undefined ? {} : { body }),
      },
      { target: 'api', operationId: operation.operationId },
    )
  }

  #requiredQuery(operation: Operation, given: CallOptions['query'] = {}): Record<string, string> {
    const missing = operation.parameters.filter(
      ({ in: location, name, required }) => location === 'query' && required && !(name in given),
    )
    return Object.fromEntries(
      missing.map(({ name, schema, example }) => [
        name,
        String(example ?? this.sample(schema, () => undefined)),
      ]),
    )
  }
}

/** Steps of one rule: they call the service and say what they find. */
export type Scenario = (context: ScenarioContext) => Promise<void>
