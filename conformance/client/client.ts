import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Operation } from '../../runtime/surface.js'
import {
  commonHeaders,
  type Exchange,
  type ExchangeRequest,
  type ExchangeResponse,
  headerValue,
  lineOf,
} from '../exchange/exchange.js'
import { isBusy } from '../exchange/reading.js'
import type { NoResponse } from '../model/case.js'
import { NoAnswer, type Outage } from '../model/outcome.js'
import { RequestCounter } from '../model/report.js'
import { type Failure, failureOf, longestWaitMs, maySendAgain, mostAttempts, waitBefore } from './failure.js'
import { type Asked, Health } from './health.js'
import { Quota } from './quota.js'
import { Transport } from './transport.js'
import { Turns } from './turns.js'

export interface ClientOptions {
  /** Requests to other origins are refused. */
  readonly origins: readonly string[]
  /** Longest wait for one whole response, in milliseconds. */
  readonly timeoutMs: number
  /** Most requests a second; unbounded when it is absent. */
  readonly rate?: number
  /** Most requests in flight; unbounded when it is absent. */
  readonly concurrency?: number
  /** The longest outage, in milliseconds, after which the service is given up; 10 seconds when it is absent. */
  readonly patienceMs?: number
  /** Gives exchanges ids, because an archive has entries with these ids. */
  readonly isNamed?: boolean
  /** Takes secrets out of an exchange as it arrives, before anything else sees it. */
  readonly clean?: (exchange: Exchange) => Exchange
  /** Called with every exchange on the wire, including retries and those without a response. */
  readonly onExchange?: (exchange: Exchange, durationMs: number) => void | Promise<void>
}

export interface Sending {
  /** `api` when it is absent. */
  readonly target?: Exchange['target']
  readonly operation?: Operation
  /** Method and template of the operation, which identify it in documents of other versions too. */
  readonly route?: string
  /** The request carries none of the run's credentials, or wrong ones. */
  readonly isForeign?: boolean
  /** The request is invented, so no particular refusal is promised. */
  readonly isGuess?: boolean
  /** It is sent concurrently with the same idempotency key, so either response may be the replay. */
  readonly mayBeReplay?: boolean
  /** It may be carried out twice, so it is sent again where its connection is closed without a response. */
  readonly mayBeRepeated?: boolean
  readonly counter?: RequestCounter
}

export interface Answered {
  /** Without secrets; without a whole response the status is 0 and the body is the reason. */
  readonly exchange: Exchange
  /** Milliseconds from sending to the whole response, without the wait for a turn. */
  readonly durationMs: number
  readonly noAnswer?: NoResponse
}

const interrupted = 'the run was interrupted'
const timeUp = 'the time of the run was up'
/** Attempts at a service that refuses connections although it responds to probes. */
const mostConnections = 4
/** A few are normal while a service starts or scales. */
const fewestUnavailable = 20
const defaultPatienceMs = 10_000
const longestProbeMs = 3_000
/** The total time lost to missing responses may be this many times the timeout. */
const mostLost = 4

/** Checks the path too, because a document may omit the parameter of a `{id}`. */
const isPlainRead = ({ method, path, parameters }: Operation): boolean =>
  method === 'get' && !path.includes('{') && !parameters.some(({ required }) => required)

/** Statuses of a gateway to which the service behind it gave no usable response, or none in time. */
const ofGateways: ReadonlySet<number> = new Set([502, 504])

type Unanswered = Omit<Exchange, 'response'>

interface Reaching {
  readonly isReplay: boolean
  /** No other request is in flight. */
  readonly isAlone?: boolean
  /** Its connection was closed without a response before. */
  readonly isClosed?: boolean
}

interface Unmet extends Failure {
  readonly maySendAgain: boolean
  /** The end of the run left it less time than a response may take. */
  readonly isCut: boolean
}

interface Attempt {
  readonly answered: Answered
  readonly failure?: Unmet
}

/** Sends all requests of a run. Follows no redirects and never changes a request. */
export class Client {
  readonly #options: ClientOptions
  readonly #origins: ReadonlySet<string>
  readonly #turns: Turns
  readonly #transport: Transport
  readonly #health: Health
  readonly #quota = new Quota()
  readonly #stopped = new AbortController()
  readonly #seen = new Set<string>()
  /** Makes ids unique across shards, whose reports are merged. */
  readonly #run = randomBytes(4).toString('hex')
  #count = 0
  /** The number of responses 502, 503 or 504 after which a request was sent again. */
  #sentAgain = 0
  #hasAnswered = false
  /** Unix time in milliseconds after which no response is awaited, so that an outage can still be detected. */
  cutAt = Infinity
  /** Counts the requests that check whether the service is up. */
  readonly probes = new RequestCounter()

  constructor(options: ClientOptions) {
    const { timeoutMs, rate, concurrency, patienceMs = defaultPatienceMs } = options
    this.#options = options
    this.#origins = new Set(options.origins.flatMap((url) => (URL.canParse(url) ? new URL(url).origin : [])))
    this.#turns = new Turns(rate, concurrency)
    this.#transport = new Transport(timeoutMs)
    this.#health = new Health({
      patienceMs,
      lossMs: Math.max(mostLost * timeoutMs, 2 * mostAttempts * longestWaitMs),
      deadline: () => this.cutAt,
      signal: this.#stopped.signal,
      probe: (request) => this.#probe(request),
    })
  }

  /** Aborted when the service was down for too long; nothing is sent afterwards. */
  get gone(): AbortSignal {
    return this.#health.gone
  }

  /** The reason why nothing more is sent: the service is gone, or the run was interrupted. */
  get ended(): string | undefined {
    return this.#stopped.signal.aborted ? interrupted : this.#health.outage?.reason
  }

  /** Outages that passed, in words, how often the service was unavailable in between, and waits for its quota. */
  get interruptions(): readonly string[] {
    const often = `502, 503 or 504 was answered ${this.#sentAgain} times, and the requests were sent again`
    return [
      ...this.#health.interruptions,
      ...(this.#sentAgain < fewestUnavailable ? [] : [often]),
      ...this.#quota.inWords,
    ]
  }

  /** The most requests in flight, which becomes less where a service is too busy for them. */
  get mostAtOnce(): number {
    return this.#turns.most
  }

  /** The longest outage so far, in milliseconds; 0 where there was none. */
  get longestDownMs(): number {
    return this.#health.longestDownMs
  }

  get outage(): Outage | undefined {
    const { ended: reason } = this
    const { outage } = this.#health
    return outage && reason !== undefined ? { ...outage, reason } : undefined
  }

  /**
   * Sends one request; retries on a closed connection, and when the service asks to retry later.
   * @throws NoAnswer when the request proves nothing: the service or operation was given up, or the run is
   * over.
   */
  async send(request: ExchangeRequest, sending: Sending = {}): Promise<Answered> {
    this.#requireOwnOrigin(request)
    const { target = 'api', route, operation } = sending
    const path = route ?? (operation ? `${request.method} ${operation.path}` : undefined)
    const asked: Asked = {
      operation: path ?? `${request.method} ${new URL(request.url).pathname}`,
      isOwn: target === 'api' && sending.isForeign !== true,
      isSecured: operation !== undefined && operation.security.length > 0,
      isToBeFound: operation !== undefined && !operation.path.includes('{') && sending.isGuess !== true,
      isPlainRead: operation !== undefined && isPlainRead(operation),
      isGuess: sending.isGuess === true,
    }
    await this.#health.ready(request, asked)
    await this.#turns.take(this.#stopped.signal)
    try {
      const answered = await this.#untilWelcome(request, sending, asked)
      const { status } = answered.exchange.response
      if (status > 0) await this.#health.answered(answered.exchange, request, asked)
      return answered
    } finally {
      this.#turns.end()
    }
  }

  /** Probes the service at the end of a run, unless its last response shows that it is up. */
  lookBack(): Promise<void> {
    return this.#health.lookBack()
  }

  /** Sends nothing more and aborts the requests in flight, which get no response. */
  stop(): void {
    void this.close()
  }

  async close(): Promise<void> {
    this.#stopped.abort()
    await this.#transport.close()
  }

  #requireOwnOrigin({ url }: ExchangeRequest): void {
    const isOwn = [...this.#origins].some((one) => url.startsWith(`${one}/`) || url.startsWith(`${one}?`))
    if (isOwn || (URL.canParse(url) && this.#origins.has(new URL(url).origin))) return
    throw new Error('a request to an origin other than that of the service was not sent')
  }

  #requireTime(): void {
    const reason = this.ended ?? (Date.now() >= this.cutAt ? timeUp : undefined)
    if (reason !== undefined) throw new NoAnswer(reason)
  }

  /**
   * Retries while the service is busy, each time with no other request in flight. After the response of a gateway that
   * to a POST may be a replay, because the service behind it may have processed the first attempt.
   */
  async #untilWelcome(request: ExchangeRequest, sending: Sending, asked: Asked): Promise<Answered> {
    const began = Date.now()
    const most = this.#health.hasFailed(asked) ? 1 : mostAttempts
    let isReplay = this.#isReplay(request) || sending.mayBeReplay === true
    let answered = await this.#reach(request, sending, asked, { isReplay })
    let attempt = 1
    for (; attempt < most; attempt++) {
      if (!(await this.#mayRepeat(answered.exchange, attempt))) break
      isReplay ||= request.method === 'POST' && ofGateways.has(answered.exchange.response.status)
      const reaching = { isReplay, isAlone: true }
      answered = await this.#turns.alone(
        () => this.#reach(request, sending, asked, reaching),
        this.#stopped.signal,
      )
    }
    const { exchange } = answered
    const { status } = exchange.response
    // A success on retry shows that the load was the reason; a feature that is not configured is always 503.
    if (attempt > 1 && (status === 429 || !isBusy(exchange.response))) this.#turns.halve()
    if (isBusy(exchange.response)) {
      const cause = `the service keeps returning ${status}`
      this.#health.failed(asked, exchange, cause, Date.now() - began)
    }
    if (status !== 429) this.#quota.took(exchange.sentAt)
    return answered
  }

  /**
   * Pauses before a request to a busy service is repeated; false where it is not repeated. A service that served
   * before is waited for as long as its quota needs.
   * @throws NoAnswer where that is longer than the run, once its time is up
   */
  async #mayRepeat(exchange: Exchange, attempt: number): Promise<boolean> {
    const { response } = exchange
    const isQuota = response.status === 429 && attempt === 1 && this.#health.hasServed
    const wait = waitBefore(response, attempt, isQuota ? this.#quota.longestMs : longestWaitMs)
    if (wait === undefined) return false
    const leftMs = this.cutAt - Date.now()
    if (wait > leftMs) {
      if (wait <= longestWaitMs) return false
      await delay(leftMs, undefined, { signal: this.#stopped.signal }).catch(() => undefined)
      throw new NoAnswer(timeUp, exchange)
    }
    if (response.status !== 429) this.#sentAgain++
    const addedMs = this.#turns.pause(wait)
    if (wait > longestWaitMs) this.#quota.waits(wait, addedMs)
    return true
  }

  /**
   * Retries until the service accepts the connection. After a connection was closed without a response the request is
   * sent alone, because the service may have crashed, and then every request in flight is broken with the cause.
   */
  async #reach(
    request: ExchangeRequest,
    sending: Sending,
    asked: Asked,
    { isReplay, isAlone = false }: Reaching,
  ): Promise<Answered> {
    let closed: Exchange | undefined
    for (let connections = 1; ;) {
      this.#requireTime()
      const reaching = { isReplay, isClosed: closed !== undefined }
      const attempt = (): Promise<Attempt> => this.#attempt(request, sending, asked, reaching)
      const isSuspect = !isAlone && this.#health.isSuspect(asked)
      const { answered, failure } = isSuspect ? await this.#alone(attempt, asked, closed) : await attempt()
      if (!failure) return answered
      if (failure.isCut || Date.now() >= this.cutAt) throw new NoAnswer(timeUp, answered.exchange)
      this.#requireTime()
      if (failure.noAnswer === undefined) await this.#reconnect(answered, connections++)
      else if (closed || !failure.maySendAgain) return answered
      else closed = answered.exchange
    }
  }

  /** Sends a request with no other in flight, and not to a service that is going down because of another one. */
  #alone(attempt: () => Promise<Attempt>, asked: Asked, closed?: Exchange): Promise<Attempt> {
    const work = async (): Promise<Attempt> => {
      if (closed && this.#health.isDoubtful(closed)) await this.#health.recover()
      const sent = await attempt()
      if (sent.failure?.noAnswer === 'broken') this.#health.closedAlone(asked)
      return sent
    }
    return this.#turns.alone(work, this.#stopped.signal)
  }

  /** Waits until a service that refused a connection is up. @throws NoAnswer where it stays down. */
  async #reconnect({ exchange }: Answered, connections: number): Promise<void> {
    const { request, response } = exchange
    if (connections === mostConnections || !this.#hasAnswered)
      throw new NoAnswer(`${lineOf(request)}: ${response.body}`, exchange)
    await this.#health.recover()
    const { outage } = this.#health
    if (outage) throw new NoAnswer(outage.reason, exchange)
  }

  async #attempt(
    request: ExchangeRequest,
    sending: Sending,
    asked: Asked,
    { isReplay, isClosed = false }: Reaching,
  ): Promise<Attempt> {
    const { target = 'api', operation, isGuess } = sending
    const base: Unanswered = {
      ...(this.#options.isNamed === true && { id: `${this.#run}-${++this.#count}` }),
      request,
      ...(operation && { operationId: operation.operationId }),
      target,
      sentAt: Date.now(),
      // A replay, if the service processed the first attempt although its response was lost.
      isReplay: isReplay || (isClosed && request.method === 'POST'),
      ...(isGuess === true && { isGuess }),
    }
    const began = performance.now()
    const response = await this.#once(request, sending, isClosed)
    const durationMs = performance.now() - began
    if ('status' in response) return { answered: await this.#show({ ...base, response }, durationMs) }
    const failure = response
    const answered = await this.#unanswered(base, failure, durationMs)
    const isOurs = failure.isOurs === true || this.ended !== undefined
    if (!isOurs) this.#health.failed(asked, answered.exchange, failure.reason, durationMs)
    return { answered, failure }
  }

  /** The response, or the reason why there is none. */
  async #once(
    request: ExchangeRequest,
    { counter, mayBeRepeated = false }: Sending,
    isFresh: boolean,
  ): Promise<ExchangeResponse | Unmet> {
    const mostMs = Math.max(1, this.cutAt - Date.now())
    if (counter) counter.sent++
    try {
      const response = await this.#transport.send(request, mostMs, isFresh)
      if (response.status >= 500) this.#transport.renew()
      this.#hasAnswered = true
      if (counter) counter.answered++
      return response
    } catch (error) {
      const progress = this.#transport.progressOf(error)
      const hasKey = headerValue(request.headers, 'idempotency-key') !== undefined
      const isRepeatable = maySendAgain(error, progress, request.method, mayBeRepeated || hasKey)
      const failure = failureOf(error, progress)
      const isCut = failure.noAnswer === 'timeout' && mostMs < this.#options.timeoutMs
      return { ...failure, maySendAgain: isRepeatable, isCut }
    }
  }

  async #unanswered(base: Unanswered, { noAnswer, reason }: Failure, durationMs: number): Promise<Answered> {
    const body = this.#stopped.signal.aborted ? interrupted : reason
    const answered = await this.#show({ ...base, response: { status: 0, headers: [], body } }, durationMs)
    return { ...answered, ...(noAnswer && { noAnswer }) }
  }

  async #show(raw: Exchange, durationMs: number): Promise<Answered> {
    const exchange = this.#options.clean?.(raw) ?? raw
    await this.#options.onExchange?.(exchange, durationMs)
    return { exchange, durationMs }
  }

  async #probe(request: ExchangeRequest): Promise<ExchangeResponse | undefined> {
    if (this.#stopped.signal.aborted) return undefined
    const headers = request.headers.length === 0 ? commonHeaders : request.headers
    this.probes.sent++
    try {
      const response = await this.#transport.send({ ...request, headers }, longestProbeMs, true)
      this.probes.answered++
      return response
    } catch {
      return undefined
    }
  }

  #isReplay({ method, url, headers }: ExchangeRequest): boolean {
    const key = headerValue(headers, 'idempotency-key')
    if (key === undefined) return false
    const identity = `${method} ${url} ${key}`
    const isKnown = this.#seen.has(identity)
    this.#seen.add(identity)
    return isKnown
  }
}

/** The exchange of a request that must be answered. @throws NoAnswer where it was not, or is busy. */
export function requireAnswer({ exchange, noAnswer }: Answered): Exchange {
  const { request, response } = exchange
  const about = lineOf(request)
  if (noAnswer !== undefined) throw new NoAnswer(`${about}: ${response.body}`, exchange)
  if (!isBusy(response)) return exchange
  throw new NoAnswer(
    `${about}: the service keeps returning ${response.status}; run again later, or with fewer requests (--rate)`,
    exchange,
  )
}
