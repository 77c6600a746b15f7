import {
  keyOfValue,
  randomValue,
  inTurn,
  type TellingValue,
  tellingValues,
  fullValue,
  smallestValue,
} from '../../document/values/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Call, Case, Expectation, ParameterValues } from '../model/case.js'
import type { GivenValues } from '../model/explorer.js'
import { isDistinct } from '../requests/distinct.js'
import { covering } from './covering.js'
import { factsOf, giveWay, type Start, startOf, type ValuePool } from './start.js'
import {
  isRight,
  isValid,
  type Input,
  type ParameterInput,
  withValue,
  isWritable,
  type BodyInput,
  withBody,
  withMember,
  withParameter,
} from './inputs.js'
import { type IsTaken, makeCase, type Planned, withFreshBody, withOwnBody } from './make-case.js'
import { withTypes } from './typed-ids.js'
import { probes, wrong } from './wrong.js'
import { endOfReferences, isObject } from '../../document/index.js'

// Candidates for the body, best first.
const candidates = function* (start: Start, { smallest, full }: GivenValues): Iterable<[BodyInput, unknown]> {
  for (const input of start.facts.bodies) {
    const { schema, examples } = input
    if (smallest === true) yield [input, smallestValue(schema, { ...start.source(input), examples: [] })]
    if (full === true) yield [input, fullValue(schema, start.source(input))]
    const [first, second, third] = [0, 1, 2].map((index) => start.at(input, index))
    // Without an example the first value is the smallest, so the full one is tried before it.
    const isOrdered = examples.length > 0 || smallest === true
    for (const value of isOrdered ? [first, second, third] : [second, first, third]) yield [input, value]
  }
}

const withValidBody = (start: Start, call: Call, given: GivenValues): [Call, isValid: boolean] => {
  const { facts, api } = start
  let first: Call | undefined
  for (const [input, value] of candidates(start, given)) {
    if (value === undefined || !isValid(input, value)) continue
    const fresh = withFreshBody(api, facts, withValue(call, input, value), start).body?.value
    const own = isObject(fresh) && given.body ? { ...fresh, ...given.body } : fresh
    const filled = withValue(call, input, own)
    if (isValid(input, own)) return [filled, true]
    first ??= filled
  }
  return first ? [first, false] : [call, !facts.isBodyRequired]
}

const withGivenParameters = (start: Start, call: Call, given: GivenValues): [Call, boolean] => {
  let [filled, isAllRight] = [call, true]
  for (const location of ['path', 'query'] as const) {
    for (const [name, value] of Object.entries(given[location] ?? {})) {
      filled = withParameter(filled, { name, in: location }, value)
      const declared = start.facts.parameters.find(
        ({ parameter }) => parameter.in === location && parameter.name === name,
      )
      isAllRight &&= declared !== undefined && isRight(declared, value)
    }
  }
  return [filled, isAllRight]
}

const withShown = (start: Start, isFull: boolean): Call => {
  let filled = start.call
  for (const input of start.facts.parameters) {
    if (input.parameter.required || input.isOpaque) continue
    if (input.examples.length > 0) filled = withValue(filled, input, start.at(input, 0))
    else if (isFull) filled = withValue(filled, input, start.likely(input))
  }
  return filled
}

// One case with the given values, and otherwise likely ones; `open` where a given one breaks the document.
const usual = function* (start: Start, given: GivenValues): Iterable<Planned> {
  const { facts } = start
  // The full form of a request with a body is about its members.
  const isFull = given.full === true && facts.bodies.length === 0
  const shown = given.smallest === true ? start.call : withShown(start, isFull)
  const [filled, isAllRight] = withGivenParameters(start, shown, given)
  const needsBody = facts.isBodyRequired || given.smallest !== true || given.body !== undefined
  const [call, isValidBody] = needsBody ? withValidBody(start, filled, given) : [filled, true]
  yield { call, promise: isAllRight && isValidBody ? 'valid' : 'open', isAsMade: true }
}

// Values of an input that often break services; of a list of objects, also values of its first item.
const tellingIn = function* (
  start: Start,
  input: Input,
): Iterable<TellingValue & { readonly isOfItem?: true }> {
  const source = start.source(input)
  yield* tellingValues(input.schema, source)
  const list = endOfReferences(input.schema, source.schemas)
  if ('parameter' in input || typeof list !== 'object' || list.type !== 'array') return
  for (const one of tellingValues(list.items, source))
    if (one.member !== undefined) yield { ...one, isOfItem: true }
}

/** A body with another value of one member; undefined where it is neither an object nor a list of objects. */
const withTelling = (base: unknown, member: string, value: unknown, isOfItem = false): unknown => {
  if (!isOfItem) return isObject(base) ? withMember(base, member, value) : undefined
  const [first, ...others] = Array.isArray(base) ? (base as unknown[]) : []
  return isObject(first) ? [withMember(first, member, value), ...others] : undefined
}

const tellingOf = function* (start: Start, input: Input): Iterable<Planned> {
  const { api, facts, call } = start
  const isParameter = 'parameter' in input
  const based =
    isParameter || call.body?.mediaType === input.mediaType
      ? call
      : withValue(call, input, start.at(input, 0))
  for (const { member, value: own, isOfItem } of tellingIn(start, input)) {
    if (isParameter && member !== undefined) continue
    const base = member === undefined ? undefined : withFreshBody(api, facts, based).body?.value
    const value = member === undefined ? own : withTelling(base, member, own, isOfItem)
    if (value === undefined || !isWritable(input, value)) continue
    const promise = isRight(input, value) ? 'valid' : 'open'
    yield { call: withValue(call, input, value), promise, isAsMade: !isParameter }
  }
}

const withoutBody = function* ({ call, facts }: Start): Iterable<Planned> {
  const promise = facts.isBodyRequired ? 'open' : 'valid'
  if (call.body) yield { call: withBody(call, undefined), promise }
}

// Values that services most often fail on, one at a time; of those that are not valid only 5xx is a finding.
const telling = function* (start: Start): Iterable<Planned> {
  const { base, call, facts } = start
  const { parameters, bodies, operation } = facts
  const [body] = bodies
  const varied = parameters.filter(({ isOpaque }) => !isOpaque)
  if (base?.body && operation.method === 'post') yield { call, isTwice: true }
  yield* inTurn([
    ...(body?.kind === 'json' ? [tellingOf(start, body)] : []),
    withoutBody(start),
    ...varied.map((input) => tellingOf(start, input)),
  ])
}

/** Draws before the most likely value is used, because not every valid value can be written. */
const mostDraws = 6
/** The share of ids that are taken from earlier responses, where there are any. */
const knownShare = 0.85
const knownShareOfOthers = 0.25

const oneOf = <Item>(items: readonly Item[], random: () => number): Item | undefined =>
  items[Math.floor(random() * items.length)]

const drawnValue = (start: Start, input: Input, random: () => number): unknown => {
  const source = start.source(input)
  for (let draw = 0; draw < mostDraws; draw++) {
    const value = randomValue(input.schema, source, random)
    if (value !== undefined && isValid(input, value)) return value
  }
  return undefined
}

const drawnParameter = (
  start: Start,
  input: ParameterInput,
  path: ParameterValues,
  random: () => number,
): unknown => {
  const share = input.parameter.in === 'path' ? knownShare : knownShareOfOthers
  const known = random() < share ? oneOf([...start.known(input, path)], random) : undefined
  if (known !== undefined) return known
  const drawn = input.isOpaque ? undefined : drawnValue(start, input, random)
  return drawn === undefined ? start.likely(input, path) : drawn
}

const drawnCall = (start: Start, random: () => number): Call => {
  const { parameters, bodies, isBodyRequired } = start.facts
  // Only a share of the optional parameters, because filters combined would find nothing.
  const share = random()
  // Path parameters first, from left to right, because each id is looked up below those before it.
  let call: Call = { ...start.call, path: {} }
  for (const input of parameters)
    if (input.parameter.required || random() < share)
      call = withValue(call, input, drawnParameter(start, input, call.path, random))
  const body = random() < 0.8 ? bodies[0] : oneOf(bodies, random)
  if (!body || (!isBodyRequired && random() < 0.1)) return call
  const drawn = drawnValue(start, body, random)
  const value = drawn === undefined ? start.at(body, 0) : drawn
  return value === undefined ? call : withValue(call, body, value)
}

// Valid cases with random values for all that is required and some optional values; the last is not random.
const randomly = function* (start: Start, random: () => number): Iterable<Planned> {
  for (let draw = 0; draw < mostDraws; draw++) yield { call: drawnCall(start, random), isAsMade: true }
  yield { call: start.call, isAsMade: true }
}

interface Plan {
  /** The expectation of a case that has none of its own. */
  readonly promise: Expectation
  readonly each: (start: Start, options: PlanOptions) => Iterable<Planned>
}

export interface PlanOptions {
  /** A call that succeeded; each case differs from it in one value. */
  readonly base?: Call | undefined
  readonly given?: GivenValues
  readonly random?: () => number
}

const plans = {
  covering: { promise: 'valid', each: covering },
  invalid: { promise: 'invalid', each: wrong },
  telling: { promise: 'open', each: telling },
  probe: { promise: 'invalid', each: probes },
  random: { promise: 'valid', each: (start, { random = () => 0 }) => randomly(start, random) },
  valid: { promise: 'valid', each: (start, { given = {} }) => usual(start, given) },
} as const satisfies Readonly<Record<string, Plan>>

export type CaseKind = keyof typeof plans

/**
 * Makes bodies whose names are not those that the base call or an earlier case of the plan sent. A text that is not the
 * run's own may be one that exists: a code of a country.
 */
const freshness = ({ api, facts, base, call }: Start): ((planned: Planned) => Call) => {
  const sent = new Set<string>()
  const isTaken: IsTaken = (text, isUnique) => {
    const isRepeated = sent.size === sent.add(text).size
    return isRepeated && (isUnique || isDistinct(api, text))
  }
  if (base) withFreshBody(api, facts, base, { isTaken })
  return (planned) => {
    if (planned.isAsMade !== true) return withFreshBody(api, facts, planned.call)
    const whole = planned.deviation?.in === 'body' ? call.body?.value : undefined
    return withFreshBody(api, facts, planned.call, { isTaken, whole })
  }
}

const keyOf = ({ operation: _operation, ...sent }: Call): string | undefined => keyOfValue(sent)

/** @yields the cases of one kind for an operation without duplicates, each after a bounded amount of work */
export async function* plannedCases(
  kind: CaseKind,
  api: Api,
  operation: Operation,
  pool: ValuePool,
  options: PlanOptions = {},
): AsyncGenerator<Case, undefined, undefined> {
  await giveWay()
  const start = await startOf(api, operation, pool, options.base)
  if ('obstacle' in start) return
  const { facts } = start
  const plan: Plan = plans[kind]
  const seen = new Set<string>()
  const freshOf = freshness(start)
  for (const one of plan.each(start, options)) {
    await giveWay()
    const planned = withTypes(start, one)
    const key = keyOf(planned.call)
    if (key === undefined || seen.has(key)) continue
    seen.add(key)
    const fresh = freshOf(planned)
    // A wrong body stays as it is.
    const call = planned.deviation?.in === 'body' ? fresh : withOwnBody(api, facts, fresh)
    const made = makeCase(api, { promise: plan.promise, ...planned, call })
    if (made) yield made
    if (made && planned.isTwice) yield { ...made }
  }
}

/** The first case of a kind; undefined where no request can be made. */
export async function firstCase(...which: Parameters<typeof plannedCases>): Promise<Case | undefined> {
  const { value } = await plannedCases(...which).next()
  return value
}

/** The reason why no valid request of an operation could be made. */
export async function obstacleOf(api: Api, operation: Operation, pool: ValuePool): Promise<string> {
  const start = await startOf(api, operation, pool)
  return 'obstacle' in start ? start.obstacle : 'every path that can be sent leads to another operation'
}

/** Whether all values of a call satisfy the document. */
export async function satisfies(api: Api, { operation, body, ...call }: Call): Promise<boolean> {
  const { parameters, bodies, isBodyRequired } = await factsOf(api, operation)
  const areRight = parameters.every((input) => {
    const { name, in: location, required } = input.parameter
    const value = Object.hasOwn(call[location], name) ? call[location][name] : undefined
    return value === undefined ? !required : isRight(input, value)
  })
  const declared = bodies.find(({ mediaType }) => mediaType === body?.mediaType)
  const isRightBody = body
    ? declared !== undefined && body.raw === undefined && isValid(declared, body.value)
    : !isBodyRequired
  return areRight && isRightBody
}
