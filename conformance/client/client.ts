import { type Exchange, type ExchangeRequest, headerValue } from '../exchange/exchange.js'
import { Transport } from './transport.js'
import { waitBefore } from './out-of-order.js'
import { Stopped } from '../model/explorer.js'
import type { Answered, Outage } from './answered.js'
import { type Failure, failureOf, mayBeStale } from './failure.js'
import { isBack, isListening } from './presence.js'
import { Turns } from './turns.js'

/** How a service is asked. */
export interface ClientOptions {
  /** API root: requests to another origin are refused. */
  readonly baseUrl: string
  /** Longest wait for one whole answer. */
  readonly timeoutMs: number
  /** Most requests a second; without bound when it is absent. */
  readonly rate?: number
  /** Most requests on their way at the same time; without bound when it is absent. */
  readonly concurrency?: number
  /** How long the service may accept no connections before it is given up, in milliseconds; 10 seconds when absent. */
  readonly patienceMs?: number
  /** Shown every exchange, also one without an answer. */
  readonly onExchange?: (exchange: Exchange, durationMs: number) => void | Promise<void>
}

/** Facts of a request besides itself. */
export interface Sending {
  readonly operationId?: string
  readonly isGuess?: true
}

const defaultPatienceMs = 10_000
/** Servers keep idle connections for two seconds and more. */
const keepAliveMs = 1_000
const streamMs = 500
/** So often a request is sent before "429 Too Many Requests" or "503 Service Unavailable" is taken for its answer. */
const mostAttempts = 4
/** So many requests in a row that are waited for in vain show that the service hangs. */
const mostInVain = 8

/** How long a service that is busy, and does not say for how long, is left alone: the first time. */
const busyMs = 100

/** Whether a service says that it would answer later. */
const isBusy = ({ exchange }: Answered): boolean => [429, 503].includes(exchange.response.status)

const pauseBefore = ({ exchange }: Answered, attempt: number): number => {
  const { status, headers } = exchange.response
  const isSaid = status === 429 || headerValue(headers, 'retry-after') !== undefined
  return isSaid ? waitBefore(exchange) : busyMs * attempt
}

const cannotConnect = (reason: string): string => `the service accepts no connections (${reason})`

/** Sends requests and measures. Follows no redirects, and keeps connections. */
export class Client {
  readonly #options: ClientOptions
  readonly #origin: string
  readonly #turns: Turns
  readonly #transport: Transport
  readonly #fresh: Transport
  readonly #closed = new AbortController()
  readonly #outages: Outage[] = []
  readonly #limited = new Map<string, number>()
  #broken: Exchange[] = []
  #last: Exchange | undefined
  #harmless: ExchangeRequest | undefined
  #inVain = 0
  #gone: string | undefined
  #recovery: Promise<void> | undefined

  constructor(options: ClientOptions) {
    const { timeoutMs, rate, concurrency, baseUrl } = options
    this.#options = options
    this.#origin = new URL(baseUrl).origin
    this.#turns = new Turns(rate, concurrency)
    this.#transport = new Transport(timeoutMs, { isVerbatim: true, streamMs, keepAliveMs })
    this.#fresh = new Transport(timeoutMs, { isVerbatim: true, streamMs, keepAliveMs: 0 })
  }

  /** Why nothing more is sent: the service stayed away, or it hangs. */
  get gone(): string | undefined {
    return this.#gone
  }

  /** Times at which the service accepted no connections any more. */
  get outages(): readonly Outage[] {
    return this.#outages
  }

  /** Whether the service answered anything yet. */
  get hasAnswered(): boolean {
    return this.#last !== undefined
  }

  /**
   * Sends one request: again only when it was not sent at all, when a kept connection turned out to be closed and the
   * request is idempotent, or when the service asks to come later.
   * @throws Stopped when the service is gone, or the client was closed.
   */
  async send(request: ExchangeRequest, sending: Sending = {}): Promise<Answered> {
    this.#requireOwnOrigin(request)
    this.#requireOpen()
    await this.#turns.take(this.#closed.signal)
    try {
      const answered = await this.#untilWelcome(request, sending)
      await this.#options.onExchange?.(answered.exchange, answered.durationMs)
      return answered
    } finally {
      this.#turns.end()
    }
  }

  /** Sends nothing more, and closes all connections. */
  async close(): Promise<void> {
    this.#closed.abort()
    await Promise.all([this.#transport.close(), this.#fresh.close()])
  }

  #requireOwnOrigin({ url }: ExchangeRequest): void {
    const isOwn = url.startsWith(`${this.#origin}/`) || url.startsWith(`${this.#origin}?`)
    if (!isOwn && (!URL.canParse(url) || new URL(url).origin !== this.#origin)) {
      throw new Error('a request to an origin other than that of the service was not sent')
    }
  }

  #requireOpen(): void {
    if (this.#gone !== undefined) throw new Stopped(this.#gone)
    if (this.#closed.signal.aborted) throw new Stopped('the run was ended')
  }

  /** Asks until the service does not want to be asked later: again only while nothing else is on its way. */
  async #untilWelcome(request: ExchangeRequest, sending: Sending): Promise<Answered> {
    const route = `${request.method} ${sending.operationId ?? ''}`
    const most = (this.#limited.get(route) ?? 0) > 1 ? 1 : mostAttempts
    let answered = await this.#reach(request, sending)
    for (let attempt = 1; isBusy(answered) && attempt < most; attempt++) {
      if (attempt === 1) this.#turns.halve()
      this.#turns.pause(pauseBefore(answered, attempt))
      answered = await this.#turns.alone(() => this.#reach(request, sending), this.#closed.signal)
    }
    if (isBusy(answered)) this.#limited.set(route, (this.#limited.get(route) ?? 0) + 1)
    return answered
  }

  /** Sends until the service accepts the connection. */
  async #reach(request: ExchangeRequest, sending: Sending): Promise<Answered> {
    for (let failures = 1; ; failures++) {
      this.#requireOpen()
      if (this.#recovery) await this.#recovery
      const began = performance.now()
      const exchange = { request, ...sending, target: 'api', sentAt: Date.now(), isReplay: false } as const
      const response = await this.#once(request)
      const durationMs = performance.now() - began
      if ('status' in response) return this.#answered({ exchange: { ...exchange, response }, durationMs })
      this.#requireOpen()
      if (response.noAnswer !== undefined) return this.#unanswered(exchange, durationMs, response)
      await this.#away(response.reason, failures)
    }
  }

  /** The answer, or why there is none. */
  async #once(request: ExchangeRequest): Promise<Exchange['response'] | Failure> {
    try {
      return await this.#transport.send(request)
    } catch (error) {
      const progress = this.#transport.progressOf(error)
      if (!mayBeStale(error, progress, request.method)) return failureOf(error, progress)
    }
    try {
      return await this.#fresh.send(request)
    } catch (error) {
      return failureOf(error, this.#fresh.progressOf(error))
    }
  }

  /** Whether something harmless that was answered once is answered still: then one operation alone hangs. */
  async #isAlive(): Promise<boolean> {
    if (this.#harmless === undefined || 'noAnswer' in (await this.#once(this.#harmless))) return false
    this.#inVain = 0
    return true
  }

  #answered(answered: Answered): Answered {
    this.#last = answered.exchange
    if (answered.exchange.request.method === 'GET') this.#harmless ??= answered.exchange.request
    this.#inVain = 0
    return answered
  }

  async #unanswered(
    asked: Omit<Exchange, 'response'>,
    durationMs: number,
    { noAnswer, reason }: Failure,
  ): Promise<Answered> {
    const isDown = noAnswer === 'broken' && !(await isListening(this.#origin))
    const body = isDown ? `${reason}, and the service accepts no connections since` : reason
    const exchange = { ...asked, response: { status: 0, headers: [], body } }
    if (isDown) this.#broken.push(exchange)
    if (noAnswer === 'timeout' && ++this.#inVain >= mostInVain && !(await this.#isAlive())) {
      this.#gone ??= `the service hangs: ${mostInVain} requests in a row were not answered in the time given`
    }
    return { exchange, durationMs, ...(noAnswer && { noAnswer }) }
  }

  /**
   * Waits for a service that accepts no connections.
   * @throws Stopped when it stays away.
   */
  async #away(reason: string, failures: number): Promise<void> {
    // Something listens, and yet no connection comes about: for instance TLS with a certificate that is not trusted.
    if (failures >= mostAttempts) this.#gone ??= cannotConnect(reason)
    else await (this.#recovery ??= this.#recover(reason).finally(() => (this.#recovery = undefined)))
    this.#requireOpen()
  }

  async #recover(reason: string): Promise<void> {
    const { patienceMs = defaultPatienceMs } = this.#options
    const at = Date.now()
    const hasReturned = await isBack({ origin: this.#origin, patienceMs, signal: this.#closed.signal })
    const last = this.#last === undefined ? [] : [this.#last]
    const suspects = this.#broken.length > 0 ? this.#broken : last
    this.#broken = []
    if (this.#last !== undefined) this.#outages.push({ at, suspects, hasReturned })
    if (!hasReturned) this.#gone ??= cannotConnect(reason)
  }
}
