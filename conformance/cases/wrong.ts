import { escapeKey } from '../../document/index.js'
import { deviatingValues, inTurn } from '../../document/values/index.js'
import { withBody, withParameter } from './choice.js'
import { type Input, isCoercible, isWrong, withValue } from './inputs.js'
import type { Planned } from './make-case.js'
import { bodyIn, type Start } from './start.js'

const mostBodies = 2

// Required values left out.
const missing = function* ({ facts, draft }: Start): Iterable<Planned> {
  const { operation, parameters, isBodyRequired } = facts
  if (isBodyRequired) {
    const pointer = operation.requestBody?.pointer ?? operation.pointer
    const says = 'the body is missing'
    const deviation = { in: 'body', at: '', keyword: 'required', pointer, says } as const
    yield { draft: withBody(draft, undefined), aim: says, deviation }
  }
  for (const { parameter, schema, isOpaque } of parameters) {
    // A value with a default may be left out, even if the document requires it.
    const hasDefault = typeof schema === 'object' && schema.default !== undefined
    if (isOpaque || !parameter.required || parameter.in === 'path' || hasDefault) continue
    const { name, in: location, pointer } = parameter
    const says = `the ${location} parameter "${name}" is missing`
    const deviation = { in: location, at: `/${escapeKey(name)}`, keyword: 'required', pointer, says }
    yield { draft: withParameter(draft, parameter, undefined), aim: says, deviation }
  }
}

// Values of an input that break its schema in every reading.
const wrongValues = function* (start: Start, input: Input): Iterable<Planned> {
  if (input.validator === undefined) return
  const [location, name] =
    'parameter' in input
      ? [input.parameter.in, `/${escapeKey(input.parameter.name)}`]
      : (['body', ''] as const)
  const source = start.source(input, [...bodyIn(start.draft, input), ...input.examples])
  for (const one of deviatingValues(input.schema, source)) {
    if (!isWrong(input, one)) continue
    const { keyword, pointer, says } = one
    const mark = isCoercible(input, one) && { isCoercible: true as const }
    yield {
      draft: withValue(start.draft, input, one.value),
      aim: says,
      deviation: { in: location, at: `${name}${one.at}`, keyword, pointer, says, ...mark },
      isAsMade: location === 'body',
    }
  }
}

/**
 * Cases with one deviation from the document each: a required value left out, or a value of a parameter or of the body
 * that breaks its schema in every reading.
 * @yields each case lazily
 */
export function* wrong(start: Start): Iterable<Planned> {
  const { parameters, bodies } = start.facts
  const inputs = [...bodies.slice(0, mostBodies), ...parameters.filter(({ isOpaque }) => !isOpaque)]
  yield* inTurn([missing(start), ...inputs.map((input) => wrongValues(start, input))])
}
