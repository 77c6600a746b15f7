import { setTimeout as delay } from 'node:timers/promises'
import { Pace } from '../../conformance/index.js'

/** Decides when the next request may be sent: no more at once than wanted, no faster, and not before a pause is over. */
export class Turns {
  readonly #pace: Pace
  readonly #most: number
  readonly #waiting: (() => void)[] = []
  #under = 0
  #notBefore = 0

  /**
   * @param rate most requests a second; without bound when it is absent
   * @param concurrency most requests on their way at the same time; without bound when it is absent
   */
  constructor(rate?: number, concurrency = Infinity) {
    this.#pace = new Pace(rate)
    this.#most = concurrency
  }

  /** Lets nothing be sent for so many milliseconds. */
  pause(ms: number): void {
    this.#notBefore = Math.max(this.#notBefore, Date.now() + ms)
  }

  /** Resolves when a request may be sent; whoever took a turn ends it. */
  async take(signal: AbortSignal): Promise<void> {
    if (this.#under >= this.#most) await new Promise<void>((go) => this.#waiting.push(go))
    else this.#under++
    await this.ready(signal)
  }

  /** Resolves when a request of a turn that was taken may be sent, for the first time or again. */
  async ready(signal: AbortSignal): Promise<void> {
    for (let left = this.#notBefore - Date.now(); left > 0; left = this.#notBefore - Date.now()) {
      // Whoever ends the run does not wait for a busy service.
      await delay(left, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
    }
    await this.#pace.turn()
  }

  /** Ends a turn. */
  end(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#under--
  }
}
