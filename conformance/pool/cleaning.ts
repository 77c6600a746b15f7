import { addTo, groupedBy } from '../../document/index.js'
import { isSuccess } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import type { Operation } from '../../runtime/surface.js'

/** The time for which an estimate is cached, in milliseconds, because it is needed before every request. */
const estimatedMs = 200

/** The fewest deletions that say how long one takes, and the most that are kept. */
const [leastDeletions, mostDeletions] = [5, 50]

/** Services that need this long for a deletion, in milliseconds without the way to them, mostly do one at a time. */
const slowMs = 100

const medianOf = (durations: readonly number[]): number =>
  durations.toSorted((a, b) => a - b)[durations.length >> 1] ?? 0

/** Things with the operation that deletes them. */
type Deletable = readonly [deletion: Operation | undefined, things: readonly CreatedThing[]]

const creatingMsOf = (things: readonly CreatedThing[]): number =>
  medianOf(things.map(({ by }) => by.durationMs))

/** How deletions are sent. */
export interface Sending {
  /** The number of requests in flight at once. */
  readonly concurrency: number
  /** The shortest time in which the service responded, in milliseconds. */
  readonly quickestMs: number
}

/** Estimates the time for deleting what a run created. The estimate is cached. */
export class CleaningTime {
  /** Durations of the last deletions of each operation that succeeded, in milliseconds. */
  readonly #deletions = new Map<Operation | undefined, number[]>()
  #last = { at: 0, ms: 0 }

  /** Keeps how long a deletion took. */
  learn({ exchange, durationMs, case: { call } }: Observed): void {
    if (exchange.request.method.toLowerCase() !== 'delete' || !isSuccess(exchange)) return
    addTo(this.#deletions, call.operation, durationMs)
    const own = this.#deletions.get(call.operation) ?? []
    if (own.length > mostDeletions) own.shift()
  }

  /** The median of an operation's last deletions; undefined if these are few. */
  #knownMs(deletion: Operation | undefined): number | undefined {
    const deletions = this.#deletions.get(deletion) ?? []
    return deletions.length >= leastDeletions ? medianOf(deletions) : undefined
  }

  /** How long deleting takes of the time that creating does: the most of the kinds where it is known, else as long. */
  #shareOf(groups: Iterable<Deletable>): number {
    const shares = [...groups].flatMap(([deletion, things]) => {
      const [deletingMs, creatingMs] = [this.#knownMs(deletion), creatingMsOf(things)]
      return deletingMs === undefined || creatingMs === 0 ? [] : [deletingMs / creatingMs]
    })
    return shares.length === 0 ? 1 : Math.min(1, Math.max(...shares))
  }

  /** Few deletions do not say that one is quicker than half of them. */
  #eachMs(deletion: Operation | undefined, things: readonly CreatedThing[], share: number): number {
    const few = medianOf(this.#deletions.get(deletion) ?? [])
    return this.#knownMs(deletion) ?? Math.max(few, share * creatingMsOf(things))
  }

  /**
   * The time for deleting what is left of some things and for reading one of each kind afterwards, in milliseconds.
   */
  of(created: readonly CreatedThing[], { concurrency, quickestMs }: Sending): number {
    if (Date.now() - this.#last.at < estimatedMs) return this.#last.ms
    const deletable = created.filter((one) => one.deleteOperation !== undefined)
    const groups = groupedBy(deletable, ({ deleteOperation }) => deleteOperation)
    const share = this.#shareOf(groups)
    let [requests, sum, ms] = [0, 0, 0]
    for (const [deletion, things] of groups) {
      const left = things.filter((one) => !one.isDeleted)
      if (left.length === 0) continue
      const eachMs = this.#eachMs(deletion, left, share)
      const ownMs = eachMs * (left.length + 1)
      requests += left.length + 1
      sum += ownMs
      ms += ownMs / (eachMs - quickestMs < slowMs ? concurrency : 1)
    }
    // The first deletion waits for the last request of a case, and the last one runs alone.
    if (requests > 0) ms += 2 * (sum / requests)
    this.#last = { at: Date.now(), ms }
    return ms
  }
}
