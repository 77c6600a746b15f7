import { setTimeout as delay } from 'node:timers/promises'
import { type Exchange, headerValue, type HeaderList, type ExchangeRequest } from '../exchange/exchange.js'
import { RequestCounter } from '../model/requests.js'
import { commonHeaders } from '../client/client.js'
import type { Session } from '../session/session.js'
import type { Method, Operation } from '../../runtime/surface.js'
import type { Violation } from '../model/finding.js'
import { refusesVersion, isOutage } from '../exchange/reading.js'
import { type CallOptions, type ParameterValue, buildRequest } from './request.js'
import { withExternalId } from '../model/thing.js'
import type { Memory } from '../session/memory.js'
import { Inconclusive, NotApplicable, noWrites, Skip } from '../model/outcome.js'
import { type Hint, type SampleOptions, Sampler } from '../../document/index.js'
import type { VersionUnderTest } from '../session/version-under-test.js'

const defaultPauseMs = 400
const mostReadings = 4

/**
 * Reads again, a few times, until what was done a moment ago shows: nothing says that a service tells of it at once.
 * @returns the last answer
 */
export async function readUntil(
  context: Pick<ScenarioContext, 'session'>,
  read: () => Promise<Exchange>,
  shows: (exchange: Exchange) => boolean,
): Promise<Exchange> {
  for (let reading = 1; ; reading++) {
    const exchange = await read()
    if (reading === mostReadings || shows(exchange)) return exchange
    await delay(context.session.plan.pauseMs ?? defaultPauseMs)
  }
}

const headers: HeaderList = [
  ...commonHeaders,
  ['accept', 'application/json, application/yaml;q=0.9, */*;q=0.5'],
]
const mostHops = 3

const nextUrl = ({ request, response }: Exchange): string | undefined => {
  const location = headerValue(response.headers, 'location')
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined
  if (!URL.canParse(location, request.url)) return undefined
  const next = new URL(location, request.url)
  return next.origin === new URL(request.url).origin ? next.href : undefined
}

/**
 * Fetches something below the spec URL without the key. A redirect is followed as long as it stays on the origin;
 * otherwise it is the answer.
 * @param counter counts the requests that it takes
 */
export async function readDocument(
  session: Session,
  path: string,
  counter: RequestCounter,
): Promise<Exchange> {
  let url = `${session.plan.specUrl}${path}`
  for (let hop = 0; ; hop++) {
    const exchange = await session.ask({ method: 'GET', url, headers }, { target: 'spec', counter })
    const next = hop < mostHops ? nextUrl(exchange) : undefined
    if (next === undefined) return exchange
    url = next
  }
}

/** The differences of a call that its request does not show. */
export type SendOptions = Pick<CallOptions, 'changesNothing' | 'mayBeReplay' | 'isGuess' | 'isStray' | 'key'>

/** Methods that ask for no change. */
const harmless: ReadonlySet<Method> = new Set(['get', 'head', 'options', 'trace'])

/** So many exchanges are remembered of a rule. */
const mostSeen = 50

/** So many exchanges show how a rule passed. */
export const evidenceShown = 2

/** The tools of a scenario: calls to the service, and the means to say how it went. */
export class ScenarioContext {
  /** The version under test; `*` for rules about the service as a whole. */
  readonly version: string
  readonly session: Session
  /** The surface that bodies are built from and answers are read by. */
  readonly under: VersionUnderTest
  readonly violations: Violation[] = []
  readonly notes: string[] = []
  readonly requests = new RequestCounter()
  /** Where the service failed in what was asked of it, in order. */
  readonly obstacles: Inconclusive[] = []
  /** How often something was there to be judged: an answer, or what was made of answers before. */
  evidence = 0
  /** What was answered: of many the first ones, and the last. */
  readonly seen: Exchange[] = []
  readonly #memory: Memory

  constructor(session: Session, version: string, under: VersionUnderTest, memory: Memory = session.memory) {
    this.session = session
    this.version = version
    this.under = under
    this.#memory = memory
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

  /** Says what the service does where nothing is promised. */
  note(message: string): void {
    this.notes.push(message)
  }

  /** A value that rules share: made at most once. Where the service failed while it was made, that is shared too. */
  async once<T>(name: string, make: () => Promise<T>): Promise<T> {
    const { value, obstacles, seen } = await this.#memory.once(name, async () => {
      const before = [this.obstacles.length, this.seen.length]
      const made = await make()
      const seen = this.seen.slice(before[1]).slice(-evidenceShown)
      return { value: made, obstacles: this.obstacles.slice(before[0]), seen }
    })
    for (const exchange of seen) this.#see(exchange)
    this.obstacles.push(...obstacles.filter((one) => !this.obstacles.includes(one)))
    this.evidence++
    return value
  }

  /** A value that rules of one version share: made with the tools of the first that asks for it. */
  given<T>(name: string, make: (context: ScenarioContext) => Promise<T>): Promise<T> {
    return this.once(`${name} ${this.version}`, () => make(this))
  }

  /** The operation at a method and template, when the document has it. */
  find(method: Method, template: string): Operation | undefined {
    return this.under.operations.find(method, template)
  }

  /** @throws NotApplicable when the document does not have the operation. */
  operation(method: Method, template: string): Operation {
    const operation = this.find(method, template)
    if (operation) return operation
    const call = `${method.toUpperCase()} ${template.replaceAll('{}', '{…}')}`
    throw new NotApplicable(`the document of ${this.under.version} has no ${call}`)
  }

  /**
   * Sends one call of an operation below the base URL.
   * @throws Skip when it could write and may not; NoAnswer; and Inconclusive when the service refuses the version under
   * test, which is a finding of `versioning/supported` alone.
   */
  async call(operation: Operation, options: CallOptions = {}): Promise<Exchange> {
    this.#requireLeave(operation, options)
    const versions = options.version ?? (this.version === '*' ? [] : [this.version])
    const query = options.exactQuery === true ? options.query : this.filledQuery(operation, options.query)
    const request = buildRequest(operation, { ...options, version: versions, ...(query && { query }) }, this)
    const exchange = await this.send(operation, request, options)
    const isOurs = versions.length === 1 && versions[0] === this.version
    if (isOurs && refusesVersion(exchange)) {
      throw new Inconclusive(
        `the service refuses version ${this.version}; see versioning/supported`,
        exchange,
      )
    }
    return exchange
  }

  /**
   * Sends a request that is written already.
   * @throws Skip when it could write and may not; and NoAnswer.
   */
  async send(operation: Operation, request: ExchangeRequest, options: SendOptions = {}): Promise<Exchange> {
    const isHarmless = this.#requireLeave(operation, options)
    const send = (): Promise<Exchange> =>
      this.session.ask(request, {
        operation,
        route: this.under.operations.route(operation),
        counter: this.requests,
        isForeign: options.key !== undefined,
        mayBeReplay: options.mayBeReplay === true,
        isGuess: options.isGuess === true,
        isStray: options.isStray === true,
      })
    const mayCreate = operation.method === 'post' && !isHarmless
    return this.#watched(mayCreate ? this.session.creations.within(send) : send())
  }

  /** Whether a call asks for no change. @throws Skip when it may ask for one, and changes are not allowed. */
  #requireLeave({ method }: Operation, { changesNothing }: SendOptions): boolean {
    const isHarmless = harmless.has(method) || changesNothing === true
    if (!isHarmless && !this.session.plan.allowWrites) throw new Skip(noWrites, 'writes')
    return isHarmless
  }

  /** Fetches something below the spec URL, along redirects that stay on its origin. Never carries the key. */
  spec(path: string): Promise<Exchange> {
    return this.#watched(readDocument(this.session, path, this.requests))
  }

  /**
   * Takes note of what becomes of a request: an answer is evidence, and a failure of the service stands in the way of
   * a verdict. What was made up may be answered with anything.
   */
  async #watched(answer: Promise<Exchange>): Promise<Exchange> {
    try {
      const exchange = await answer
      this.evidence++
      this.#see(exchange)
      if (isOutage(exchange) && exchange.isGuess !== true) {
        const { method, url } = exchange.request
        const what = `${method} ${new URL(url).pathname} was answered with ${exchange.response.status}`
        this.obstacles.push(new Inconclusive(what, exchange))
      }
      return exchange
    } catch (error) {
      if (error instanceof Inconclusive) this.obstacles.push(error)
      throw error
    }
  }

  #see(exchange: Exchange): void {
    if (this.seen.includes(exchange)) return
    if (this.seen.length >= mostSeen) this.seen.pop()
    this.seen.push(exchange)
  }

  /** A query with a value for every further parameter that the document requires. */
  filledQuery(
    operation: Operation,
    given: Readonly<Record<string, ParameterValue>> = {},
  ): Readonly<Record<string, ParameterValue>> {
    const missing = operation.parameters.filter(
      ({ in: location, name, required }) => location === 'query' && required && !(name in given),
    )
    return {
      ...Object.fromEntries(missing.map((one) => [one.name, this.sampler().parameter(one)])),
      ...given,
    }
  }

  /** A body for an operation, as the served document wants it, with hints for what that cannot know. */
  sampleBody(operation: Operation, hint: Hint, preferredTags: readonly string[] = []): unknown {
    const isCreation = operation.method === 'post'
    const own = isCreation ? withExternalId(hint, () => this.session.uuid()) : hint
    return this.sampler(own, preferredTags).body(operation.requestBody)
  }

  /** Makes values for schemas of the served document. */
  sampler(
    hint: Hint = () => undefined,
    preferredTags: readonly string[] = [],
    branch?: SampleOptions['branch'],
  ): Sampler {
    return new Sampler({
      schemas: this.under.surface.schemas,
      hint,
      preferredTags,
      ...(branch && { branch }),
    })
  }
}

/** Steps of one rule: they call the service and say what they find. */
export type Scenario = (context: ScenarioContext) => Promise<void>
