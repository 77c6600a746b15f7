import { isObject } from '../../document/index.js'
import { fullValue, smallestValue } from '../../document/values/index.js'
import type { GivenValues } from '../model/explorer.js'
import { type Draft, withParameter } from './choice.js'
import { type BodyInput, isRight, isValid, withValue } from './inputs.js'
import { type Planned, withFreshBody } from './make-case.js'
import type { Start } from './start.js'

interface Candidate {
  readonly input: BodyInput
  readonly value: unknown
}

// Bodies that may do, best first.
const candidates = function* (start: Start, { smallest, full }: GivenValues): Iterable<Candidate> {
  for (const input of start.facts.bodies) {
    const { schema, examples } = input
    if (smallest === true) yield { input, value: smallestValue(schema, start.source(input, [])) }
    if (full === true) yield { input, value: fullValue(schema, start.source(input)) }
    const [first, second, third] = [0, 1, 2].map((index) => start.at(input, index))
    // Without an example the first is the smallest; the one with everything comes after it.
    const isOrdered = examples.length > 0 || smallest === true
    for (const choice of isOrdered ? [first, second, third] : [second, first, third])
      if (choice) yield { input, value: choice.value }
  }
}

/** The draft with a body that satisfies its schema; of several the first. */
const withValidBody = (start: Start, draft: Draft, given: GivenValues): [Draft, isValid: boolean] => {
  const { facts, api } = start
  let first: Draft | undefined
  for (const { input, value } of candidates(start, given)) {
    if (value === undefined || !isValid(input, value)) continue
    const fresh = withFreshBody(api, facts, withValue(draft, input, value)).body?.value
    const own = isObject(fresh) && given.body ? { ...fresh, ...given.body } : fresh
    const filled = withValue(draft, input, own)
    if (isValid(input, own)) return [filled, true]
    first ??= filled
  }
  return first ? [first, false] : [draft, !facts.isBodyRequired]
}

const withGivenParameters = (start: Start, draft: Draft, given: GivenValues): [Draft, boolean] => {
  let [filled, isAllRight] = [draft, true]
  for (const location of ['path', 'query'] as const) {
    for (const [name, value] of Object.entries(given[location] ?? {})) {
      filled = withParameter(filled, { name, in: location }, { value })
      const declared = start.facts.parameters.find(
        ({ parameter }) => parameter.in === location && parameter.name === name,
      )
      isAllRight &&= declared !== undefined && isRight(declared, value)
    }
  }
  return [filled, isAllRight]
}

/** Parameters that are not required, and that the document shows how to use. */
const withShown = (start: Start): Draft => {
  let filled = start.draft
  for (const input of start.facts.parameters) {
    if (input.parameter.required || input.isOpaque || input.examples.length === 0) continue
    filled = withParameter(filled, input.parameter, start.at(input, 0))
  }
  return filled
}

const words = ({ smallest, full, aim }: GivenValues): string => {
  if (aim !== undefined) return aim
  if (full === true) return 'all members of the body'
  return smallest === true ? 'the smallest valid request' : 'a valid request'
}

/**
 * One case with values that are given, and others that the service is likely to take. It is valid where all of it
 * satisfies the document, and open where what was given does not.
 * @yields it
 */
export function* usual(start: Start, given: GivenValues): Iterable<Planned> {
  const { facts } = start
  const shown = given.smallest === true ? start.draft : withShown(start)
  const [filled, isAllRight] = withGivenParameters(start, shown, given)
  const needsBody = facts.isBodyRequired || given.smallest !== true || given.body !== undefined
  const [draft, isValidBody] = needsBody ? withValidBody(start, filled, given) : [filled, true]
  yield { draft, aim: words(given), promise: isAllRight && isValidBody ? 'valid' : 'open', isAsMade: true }
}
