import type { Operation } from '../../runtime/surface.js'
import { causeKey } from '../causes/index.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'

/** So many violations of one cause are kept for each operation that shows it. */
const keptEach = 3
/** Of so many operations. */
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

  /** Keeps a violation. True for the first one of its cause. */
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
   * Puts a violation with a smaller request in the place of another. Where that shows another cause, the others of the
   * same operation had that cause too.
   * @returns violations of other operations that may have it as well, one of each
   */
  replace(violation: ExploreViolation, smaller: ExploreViolation): readonly ExploreViolation[] {
    const key = causeKey(violation)
    const known = this.#causes.get(key)
    if (!known) return []
    const others = known.violations.filter((one) => operationOf(one) !== operationOf(violation))
    if (causeKey(smaller) === key) {
      // Of failures the request that was made smaller says more than any other of its operation.
      const kept = known.violations.filter((one) => one !== violation)
      known.violations.splice(0, Infinity, ...(isFailure(smaller) ? others : kept), smaller)
      return []
    }
    known.violations.splice(0, Infinity, ...others)
    if (others.length === 0) this.#causes.delete(key)
    this.add(smaller)
    return [...new Map(others.map((one) => [operationOf(one), one])).values()]
  }

  /** How many causes there are. */
  get causes(): number {
    return this.#causes.size
  }

  /** All that are kept, in the order in which their causes were met. */
  get violations(): readonly ExploreViolation[] {
    return [...this.#causes.values()].flatMap(({ violations }) => violations)
  }
}

/** So many failures over so long are none by chance. */
const leastLasting = 3
const lastingMs = 2_000

/** When operations failed. */
export class Failing {
  readonly #byOperation = new Map<Operation, { count: number; readonly firstAt: number; lastAt: number }>()

  add({ case: { call }, exchange: { sentAt } }: Observed): void {
    const known = this.#byOperation.get(call.operation) ?? { count: 0, firstAt: sentAt, lastAt: sentAt }
    known.count++
    known.lastAt = sentAt
    this.#byOperation.set(call.operation, known)
  }

  /** Whether an operation failed again and again, and not for a moment. */
  isLasting(operation: Operation): boolean {
    const { count = 0, firstAt = 0, lastAt = 0 } = this.#byOperation.get(operation) ?? {}
    return count >= leastLasting && lastAt - firstAt >= lastingMs
  }
}
