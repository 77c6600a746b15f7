import { addTo } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import { causeKey } from '../causes/violations.js'
import type { ExploreViolation, ExploreViolations, Observed } from '../model/case.js'

/** The most violations of one cause kept for each operation. */
const keptEach = 3
/** The most operations for which they are kept. */
const keptOperations = 200

const operationOf = ({ steps }: ExploreViolation): string => steps.at(-1)?.case.call.operation.pointer ?? ''

/** The violations of a run, by rule and cause. */
export class Found {
  readonly #causes = new Map<string, ExploreViolation[]>()

  /** Adds a violation. True for the first one of its cause. */
  add(violation: ExploreViolation): boolean {
    const key = causeKey(violation)
    const known = this.#causes.get(key)
    if (!known) {
      this.#causes.set(key, [violation])
      return true
    }
    const same = known.filter((one) => operationOf(one) === operationOf(violation)).length
    if (same < keptEach && known.length < keptOperations * keptEach) known.push(violation)
    return false
  }

  /**
   * Replaces a violation by one with a smaller request. If the cause changes, other violations of the same operation
   * are dropped, because they had the new cause too.
   * @param smaller undefined where the violation was none
   * @returns violations of other operations that may have the new cause, one of each
   */
  replace(violation: ExploreViolation, smaller: ExploreViolation | undefined): ExploreViolations {
    const key = causeKey(violation)
    const known = this.#causes.get(key)
    if (!known) return []
    const others = known.filter((one) => operationOf(one) !== operationOf(violation))
    if (smaller && causeKey(smaller) === key) {
      // Of failures, the shrunk request is better evidence than others of its operation.
      const kept = known.filter((one) => one !== violation)
      known.splice(0, Infinity, ...(smaller.rule === 'answers/server-error' ? others : kept), smaller)
      return []
    }
    known.splice(0, Infinity, ...others)
    if (others.length === 0) this.#causes.delete(key)
    if (smaller) this.add(smaller)
    return [...new Map(others.map((one) => [operationOf(one), one])).values()]
  }

  get causes(): number {
    return this.#causes.size
  }

  /** All kept violations, in the order of their causes. */
  get violations(): ExploreViolations {
    return [...this.#causes.values()].flat()
  }
}

/** This many failures over this time are no coincidence. */
const leastLasting = 3
const lastingMs = 2_000

/** Times of the failures of operations. */
export class Failing {
  readonly #times = new Map<Operation, number[]>()

  add({ case: { call }, exchange: { sentAt } }: Observed): void {
    addTo(this.#times, call.operation, sentAt)
  }

  /** Whether an operation failed repeatedly over some time. */
  isLasting(operation: Operation): boolean {
    const times = this.#times.get(operation) ?? []
    return times.length >= leastLasting && (times.at(-1) ?? 0) - (times[0] ?? 0) >= lastingMs
  }
}
