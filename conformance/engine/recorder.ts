import { setTimeout as delay } from 'node:timers/promises'
import type { Exchange, ExchangeRequest } from '../model/exchange.js'
import { headerValue } from '../model/exchange.js'
import { NoAnswer } from './outcome.js'
import { Pace } from './pace.js'
import { BodyTooLarge, Transport } from './transport.js'

/** What is known of a request besides itself. */
export interface Sending {
  readonly target: Exchange['target']
  readonly operationId?: string
  /** Method and template of the operation, by which the documents of other versions know it too. */
  readonly route?: string
  /** It is sent beside another with its key: which of the two is the replay is not known. */
  readonly mayBeReplay?: boolean
  readonly isGuess?: true
  /** The request is for nothing that the document has: nobody is told of it. */
  readonly isStray?: true
}

/** How a recorder sends. */
export interface RecorderOptions {
  readonly timeoutMs: number
  /** Most requests a second; without bound when it is absent. */
  readonly rate?: number
  /** Told of everything that was answered, also of what is asked again because the service was too busy. */
  readonly onAnswer?: (exchange: Exchange) => void | Promise<void>
  /** Told of every exchange, in the order of the answers. */
  readonly onExchange: (exchange: Exchange, route?: string) => void | Promise<void>
}

const attempts = 3
const longestWaitMs = 5_000
/** After so many requests without an answer the service is not asked any more. */
const patience = 4
/** After so many requests in vain, an operation that is always too busy is asked without waiting for it. */
const patienceWithOne = 2

/** Statuses of a service, or of a gateway before it, that is busy or down: no verdict follows from them. */
const busy = new Set([429, 502, 503, 504])

const waitBefore = ({ response }: Exchange): number => {
  const text = headerValue(response.headers, 'retry-after') ?? ''
  const seconds = text.trim() === '' ? 1 : Number(text)
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? 1000 : Math.min(Math.max(ms, 0), longestWaitMs)
}

const brokenConnection = /ECONNRESET|EPIPE|UND_ERR_SOCKET/

const timeouts = /^(TimeoutError|(Headers|Body|Connect)TimeoutError)$/

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if (timeouts.test(error.name)) return 'no answer in the time given'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}

/** Sends requests and records them. Follows no redirects and never changes a request. */
export class Recorder {
  readonly #options: RecorderOptions
  readonly #transport: Transport
  readonly #seen = new Set<string>()
  readonly #pace: Pace
  readonly #stopped = new AbortController()
  #silences = 0
  /** Requests in a row that a busy service was asked in vain, waits included. */
  #vain = 0
  /** The same by operation: one may be limited while all others are served. */
  readonly #vainAt = new Map<string, number>()

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#transport = new Transport(options.timeoutMs)
    this.#pace = new Pace(options.rate)
  }

  /**
   * Sends one request, again when the service was too busy to answer it.
   * @throws NoAnswer when no whole answer comes, or the service stays busy.
   */
  async send(
    wanted: ExchangeRequest,
    { route, isStray, mayBeReplay = false, ...kind }: Sending,
  ): Promise<Exchange> {
    const isReplay = this.#isReplay(wanted) || mayBeReplay
    const place = route ?? `${wanted.method} ${new URL(wanted.url).pathname}`
    for (let attempt = 1; ; attempt++) {
      const exchange = await this.#answer(wanted, { ...kind, isReplay })
      await this.#options.onAnswer?.(exchange)
      const { status } = exchange.response
      if (!busy.has(status)) {
        this.#vain = 0
        this.#vainAt.delete(place)
        if (isStray !== true) await this.#options.onExchange(exchange, route)
        return exchange
      }
      const vainHere = this.#vainAt.get(place) ?? 0
      if (attempt === attempts || this.#vain >= patience || vainHere >= patienceWithOne) {
        this.#vain++
        this.#vainAt.set(place, vainHere + 1)
        throw new NoAnswer(`it keeps answering ${status}; run again later, or with fewer requests`)
      }
      // Whoever stops the run does not wait for a busy service.
      await delay(waitBefore(exchange), undefined, { signal: this.#stopped.signal }).catch(() => undefined)
    }
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

  async #answer(
    wanted: ExchangeRequest,
    kind: Pick<Exchange, 'target' | 'isReplay' | 'isGuess'>,
  ): Promise<Exchange> {
    const what = `${wanted.method} ${wanted.url}`
    if (this.#silences >= patience) {
      throw new NoAnswer(`${patience} requests in a row got none, so no more are sent`)
    }
    await this.#pace.turn()
    if (this.#stopped.signal.aborted) throw new NoAnswer('the run was interrupted')
    const sentAt = Date.now()
    const given = { request: wanted, ...kind, sentAt }
    try {
      const { response, wasRepeated } = await this.#persist(wanted)
      this.#silences = 0
      // The attempt whose answer got lost may have been carried out: then this is the replay of it.
      const isReplay = kind.isReplay || (wasRepeated && wanted.method === 'POST')
      return { ...given, response, isReplay }
    } catch (error) {
      if (!(error instanceof BodyTooLarge)) this.#silences++
      throw new NoAnswer(`${what}: ${reasonOf(error)}`)
    }
  }

  /** A connection may break for reasons of its own; what can safely be sent again is sent once more. */
  async #persist(wanted: ExchangeRequest): Promise<{ response: Exchange['response']; wasRepeated: boolean }> {
    try {
      return { response: await this.#transport.send(wanted), wasRepeated: false }
    } catch (error) {
      const isSafe = wanted.method !== 'POST' || headerValue(wanted.headers, 'idempotency-key') !== undefined
      if (!isSafe || !brokenConnection.test(reasonOf(error))) throw error
      return { response: await this.#transport.send(wanted), wasRepeated: true }
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
