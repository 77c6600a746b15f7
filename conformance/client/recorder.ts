import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Exchange, ExchangeRequest } from '../exchange/exchange.js'
import { headerValue } from '../exchange/exchange.js'
import { RequestCounter } from '../model/requests.js'
import { Availability } from './availability.js'
import { commonHeaders } from './common-headers.js'
import {
  isBrokenConnection,
  isBusy,
  isOutOfOrder,
  isPage,
  longestWaitMs,
  reasonOf,
  waitBefore,
} from './out-of-order.js'
import { NoAnswer } from '../model/outcome.js'
import { Pace } from './pace.js'
import { Transport } from './transport.js'

/** Facts of a request besides itself. */
export interface Sending {
  readonly target: Exchange['target']
  readonly operationId?: string
  /** Method and template of the operation, by which the documents of other versions know it too. */
  readonly route?: string
  /** It is sent beside another with its key: which of the two is the replay is not known. */
  readonly mayBeReplay?: boolean
  readonly isGuess?: true
  /** The request is for nothing that the document has: no listener is called. */
  readonly isStray?: true
  /** Counts what is sent for it, and what is answered. */
  readonly counter?: RequestCounter
}

/** How a recorder sends. */
export interface RecorderOptions {
  readonly timeoutMs: number
  /** Most requests a second; without bound when it is absent. */
  readonly rate?: number
  /** How long the service may stay away before it is given up, in milliseconds; 10 seconds when it is absent. */
  readonly patienceMs?: number
  /** Exchanges have ids: there are entries of an archive that bear them. */
  readonly isNamed?: boolean
  /** Told of everything that was sent, with its answer or, of status 0, why there is none. */
  readonly onAnswer?: (exchange: Exchange) => void | Promise<void>
  /** Told of every exchange, in the order of the answers. */
  readonly onExchange: (exchange: Exchange, route?: string) => void | Promise<void>
}

const attempts = 3
const defaultPatienceMs = 10_000
const longestProbeMs = 3_000
/** So many times the longest wait for one answer may be lost in all. */
const mostLost = 4

/** The key of a request; where it has none of the payment API, any other credentials that headers carry. */
const keyOf = ({ headers }: ExchangeRequest): string | undefined => {
  const name = ['x-api-key', 'authorization', 'cookie'].find((one) => headerValue(headers, one) !== undefined)
  return name && `${name}: ${headerValue(headers, name)}`
}

/** Everything of an exchange but its answer. */
type Asked = Omit<Exchange, 'response'>

/** The response of an exchange without an answer: status 0, and the reason in place of a body. */
const unanswered = (asked: Asked, reason: string): Exchange => ({
  ...asked,
  response: { status: 0, headers: [], body: reason },
})

/** Sends requests and records them. Follows no redirects and never changes a request. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #transport: Transport
  readonly #seen = new Set<string>()
  readonly #pace: Pace
  readonly #stopped = new AbortController()
  readonly #availability: Availability
  /** Reports of parts of a run are put together: ids of one part are not those of another. */
  readonly #run = randomBytes(4).toString('hex')
  #asked = 0
  /** Counts what no rule asked for: probes of a service that stopped answering. */
  readonly probes = new RequestCounter()
  /** Something harmless, if possible that was answered once. */
  #harmless: ExchangeRequest | undefined
  #isHarmlessServed = false

  constructor(options: RecorderOptions) {
    const { timeoutMs, rate, patienceMs = defaultPatienceMs } = options
    this.#options = options
    this.#transport = new Transport(timeoutMs)
    this.#pace = new Pace(rate)
    const lossMs = Math.max(mostLost * timeoutMs, 2 * attempts * longestWaitMs)
    this.#availability = new Availability({
      patienceMs,
      lossMs,
      signal: this.#stopped.signal,
      probe: () => this.#probe(),
    })
  }

  /** Aborted when the service stayed away for so long that nothing more is sent. */
  get gone(): AbortSignal {
    return this.#availability.gone
  }

  /**
   * Sends one request, again when the service was too busy to answer it.
   * @throws NoAnswer when no whole answer comes, or the service stays busy.
   */
  async send(
    wanted: ExchangeRequest,
    { route, isStray, mayBeReplay = false, counter = new RequestCounter(), ...kind }: Sending,
  ): Promise<Exchange> {
    const { origin, pathname } = new URL(wanted.url)
    const operation = route ?? `${wanted.method} ${pathname}`
    this.#harmless ??= { method: 'GET', url: `${origin}/`, headers: commonHeaders }
    await this.#availability.ready(operation)
    const isReplay = this.#isReplay(wanted) || mayBeReplay
    const exchange = await this.#untilServed(wanted, { ...kind, isReplay }, operation, counter)
    await this.#requireServed(exchange)
    this.#availability.answered(operation)
    this.#learn(exchange)
    if (isStray !== true) await this.#options.onExchange(exchange, route)
    return exchange
  }

  /** Sends nothing more, and gives up what is under way: no answer comes to any of it. */
  stop(): void {
    this.#stopped.abort()
    void this.#transport.close()
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await this.#transport.close()
  }

  /** Asks until the service is not too busy to answer. */
  async #untilServed(
    wanted: ExchangeRequest,
    kind: Pick<Exchange, 'target' | 'isReplay' | 'isGuess'>,
    operation: string,
    counter: RequestCounter,
  ): Promise<Exchange> {
    const began = Date.now()
    const most = this.#availability.hasFailed(operation) ? 1 : attempts
    for (let attempt = 1; ; attempt++) {
      const exchange = await this.#answer(wanted, kind, operation, counter)
      await this.#options.onAnswer?.(exchange)
      if (!isBusy(exchange.response)) return exchange
      if (attempt === most) {
        const cause = `${wanted.method} ${wanted.url}: it keeps answering ${exchange.response.status}`
        this.#availability.failed(operation, cause, Date.now() - began)
        throw new NoAnswer(`${cause}; run again later, or with fewer requests (--rate)`, exchange)
      }
      // Whoever stops the run does not wait for a busy service.
      await delay(waitBefore(exchange), undefined, { signal: this.#stopped.signal }).catch(() => undefined)
    }
  }

  async #answer(
    wanted: ExchangeRequest,
    kind: Pick<Exchange, 'target' | 'isReplay' | 'isGuess'>,
    operation: string,
    counter: RequestCounter,
  ): Promise<Exchange> {
    await this.#pace.turn()
    if (this.#stopped.signal.aborted) throw new NoAnswer('the run was interrupted')
    const name = this.#options.isNamed === true && { id: `${this.#run}-${++this.#asked}` }
    const asked: Asked = { ...name, request: wanted, ...kind, sentAt: Date.now() }
    try {
      const { response, wasRepeated } = await this.#persist(wanted, counter)
      counter.answered++
      // The attempt whose answer got lost may have been carried out: then this is the replay of it.
      const isReplay = kind.isReplay || (wasRepeated && wanted.method === 'POST')
      return { ...asked, response, isReplay }
    } catch (error) {
      const reason = this.#stopped.signal.aborted ? 'the run was interrupted' : reasonOf(error)
      const cause = `${wanted.method} ${wanted.url}: ${reason}`
      this.#availability.failed(operation, cause, Date.now() - asked.sentAt)
      const exchange = unanswered(asked, reason)
      await this.#options.onAnswer?.(exchange)
      throw new NoAnswer(cause, exchange)
    }
  }

  /** A connection may break for reasons of its own; what can safely be sent again is sent once more. */
  async #persist(
    wanted: ExchangeRequest,
    counter: RequestCounter,
  ): Promise<{ response: Exchange['response']; wasRepeated: boolean }> {
    const send = (): Promise<Exchange['response']> => {
      counter.sent++
      return this.#transport.send(wanted)
    }
    try {
      return { response: await send(), wasRepeated: false }
    } catch (error) {
      const isSafe = wanted.method !== 'POST' || headerValue(wanted.headers, 'idempotency-key') !== undefined
      if (!isSafe || !isBrokenConnection(error)) throw error
      return { response: await send(), wasRepeated: true }
    }
  }

  #learn({ request, response, target }: Exchange): void {
    if (this.#isHarmlessServed || target !== 'api') return
    if (request.method !== 'GET' || response.status >= 300 || isPage(response)) return
    this.#harmless = request
    this.#isHarmlessServed = true
  }

  /**
   * Makes sure, where an answer looks like an outage, that the service still serves what it served before. A key that
   * was revoked, or a gateway that answers for the service, would otherwise be held against every rule.
   * @throws NoAnswer when it does not.
   */
  async #requireServed(exchange: Exchange): Promise<void> {
    if (!this.#isHarmlessServed || !this.#looksOut(exchange) || (await this.#probe())) return
    const { request, response } = exchange
    const cause = `${request.method} ${request.url}: ${response.status}, which now answers what was served before too`
    this.#availability.turned(cause)
    throw new NoAnswer(cause, exchange)
  }

  #looksOut({ request, response }: Exchange): boolean {
    if (response.status !== 401 && response.status !== 403) return isOutOfOrder(response)
    const key = keyOf(request)
    return key !== undefined && key === (this.#harmless && keyOf(this.#harmless))
  }

  /** Whether the service serves what it served before; before that, whether it answers anything. */
  async #probe(): Promise<boolean> {
    if (!this.#harmless || this.#stopped.signal.aborted) return false
    this.probes.sent++
    try {
      const response = await this.#transport.send(this.#harmless, longestProbeMs)
      this.probes.answered++
      if (!this.#isHarmlessServed) return !isBusy(response)
      return !isOutOfOrder(response) && ![401, 403, 429].includes(response.status)
    } catch {
      return false
    }
  }

  #isReplay({ method, url, headers }: ExchangeRequest): boolean {
    const key = headerValue(headers, 'idempotency-key')
    if (key === undefined) return false
    const identity = `${method} ${url} ${key}`
    const known = this.#seen.has(identity)
    this.#seen.add(identity)
    return known
  }
}
