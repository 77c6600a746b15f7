import { setTimeout as delay } from 'node:timers/promises'
import {
  commonHeaders,
  type Exchange,
  headerValue,
  type HeaderList,
  type ExchangeRequest,
} from '../exchange/exchange.js'
import { RequestCounter, withExternalId } from '../model/report.js'
import { evidenceShown } from '../session/observer-runner.js'
import type { Session } from '../session/session.js'
import type { Method, Operation, Parameter } from '../../runtime/surface.js'
import { requiredQuery } from '../model/case.js'
import type { Violation } from '../model/finding.js'
import { isMissing, isOutage, isSafe, refusesVersion } from '../exchange/reading.js'
import {
  type CallOptions,
  type ParameterValue,
  buildRequest,
  sampledBody,
  sampledParameter,
} from './request.js'
import type { Memory } from '../session/memory.js'
import { Inconclusive, NotApplicable, noWrites, Skip } from '../model/outcome.js'
import type { Hint } from '../../document/index.js'
import { pauseOf } from '../model/plan.js'
import type { VersionUnderTest } from '../session/version-under-test.js'

const mostReadings = 4

/** Repeats a reading until a recent change shows, because a service need not show it at once. */
export async function readUntil(
  context: Pick<ScenarioContext, 'session'>,
  read: () => Promise<Exchange>,
  shows: (exchange: Exchange) => boolean,
  most = mostReadings,
): Promise<Exchange> {
  for (let reading = 1; ; reading++) {
    const exchange = await read()
    if (reading === most || shows(exchange)) return exchange
    await delay(pauseOf(context.session.plan))
  }
}

const sent: HeaderList = [...commonHeaders, ['accept', 'application/json, application/yaml;q=0.9, */*;q=0.5']]
const mostHops = 3

const nextUrl = ({ request, response }: Exchange): string | undefined => {
  const location = headerValue(response.headers, 'location')
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined
  if (!URL.canParse(location, request.url)) return undefined
  const next = new URL(location, request.url)
  return next.origin === new URL(request.url).origin ? next.href : undefined
}

/** Fetches a path below the spec URL without the key. Only redirects within the origin are followed. */
export async function readSpec(session: Session, path: string, counter: RequestCounter): Promise<Exchange> {
  let url = `${session.plan.specUrl}${path}`
  for (let hop = 0; ; hop++) {
    const exchange = await session.ask({ method: 'GET', url, headers: sent }, { target: 'spec', counter })
    const next = hop < mostHops ? nextUrl(exchange) : undefined
    if (next === undefined) return exchange
    url = next
  }
}

/** Options of a call that are not visible in its request. */
export type SendOptions = Pick<
  CallOptions,
  'changesNothing' | 'mayBeReplay' | 'isGuess' | 'mayBeMissing' | 'isStray' | 'key'
>

/** The most exchanges kept of a rule. */
const mostSeen = 50

/** The tools of a scenario: calls to the service, and reporting. */
export class ScenarioContext {
  /** The version under test; `*` for rules about the service as a whole. */
  readonly version: string
  readonly session: Session
  /** The surface for building requests and reading responses. */
  readonly under: VersionUnderTest
  readonly violations: Violation[] = []
  readonly notes: string[] = []
  readonly requests = new RequestCounter()
  /** Failures of the service in required steps, in order. */
  readonly obstacles: Inconclusive[] = []
  /** The number of judged items: responses, or values derived from earlier ones. */
  evidence = 0
  /** The number of expectations, whether they hold or not. */
  expectations = 0
  /** The first response that prevented further expectations. */
  refused: Exchange | undefined
  /** The first responses, and the last one. */
  readonly seen: Exchange[] = []
  readonly #memory: Memory

  constructor(session: Session, version: string, under: VersionUnderTest, memory: Memory = session.memory) {
    this.session = session
    this.version = version
    this.under = under
    this.#memory = memory
  }

  violate(message: string, exchange?: Exchange, pointer?: string): void {
    const where = { ...(exchange && { exchange }), ...(pointer !== undefined && { pointer }) }
    this.violations.push({ message, ...where })
  }

  expect(holds: boolean, message: string, exchange?: Exchange, pointer?: string): void {
    this.expectations++
    if (!holds) this.violate(message, exchange, pointer)
  }

  /** Records behaviour where nothing is promised. */
  note(message: string): void {
    this.notes.push(message)
  }

  /** A value shared by rules, made at most once. A failure of the service during its making is shared too. */
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

  /** A value shared by the rules of one version, made with the context of the first caller. */
  given<T>(name: string, make: (context: ScenarioContext) => Promise<T>): Promise<T> {
    return this.once(`${name} ${this.version}`, () => make(this))
  }

  find(method: Method, template: string): Operation | undefined {
    return this.under.operations.find(method, template)
  }

  /** @throws NotApplicable when the document lacks the operation. */
  operation(method: Method, template: string): Operation {
    const operation = this.find(method, template)
    if (operation) return operation
    const call = `${method.toUpperCase()} ${template.replaceAll('{}', '{…}')}`
    throw new NotApplicable(`the document of ${this.under.version} has no ${call}`)
  }

  /**
   * Calls an operation below the base URL.
   * @throws Skip when it could write without permission; NoAnswer; and Inconclusive when the service refuses the
   *   version under test, which is a finding of `versioning/supported` only.
   */
  async call(operation: Operation, options: CallOptions = {}): Promise<Exchange> {
    this.#requirePermission(operation, options)
    const versions = options.version ?? (this.version === '*' ? [] : [this.version])
    const query = options.exactQuery === true ? options.query : this.filledQuery(operation, options.query)
    const request = buildRequest(operation, { ...options, version: versions, ...(query && { query }) }, this)
    const exchange = await this.send(operation, request, options)
    const isOurs = versions.length === 1 && versions[0] === this.version
    if (!isOurs || !refusesVersion(exchange)) return exchange
    const reason = `the service refuses version ${this.version}; see versioning/supported`
    throw new Inconclusive(reason, exchange)
  }

  /**
   * Sends a finished request. A read of a thing that the run has just created is repeated while the thing is missing,
   * because a service need not show it at once.
   * @throws Skip when it could write without permission; and NoAnswer.
   */
  async send(operation: Operation, request: ExchangeRequest, options: SendOptions = {}): Promise<Exchange> {
    const isHarmless = this.#requirePermission(operation, options)
    const { key, mayBeReplay = false, isGuess = false, isStray = false, mayBeMissing = false } = options
    const [route, isForeign] = [this.under.operations.route(operation), key !== undefined]
    const sending = { operation, route, counter: this.requests, isForeign, mayBeReplay, isGuess, isStray }
    const send = (): Promise<Exchange> => this.session.ask(request, sending)
    const mayCreate = operation.method === 'post' && !isHarmless
    const first = await this.#watched(mayCreate ? this.session.creations.within(send) : send())
    const isPlainRead = operation.method === 'get' && !isForeign && !isGuess && !mayBeMissing
    if (!isPlainRead || !isMissing(first) || !this.session.isAboutNew(request)) return first
    const again = (): Promise<Exchange> => this.#watched(send())
    return readUntil(this, again, (exchange) => !isMissing(exchange))
  }

  /** Whether a call requests no change. @throws Skip when it may and changes are not permitted. */
  #requirePermission({ method }: Operation, { changesNothing }: SendOptions): boolean {
    const isHarmless = isSafe(method) || changesNothing === true
    if (!isHarmless && !this.session.plan.allowWrites) throw new Skip(noWrites, 'writes')
    return isHarmless
  }

  /** Fetches a path below the spec URL, following redirects within its origin. Never sends the key. */
  spec(path: string): Promise<Exchange> {
    return this.#watched(readSpec(this.session, path, this.requests))
  }

  /** Records a response as evidence, and a failure as an obstacle where the request was not invented. */
  async #watched(sent: Promise<Exchange>): Promise<Exchange> {
    try {
      const exchange = await sent
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

  /** A query with values for all further required parameters of the document. */
  filledQuery(
    operation: Operation,
    given: Readonly<Record<string, ParameterValue>> = {},
  ): Readonly<Record<string, ParameterValue>> {
    const missing = requiredQuery(operation).filter(({ name }) => !(name in given))
    return { ...Object.fromEntries(missing.map((one) => [one.name, this.sampleParameter(one)])), ...given }
  }

  /** A body by the served document, with hints for values that it cannot provide. */
  sampleBody(operation: Operation, hint: Hint = () => undefined, tags: readonly string[] = []): unknown {
    const isCreation = operation.method === 'post'
    const own = isCreation ? withExternalId(hint, () => this.session.uuid()) : hint
    const { schemas } = this.under.surface
    return sampledBody(operation.requestBody, { schemas, hint: own, preferredTags: tags })
  }

  /** A value of a parameter by the served document, as text. */
  sampleParameter(parameter: Parameter): string {
    return sampledParameter(parameter, this.under.surface)
  }
}

/** The steps of one rule, which call the service and report violations. */
export type Scenario = (context: ScenarioContext) => Promise<void>
