import { setTimeout as delay } from 'node:timers/promises'
import { NoAnswer } from '../model/outcome.js'

/** How a service that stops answering is treated. */
export interface AvailabilityOptions {
  /** Asks for something harmless; true when anything is answered that no busy or broken service answers. */
  readonly probe: () => Promise<boolean>
  /** How long a service may stay away, in milliseconds, before it is given up. */
  readonly patienceMs: number
  /** How much time requests may take in all without being answered. */
  readonly lossMs: number
  /** Ends all waiting. */
  readonly signal: AbortSignal
}

/** After so many requests in a row without an answer, whether the service is there at all is found out first. */
const mostInARow = 3
/** After so many that were waited for in vain, an operation is not asked again while others answer. */
const mostOfOperation = 2
/** A request that ends sooner costs nothing, so it may be sent again. */
const slowMs = 1_000
const firstPauseMs = 250
const longestPauseMs = 4_000

/**
 * Decides by how requests end whether a service is asked any more. One that stops answering is probed with growing
 * pauses; one that stays away is given up, for the rest of the run. An operation that keeps others waiting is given up
 * by itself.
 */
export class Availability {
  readonly #options: AvailabilityOptions
  readonly #gone = new AbortController()
  readonly #failures = new Map<string, number>()
  #inARow = 0
  #lostMs = 0
  #cause = ''
  #recovery: Promise<void> | undefined

  constructor(options: AvailabilityOptions) {
    this.#options = options
  }

  /** Aborted when the service is given up. */
  get gone(): AbortSignal {
    return this.#gone.signal
  }

  /**
   * Resolves when a request may be sent; where the service stopped answering, when it answers again.
   * @param operation what is to be asked; failures of one do not count against another
   * @throws NoAnswer when the service, or this operation, was given up.
   */
  async ready(operation: string): Promise<void> {
    if (this.#inARow >= mostInARow && !this.gone.aborted) {
      await (this.#recovery ??= this.#recover().finally(() => (this.#recovery = undefined)))
    }
    if (this.gone.aborted)
      throw new NoAnswer(`the service stayed away, so it is not asked any more: ${this.#cause}`)
    if ((this.#failures.get(operation) ?? 0) >= mostOfOperation) {
      throw new NoAnswer(
        `${operation} was waited for in vain ${mostOfOperation} times, so it is not asked any more`,
      )
    }
  }

  /** True when an operation has failed before and not been answered since. */
  hasFailed(operation: string): boolean {
    return this.#failures.has(operation)
  }

  /** Takes note of an answer. */
  answered(operation: string): void {
    this.#inARow = 0
    this.#failures.delete(operation)
  }

  /** Takes note that what was served before is not served any more: whether the service recovers is found out next. */
  turned(cause: string): void {
    this.#cause = cause
    this.#inARow = mostInARow
  }

  /**
   * Takes note of a request without an answer.
   * @param lostMs how long it was waited for; what took long counts as if it had failed several times
   */
  failed(operation: string, cause: string, lostMs: number): void {
    this.#cause = cause
    this.#lostMs += lostMs
    const isSlow = lostMs >= slowMs
    this.#inARow = isSlow ? mostInARow : this.#inARow + 1
    this.#failures.set(operation, (this.#failures.get(operation) ?? 0) + (isSlow ? 1 : 0))
    if (this.#lostMs > this.#options.lossMs) this.#gone.abort()
  }

  async #recover(): Promise<void> {
    const { probe, patienceMs, signal } = this.#options
    const until = Date.now() + patienceMs
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      if (await probe()) {
        this.#inARow = 0
        return
      }
      if (signal.aborted || Date.now() + pauseMs > until) return this.#gone.abort()
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }
}
