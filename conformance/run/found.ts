import type { Operation } from '../../runtime/surface.js'
import { causeKey } from '../causes/violations.js'
import type { Observed } from '../model/case.js'
import type { ExploreViolation } from '../model/violation.js'

/** The most violations of one cause kept for each operation. */
const keptEach = 3
/** The most operations for which they are kept. */
const keptOperations = 200

/** Violations of one rule and cause. */
interface FoundCause {
  readonly violations: ExploreViolation[]
  occurrences: number
}

const operationOf = ({ steps }: ExploreViolation): string => steps.at(-1)?.case.call.operation.pointer ?? ''

const isFailure = ({ rule }: ExploreViolation): boolean => rule === 'answers/server-error'

/** The violations of a run, by rule and cause. */
export class Found {
  readonly #causes = new Map<string, FoundCause>()

  /** Adds a violation. True for the first one of its cause. */
  add(violation: ExploreViolation): boolean {
    const key = causeKey(violation)
    const known = this.#causes.get(key)
    if (!known) {
      this.#causes.set(key, { violations: [violation], occurrences: 1 })
      return true
    }
    known.occurrences++
    const same = known.violations.filter((one) => operationOf(one) === operationOf(violation)).length
    if (same < keptEach && known.violations.length < keptOperations * keptEach)
      known.violations.push(violation)
    return false
  }

  /**
   * Replaces a violation by one with a smaller request. If the cause changes, other violations of the same operation
   * are dropped, because they had the new cause too.
   * @returns violations of other operations that may have the new cause, one of each
   */
  replace(violation: ExploreViolation, smaller: ExploreViolation): readonly ExploreViolation[] {
    const key = causeKey(violation)
    const known = this.#causes.get(key)
    if (!known) return []
    const others = known.violations.filter((one) => operationOf(one) !== operationOf(violation))
    if (causeKey(smaller) === key) {
      // Of failures, the shrunk request is better evidence than others of its operation.
      const kept = known.violations.filter((one) => one !== violation)
      known.violations.splice(0, Infinity, ...(isFailure(smaller) ? others : kept), smaller)
      return []
    }
    known.violations.splice(0, Infinity, ...others)
    if (others.length === 0) this.#causes.delete(key)
    this.add(smaller)
    return [...new Map(others.map((one) => [operationOf(one), one])).values()]
  }

  /** The number of causes. */
  get causes(): number {
    return this.#causes.size
  }

  /** All kept violations, in the order of their causes. */
  get violations(): readonly ExploreViolation[] {
    return [...this.#causes.values()].flatMap(({ violations }) => violations)
  }
}

/** This many failures over this time are no coincidence. */
const leastLasting = 3
const lastingMs = 2_000

/** Times of the failures of operations. */
export class Failing {
  readonly #byOperation = new Map<Operation, { count: number; readonly firstAt: number; lastAt: number }>()

  add({ case: { call }, exchange: { sentAt } }: Observed): void {
    const known = this.#byOperation.get(call.operation) ?? { count: 0, firstAt: sentAt, lastAt: sentAt }
    known.count++
    known.lastAt = sentAt
    this.#byOperation.set(call.operation, known)
  }

  /** Whether an operation failed repeatedly over some time. */
  isLasting(operation: Operation): boolean {
    const { count = 0, firstAt = 0, lastAt = 0 } = this.#byOperation.get(operation) ?? {}
    return count >= leastLasting && lastAt - firstAt >= lastingMs
  }
}
