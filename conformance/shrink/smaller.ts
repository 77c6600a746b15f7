import { isObject } from '../../document/index.js'
import { peculiaritiesOf } from '../../document/values/index.js'
import type { Call } from '../model/call.js'
import type { Case } from '../model/case.js'

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
export type KnownFor = (call: Call, name: string) => readonly unknown[]

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
export function* smallerCalls(of: Case, knownFor: KnownFor): Generator<Call, void, undefined> {
  yield* withoutParameters(of)
  yield* withSmallerBody(of)
  yield* withPlainerParameters(of, knownFor)
}
