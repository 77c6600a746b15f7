import { inTurn, pairwise } from '../../document/values/index.js'
import type { Call, ParameterValues } from '../model/case.js'
import { type BodyInput, type Input, withBody, withMember, withParameter, withValue } from './inputs.js'
import { acceptable } from '../requests/write-request.js'
import type { Planned } from './make-case.js'
import type { Start } from './start.js'

/** Other media types than the first get the same values, so a few cases show whether they are read. */
const mostOfOthers = 15
const mostIds = 4

const firstOf = function* <Item>(items: Iterable<Item>, count: number): Iterable<Item> {
  let left = count
  for (const item of items) {
    if (left-- <= 0) return
    yield item
  }
}

const sizeOf = (value: unknown): number => JSON.stringify(value).length

const withExamples = (start: Start): Call | undefined => {
  const { parameters, bodies } = start.facts
  let [call, count] = [start.call, 0]
  for (const input of parameters) {
    const value = start.at(input, 0)
    if (input.isOpaque || value === undefined || value !== input.examples[0]) continue
    count++
    if (input.parameter.in !== 'path') call = withValue(call, input, value)
  }
  const [body] = bodies
  if (body && body.examples.length > 0) {
    const value = start.at(body, 0)
    if (value !== undefined) call = withValue(call, body, value)
    count++
  }
  return count === 0 ? undefined : call
}

/** The largest of the first values of a body. */
const fullestOf = (start: Start, body: BodyInput): unknown =>
  [0, 1, 2]
    .map((index) => start.at(body, index))
    .filter((value) => value !== undefined)
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))[0]

// The smallest request, the examples of the document, and the request with everything optional.
const whole = function* (start: Start): Iterable<Planned> {
  const { parameters, bodies, isBodyRequired } = start.facts
  const [body] = bodies
  yield { call: start.call }
  const examples = withExamples(start)
  if (examples) yield { call: examples, isAsMade: true }
  let full = start.call
  for (const input of parameters)
    if (!input.parameter.required && !input.isOpaque) full = withValue(full, input, start.likely(input))
  const fullest = body && fullestOf(start, body)
  const filled = (call: Call): Call => (body && fullest !== undefined ? withValue(call, body, fullest) : call)
  yield { call: filled(full) }
  yield { call: filled(start.call) }
  if (!isBodyRequired && body) yield { call: withBody(start.call, undefined) }
}

const each = function* (start: Start, input: Input): Iterable<Planned> {
  for (const value of start.valid(input))
    yield { call: withValue(start.call, input, value), isAsMade: !('parameter' in input) }
}

// Optional parameters present and absent: every combination of each pair.
const presence = function* (start: Start): Iterable<Planned> {
  const optional = start.facts.parameters.filter((input) => !input.isOpaque && !input.parameter.required)
  let bare = start.call
  for (const { parameter } of optional) bare = withParameter(bare, parameter, undefined)
  for (const row of pairwise(optional)) {
    let call = bare
    for (const input of row) call = withValue(call, input, start.likely(input))
    yield { call }
  }
  if (optional.length > 0) yield { call: bare }
}

// Each media type of a success beyond the one that every case asks for.
const otherTypes = function* ({ call, facts: { operation } }: Start): Iterable<Planned> {
  for (const accept of acceptable(operation).slice(1)) yield { call: { ...call, accept } }
}

// Ids from earlier responses, after the best one. Those below other parents differ.
const knownIds = function* (start: Start): Iterable<Planned> {
  const inputs = start.facts.parameters.filter(({ parameter }) => parameter.in === 'path')
  let settled: ParameterValues = {}
  for (const [index, input] of inputs.entries()) {
    const { name } = input.parameter
    for (const value of firstOf(start.known(input, settled), mostIds)) {
      let call = withValue(start.call, input, value)
      for (const below of inputs.slice(index + 1)) {
        const [own] = firstOf(start.known(below, call.path), 1)
        if (own !== undefined) call = withValue(call, below, own)
      }
      yield { call }
    }
    const { path } = start.call
    settled = withMember(settled, name, Object.hasOwn(path, name) ? path[name] : undefined)
  }
}

/** @yields valid cases, the most revealing first: required values, examples, all options, then each varied */
export function* covering(start: Start): Iterable<Planned> {
  yield* whole(start)
  const { parameters, bodies } = start.facts
  const varied = parameters.filter(({ isOpaque }) => !isOpaque)
  const [first = [], ...others] = bodies.map((input) => each(start, input))
  // The body has more variants than a parameter, so it takes every second turn.
  const running = first[Symbol.iterator]()
  const shared = { [Symbol.iterator]: () => running }
  const weighed = varied
    .map((input) => each(start, input))
    .flatMap((one, index) => (index % 2 === 0 ? [shared, one] : [one]))
  const rare = inTurn(others.map((one) => firstOf(one, mostOfOthers)))
  yield* inTurn([...weighed, shared, presence(start), otherTypes(start), knownIds(start), rare])
}
