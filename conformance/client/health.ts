import { setTimeout as delay } from 'node:timers/promises'
import { type Exchange, type ExchangeRequest, type ExchangeResponse, lineOf } from '../exchange/exchange.js'
import { NoAnswer, type Outage } from '../model/outcome.js'
import { isBusy, isPage, isSafe, refusesCredentials } from '../exchange/reading.js'
import { Crashes, mostCrashes } from './crashes.js'
import { mostAttempts, waitBefore } from './failure.js'

export interface HealthOptions {
  /** Sends one request directly; resolves to undefined if it gets no response. */
  readonly probe: (request: ExchangeRequest) => Promise<ExchangeResponse | undefined>
  /** The longest outage, in milliseconds, after which the service is given up. */
  readonly patienceMs: number
  /** The total time that requests may take without a response, in milliseconds. */
  readonly lossMs: number
  /** Unix time in milliseconds after which nothing is awaited. */
  readonly deadline: () => number
  readonly signal: AbortSignal
}

/** The facts about a request that decide what its response proves about the service. */
export interface Asked {
  /** Method and template, or path; failures count for each operation separately. */
  readonly operation: string
  /** It carries the credentials of the run. */
  readonly isOwn: boolean
  /** The operation requires credentials, so a 2xx response proves them valid. */
  readonly isSecured: boolean
  /** It reads without an id or other value, so that no write of the run changes its response. */
  readonly isPlainRead: boolean
  /** It is valid and its path has no ids, so 404 means that nothing is served there. */
  readonly isToBeFound: boolean
  /** It is invented, so the run does without it. */
  readonly isGuess: boolean
}

/** A request that succeeded and changes nothing, so it can be repeated as a probe. */
interface Read extends Asked {
  readonly request: ExchangeRequest
  /** It may take longer than a probe may. */
  readonly isSlow: boolean
}

/** After this many requests in a row without a response, the service is probed first. */
const mostInARow = 3
/** After this many timeouts, an operation is skipped while others respond. */
const mostOfOperation = 2
/** A faster failure costs no time, so the request may be retried; a slower read is no good probe. */
const slowMs = 1_000
const firstPauseMs = 250
const longestPauseMs = 4_000
/** The longest time in which a service restarts that crashed at the end of the run. */
const restartMs = 1_000
/** This many refusals in a row are normal, because most requests are made to be refused. */
const mostRefused = 20

/** The most operations of which the last successful read is kept. */
const mostReads = 4

/** Statuses that depend on the caller and the moment, not on the request: a used-up quota is 402 or 429. */
const refusals: ReadonlySet<number> = new Set([401, 402, 403, 407, 429])

const isServed = (response: ExchangeResponse): boolean =>
  response.status >= 200 && response.status < 300 && !isPage(response)

/** Whether the response to a read that succeeded before proves that the service is up. */
const showsService = (response: ExchangeResponse | undefined, { isPlainRead }: Read): boolean => {
  if (!response) return false
  const { status } = response
  // A thing that was read by its id may have been changed or deleted since.
  const isChanged = !isPlainRead && status >= 400 && status < 500 && !refusals.has(status)
  return isServed(response) || isChanged
}

/** A rank for requests to repeat: the higher, the more a success proves. */
const proofOf = ({ isSecured, isPlainRead, isSlow }: Read): number =>
  Number(isPlainRead) * 4 + Number(isSecured) * 2 + Number(!isSlow)

/** The time for which a status that the operation had while the service was up is trusted without a probe. */
const believedMs = 1_000

/**
 * Detects outages. A service that stops answering is probed with growing pauses, by a request that succeeded before.
 * One that stays down, or refuses what succeeded before, is given up for the rest of the run, because a revoked key or
 * a gateway error would otherwise count against every rule. An operation that times out is given up by itself.
 */
export class Health {
  readonly #options: HealthOptions
  readonly #gone = new AbortController()
  /** Timeouts of each operation since its last response. */
  readonly #failures = new Map<string, number>()
  readonly #crashes = new Crashes()
  /** Unix time in milliseconds at which a status was last confirmed to come from the operation. */
  readonly #ownStatuses = new Map<string, number>()
  /** The last successful read of some operations, the newest last. */
  readonly #reads = new Map<string, Read>()
  #origin: ExchangeRequest | undefined
  #inARow = 0
  #refusedInARow = 0
  #lostMs = 0
  #cause = ''
  /** The first failed exchange since the service was up. */
  #failed: Exchange | undefined
  /** Unix time in milliseconds before which a success does not show that the service came back. */
  #downSince = 0
  /** Outages that passed, in words. */
  readonly interruptions: string[] = []
  longestDownMs = 0
  /** The last exchange that was refused; most refusals are expected. */
  #lastUnserved: Exchange | undefined
  #lastWrite: Exchange | undefined
  /** The result of the last probe, in words, and whether it was a refusal of the credentials. */
  #probed = ''
  #isLockedOut = false
  /** Unix time in milliseconds of the last request that proves that the service was up; 0 for none. */
  #servedAt = 0
  #confirming: Promise<boolean> | undefined
  #recovery: Promise<void> | undefined

  constructor(options: HealthOptions) {
    this.#options = options
  }

  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /** Whether the service served a request of the run. */
  get hasServed(): boolean {
    return this.#servedAt > 0
  }

  /** Why the service was given up; undefined while it is not. */
  get outage(): Outage | undefined {
    if (!this.gone.aborted) return undefined
    return { reason: this.#cause, ...(this.#failed && { exchange: this.#failed }), servedAt: this.#servedAt }
  }

  /** Resolves when a request may be sent. @throws NoAnswer when the service or operation was given up. */
  async ready(request: ExchangeRequest, { operation, isGuess }: Asked): Promise<void> {
    this.#origin ??= { method: 'GET', url: `${new URL(request.url).origin}/`, headers: [] }
    if (this.#inARow >= mostInARow && !this.gone.aborted) await this.recover()
    if (this.gone.aborted)
      throw new NoAnswer(`the service stayed down, so no further request is sent: ${this.#cause}`)
    if ((this.#failures.get(operation) ?? 0) >= mostOfOperation)
      throw new NoAnswer(`${operation} timed out ${mostOfOperation} times, so it is not called again`)
    if (isGuess && this.#crashes.isDangerous(operation))
      throw new NoAnswer(
        `${operation} took the service down ${mostCrashes} times, so nothing odd is sent to it`,
      )
  }

  /** Waits until the service is up again, and gives it up when it stays down. */
  recover(): Promise<void> {
    return (this.#recovery ??= this.#recover().finally(() => (this.#recovery = undefined)))
  }

  /** True when an operation has failed since its last response. */
  hasFailed({ operation }: Asked): boolean {
    return this.#failures.has(operation)
  }

  /** True when the last request of an operation got no response, quickly: it may have crashed the service. */
  isSuspect({ operation }: Asked): boolean {
    return this.#failures.get(operation) === 0
  }

  /** True when not only this exchange failed since the last response: another request may have crashed the service. */
  isDoubtful(closed: Exchange): boolean {
    return this.#inARow > 1 || (this.#inARow === 1 && !this.#crashes.isFirst(closed))
  }

  /** Records that the connection of a request was closed while no other was in flight. */
  closedAlone({ operation }: Asked): void {
    this.#crashes.closedAlone(operation)
  }

  /** Records a request without a useful response. @param lostMs a long wait is several failures */
  failed({ operation }: Asked, exchange: Exchange, cause: string, lostMs: number): void {
    this.#blame(exchange, `${lineOf(exchange.request)}: ${cause}`)
    this.#lostMs += lostMs
    const isSlow = lostMs >= slowMs
    // While one operation hangs, others may be served; when a connection is closed, the service may have crashed.
    this.#downSince = isSlow ? exchange.sentAt : Date.now()
    this.#crashes.failed(exchange)
    this.#inARow = isSlow ? mostInARow : this.#inARow + 1
    this.#failures.set(operation, (this.#failures.get(operation) ?? 0) + (isSlow ? 1 : 0))
    // Where the time is limited, an operation that hangs costs no more than its share.
    const isLimited = this.#options.deadline() < Infinity
    if (!isLimited && this.#lostMs > this.#options.lossMs) this.#gone.abort()
  }

  /** Records a response; one as of an outage counts only if a probe succeeds. @throws NoAnswer */
  async answered(exchange: Exchange, request: ExchangeRequest, asked: Asked): Promise<void> {
    const { response } = exchange
    if (!isBusy(response)) {
      this.#restored(exchange)
      this.#failures.delete(asked.operation)
    }
    if (isServed(response)) return this.#served(exchange, request, asked)
    const doubt = this.#reads.size === 0 ? undefined : this.#doubtOf(exchange, asked)
    if (doubt === undefined) return
    if (await this.#confirm()) return void this.#ownStatuses.set(doubt, Date.now())
    const cause = `${lineOf(exchange.request)}: ${response.status}, and ${this.#probed}`
    const last =
      this.#lastWrite && `; the last successful write before was ${lineOf(this.#lastWrite.request)}`
    const reason = `${cause}${last ?? ''}`
    this.#blame(exchange, reason)
    this.#downSince = exchange.sentAt
    this.#inARow = mostInARow
    throw new NoAnswer(reason, exchange)
  }

  /** Probes a service that did not serve last, and gives it up: a run may end during an outage. */
  async lookBack(): Promise<void> {
    const isOpen = this.#inARow > 0 || this.#refusedInARow > 0
    if (!isOpen || this.gone.aborted || this.#options.signal.aborted) return
    if (await this.#confirm()) return
    // A service that crashed just now may be restarted.
    const isBroken = this.#inARow > 0
    if (isBroken) await delay(restartMs, undefined, { signal: this.#options.signal }).catch(() => undefined)
    if (isBroken && (await this.#confirm())) return
    const last = this.#lastUnserved
    if (last && this.#inARow === 0)
      this.#blame(last, `${lineOf(last.request)}: ${last.response.status}, and no later request succeeded`)
    this.#giveUp()
  }

  /** Keeps the first failure since the service was up as the cause, because later ones follow from it. */
  #blame(exchange: Exchange, cause: string): void {
    if (this.#failed && this.#failed.sentAt >= this.#servedAt && exchange.sentAt >= this.#failed.sentAt)
      return
    this.#failed = exchange
    this.#cause = cause
  }

  #restored(exchange?: Exchange): void {
    this.#inARow = 0
    this.#crashes.answered(exchange)
  }

  /** Whether anything succeeded after the last failure, for instance a request that was in flight. */
  get #hasServedSince(): boolean {
    return this.#failed !== undefined && this.#servedAt > this.#downSince
  }

  #served(exchange: Exchange, request: ExchangeRequest, asked: Asked): void {
    if (!asked.isOwn) return
    this.#refusedInARow = 0
    if (!isSafe(request.method)) this.#lastWrite = exchange
    if (request.method === 'DELETE') this.#forget(request.url)
    if (asked.isSecured || this.#probes[0]?.isSecured !== true) this.#servedAt = exchange.sentAt
    if (request.method !== 'GET') return
    this.#reads.delete(asked.operation)
    this.#reads.set(asked.operation, { ...asked, request, isSlow: Date.now() - exchange.sentAt >= slowMs })
    const least = this.#probes[mostReads]
    if (least) this.#reads.delete(least.operation)
  }

  /** A service may refuse to read what is deleted, or is below it, as if the credentials were wrong. */
  #forget(deleted: string): void {
    const pathOf = (url: string): string => `${url.replace(/\?.*$/s, '')}/`
    for (const [operation, { request }] of this.#reads)
      if (pathOf(request.url).startsWith(pathOf(deleted))) this.#reads.delete(operation)
  }

  /** The known reads, those that prove most first; of these the newest first, which has the newest credentials. */
  get #probes(): readonly Read[] {
    return [...this.#reads.values()].toReversed().toSorted((a, b) => proofOf(b) - proofOf(a))
  }

  /** The reason to doubt that a response comes from the service itself; undefined where there is none. */
  #doubtOf(exchange: Exchange, { operation, isOwn, isToBeFound }: Asked): string | undefined {
    const { response, request } = exchange
    const { status } = response
    if (isOwn) this.#lastUnserved = exchange
    if (isOwn && ++this.#refusedInARow >= mostRefused) {
      this.#refusedInARow = 0
      return ''
    }
    const isRefused = isOwn && (refusals.has(status) || (status === 404 && isToBeFound)) && status !== 429
    const isOut = status >= 500 || (status >= 300 && status < 400) || isPage(response)
    const own = `${request.method} ${operation} ${status}`
    const isKnown = Date.now() - (this.#ownStatuses.get(own) ?? 0) < believedMs
    return (isRefused || isOut) && !isKnown ? own : undefined
  }

  #confirm(until?: number): Promise<boolean> {
    return (this.#confirming ??= this.#isServing(until).finally(() => (this.#confirming = undefined)))
  }

  /**
   * Whether a request that succeeded before succeeds again; if there is none, whether the service responds at all.
   * Tries another request where the operation may fail by itself, or conceal a deleted thing as if the key were wrong.
   */
  async #isServing(until = Infinity): Promise<boolean> {
    const { probe } = this.#options
    const sentAt = Date.now()
    const [first, ...others] = this.#probes
    if (!first) {
      const response = this.#origin && (await probe(this.#origin))
      return response !== undefined && !isBusy(response)
    }
    for (const read of [first, ...others.filter(({ isSecured }) => isSecured || !first.isSecured)]) {
      const response = await this.#untilWelcome(read.request, until)
      if (showsService(response, read)) {
        this.#servedAt = sentAt
        return true
      }
      const { status = 0 } = response ?? {}
      this.#isLockedOut = refusesCredentials(status)
      this.#probed = `${lineOf(read.request)}, which succeeded before, ${response ? `answered ${status}` : 'got no response'}`
      const isHidden = !read.isPlainRead && this.#isLockedOut
      if (!isHidden && status !== 500) return false
    }
    return false
  }

  /** A service that is busy may be up, so the probe is repeated after the waits that any request gets. */
  async #untilWelcome(request: ExchangeRequest, until: number): Promise<ExchangeResponse | undefined> {
    const { probe, signal } = this.#options
    let response = await probe(request)
    for (let attempt = 1; attempt < mostAttempts && response && !signal.aborted; attempt++) {
      const wait = waitBefore(response, attempt)
      if (wait === undefined) break
      const waitMs = Math.max(0, Math.min(wait, until - Date.now()))
      await delay(waitMs, undefined, { signal }).catch(() => undefined)
      response = await probe(request)
    }
    return response
  }

  #interrupted(ms: number): void {
    this.longestDownMs = Math.max(this.longestDownMs, ms)
    const seconds = (ms / 1000).toFixed(1)
    this.interruptions.push(
      this.#isLockedOut
        ? `the service refused the credentials of the run for ${seconds} s, as some services do after wrong ones (${this.#cause})`
        : `the service was down for ${seconds} s (${this.#cause}${this.#crashes.before}); data that it lost may affect later results`,
    )
    this.#crashes.cameBack()
  }

  /** Names what was in flight when the service went down. */
  #giveUp(): void {
    const { likely } = this.#crashes
    if (likely && this.#failed?.response.status === 0) {
      this.#failed = likely.exchange
      this.#cause = likely.cause
    }
    this.#gone.abort()
  }

  async #recover(): Promise<void> {
    const { patienceMs, deadline, signal } = this.#options
    const began = Date.now()
    const until = Math.min(began + patienceMs, deadline())
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (this.#hasServedSince || (await this.#confirm(until))) {
        this.#restored()
        if (pauseMs > firstPauseMs) this.#interrupted(Date.now() - began)
        return
      }
      // When the time of the run ends first, `lookBack` decides whether the service is gone.
      if (signal.aborted || Date.now() + pauseMs > deadline()) return
      if (Date.now() + pauseMs > until) return this.#giveUp()
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
