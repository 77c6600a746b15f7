import { errorText, locationOf, tellingKind } from '../checks/index.js'
import type { Observed } from '../model/observed.js'
import type { ExploreViolation } from '../model/violation.js'

const shownIn = ({ rule, steps }: ExploreViolation): Observed | undefined =>
  rule === 'answers/server-error' && steps.length === 1 ? steps[0] : undefined

/** A request that is right, and has nothing in it that services stumble over. */
const isPlain = (observed: Observed): boolean =>
  locationOf(observed) === undefined && tellingKind(observed) === undefined

const groupBy = (
  violations: readonly ExploreViolation[],
  keyOf: (observed: Observed) => string,
): Map<string, ExploreViolation[]> => {
  const groups = new Map<string, ExploreViolation[]>()
  for (const violation of violations) {
    const observed = shownIn(violation)
    if (!observed) continue
    const key = keyOf(observed)
    groups.set(key, [...(groups.get(key) ?? []), violation])
  }
  return groups
}

const statusOf = ({ noAnswer, exchange }: Observed): string => noAnswer ?? String(exchange.response.status)

/** By operation and status; another method is another operation. */
const failureOf = (observed: Observed): string => {
  const { operation, method } = observed.case.call
  return `${operation.pointer} ${method ?? ''} ${statusOf(observed)}`
}

const textOf = (observed: Observed): string => errorText(observed) ?? ''

/** Where a request is odd: at its deviation, or at the first of its odd values. */
const spotOf = (observed: Observed): string => {
  const location = locationOf(observed)
  if (location !== undefined) return location
  const kind = tellingKind(observed)
  const odd = observed.case.peculiarities?.find((one) => one.kind === kind)
  if (odd?.in === 'body') return odd.at === '' ? 'body' : 'members of the body'
  return `${odd?.in} ${odd?.at.split('/')[1] ?? ''}`
}

const withCause = (violation: ExploreViolation, cause = violation.cause): ExploreViolation => ({
  ...violation,
  cause,
})

/** The violation whose cause says most: one of a kind of value, which other operations may share. */
const firstOf = (violations: readonly ExploreViolation[]): ExploreViolation | undefined =>
  violations.find(({ steps: [shown] }) => shown && tellingKind(shown) !== undefined) ?? violations[0]

/**
 * Puts failures of one operation together. Where a plain request fails, every odd one with that status fails for that,
 * unless its answer says something else; otherwise those are one that are odd in the same location and answered alike.
 */
export function foldServerErrors(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const causes = new Map<ExploreViolation, string>()
  for (const failures of groupBy(violations, failureOf).values()) {
    const plain = failures.filter(({ steps: [shown] }) => shown && isPlain(shown))
    const [any] = plain
    const odd = failures.filter((one) => !plain.includes(one))
    for (const [text, alike] of groupBy(odd, textOf)) {
      const same = plain.find(({ steps: [shown] }) => shown && textOf(shown) === text)
      const known = same ?? (text === '' ? any : undefined)
      for (const there of groupBy(alike, spotOf).values()) {
        const cause = (known ?? firstOf(there))?.cause
        if (cause !== undefined) for (const one of there) causes.set(one, cause)
      }
    }
  }
  return violations.map((violation) => withCause(violation, causes.get(violation)))
}
