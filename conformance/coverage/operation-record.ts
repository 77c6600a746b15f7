import type { Operation } from '../../runtime/surface.js'
import type { CoveragePoint } from '../../document/values/index.js'
import { nameOf } from '../model/case.js'
import { declaredStatus } from '../exchange/media-type.js'
import type { CoverageSummary } from '../model/coverage.js'
import { counted, joined } from '../../reporting/index.js'

const listed = (statuses: ReadonlyMap<number, number>): string =>
  [...statuses]
    .toSorted(([, a], [, b]) => b - a)
    .map(
      ([status, count]) => `${status === 0 ? 'no response' : status}${count === 1 ? '' : ` ${count} times`}`,
    )
    .join(', ')

const isEach = (statuses: ReadonlyMap<number, number>, is: (status: number) => boolean): boolean =>
  statuses.size > 0 && [...statuses.keys()].every(is)

/**
 * Why an operation never succeeded, from the responses to its valid requests. @param isAnonymous they had no
 * credentials
 */
const failureWords = (
  { path }: Operation,
  statuses: ReadonlyMap<number, number>,
  isAnonymous: boolean,
): string => {
  const came = listed(statuses)
  const names = [...path.matchAll(/\{[^}]*\}/g)].map(([name]) => name).join(', ')
  if (isEach(statuses, (status) => status === 0)) return `no response came: ${came}`
  if (isEach(statuses, (status) => status === 401 || status === 403))
    return isAnonymous
      ? `refused, and no credentials were sent: ${came}`
      : `refused to these credentials: ${came}`
  if (isEach(statuses, (status) => status === 404) && names !== '') {
    return `nothing is known that ${names} ${names.includes(',') ? 'name' : 'names'}: ${came}`
  }
  if (isEach(statuses, (status) => status >= 500)) return `it fails: ${came}`
  return `never 2xx: ${came}`
}

const isKey = /^[1-5](\d\d|XX)$/i

/** Whether a status is a success: 2xx, or a redirection that is declared by more than `default`, as those to a login. */
export function isSuccess(operation: Operation, status: number): boolean {
  const isRedirection = status >= 300 && status < 400
  return isRedirection
    ? ![undefined, 'default'].includes(declaredStatus(operation, status))
    : status >= 200 && status < 300
}

/** The declared statuses that a client can cause, so neither 5xx nor `default`. */
export function reachableStatuses({ responses }: Operation): string[] {
  return Object.keys(responses).filter((key) => isKey.test(key) && !key.startsWith('5'))
}

const count = (counts: Map<number, number>, status: number): void => {
  counts.set(status, (counts.get(status) ?? 0) + 1)
}

export class OperationRecord {
  readonly operation: Operation
  readonly name: string
  /** The number of its request points that are not reached yet. */
  open = 0
  /** Statuses of all responses, 0 for none; and of those to valid requests. */
  readonly statuses = new Map<number, number>()
  readonly ofValid = new Map<number, number>()
  readonly #isAnonymous: boolean
  #hindrance: string | undefined

  /** @param isAnonymous whether its requests have no credentials */
  constructor(operation: Operation, isAnonymous: boolean) {
    this.operation = operation
    this.#isAnonymous = isAnonymous
    this.name = nameOf(operation)
  }

  /** A point of a case belongs to this operation, unless it is of a schema, which operations share. */
  keyOf(point: CoveragePoint): string {
    return point.startsWith('parameter ') ? `${this.name}\n${point}` : point
  }

  answered(status: number, isValid: boolean): void {
    count(this.statuses, status)
    if (isValid) count(this.ofValid, status)
  }

  get calls(): number {
    return [...this.statuses.values()].reduce((sum, one) => sum + one, 0)
  }

  /** Whether a valid request of it succeeded. */
  get hasWorked(): boolean {
    return [...this.ofValid.keys()].some((status) => isSuccess(this.operation, status))
  }

  /** Whether a response had a status that is declared by this key: `200`, `4XX`. */
  hasReturned(key: string): boolean {
    return [...this.statuses.keys()].some((status) => declaredStatus(this.operation, status) === key)
  }

  /** Records why it could not be called, or not as intended. */
  hinder(sentence: string): void {
    this.#hindrance = sentence
  }

  /** The known reason why the operation never succeeded. */
  get reason(): string {
    if (this.ofValid.size > 0) return failureWords(this.operation, this.ofValid, this.#isAnonymous)
    if (this.#hindrance !== undefined) return this.#hindrance
    return this.calls === 0 ? 'the run did not come to it' : 'no valid request of it was sent'
  }
}

const openPoints = (all: readonly CoverageSummary[]): string[] => {
  const counts = [
    ['parameters', 'variation of parameters', 'variations of parameters'],
    ['values', 'enumerated value', 'enumerated values'],
    ['requests', 'branch or member', 'branches and members'],
  ] as const
  return counts.flatMap(([kind, one, many]) => {
    const open = all.reduce((sum, { [kind]: { of, reached } }) => sum + of - reached, 0)
    return open > 0 ? [counted(open, one, many)] : []
  })
}

/**
 * The effect of more time, in one sentence.
 * @param left the number of operations with planned requests that were not sent
 */
export function whatMoreTimeWouldBuy(left: number, coverage: readonly CoverageSummary[]): string {
  if (left === 0) return 'More time would buy random variation alone: every planned request was sent.'
  const points = openPoints(coverage)
  const more = points.length === 0 ? '' : `; ${joined(points)} of requests were not reached`
  return `More time would buy planned requests of ${counted(left, 'operation')}${more}.`
}
