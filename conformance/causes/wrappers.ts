import { isGeneric } from '../checks/failures.js'
import type { ExploreViolation, ExploreViolations } from '../model/case.js'
import { statusOf, textOf } from './failures.js'

/** A shorter message may have other causes in other operations. */
const fewestWords = 3

/** The clauses of a message, without generic ones at its beginning: `Internal server error: `. */
const clausesOf = (violation: ExploreViolation): readonly string[] => {
  const clauses = textOf(violation).split(': ')
  const first = clauses.findIndex((one) => !isGeneric(one))
  return first < 0 ? [] : clauses.slice(first)
}

/** The ends of a message that may be messages themselves, the shortest first, and the whole of it last. */
const endsOf = (violation: ExploreViolation): readonly string[] => {
  const clauses = clausesOf(violation)
  const ends = clauses.map((_, index) => clauses.slice(clauses.length - 1 - index).join(': '))
  return ends.filter((one) => (one.match(/\p{L}{2,}/gu) ?? []).length >= fewestWords)
}

/**
 * Makes a function from a failure to the key of its message, where one operation answers with the message alone, and
 * another one puts a clause of its own before it: `Cannot import pets: no such table`. Undefined for other messages.
 */
export function wrappersIn(failures: ExploreViolations): (violation: ExploreViolation) => string | undefined {
  const keyOf = (one: ExploreViolation, end: string): string => `${statusOf(one)} ${end}`
  const single = failures.filter(({ steps }) => steps.length === 1)
  const whole = new Set(single.map((one) => keyOf(one, clausesOf(one).join(': '))))
  const inner = single.flatMap((one) =>
    endsOf(one)
      .slice(0, -1)
      .map((end) => keyOf(one, end)),
  )
  const wrapped = new Set(inner.filter((key) => whole.has(key)))
  return (violation) =>
    violation.steps.length === 1
      ? endsOf(violation)
          .map((end) => keyOf(violation, end))
          .find((key) => wrapped.has(key))
      : undefined
}
