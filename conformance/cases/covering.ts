import { inTurn, pairwise } from '../../document/values/index.js'
import { type Choice, type Choices, type Draft, withBody, withMember, withParameter } from './choice.js'
import { type BodyInput, type Input, type ParameterInput, withValue } from './inputs.js'
import type { Planned } from './make-case.js'
import type { Start } from './start.js'

/** Other media types than the first get the same values, so a few cases show whether they are read. */
const mostOfOthers = 15
const mostIds = 4
/** The most values of one parameter, and the most parameters, that are combined in pairs. */
const mostCombined = 5
const mostParameters = 8

const firstOf = function* <Item>(items: Iterable<Item>, count: number): Iterable<Item> {
  let left = count
  for (const item of items) {
    if (left-- <= 0) return
    yield item
  }
}

const firstValues = (start: Start, input: Input, count: number): Choice[] =>
  Array.from({ length: count }, (_, index) => start.at(input, index)).filter((choice) => choice !== undefined)

const sizeOf = ({ value }: Choice): number => JSON.stringify(value).length

/** A draft with the examples of the document; undefined where it shows none. */
const withExamples = (start: Start): Draft | undefined => {
  const { parameters, bodies } = start.facts
  let [draft, count] = [start.draft, 0]
  for (const input of parameters) {
    const choice = start.at(input, 0)
    if (input.isOpaque || choice === undefined || choice.value !== input.examples[0]) continue
    count++
    if (input.parameter.in !== 'path') draft = withParameter(draft, input.parameter, choice)
  }
  const [body] = bodies
  if (body && body.examples.length > 0) {
    const choice = start.at(body, 0)
    if (choice) draft = withValue(draft, body, choice.value, choice.aim)
    count++
  }
  return count === 0 ? undefined : draft
}

// The smallest request, the examples of the document, and the request with everything optional.
const whole = function* (start: Start): Iterable<Planned> {
  const { parameters, bodies, isBodyRequired } = start.facts
  const [body] = bodies
  yield { draft: start.draft, aim: 'what is required' }
  const examples = withExamples(start)
  if (examples)
    yield { draft: examples, aim: 'the examples of the document', source: 'example', isAsMade: true }
  let full = start.draft
  for (const input of parameters)
    if (!input.parameter.required && !input.isOpaque)
      full = withParameter(full, input.parameter, start.likely(input))
  const [fullest] = body ? firstValues(start, body, 3).toSorted((a, b) => sizeOf(b) - sizeOf(a)) : []
  const filled = (draft: Draft): Draft => (body && fullest ? withValue(draft, body, fullest.value) : draft)
  yield { draft: filled(full), aim: 'all that is optional' }
  if (fullest) yield { draft: filled(start.draft), aim: 'all members of the body' }
  if (!isBodyRequired && body) yield { draft: withBody(start.draft, undefined), aim: 'no body' }
}

const eachParameter = function* (start: Start, input: ParameterInput): Iterable<Planned> {
  const { name } = input.parameter
  for (const choice of start.valid(input)) {
    const draft = withParameter(start.draft, input.parameter, choice)
    yield { draft, aim: `"${name}": ${choice.aim ?? 'another value'}` }
  }
}

const eachBody = function* (start: Start, input: BodyInput): Iterable<Planned> {
  for (const { value, aim = 'another value' } of start.valid(input))
    yield {
      draft: withValue(start.draft, input, value, aim),
      aim: `${input.mediaType}: ${aim}`,
      isAsMade: true,
    }
}

// Optional parameters present and absent: every combination of each pair.
const presence = function* (start: Start): Iterable<Planned> {
  const optional = start.facts.parameters.filter((input) => !input.isOpaque && !input.parameter.required)
  let bare = start.draft
  for (const { parameter } of optional) bare = withParameter(bare, parameter, undefined)
  for (const row of pairwise(optional)) {
    let draft = bare
    for (const input of row) draft = withParameter(draft, input.parameter, start.likely(input))
    yield { draft, aim: `with ${row.map(({ parameter }) => `"${parameter.name}"`).join(', ')}` }
  }
  if (optional.length > 0) yield { draft: bare, aim: 'no optional parameter' }
}

// Ids from earlier responses, after the best one.
const knownIds = function* (start: Start): Iterable<Planned> {
  let settled: Choices = {}
  for (const input of start.facts.parameters) {
    const { name, in: location } = input.parameter
    if (location !== 'path') continue
    const known = [...firstOf(start.known(input, settled), mostIds)]
    const { path } = start.draft
    settled = withMember(settled, name, Object.hasOwn(path, name) ? path[name] : undefined)
    for (const choice of known)
      yield { draft: withParameter(start.draft, input.parameter, choice), aim: `"${name}" ${choice.aim}` }
  }
}

// Every pair of the first values of two parameters that are no ids.
const combined = function* (start: Start, one: ParameterInput, other: ParameterInput): Iterable<Planned> {
  for (const first of firstValues(start, one, mostCombined)) {
    const half = withParameter(start.draft, one.parameter, first)
    for (const second of firstValues(start, other, mostCombined)) {
      const names = `"${one.parameter.name}" and "${other.parameter.name}"`
      const draft = withParameter(half, other.parameter, second)
      yield { draft, aim: `${names}: ${first.aim}, ${second.aim}` }
    }
  }
}

/**
 * Valid cases in the order of what they reveal: the required values, the examples of the document, everything optional;
 * then each parameter and the body through all that their schemas allow, one value varied at a time; last, values of
 * two parameters at a time.
 * @yields each case lazily
 */
export function* covering(start: Start): Iterable<Planned> {
  yield* whole(start)
  const { parameters, bodies } = start.facts
  const varied = parameters.filter(({ isOpaque }) => !isOpaque)
  const [first = [], ...others] = bodies.map((input) => eachBody(start, input))
  // The body has more variants than a parameter, so it takes every second turn.
  const running = first[Symbol.iterator]()
  const shared = { [Symbol.iterator]: () => running }
  const each = varied.map((input) => eachParameter(start, input))
  const weighed = each.flatMap((one, index) => (index % 2 === 0 ? [shared, one] : [one]))
  const rare = inTurn(others.map((one) => firstOf(one, mostOfOthers)))
  yield* inTurn([...weighed, shared, presence(start), knownIds(start), rare])
  const pairable = varied.filter(({ parameter }) => parameter.in !== 'path').slice(0, mostParameters)
  yield* inTurn(
    pairable.flatMap((one, index) => pairable.slice(index + 1).map((other) => combined(start, one, other))),
  )
}
