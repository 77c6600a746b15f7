import { setTimeout as delay } from 'node:timers/promises'

/** Keeps requests from being sent faster than a service may be asked. */
export class Pace {
  readonly #gapMs: number
  #next = 0

  /** @param rate most requests a second; without bound when it is absent */
  constructor(rate?: number) {
    this.#gapMs = rate === undefined ? 0 : 1000 / rate
  }

  /** Resolves when the next request may be sent. */
  async turn(): Promise<void> {
    if (this.#gapMs === 0) return
    const now = performance.now()
    const start = Math.max(now, this.#next)
    this.#next = start + this.#gapMs
    if (start > now) await delay(start - now)
  }
}
