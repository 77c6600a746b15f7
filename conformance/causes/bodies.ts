import { lacking } from '../checks/index.js'
import type { ExploreViolation } from '../model/violation.js'
import { groupsOf, shownIn } from './violations.js'

/** What is wrong with one object in one response. */
interface BrokenObject {
  readonly violations: readonly ExploreViolation[]
  readonly causes: ReadonlySet<string>
}

const brokenObjects = (violations: readonly ExploreViolation[]): readonly BrokenObject[] => {
  const numbers = new Map(violations.map((one, index) => [shownIn(one), index]))
  const objects = groupsOf(
    violations,
    (one) => `${one.rule} ${numbers.get(shownIn(one))} ${one.part?.holder}`,
  )
  return [...objects.values()].map((own) => ({
    violations: own,
    causes: new Set(own.map(({ cause }) => cause)),
  }))
}

/** All that is wrong with an object in one response as one violation for each, of one cause. */
const together = ({ violations, causes }: BrokenObject, cause: string): readonly ExploreViolation[] => {
  if (causes.size === 1) return violations.map((one) => ({ ...one, cause }))
  const parts = violations.flatMap(({ part }) => part ?? [])
  const saysOf = (isMissing: boolean): string[] =>
    parts.filter(({ subject }) => (subject !== undefined) === isMissing).map(({ says }) => says)
  const [missing, wrong] = [[...new Set(saysOf(true))], [...new Set(saysOf(false))]]
  const subject = parts.find((part) => part.subject !== undefined)?.subject ?? 'the body'
  const sentences = missing.length === 0 ? wrong : [lacking(subject, missing), ...wrong]
  const message = `${parts[0]?.answer ?? ''}: ${sentences.slice(0, 9).join('; ')}`
  return violations.map((one) => ({ ...one, cause, message }))
}

/**
 * Puts together what is wrong with one object of a body: members that it lacks, and such as are of another kind. A
 * response that shows a part of what another one shows is of the same cause.
 */
export function foldBodies(violations: readonly ExploreViolation[]): readonly ExploreViolation[] {
  const objects = brokenObjects(violations.filter(({ part }) => part !== undefined))
  const kept: BrokenObject[] = []
  const folded = objects
    .toSorted((a, b) => b.causes.size - a.causes.size)
    .flatMap((one) => {
      const whole = kept.find(({ causes }) => [...one.causes].every((cause) => causes.has(cause)))
      if (!whole) kept.push(one)
      return together(one, [...(whole ?? one).causes].toSorted().join('\n'))
    })
  return [...violations.filter(({ part }) => part === undefined), ...folded]
}
