import { setTimeout as delay } from 'node:timers/promises'
import type { Exchange, ExchangeRequest, ExchangeResponse } from '../exchange/exchange.js'
import { NoAnswer } from '../model/outcome.js'
import { isBusy, isBusyForLong, isPage, waitBefore } from './failure.js'

/** How a service that stops serving is treated. */
export interface HealthOptions {
  /** Sends one request by itself; undefined where no response comes. */
  readonly probe: (request: ExchangeRequest) => Promise<ExchangeResponse | undefined>
  /** How long a service may stay away, in milliseconds, before it is given up. */
  readonly patienceMs: number
  /** How much time requests may take in all without a response, in milliseconds. */
  readonly lossMs: number
  /** Unix time in milliseconds after which nothing is waited for. */
  readonly deadline: () => number
  /** Ends all waiting. */
  readonly signal: AbortSignal
}

/** Facts of a request by which its response tells of the service. */
export interface Asked {
  /** Method and template, or path: failures of one operation do not count against another. */
  readonly operation: string
  /** It carries the credentials of the run. */
  readonly isOwn: boolean
  /** The operation wants credentials, so that a 2xx response shows that they are good. */
  readonly isSecured: boolean
  /** It reads without an id or any other value, so that nothing deletes or changes whether it is served. */
  readonly isPlainRead: boolean
  /** It is right, and its path has no ids: then 404 says that nothing is served there. */
  readonly isToBeFound: boolean
}

/** A request that was served. */
interface Harmless extends Asked {
  readonly request: ExchangeRequest
}

/** After so many requests in a row without a response, whether the service is there at all is found out first. */
const mostInARow = 3
/** After so many that were waited for in vain, an operation is not asked again while others answer. */
const mostOfOperation = 2
/** A request that ends sooner costs nothing, so it may be sent again. */
const slowMs = 1_000
const firstPauseMs = 250
const longestPauseMs = 4_000
/** So many requests in a row that are not carried out are nothing unusual where most of them are made to be refused. */
const mostRefused = 20

/** Of so many operations the last read is kept. */
const mostReads = 4

/** Statuses that say nothing of a request but who sent it, and when. */
const refusals: ReadonlySet<number> = new Set([401, 403, 429])

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'TRACE'])

const isServed = (response: ExchangeResponse): boolean =>
  response.status >= 200 && response.status < 300 && !isPage(response)

/** Whether the response to a read that was served before shows that the service serves. */
const showsService = (response: ExchangeResponse | undefined, { isPlainRead }: Harmless): boolean => {
  if (!response) return false
  const { status } = response
  // A thing that was read by its id, or by other values, may have been changed or deleted since.
  const isChanged = !isPlainRead && status >= 400 && status < 500 && !refusals.has(status)
  return isServed(response) || isChanged
}

const lineOf = ({ method, url }: ExchangeRequest): string => `${method} ${url}`

/** How much serving a request again proves. */
const proofOf = ({ isSecured, isPlainRead }: Asked): number => Number(isPlainRead) * 2 + Number(isSecured)

/** Another look is not needed at an operation whose status was seen while the service served, for so long. */
const believedMs = 1_000

/**
 * Knows whether a service serves. One that stops is probed with growing pauses, by a request that it served before; one
 * that stays away, or refuses to the end what it served, is given up for the rest of the run: a key that was revoked,
 * or a gateway that answers in its place, would otherwise be held against every rule. An operation that keeps others
 * waiting is given up by itself.
 */
export class Health {
  readonly #options: HealthOptions
  readonly #gone = new AbortController()
  /** By operation, how often it was waited for in vain since it was last answered. */
  readonly #failures = new Map<string, number>()
  /** When the status of an operation was last seen to be its own, as Unix time in milliseconds. */
  readonly #ownStatuses = new Map<string, number>()
  #harmless: Harmless | undefined
  /** Reads that were served, by operation, the latest last. */
  readonly #reads = new Map<string, Harmless>()
  #origin: ExchangeRequest | undefined
  #inARow = 0
  #refusedInARow = 0
  #lostMs = 0
  #cause = ''
  /** The exchange in which the service failed first since it served. */
  #failed: Exchange | undefined
  /** The last one that was not carried out: most are refused as they should be. */
  #lastUnserved: Exchange | undefined
  #lastWrite: Exchange | undefined
  #servedAt = 0
  #confirming: Promise<boolean> | undefined
  #recovery: Promise<void> | undefined

  constructor(options: HealthOptions) {
    this.#options = options
  }

  /** Aborted when the service is given up. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** Why the service was given up, in one sentence. */
  get cause(): string {
    return this.#cause
  }

  /** The exchange in which it failed first since it served, where there was one. */
  get failedExchange(): Exchange | undefined {
    return this.#failed
  }

  /** When the last request was sent that proves that the service served, as Unix time in milliseconds; 0 for never. */
  get servedAt(): number {
    return this.#servedAt
  }

  /**
   * Resolves when a request may be sent; where the service stopped serving, when it serves again.
   * @throws NoAnswer when the service, or this operation, was given up.
   */
  async ready(request: ExchangeRequest, { operation }: Asked): Promise<void> {
    this.#origin ??= { method: 'GET', url: `${new URL(request.url).origin}/`, headers: [] }
    if (this.#inARow >= mostInARow && !this.gone.aborted) await this.recover()
    if (this.gone.aborted)
      throw new NoAnswer(`the service stayed away, so it is not asked any more: ${this.#cause}`)
    if ((this.#failures.get(operation) ?? 0) >= mostOfOperation) {
      throw new NoAnswer(
        `${operation} was waited for in vain ${mostOfOperation} times, so it is not asked any more`,
      )
    }
  }

  /** Waits until the service serves again; gives it up when it stays away. */
  recover(): Promise<void> {
    return (this.#recovery ??= this.#recover().finally(() => (this.#recovery = undefined)))
  }

  /** True when an operation has failed before and not been answered since. */
  hasFailed({ operation }: Asked): boolean {
    return this.#failures.has(operation)
  }

  /**
   * Takes note of a request without a response, or with that of a busy service.
   * @param lostMs how long it was waited for; what took long counts as if it had failed several times
   */
  failed({ operation }: Asked, exchange: Exchange, cause: string, lostMs: number): void {
    this.#blame(exchange, `${lineOf(exchange.request)}: ${cause}`)
    this.#lostMs += lostMs
    const isSlow = lostMs >= slowMs
    this.#inARow = isSlow ? mostInARow : this.#inARow + 1
    this.#failures.set(operation, (this.#failures.get(operation) ?? 0) + (isSlow ? 1 : 0))
    if (this.#lostMs > this.#options.lossMs) this.#gone.abort()
  }

  /**
   * Takes note of a response. One that looks like an outage is believed only while the service still serves what it
   * served before.
   * @param request as it was sent
   * @throws NoAnswer when the service does not.
   */
  async answered(exchange: Exchange, request: ExchangeRequest, asked: Asked): Promise<void> {
    const { response } = exchange
    if (!isBusy(response)) {
      this.#inARow = 0
      this.#failures.delete(asked.operation)
    }
    if (isServed(response)) return this.#served(exchange, request, asked)
    const doubt = this.#harmless && this.#doubtOf(exchange, asked)
    if (doubt === undefined) return
    if (await this.#confirm()) return void this.#ownStatuses.set(doubt, Date.now())
    const cause = `${lineOf(exchange.request)}: ${response.status}, which now answers what was served before too`
    const last = this.#lastWrite && `; before it ${lineOf(this.#lastWrite.request)} was carried out`
    const reason = `${cause}${last ?? ''}`
    this.#blame(exchange, reason)
    this.#inARow = mostInARow
    throw new NoAnswer(reason, exchange)
  }

  /**
   * Looks once more whether the service serves, unless what it did last was to serve: a run that ends at its time
   * before the patience with a silent service does would otherwise not know of it. Gives it up where it does not.
   */
  async lookBack(): Promise<void> {
    const isOpen = this.#inARow > 0 || this.#refusedInARow > 0
    if (!isOpen || this.gone.aborted || this.#options.signal.aborted) return
    if (await this.#confirm()) return
    const last = this.#lastUnserved
    if (last && this.#inARow === 0)
      this.#blame(last, `${lineOf(last.request)}: ${last.response.status}, and nothing was served after it`)
    this.#gone.abort()
  }

  /** The first failure since the service served is the one that is told: those after it follow from it. */
  #blame(exchange: Exchange, cause: string): void {
    if (this.#failed && this.#failed.sentAt >= this.#servedAt && exchange.sentAt >= this.#failed.sentAt)
      return
    this.#failed = exchange
    this.#cause = cause
  }

  /** Whether anything was served after the first failure: a request that was on its way may show it. */
  get #hasServedSince(): boolean {
    return this.#failed !== undefined && this.#servedAt > this.#failed.sentAt
  }

  #served(exchange: Exchange, request: ExchangeRequest, asked: Asked): void {
    if (exchange.target !== 'api' || !asked.isOwn) return
    this.#refusedInARow = 0
    if (!safeMethods.has(request.method)) this.#lastWrite = exchange
    if (asked.isSecured || this.#harmless?.isSecured !== true) this.#servedAt = exchange.sentAt
    if (request.method !== 'GET') return
    const read: Harmless = { ...asked, request }
    // The newest one is sent with the newest credentials.
    if (!this.#harmless || proofOf(asked) >= proofOf(this.#harmless)) this.#harmless = read
    this.#reads.delete(asked.operation)
    this.#reads.set(asked.operation, read)
    const [oldest = ''] = this.#reads.keys()
    if (this.#reads.size > mostReads) this.#reads.delete(oldest)
  }

  /** A name for a response that may be that of something in the place of the service; undefined without such doubt. */
  #doubtOf(exchange: Exchange, { operation, isOwn, isToBeFound }: Asked): string | undefined {
    const { response, request, target } = exchange
    const { status } = response
    if (isOwn && target === 'api') this.#lastUnserved = exchange
    if (isOwn && target === 'api' && ++this.#refusedInARow >= mostRefused) {
      this.#refusedInARow = 0
      return ''
    }
    const isRefused = isOwn && (status === 401 || status === 403 || (status === 404 && isToBeFound))
    const isOut = status >= 500 || (status >= 300 && status < 400 && status !== 304) || isPage(response)
    const own = `${request.method} ${operation} ${status}`
    const isKnown = Date.now() - (this.#ownStatuses.get(own) ?? 0) < believedMs
    return (isRefused || isOut) && !isKnown ? own : undefined
  }

  #confirm(until?: number): Promise<boolean> {
    return (this.#confirming ??= this.#isServing(until).finally(() => (this.#confirming = undefined)))
  }

  /** Whether the service serves what it served before; before that, whether it answers anything. */
  async #isServing(until = Infinity): Promise<boolean> {
    const { probe } = this.#options
    const sentAt = Date.now()
    if (!this.#harmless) {
      const response = this.#origin && (await probe(this.#origin))
      return response !== undefined && !isBusy(response)
    }
    const response = await this.#untilWelcome(this.#harmless.request, until)
    const { status = 0 } = response ?? {}
    const isHidden = !this.#harmless.isPlainRead && (status === 401 || status === 403)
    const isServing =
      showsService(response, this.#harmless) ||
      ((isHidden || status === 500) && (await this.#servesAnother(until)))
    if (isServing) this.#servedAt = sentAt
    return isServing
  }

  /**
   * Services that tell nobody what is there answer a read of a deleted thing as if the key were wrong; and one operation
   * may fail by itself.
   */
  async #servesAnother(until: number): Promise<boolean> {
    const { operation, isSecured } = this.#harmless ?? {}
    for (const read of [...this.#reads.values()].toReversed()) {
      if (read.operation === operation || (isSecured && !read.isSecured)) continue
      if (!showsService(await this.#untilWelcome(read.request, until), read)) continue
      this.#harmless = read
      return true
    }
    return false
  }

  /** A service that limits requests is there: it is asked once more, when it wants to be. */
  async #untilWelcome(request: ExchangeRequest, until: number): Promise<ExchangeResponse | undefined> {
    const { probe, signal } = this.#options
    const response = await probe(request)
    if (response?.status !== 429 || isBusyForLong({ response }) || signal.aborted) return response
    const waitMs = Math.max(0, Math.min(waitBefore({ response }), until - Date.now()))
    await delay(waitMs, undefined, { signal }).catch(() => undefined)
    return probe(request)
  }

  async #recover(): Promise<void> {
    const { patienceMs, deadline, signal } = this.#options
    const until = Math.min(Date.now() + patienceMs, deadline())
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (this.#hasServedSince || (await this.#confirm(until))) {
        this.#inARow = 0
        return
      }
      if (signal.aborted || Date.now() + pauseMs > until) return this.#gone.abort()
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
