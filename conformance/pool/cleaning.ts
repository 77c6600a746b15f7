import { groupedBy } from '../../document/index.js'
import { isSuccess } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'

/** The time for which an estimate is cached, in milliseconds, because it is needed before every request. */
const estimatedMs = 200

/** The fewest deletions that say how long one takes, and the most that are kept. */
const [leastDeletions, mostDeletions] = [5, 50]

const medianOf = (durations: readonly number[]): number =>
  durations.toSorted((a, b) => a - b)[durations.length >> 1] ?? 0

/** Estimates the time for deleting what a run created. The estimate is cached for one concurrency. */
export class CleaningTime {
  /** Durations of the last deletions that succeeded, in milliseconds. */
  readonly #deletions: number[] = []
  #last = { at: 0, ms: 0 }

  /** Keeps how long a deletion took. */
  learn({ exchange, durationMs }: Observed): void {
    if (exchange.request.method.toLowerCase() !== 'delete' || !isSuccess(exchange)) return
    this.#deletions.push(durationMs)
    if (this.#deletions.length > mostDeletions) this.#deletions.shift()
  }

  /**
   * The time for deleting what is left of some things and for reading one of each kind afterwards, in milliseconds. A
   * request takes as long as half of the last deletions took at most. Few deletions do not say that one is quicker than
   * half of the creations of an operation.
   * @param concurrency the number of requests in flight at once
   */
  of(created: readonly CreatedThing[], concurrency: number): number {
    if (Date.now() - this.#last.at < estimatedMs) return this.#last.ms
    const left = created.filter((one) => one.deleteOperation !== undefined && !one.isDeleted)
    const groups = [...groupedBy(left, ({ by }) => by.case.call.operation).values()]
    const requests = left.length + groups.length
    const byDeletions = medianOf(this.#deletions) * requests
    const byCreations = groups.reduce(
      (sum, all) => sum + medianOf(all.map(({ by }) => by.durationMs)) * (all.length + 1),
      0,
    )
    const isKnown = this.#deletions.length >= leastDeletions
    const sum = isKnown ? byDeletions : Math.max(byDeletions, byCreations)
    // The first deletion waits for the last request of a case, and the last one runs alone.
    const ms = requests === 0 ? 0 : sum / concurrency + 2 * (sum / requests)
    this.#last = { at: Date.now(), ms }
    return ms
  }
}
