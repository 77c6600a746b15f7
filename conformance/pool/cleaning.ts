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

/** Estimates the time for deleting what a run created. */
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
   * The time for deleting what is left of some things, one after the other, in milliseconds: as long as half of the
   * last deletions took at most. Few deletions do not say that one is quicker than half of the creations of an operation.
   */
  of(created: readonly CreatedThing[]): number {
    if (Date.now() - this.#last.at < estimatedMs) return this.#last.ms
    const left = created.filter((one) => one.deleteOperation !== undefined && !one.isDeleted)
    const groups = [...groupedBy(left, ({ by }) => by.case.call.operation).values()]
    const byDeletions = medianOf(this.#deletions) * left.length
    const byCreations = groups.reduce(
      (sum, all) => sum + medianOf(all.map(({ by }) => by.durationMs)) * all.length,
      0,
    )
    const isKnown = this.#deletions.length >= leastDeletions
    const ms = isKnown ? byDeletions : Math.max(byDeletions, byCreations)
    this.#last = { at: Date.now(), ms }
    return ms
  }
}
