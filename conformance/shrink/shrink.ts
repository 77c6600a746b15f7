import { keyOfValue, peculiaritiesOf } from '../../document/values/index.js'
import { deepEqual } from '../../runtime/json.js'
import { giveWay } from '../cases/start.js'
import { valueAt } from '../checks/deviations.js'
import type { Call, Case, Observed } from '../model/case.js'
import type { Validator } from '../../runtime/validators.js'
import { isObject, keysOf, objectOf } from '../../document/index.js'

const plain = 'a'

/** Plain values of each type for missing ones; the validator selects the right one. */
const fillings: readonly unknown[] = [plain, 1, true, {}]

type Values = Readonly<Record<string, unknown>>
type Smaller = Generator<unknown, void, undefined>

const without = (value: Values, names: readonly string[]): Values =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** Groups of items to leave out: all, halves, and each. */
const groupsOf = <Item>(items: readonly Item[]): (readonly Item[])[] => {
  const half = Math.ceil(items.length / 2)
  return [items, items.slice(0, half), items.slice(half), ...items.map((item) => [item])]
}

const smallerObjects = function* (value: Values): Generator<Values, void, undefined> {
  const names = Object.keys(value)
  for (const group of groupsOf(names)) yield without(value, group)
  // If a required member must stay, the others are dropped.
  if (names.length > 2) for (const name of names) yield { [name]: value[name] }
  for (const name of names)
    for (const smaller of smallerValues(value[name])) yield { ...value, [name]: smaller }
}

const smallerLists = function* (value: readonly unknown[]): Smaller {
  if (value.length > 0) yield []
  else yield* fillings.map((item) => [item])
  if (value.length > 1) {
    yield value.slice(0, 1)
    yield value.slice(0, Math.ceil(value.length / 2))
    for (const index of value.keys()) yield value.toSpliced(index, 1)
  }
  for (const [index, item] of value.entries())
    for (const smaller of smallerValues(item)) yield value.with(index, smaller)
}

const smallerTexts = function* (value: string): Smaller {
  if (value === plain) return
  const characters = Array.from(value)
  const half = Math.ceil(characters.length / 2)
  yield plain
  // If only the length matters, the characters do not.
  if (!/^a*$/.test(value)) yield plain.repeat(characters.length)
  if (characters.length > 1) {
    yield characters.slice(0, half).join('')
    yield characters.slice(half).join('')
  }
  const odd = characters.filter((character) => !/[a-zA-Z0-9 ]/.test(character))
  if (odd.length === 0 || odd.length === characters.length) return
  yield odd[0]
  yield characters.filter((character) => /[a-zA-Z0-9 ]/.test(character)).join('')
}

const smallerNumbers = function* (value: number): Smaller {
  // 1 is plainer than 0.
  if (value === 0) yield 1
  for (const smaller of [1, 0, Math.trunc(value), Math.trunc(value / 2)])
    if (Math.abs(smaller) < Math.abs(value)) yield smaller
}

/** Values slightly smaller or plainer than a JSON value, the smallest first; they may be invalid. */
const smallerValues = (value: unknown): Iterable<unknown> => {
  if (Array.isArray(value)) return smallerLists(value)
  if (isObject(value)) return smallerObjects(value)
  if (typeof value === 'string') return smallerTexts(value)
  if (typeof value === 'number') return smallerNumbers(value)
  if (value === true) return [false]
  return value === null ? [...fillings, []] : []
}

/** Values of existing things, by the name of a path parameter. */
type KnownFor = (call: Call, name: string) => readonly unknown[]

const mostKnown = 2

/** The parts of a call that are made smaller alike; a body that is not a JSON value stays as it is. */
const partsOf = ({ query, header, cookie, body }: Call): Values => ({
  query,
  header,
  cookie,
  ...(body && body.raw === undefined && { body: body.value }),
})

const withParts = ({ body, ...call }: Call, { body: value, query, header, cookie }: Values): Call => {
  const left = { ...call, query: objectOf(query), header: objectOf(header), cookie: objectOf(cookie) }
  if (body?.raw !== undefined) return { ...left, body }
  return body && value !== undefined ? { ...left, body: { ...body, value } } : left
}

const withPlainerPath = function* ({ call, deviation }: Case, knownFor: KnownFor): Iterable<Call> {
  for (const [name, value] of Object.entries(call.path)) {
    // Another path addresses another thing, so it is changed only if its value is odd anyway.
    const isWrong = deviation?.in === 'path' && keysOf(deviation.at)[0] === name
    if (!isWrong && peculiaritiesOf(value).length === 0) continue
    // An existing thing makes the clearest example.
    const known = call.operation.method === 'delete' ? [] : knownFor(call, name).slice(0, mostKnown)
    for (const smaller of [...known, ...smallerValues(value)])
      if (smaller !== '' && smaller !== undefined) yield { ...call, path: { ...call.path, [name]: smaller } }
  }
}

// Calls slightly smaller than that of a case, those that leave out most first.
const smallerCalls = function* (of: Case, knownFor: KnownFor): Iterable<Call> {
  const { accept, ...usual } = of.call
  if (accept !== undefined) yield usual
  for (const parts of smallerObjects(partsOf(of.call))) yield withParts(of.call, parts)
  yield* withPlainerPath(of, knownFor)
}

const sections = ['path', 'query', 'header', 'cookie'] as const

/** The validation errors of a value without list positions, which change when a list is shortened. */
const faultsIn = (judge: Validator, value: unknown): readonly string[] =>
  judge(value)
    ? []
    : (judge.errors ?? []).map(
        (error) => `${error.instancePath.replaceAll(/\/\d+/g, '/*')} ${error.schemaPath}`,
      )

/** A value of a call that a schema describes. */
interface Described {
  readonly name: string
  readonly isRequired: boolean
  readonly judge: Validator | undefined
  readonly valueIn: (call: Call) => unknown
}

const describedIn = async ({ api, case: { call: sent } }: Observed): Promise<readonly Described[]> => {
  const { parameters, requestBody } = sent.operation
  const load = async (name: string | undefined): Promise<Validator | undefined> =>
    name === undefined ? undefined : api.surface.validator(name).catch(() => undefined)
  const ofParameters = parameters.map(async ({ name, in: location, required, validator }) => ({
    name: `${location} ${name}`,
    isRequired: required,
    judge: await load(validator),
    valueIn: (call: Call) => call[location][name],
  }))
  const body = {
    name: 'body',
    isRequired: requestBody?.required === true,
    judge: await load(requestBody?.content[sent.body?.mediaType ?? '']?.validator),
    valueIn: ({ body: one }: Call) => one?.value,
  }
  return [...(await Promise.all(ofParameters)), body]
}

/** Makes a predicate: whether another call is valid, or wrong, in the same way as the sent one. */
const keeper = async (observed: Observed): Promise<(call: Call) => boolean> => {
  const { call: sent, deviation } = observed.case
  const all = await describedIn(observed)
  const faultsOf = (call: Call): string => {
    const faults = all.flatMap(({ name, isRequired, judge, valueIn }) => {
      const [value, was] = [valueIn(call), valueIn(sent)]
      if (value === undefined) return isRequired ? [`${name} is missing`] : []
      // Of a value without a schema nothing else is known to be as right.
      if (!judge) return deepEqual(value, was) ? [] : [`${name} is another`]
      return faultsIn(judge, value).map((fault) => `${name} ${fault}`)
    })
    return [...new Set(faults)].toSorted().join('\n')
  }
  const own = faultsOf(sent)
  return (call) =>
    sections.every((section) => isWithin(call[section], sent[section])) &&
    // The description of the deviation contains the value, so the value must stay.
    (deviation === undefined || deepEqual(valueAt(call, deviation), valueAt(sent, deviation))) &&
    faultsOf(call) === own
}

const isWithin = (some: Values, all: Values): boolean =>
  Object.keys(some).every((name) => Object.hasOwn(all, name))

const keyOf = ({ path, query, header, cookie, accept, body }: Call): string | undefined =>
  keyOfValue([path, query, header, cookie, accept ?? null, body ?? null])

/** The most candidates; few of them are valid or wrong in the same way as the sent request. */
const mostCandidates = 2_000

/**
 * Searches for a smaller request that still shows a violation: without optional parameters and members, with shorter
 * lists and plainer values. Every candidate is valid, or deviates exactly like the first request. Deterministic.
 * @param shows sends a case, and resolves to its response if that shows the violation
 * @param most the most requests to send
 * @param knownFor returns existing values for path parameters with odd values
 */
export async function shrink(
  observed: Observed,
  shows: (candidate: Case) => Promise<Observed | undefined>,
  most: number,
  knownFor: KnownFor = () => [],
): Promise<Observed> {
  // A target from a link or page has no values to shrink.
  if (observed.case.call.target !== undefined) return observed
  const keeps = await keeper(observed)
  const tried = new Set([keyOf(observed.case.call)])
  let [smallest, left, thought] = [observed, most, mostCandidates]
  const smaller = async (): Promise<Observed | undefined> => {
    for (const call of smallerCalls(smallest.case, knownFor)) {
      if (left === 0 || thought-- === 0) return undefined
      await giveWay()
      const key = keyOf(call)
      if (tried.has(key)) continue
      tried.add(key)
      if (!keeps(call)) continue
      left--
      const shown = await shows({ ...smallest.case, call })
      if (shown) return shown
    }
    return undefined
  }
  for (let found = await smaller(); found; found = await smaller()) smallest = found
  return smallest
}
