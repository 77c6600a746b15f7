import { isNewer } from './attempt-query.js'
import type { StoredAttempt } from './attempts.js'

/** Maximum of stored attempts per webhook. */
export const mostAttempts = 1000

/** Statistics of a webhook's stored attempts. */
export interface AttemptSummary {
  /** Attempts that were acknowledged. */
  readonly delivered: number
  readonly failed: number
  /** The share of acknowledged attempts, from 0 to 1; absent without attempts. */
  readonly successRate?: number
  /** The median duration in milliseconds; absent without attempts. */
  readonly p50?: number
  /** The 95th percentile of durations in milliseconds. */
  readonly p95?: number
}

/** The percentile of sorted values. */
const percentile = (sorted: Float64Array, share: number): number =>
  sorted[Math.max(Math.ceil(sorted.length * share) - 1, 0)] ?? 0

const summaryOf = (attempts: readonly StoredAttempt[]): AttemptSummary => {
  const delivered = attempts.filter(({ failure }) => failure === undefined).length
  if (attempts.length === 0) return { delivered: 0, failed: 0 }
  const durations = Float64Array.from(attempts, ({ duration }) => duration).sort()
  return {
    delivered,
    failed: attempts.length - delivered,
    successRate: delivered / attempts.length,
    p50: percentile(durations, 0.5),
    p95: percentile(durations, 0.95),
  }
}

/** A ring buffer of the newest attempts of one webhook. */
export class AttemptRing {
  readonly partnerId: string
  readonly #slots: StoredAttempt[] = []
  /** The same attempts, oldest first by start, which may differ from the order in which they ended. */
  readonly #ordered: StoredAttempt[] = []
  #summary: AttemptSummary | undefined
  #turns = 0

  constructor(partnerId: string) {
    this.partnerId = partnerId
  }

  get turns(): number {
    return this.#turns
  }

  /** Returns the attempt whose slot was overwritten. */
  put(attempt: StoredAttempt): StoredAttempt | undefined {
    const slot = attempt.turn % mostAttempts
    const before = this.#slots[slot]
    this.#slots[slot] = attempt
    this.#turns = Math.max(this.#turns, attempt.turn + 1)
    this.#summary = undefined
    if (before !== undefined) this.#leave(before)
    this.#insert(attempt)
    return before
  }

  *newestFirst(): Generator<StoredAttempt> {
    for (let at = this.#ordered.length - 1; at >= 0; at -= 1) {
      const attempt = this.#ordered[at]
      if (attempt !== undefined) yield attempt
    }
  }

  /** Computed on demand, and cached until the next change. */
  summary(): AttemptSummary {
    this.#summary ??= summaryOf(this.#ordered)
    return this.#summary
  }

  #insert(attempt: StoredAttempt): void {
    let at = this.#ordered.length
    for (let before = this.#ordered[at - 1]; before !== undefined; before = this.#ordered[at - 1]) {
      if (!isNewer(before, attempt)) break
      at -= 1
    }
    if (at === this.#ordered.length) this.#ordered.push(attempt)
    else this.#ordered.splice(at, 0, attempt)
  }

  #leave(attempt: StoredAttempt): void {
    if (this.#ordered[0] === attempt) this.#ordered.shift()
    else this.#ordered.splice(this.#ordered.indexOf(attempt), 1)
  }
}
