import type { JsonSchema } from '../../runtime/surface.js'
import { jsonPointer } from '../json/json.js'
import { Maker } from './make/maker.js'
import { type Dice, type Violation, inTurn, type ValueLocation, type Variant } from './make/making.js'
import {
  type DeviatingValue,
  most,
  type Node,
  nodeOf,
  Spent,
  type TellingValue,
  type ValueSource,
} from './model/source.js'
import { Shapes, sharedShapes } from './schema/shape.js'

export { inTurn, pairwise } from './make/making.js'
export {
  Bounds,
  type CoveragePoint,
  type DeviatingValue,
  type Hint,
  type TellingValue,
  type ValuePath,
  type ValueSource,
} from './model/source.js'
export { peculiaritiesOf, type PeculiarityKind, reachedPoints, schemaPoints } from './points.js'
export { isOfType, scalarHolds } from './judge/judge.js'
export { isKnownFormat, smallestImage } from './texts/formats.js'

/** The state for making the values of one schema. */
interface Whole {
  readonly maker: Maker
  readonly node: Node
  readonly location: ValueLocation
}

/** A schema to make values for; without one any value is valid. */
type Given = JsonSchema | undefined

const wholeOf = (schema: Given, source: ValueSource, shapes = new Shapes(source)): Whole => ({
  maker: new Maker(source, shapes),
  node: nodeOf(schema, source.pointer),
  location: {
    ...(source.name !== undefined && { name: source.name }),
    path: source.path ?? [],
    shown: source.examples ?? [],
    around: [],
    depth: 0,
  },
})

// Ends once a value takes more steps than allowed.
const asFarAsBounded = function* <Item>(items: Iterable<Item>): Iterable<Item> {
  try {
    yield* items
  } catch (error) {
    if (!(error instanceof Spent)) throw error
  }
}

/** A short string that is equal for equal JSON values; undefined for one that is too large to send. */
export function keyOfValue(value: unknown): string | undefined {
  const text = JSON.stringify(value)
  if (text.length > most.json) return undefined
  if (text.length < 100) return text
  let [one, other] = [0xdeadbeef, 0x41c6ce57]
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    one = Math.imul(one ^ code, 2654435761)
    other = Math.imul(other ^ code, 1597334677)
  }
  return `${text.length} ${one} ${other}`
}

/** Whether a value was not made before and is not too large. */
const isNew = (seen: Set<string>, value: unknown): boolean => {
  const key = keyOfValue(value)
  if (key === undefined || seen.has(key)) return false
  seen.add(key)
  return true
}

/** The number of plain values before peculiar ones are mixed in. */
const plainFirst = 40

const plainThenPeculiar = function* ({ maker, node, location }: Whole): Iterable<Variant> {
  yield { value: maker.make(node, location, 'base') }
  yield { value: maker.bounds.part(() => maker.make(node, location, 'full')) }
  const plain = maker.variants(node, location, 'plain')[Symbol.iterator]()
  for (let index = 0; index < plainFirst; index++) {
    const next = plain.next()
    if (next.done === true) break
    yield next.value
  }
  yield* inTurn([{ [Symbol.iterator]: () => plain }, maker.variants(node, location, 'peculiar')])
}

const valid = function* (whole: Whole): Iterable<unknown> {
  const { maker, node, location } = whole
  const { source, bounds } = maker
  const seen = new Set<string>()
  for (const variants of [location.shown.map((value) => ({ value })), plainThenPeculiar(whole)])
    for (const { value } of variants) {
      if (value === undefined || !maker.holds(value, node) || source.accepts?.(value) === false) continue
      if (!isNew(seen, value)) continue
      yield value
      bounds.rest()
    }
}

/**
 * Values that together cover a schema: its examples, the smallest, the full one, optional members in pairs, each
 * branch, each enum value, the bounds, null, and then values that services often fail on. Finite, deterministic and
 * lazy, the most relevant first. Each satisfies the schema.
 * @yields each, after a bounded number of steps
 */
export function coveringValues(schema: Given, source: ValueSource): Iterable<unknown> {
  return asFarAsBounded(valid(wholeOf(schema, source)))
}

const makeSized = ({ maker, node, location }: Whole, size: 'base' | 'full' = 'base'): unknown => {
  const once = function* (): Iterable<unknown> {
    yield maker.make(node, location, size)
  }
  const [value] = asFarAsBounded(once())
  const isSent = value === undefined || keyOfValue(value) !== undefined
  if (!isSent) maker.bounds.exceeded.add('size')
  return isSent ? value : undefined
}

/** The smallest likely value: required members, known or of an example; undefined if there is none. */
export function smallestValue(schema: JsonSchema | undefined, source: ValueSource): unknown {
  const value = makeSized(wholeOf(schema, source, sharedShapes(source)))
  if (source.accepts === undefined || value === undefined || source.accepts(value)) return value
  const [other] = coveringValues(schema, source)
  return other
}

/** A value of a schema with all optional members, without recursion; undefined if none is found. */
export function fullValue(schema: JsonSchema | undefined, source: ValueSource): unknown {
  return makeSized(wholeOf(schema, source), 'full')
}

const subjectOf = ({ at }: Violation, { name }: ValueSource): string => {
  const names = [...(name === undefined ? [] : [name]), ...at.filter((key) => typeof key === 'string')]
  const items = typeof at.at(-1) === 'number' ? 'an item of ' : ''
  return names.length === 0 ? `${items}the body` : `${items}"${names.join('.')}"`
}

const wrong = function* ({ maker, node, location }: Whole): Iterable<DeviatingValue> {
  const { source, bounds } = maker
  const seen = new Set<string>()
  for (const { value, violation } of maker.variants(node, location, 'wrong')) {
    if (!violation || maker.holds(value, node) || source.accepts?.(value) === true || !isNew(seen, value))
      continue
    const { at, words, ...broken } = violation
    yield { value, at: jsonPointer(at), says: `${subjectOf(violation, source)} ${words}`, ...broken }
    bounds.rest()
  }
}

/**
 * Values that each violate a schema in one respect, at every depth: a missing required member, a wrong type, bound,
 * format or enum value. The rest of each value is valid. Finite, deterministic and lazy.
 * @yields each, after a bounded number of steps
 */
export function deviatingValues(schema: Given, source: ValueSource): Iterable<DeviatingValue> {
  return asFarAsBounded(wrong(wholeOf(schema, source)))
}

const diceOf = (random: () => number): Dice => {
  const one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)]
  const [density = 0.5, peculiar = 0] = [one([0.15, 0.5, 0.85]), one([0, 0.05, 0.3])]
  return { number: random, one, density, peculiar, drawn: 0 }
}

const mostDraws = 10

const drawn = function* ({ maker, node, location }: Whole, random: () => number): Iterable<unknown> {
  // If no value can be constructed, random attempts would not find one either.
  const draws = maker.make(node, location, 'base') === undefined ? 0 : mostDraws
  for (let count = 0; count < draws; count++) {
    maker.bounds.rest()
    const value = maker.make(node, location, diceOf(random))
    if (value === undefined || maker.source.accepts?.(value) === false) continue
    if (keyOfValue(value) !== undefined) yield value
  }
}

/** A valid random value, determined by `random` from 0 up to 1; undefined if none is found. */
export function randomValue(schema: Given, source: ValueSource, random: () => number): unknown {
  const [value] = asFarAsBounded(drawn(wholeOf(schema, source), random))
  return value
}

/** A number that 64 bits do not hold. */
const huge = 2 ** 63

/** Replacements for a value of each type, the most likely to find a defect first. */
const substitutes: Readonly<Record<string, readonly unknown[]>> = {
  object: [null, [], {}],
  array: [[null], null, [], {}],
  string: ['a\0b', null, 'x'.repeat(20_000), ''],
  integer: [huge, null, -1, 'x'],
  number: [huge, null, 'x'],
  boolean: [null],
}

const typeOf = (maker: Maker, node: Node): string => {
  const types = new Set(maker.shapes(node).flatMap((shape) => shape.types))
  return ['object', 'array', 'integer', 'number', 'string'].find((one) => types.has(one)) ?? 'boolean'
}

const telling = function* ({ maker, node }: Whole): Iterable<TellingValue> {
  const type = typeOf(maker, node)
  if (type !== 'object') {
    for (const value of substitutes[type] ?? []) yield { value }
    return
  }
  yield { value: [null] }
  const [shape] = maker.shapes(node)
  const members = (shape?.names ?? []).map((name) => ({
    member: name,
    type: typeOf(maker, shape?.member(name) ?? []),
  }))
  const isHolder = ({ type }: { readonly type: string }): boolean => type === 'object' || type === 'array'
  const ordered = members.toSorted((a, b) => Number(isHolder(b)) - Number(isHolder(a)))
  yield* inTurn(
    ordered.map(({ member, type }) => (substitutes[type] ?? []).map((value) => ({ member, value }))),
  )
}

/**
 * Values that services most often fail on: a wrong container for the whole, or null, an empty list, a huge number,
 * NUL or a very long string in place of one member.
 * @yields them lazily; the caller has to check which of them satisfy the schema
 */
export function tellingValues(schema: JsonSchema | undefined, source: ValueSource): Iterable<TellingValue> {
  return asFarAsBounded(telling(wholeOf(schema, source)))
}
