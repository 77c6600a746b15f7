import { setTimeout as delay } from 'node:timers/promises'

/** Schedules requests: limits concurrency and rate, and observes pauses. */
export class Turns {
  readonly #gapMs: number
  readonly #waiting: (() => void)[] = []
  #most: number
  #under = 0
  #onTheWay = 0
  #notBefore = 0
  /** Time of the next request allowed by the rate, on the clock of `performance`. */
  #next = 0
  #alone: Promise<void> | undefined
  #whenQuiet: (() => void) | undefined

  /** The most requests a second, and the most in flight; both are unbounded where absent. */
  constructor(rate?: number, concurrency = Infinity) {
    this.#gapMs = rate === undefined ? 0 : 1_000 / rate
    this.#most = concurrency
  }

  /** The most requests in flight. */
  get most(): number {
    return this.#most
  }

  /** Sends nothing for some milliseconds. @returns the part of them that was not a pause before */
  pause(ms: number): number {
    const now = Date.now()
    const before = Math.max(this.#notBefore, now)
    this.#notBefore = Math.max(before, now + ms)
    return this.#notBefore - before
  }

  /** Halves the number of requests that may be in flight, to at least one. */
  halve(): void {
    this.#most = Math.max(1, Math.floor(Math.min(this.#most, this.#under) / 2))
  }

  /** Resolves when a request may be sent; `end` returns the turn. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#under >= this.#most) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#under++
    do {
      await this.#alone
      await this.#ready(signal)
    } while (this.#alone)
    this.#onTheWay++
  }

  /** Runs the work of a taken turn after the pause, with no other request in flight. */
  async alone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    this.#landed()
    while (this.#alone) await this.#alone
    let release = (): void => undefined
    this.#alone = new Promise((go) => (release = go))
    try {
      if (this.#onTheWay > 0) await new Promise<void>((go) => (this.#whenQuiet = go))
      await this.#ready(signal)
      return await work()
    } finally {
      this.#onTheWay++
      this.#alone = undefined
      release()
    }
  }

  end(): void {
    this.#landed()
    const next = this.#under > this.#most ? undefined : this.#waiting.shift()
    if (next) next()
    else this.#under--
  }

  #landed(): void {
    this.#onTheWay--
    if (this.#onTheWay > 0) return
    this.#whenQuiet?.()
    this.#whenQuiet = undefined
  }

  async #ready(signal: AbortSignal): Promise<void> {
    for (let left = this.#left(); left > 0 && !signal.aborted; left = this.#left()) {
      // An interrupted run does not wait for a busy service.
      await delay(left, undefined, { signal }).catch(() => undefined)
    }
    if (this.#gapMs === 0) return
    const now = performance.now()
    const start = Math.max(now, this.#next)
    this.#next = start + this.#gapMs
    if (start > now) await delay(start - now, undefined, { signal }).catch(() => undefined)
  }

  #left(): number {
    return this.#notBefore - Date.now()
  }
}
