import { didYouMean, type InputProblem } from '../../diagnostics/index.js'
import { appendKey, isObject, listOf, member, textOf } from '../../document/index.js'
import { knownChanges } from './known-changes.js'

const directions = new Set(['request', 'response', 'neither'])

/** Reports directions that a change never has, so that a verdict for them would never apply. */
const directionProblems = (
  id: string,
  verdict: unknown,
  known: ReadonlySet<string>,
): readonly InputProblem[] =>
  Object.keys(isObject(verdict) ? verdict : {})
    .filter((name) => directions.has(name) && !known.has(name))
    .map((name) => ({
      pointer: appendKey(appendKey('/verdicts', id), name),
      message: `"${id}" has no direction "${name}"; it has ${[...known].join(', ')}`,
      isName: true,
    }))

/**
 * Problems of a configured policy that its schema cannot express: unknown changes, and directions that a change never
 * has. Accepts any value; unreadable members are skipped.
 */
export function policyProblems(value: unknown): readonly InputProblem[] {
  const verdicts = member(value, 'verdicts')
  return Object.entries(isObject(verdicts) ? verdicts : {}).flatMap(
    ([id, verdict]): readonly InputProblem[] => {
      const known = knownChanges.get(id)
      if (known) return directionProblems(id, verdict, known)
      const message = `"${id}" is no id and no kind of a change${didYouMean(id, knownChanges.keys())}`
      return [{ pointer: appendKey('/verdicts', id), message, isName: true }]
    },
  )
}

/** Problems of an allow-list that its schema cannot express: duplicate changes. */
export function allowListProblems(value: unknown): readonly InputProblem[] {
  const seen = new Set<string>()
  return listOf(member(value, 'changes')).flatMap((entry, index): readonly InputProblem[] => {
    const fingerprint = textOf(member(entry, 'fingerprint'))
    if (fingerprint === undefined) return []
    if (!seen.has(fingerprint)) {
      seen.add(fingerprint)
      return []
    }
    const pointer = `/changes/${index}/fingerprint`
    return [{ pointer, message: `${fingerprint} is named twice` }]
  })
}
