import { isObject } from '../../document/index.js'
import { inTurn, tellingValues } from '../../document/values/index.js'
import { withBody, withMember } from './choice.js'
import { type Input, isRight, isWritable, withValue } from './inputs.js'
import { type Planned, withFreshBody } from './make-case.js'
import type { Start } from './start.js'

const tellingOf = function* (start: Start, input: Input): Iterable<Planned> {
  const { api, facts, draft } = start
  const isParameter = 'parameter' in input
  const likely = isParameter || draft.body?.mediaType === input.mediaType ? draft.body : start.at(input, 0)
  for (const { member, value: own, aim } of tellingValues(input.schema, start.source(input))) {
    if (isParameter && member !== undefined) continue
    const based = likely && !isParameter ? withValue(draft, input, likely.value) : draft
    const base = member === undefined ? undefined : withFreshBody(api, facts, based).body?.value
    if (member !== undefined && !isObject(base)) continue
    const value = member !== undefined && isObject(base) ? withMember(base, member, own) : own
    if (value === undefined || !isWritable(input, value)) continue
    yield {
      draft: withValue(draft, input, value),
      aim: `${isParameter ? `"${input.parameter.name}"` : 'the body'}: ${aim}`,
      promise: isRight(input, value) ? 'valid' : 'open',
      isAsMade: !isParameter,
    }
  }
}

const withoutBody = function* ({ draft, facts }: Start): Iterable<Planned> {
  const promise = facts.isBodyRequired ? 'open' : 'valid'
  if (draft.body) yield { draft: withBody(draft, undefined), aim: 'no body', promise }
}

/**
 * Cases with the values that services most often fail at, one at a time: right ones, and others of which nothing is
 * claimed but that no request makes a service fail.
 * @yields each, when it is asked for
 */
export function* telling(start: Start): Iterable<Planned> {
  const { parameters, bodies } = start.facts
  const [body] = bodies
  const varied = parameters.filter(({ isOpaque }) => !isOpaque)
  yield* inTurn([
    ...(body?.kind === 'json' ? [tellingOf(start, body)] : []),
    withoutBody(start),
    ...varied.map((input) => tellingOf(start, input)),
  ])
}
