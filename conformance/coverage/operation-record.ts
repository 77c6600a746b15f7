import type { Operation } from '../../runtime/surface.js'
import type { CoveragePoint } from '../../document/values/index.js'
import { failureWords, type Hindrance, hindranceWords } from './hindrance.js'

const isKey = /^[1-5](\d\d|XX)$/i

/** The declared status that speaks of one that came: itself, its range, or `default`. */
export function declaredStatus(operation: Operation, status: number): string | undefined {
  const { responses } = operation
  const range = Object.keys(responses).find((key) => key.toUpperCase() === `${String(status)[0]}XX`)
  const exact = String(status)
  if (Object.hasOwn(responses, exact)) return exact
  return range ?? (Object.hasOwn(responses, 'default') ? 'default' : undefined)
}

/** The declared statuses that a client can bring about: not those of a service that fails, and not `default`. */
export function reachableStatuses({ responses }: Operation): string[] {
  return Object.keys(responses).filter((key) => isKey.test(key) && !key.startsWith('5'))
}

const count = (counts: Map<number, number>, status: number): void => {
  counts.set(status, (counts.get(status) ?? 0) + 1)
}

/** What became of one operation so far. */
export class OperationRecord {
  readonly operation: Operation
  /** Method and path, by which people know it. */
  readonly name: string
  /** Points of its requests that were not reached yet. */
  open = 0
  calls = 0
  successes = 0
  /** Answers to all requests by status, 0 for none; and those to valid requests alone. */
  readonly statuses = new Map<number, number>()
  readonly ofValid = new Map<number, number>()
  readonly declared = new Set<string>()
  readonly #isAnonymous: (operation: Operation) => boolean
  #hindrance: Hindrance | undefined

  /** @param isAnonymous whether its requests have no credentials */
  constructor(operation: Operation, isAnonymous: (operation: Operation) => boolean) {
    this.operation = operation
    this.#isAnonymous = isAnonymous
    this.name = `${operation.method.toUpperCase()} ${operation.path}`
  }

  /** The points of a case are of this operation, but for those of schemas, which operations share. */
  keyOf(point: CoveragePoint): string {
    return point.startsWith('parameter ') ? `${this.name}\n${point}` : point
  }

  answered(status: number, isValid: boolean): void {
    this.calls += 1
    count(this.statuses, status)
    if (isValid) count(this.ofValid, status)
    const declared = declaredStatus(this.operation, status)
    if (declared !== undefined) this.declared.add(declared)
    // A redirection that is declared is what a caller was promised.
    if (isValid && ((status >= 200 && status < 300) || (status < 400 && declared !== undefined))) {
      this.successes += 1
    }
  }

  hinder(hindrance: Hindrance): void {
    this.#hindrance = hindrance
  }

  /** Why it never succeeded, as far as is known. */
  get reason(): string {
    if (this.ofValid.size > 0)
      return failureWords(this.operation, this.ofValid, this.#isAnonymous(this.operation))
    if (this.#hindrance) return hindranceWords(this.#hindrance)
    return this.calls === 0 ? 'the run did not come to it' : 'no valid request of it was sent'
  }
}
