import { keyOfValue, peculiaritiesOf } from '../../document/values/index.js'
import { deepEqual } from '../../runtime/equality.js'
import { giveWay } from '../cases/start.js'
import { valueAt } from '../checks/index.js'
import type { Call, Case, Peculiarity, Observed } from '../model/case.js'
import type { Validator } from '../../runtime/validators.js'
import { isObject } from '../../document/index.js'

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
  const halves = items.length > 3 ? [items.slice(0, half), items.slice(half)] : []
  return [...(items.length > 1 ? [items] : []), ...halves, ...items.map((item) => [item])]
}

const smallerObjects = function* (value: Values): Smaller {
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

const withoutParameters = function* ({ call, deviation }: Case): Generator<Call, void, undefined> {
  const isKept = (location: string, name: string): boolean =>
    call.operation.parameters.some((one) => one.in === location && one.name === name && one.required) ||
    (deviation?.in === location && deviation.at.split('/')[1] === name)
  const optional = (['header', 'cookie', 'query'] as const).flatMap((location) =>
    Object.keys(call[location])
      .filter((name) => !isKept(location, name))
      .map((name) => ({ location, name })),
  )
  for (const group of groupsOf(optional)) {
    const left = (location: 'header' | 'cookie' | 'query'): Values =>
      without(
        call[location],
        group.filter((one) => one.location === location).map(({ name }) => name),
      )
    yield { ...call, header: left('header'), cookie: left('cookie'), query: left('query') }
  }
}

const withSmallerBody = function* ({ call, deviation }: Case): Generator<Call, void, undefined> {
  const { body, ...rest } = call
  if (body === undefined) return
  if (deviation?.in !== 'body') yield rest
  if (body.raw !== undefined) return
  for (const value of smallerValues(body.value)) yield { ...call, body: { ...body, value } }
}

const withPlainerParameters = function* (
  { call, deviation }: Case,
  knownFor: KnownFor,
): Generator<Call, void, undefined> {
  for (const location of ['query', 'header', 'cookie', 'path'] as const) {
    for (const [name, value] of Object.entries(call[location])) {
      const isPath = location === 'path'
      // Another path addresses another thing, so it is changed only if its value is odd anyway.
      const isWrong = deviation?.in === 'path' && deviation.at === `/${name}`
      if (isPath && !isWrong && peculiaritiesOf(value).length === 0) continue
      // An existing thing makes the clearest example.
      const known = isPath && call.operation.method !== 'delete' ? knownFor(call, name) : []
      for (const smaller of [...known.slice(0, mostKnown), ...smallerValues(value)])
        if (!isPath || (smaller !== '' && smaller !== undefined))
          yield { ...call, [location]: { ...call[location], [name]: smaller } }
    }
  }
}

/**
 * Calls slightly smaller than that of a case, those that leave out most first.
 * @param knownFor returns existing values for path parameters
 * @yields each call
 */
const smallerCalls = function* (of: Case, knownFor: KnownFor): Generator<Call, void, undefined> {
  yield* withoutParameters(of)
  yield* withSmallerBody(of)
  yield* withPlainerParameters(of, knownFor)
}

const sections = ['path', 'query', 'header', 'cookie'] as const

/** The validation errors of a value without list positions, which change when a list is shortened. */
const faultsOf = (judge: Validator, value: unknown): string =>
  judge(value)
    ? ''
    : [
        ...new Set(
          (judge.errors ?? []).map(
            (error) => `${error.instancePath.replaceAll(/\/\d+/g, '/*')} ${error.schemaPath}`,
          ),
        ),
      ]
        .toSorted()
        .join('\n')

/** Makes a predicate: whether another call is valid, or wrong, in the same way as the sent one. */
const keeper = async ({
  api,
  case: { call: sent, deviation },
}: Observed): Promise<(call: Call) => boolean> => {
  const { parameters, requestBody } = sent.operation
  const load = async (name: string | undefined): Promise<Validator | undefined> =>
    name === undefined ? undefined : api.surface.validator(name).catch(() => undefined)
  const judges = await Promise.all(
    parameters.map(async (parameter) => ({ parameter, judge: await load(parameter.validator) })),
  )
  const media = requestBody?.content[sent.body?.mediaType ?? '']
  const judge = await load(media?.validator)
  // The description of the deviation contains the value, so the value must stay.
  const keepsDeviation = (call: Call): boolean =>
    deviation === undefined || deepEqual(valueAt(call, deviation), valueAt(sent, deviation))
  const isSame = (value: unknown, was: unknown, by: Validator | undefined): boolean =>
    deepEqual(value, was) ||
    (by !== undefined && value !== undefined && faultsOf(by, value) === faultsOf(by, was))
  const keepsParameters = (call: Call): boolean =>
    judges.every(({ parameter, judge: by }) => {
      const value = call[parameter.in][parameter.name]
      const was = sent[parameter.in][parameter.name]
      // Leaving out a valid optional parameter keeps a call valid.
      if (value === undefined && was !== undefined)
        return !parameter.required && (!by || faultsOf(by, was) === '')
      return isSame(value, was, by)
    })
  const keepsBody = (call: Call): boolean => {
    if (call.body === undefined) return sent.body === undefined || requestBody?.required !== true
    if (sent.body === undefined || sent.body.raw !== undefined) return deepEqual(call.body, sent.body)
    return isSame(call.body.value, sent.body.value, judge)
  }
  return (call) =>
    keepsDeviation(call) &&
    sections.every((section) => isWithin(call[section], sent[section])) &&
    keepsParameters(call) &&
    keepsBody(call)
}

const isWithin = (some: Readonly<Record<string, unknown>>, all: Readonly<Record<string, unknown>>): boolean =>
  Object.keys(some).every((name) => Object.hasOwn(all, name))

const valueIn = (call: Call, location: Peculiarity['in']): unknown =>
  location === 'body' ? call.body?.value : call[location]

/** The odd values in a location of a call; an empty parameter location is not odd. */
const peculiarIn = (call: Call, location: Peculiarity['in']): readonly Peculiarity[] =>
  peculiaritiesOf(valueIn(call, location))
    .filter(({ at }) => location === 'body' || at !== '')
    .map(({ kind, at }) => ({ kind, in: location, at }))

/** The peculiarities that a smaller call still has; undetectable kinds stay while their location is unchanged. */
const peculiaritiesLeft = ({ call: was, peculiarities = [] }: Case, call: Call): readonly Peculiarity[] => {
  const locations = [...new Set(peculiarities.map((one) => one.in))]
  const kinds = new Set(peculiarities.map(({ kind }) => kind))
  const found = new Set<string>(locations.flatMap((one) => peculiarIn(was, one)).map(({ kind }) => kind))
  const seen = locations.flatMap((one) => peculiarIn(call, one)).filter(({ kind }) => kinds.has(kind))
  const others = peculiarities.filter(
    (one) => !found.has(one.kind) && deepEqual(valueIn(was, one.in), valueIn(call, one.in)),
  )
  return [...seen, ...others]
}

const withCall = (of: Case, call: Call): Case => {
  const { reaches: _reaches, ...rest } = of
  return { ...rest, call, peculiarities: peculiaritiesLeft(of, call) }
}

const keyOf = ({ path, query, header, cookie, body }: Call): string | undefined =>
  keyOfValue([path, query, header, cookie, body ?? null])

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
      const shown = await shows(withCall(smallest.case, call))
      if (shown) return shown
    }
    return undefined
  }
  for (let found = await smaller(); found; found = await smaller()) smallest = found
  return smallest
}
