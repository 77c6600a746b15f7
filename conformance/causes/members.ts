import { lacking } from '../checks/index.js'
import type { ExploreViolation } from '../model/violation.js'

/** What is wrong with one object in one answer. */
interface BrokenObject {
  readonly violations: readonly ExploreViolation[]
  readonly causes: ReadonlySet<string>
}

const brokenObjects = (violations: readonly ExploreViolation[]): readonly BrokenObject[] => {
  const numbers = new Map(violations.map(({ steps }, index) => [steps.at(-1), index]))
  const objects = new Map<string, ExploreViolation[]>()
  for (const violation of violations) {
    const key = `${violation.rule} ${numbers.get(violation.steps.at(-1))} ${violation.part?.holder}`
    objects.set(key, [...(objects.get(key) ?? []), violation])
  }
  return [...objects.values()].map((own) => ({
    violations: own,
    causes: new Set(own.map(({ cause }) => cause)),
  }))
}

const mostListed = 8

const listedOf = (names: readonly string[]): string[] =>
  names.length > mostListed ? [...names.slice(0, mostListed), 'others'] : [...names]

/** All that is wrong with an object in one answer as one violation for each, of one cause. */
const together = ({ violations }: BrokenObject, cause: string): readonly ExploreViolation[] => {
  const parts = violations.flatMap(({ part }) => part ?? [])
  const holder = parts.find(({ subject }) => subject !== undefined)
  const missing = [...new Set(parts.flatMap(({ subject, says }) => (subject === undefined ? [] : [says])))]
  const wrong = [...new Set(parts.flatMap(({ subject, says }) => (subject === undefined ? [says] : [])))]
  const lacks = missing.length === 0 ? undefined : lacking(holder?.subject ?? 'the body', listedOf(missing))
  const message = `${parts[0]?.answer ?? ''}: ${[...(lacks ? [lacks.sentence] : []), ...listedOf(wrong)].join('; ')}`
  const expected = wrong.length > 0 ? 'A body that satisfies its schema in all of this.' : lacks?.expected
  const isOne = new Set(violations.map((one) => one.cause)).size === 1
  const said = isOne || expected === undefined ? {} : { message, expected }
  return violations.map((violation) => Object.assign(withCause(violation, cause), said))
}

const withCause = (violation: ExploreViolation, cause: string): ExploreViolation => ({ ...violation, cause })

/**
 * Puts together what is wrong with one object of a body: members that it lacks, and such as are of another kind. An
 * answer that shows a part of what another one shows is of the same cause.
 */
export function foldMembers(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const others = violations.filter(({ part }) => part === undefined)
  const objects = brokenObjects(violations.filter(({ part }) => part !== undefined))
  const kept: BrokenObject[] = []
  const folded = objects
    .toSorted((a, b) => b.causes.size - a.causes.size)
    .flatMap((one) => {
      const whole = kept.find(({ causes }) => [...one.causes].every((cause) => causes.has(cause)))
      if (!whole) kept.push(one)
      return together(one, [...(whole ?? one).causes].toSorted().join('\n'))
    })
  return [...others, ...folded]
}
