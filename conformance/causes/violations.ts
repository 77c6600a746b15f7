import { operationName } from '../checks/index.js'
import type { Observed } from '../model/case.js'
import type { ExploreViolation } from '../model/violation.js'

/** The last step of a violation: the exchange that shows it, with its case. */
export function shownIn({ steps }: ExploreViolation): Observed {
  const last = steps.at(-1)
  if (!last) throw new RangeError('a violation without a step')
  return last
}

/** The operation that shows a violation. */
export function operationOf(violation: ExploreViolation): string {
  return operationName(shownIn(violation))
}

/** Counts the odd values and the deviation of a request, because they distract even if unrelated to the violation. */
const oddities = ({ case: { peculiarities = [], deviation } }: Observed): number =>
  peculiarities.length + (deviation === undefined ? 0 : 2)

const sizeOf = ({ steps }: ExploreViolation): number =>
  steps.reduce((size, observed) => {
    const { body = '', url, headers } = observed.exchange.request
    return size + 1_000 * (1 + oddities(observed)) + body.length + url.length + headers.length
  }, 0)

/** Violations with the smallest requests first. */
export function bySize(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  return violations.toSorted((a, b) => sizeOf(a) - sizeOf(b))
}

/** Groups in the order of their first members. */
export function groupsOf<T>(all: readonly T[], keyOf: (one: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) {
    const group = groups.get(keyOf(one)) ?? []
    groups.set(keyOf(one), group)
    group.push(one)
  }
  return groups
}

/** Equal for violations of one rule and cause. */
export function causeKey({ rule, cause }: ExploreViolation): string {
  return `${rule}\n${cause}`
}

/**
 * Gives violations at one location the cause that most operations show.
 * @param spotOf undefined for a violation that keeps its cause
 */
export function byWidestCause(
  violations: readonly ExploreViolation[],
  spotOf: (violation: ExploreViolation) => string | undefined,
): readonly ExploreViolation[] {
  const breadths = new Map<string, number>()
  for (const [key, group] of groupsOf(violations, causeKey))
    breadths.set(key, new Set(group.map(operationOf)).size)
  const breadthOf = (one: ExploreViolation): number => breadths.get(causeKey(one)) ?? 0
  const widest = new Map<string, ExploreViolation>()
  for (const one of violations) {
    const spot = spotOf(one)
    const known = spot === undefined ? undefined : widest.get(spot)
    if (spot !== undefined && (!known || breadthOf(one) > breadthOf(known))) widest.set(spot, one)
  }
  return violations.map((one) => ({ ...one, cause: widest.get(spotOf(one) ?? '')?.cause ?? one.cause }))
}
