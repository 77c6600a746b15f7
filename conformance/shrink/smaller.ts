import { isObject } from '../../document/index.js'

const plain = 'a'

/** Plain values in place of none, of each kind: which of them is right is for the validator to say. */
const fillings: readonly unknown[] = [plain, 1, true, {}]

type Members = Readonly<Record<string, unknown>>

const withoutNames = (value: Members, names: readonly string[]): Members =>
  Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))

/** Lists of names to leave out: all, halves, and each. */
const groupsOf = (names: readonly string[]): (readonly string[])[] => {
  const half = Math.ceil(names.length / 2)
  const halves = names.length > 3 ? [names.slice(0, half), names.slice(half)] : []
  return [...(names.length > 1 ? [names] : []), ...halves, ...names.map((name) => [name])]
}

const smallerObjects = function* (value: Members): Generator<unknown, void, undefined> {
  const names = Object.keys(value)
  for (const group of groupsOf(names)) yield withoutNames(value, group)
  // Of a required member that refuses to go, the rest goes.
  if (names.length > 2) for (const name of names) yield { [name]: value[name] }
  for (const name of names) {
    for (const smaller of smallerValues(value[name])) yield { ...value, [name]: smaller }
  }
}

const smallerLists = function* (value: readonly unknown[]): Generator<unknown, void, undefined> {
  if (value.length > 0) yield []
  else yield* fillings.map((item) => [item])
  if (value.length > 1) {
    yield value.slice(0, 1)
    yield value.slice(0, Math.ceil(value.length / 2))
    for (const index of value.keys()) yield value.toSpliced(index, 1)
  }
  for (const [index, item] of value.entries()) {
    for (const smaller of smallerValues(item)) yield value.with(index, smaller)
  }
}

const smallerTexts = function* (value: string): Generator<unknown, void, undefined> {
  const characters = Array.from(value)
  if (value === plain) return
  yield plain
  // Where its length is what counts, what it consists of is not.
  if (!/^a*$/.test(value)) yield plain.repeat(characters.length)
  if (characters.length > 1) {
    yield characters.slice(0, Math.ceil(characters.length / 2)).join('')
    yield characters.slice(Math.ceil(characters.length / 2)).join('')
  }
  const odd = characters.filter((character) => !/[a-zA-Z0-9 ]/.test(character))
  if (odd.length > 0 && odd.length < characters.length) {
    yield odd[0]
    yield characters.filter((character) => /[a-zA-Z0-9 ]/.test(character)).join('')
  }
}

const smallerNumbers = function* (value: number): Generator<unknown, void, undefined> {
  // Zero is odder than one.
  if (value === 0) yield 1
  for (const smaller of [1, 0, Math.trunc(value), Math.trunc(value / 2)]) {
    if (Math.abs(smaller) < Math.abs(value)) yield smaller
  }
}

/**
 * Values that are a little smaller or plainer than a JSON value, the smallest first; they may be wrong.
 * @yields each value
 */
export function* smallerValues(value: unknown): Generator<unknown, void, undefined> {
  if (Array.isArray(value)) yield* smallerLists(value)
  else if (isObject(value)) yield* smallerObjects(value)
  else if (typeof value === 'string') yield* smallerTexts(value)
  else if (typeof value === 'number') yield* smallerNumbers(value)
  else if (value === true) yield false
  else if (value === null) yield* [...fillings, []]
}
