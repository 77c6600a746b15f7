import { lacking } from '../checks/index.js'
import type { ExploreViolation } from '../model/violation.js'

/** Violations of an object in one answer are one, and so are those that have the cause of one of them. */
const groupsOf = (violations: readonly ExploreViolation[]): readonly (readonly ExploreViolation[])[] => {
  const groups: { keys: Set<string>; all: ExploreViolation[] }[] = []
  const answers = new Map(violations.map(({ steps }, index) => [steps.at(-1), index]))
  for (const violation of violations) {
    const { rule, cause, part, steps } = violation
    const keys = new Set([`${rule}\n${cause}`, `${rule}\n${part?.holder}\n${answers.get(steps.at(-1))}`])
    const joined = groups.filter((group) => [...keys].some((key) => group.keys.has(key)))
    const [first = { keys: new Set<string>(), all: [] }, ...others] = joined
    if (joined.length === 0) groups.push(first)
    for (const other of others) {
      for (const key of other.keys) first.keys.add(key)
      first.all.push(...other.all)
      groups.splice(groups.indexOf(other), 1)
    }
    for (const key of keys) first.keys.add(key)
    first.all.push(violation)
  }
  return groups.map(({ all }) => all)
}

const mostListed = 8

const listedOf = (names: readonly string[]): string[] =>
  names.length > mostListed ? [...names.slice(0, mostListed), 'others'] : [...names]

/** All that is wrong with an object, in the words of one of its violations. */
const together = (violations: readonly ExploreViolation[]): readonly ExploreViolation[] => {
  const [first] = violations
  if (!first || new Set(violations.map(({ cause }) => cause)).size === 1) return violations
  const parts = violations.flatMap(({ part }) => part ?? [])
  const missing = [...new Set(parts.flatMap(({ subject, says }) => (subject === undefined ? [] : [says])))]
  const wrong = [...new Set(parts.flatMap(({ subject, says }) => (subject === undefined ? [says] : [])))]
  return violations.map((violation) => {
    const subject = violation.part?.subject ?? parts.find((one) => one.subject !== undefined)?.subject
    const lacks = missing.length === 0 ? undefined : lacking(subject ?? 'the body', listedOf(missing))
    const sentences = [...(lacks ? [lacks.sentence] : []), ...listedOf(wrong)]
    return {
      ...violation,
      message: `${violation.part?.answer ?? ''}: ${sentences.join('; ')}`,
      ...(lacks && wrong.length === 0 && { expected: lacks.expected }),
      ...((!lacks || wrong.length > 0) && { expected: 'A body that satisfies its schema in all of this.' }),
      cause: first.cause,
    }
  })
}

/** Puts together what is wrong with one object of a body: members that it lacks, and such as are of another kind. */
export function foldMembers(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const others = violations.filter(({ part }) => part === undefined)
  const ofMembers = violations.filter(({ part }) => part !== undefined)
  return [...others, ...groupsOf(ofMembers).flatMap(together)]
}
