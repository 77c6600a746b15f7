import type { Fragment } from '../engine/node.js'
import { assertionsOf } from './assertions.js'
import { canonical, isSame, overlap } from '../engine/equal.js'
import {
  intersect,
  type Intersection,
  keywordFragments,
  keywordOf,
  propertiesOf,
  requiredOf,
} from './pair.js'
import { allTypes, bits, listedValues, typeNames } from './types.js'
import { isObject, lastKey, once } from '../../document/index.js'

const deepest = 4

const compared = new Set('type enum const properties required allOf anyOf oneOf $ref'.split(' '))

/** The assertions of a schema as a set of short texts, largely independent of spelling. */
const traitsOf = (fragments: readonly Fragment[], depth: number, at = ''): string[] => {
  if (depth > deepest) return []
  const intersection = intersect(fragments)
  const { subschemas, unions } = intersection
  const values = listedValues(intersection)
  const isWhole = (allTypes(intersection) & bits.number) === bits.integer
  const own = subschemas.flatMap((subschema) =>
    assertionsOf(subschema.schema).flatMap((key) => {
      const found = compared.has(key) ? undefined : keywordOf(subschema, key)
      if (found === undefined) return []
      const { value } = found
      if (isObject(value)) return traitsOf([found], depth + 1, `${at}/${key}`)
      // For integers, more than 0 is the same as 1 or more.
      return isWhole && key === 'exclusiveMinimum' && typeof value === 'number'
        ? [`${at} minimum ${Math.floor(value) + 1}`]
        : [`${at} ${key} ${canonical(value)}`]
    }),
  )
  return [
    `${at} ${typeNames(allTypes(intersection))?.join()}`,
    ...values.map((value) => `${at} value ${canonical(value)}`),
    ...Array.from(requiredOf(intersection), (name) => `${at} required ${name}`),
    ...traitsOfProperties(intersection, depth, at),
    ...unions.flatMap(({ members }) => members.flatMap((one) => traitsOf([one], depth + 1, `${at}/()`))),
    ...intersection.unresolved.map((ref) => `${at} ${lastKey(ref)}`),
    ...own,
  ]
}

const traitsOfProperties = (intersection: Intersection, depth: number, at: string): string[] => {
  const traits: string[] = []
  for (const { name, fragments } of propertiesOf(intersection).values()) {
    traits.push(`${at} property ${name}`)
    for (const trait of traitsOf(fragments, depth + 1, `${at}/${name}`)) traits.push(trait)
  }
  return traits
}

const knownTraits = once((fragment: Fragment): ReadonlySet<string> => new Set(traitsOf([fragment], 0)))

/** The assertions of schemas that apply together, as one text: equal texts mean equal schemas, in most spellings. */
export function shapeOf(fragments: readonly Fragment[]): string {
  return [...new Set(traitsOf(fragments, 0))].sort().join('\n')
}

/** The share of assertions that two schemas have in common, from 0 to 1. */
export function contentOverlap(one: Fragment, other: Fragment): number {
  return overlap(knownTraits(one), knownTraits(other))
}

/** A pair of items, with measures of how alike they are; the first measure that differs from another pair decides. */
interface Ranked<Item> {
  readonly pair: readonly [Item, Item]
  readonly rank: readonly number[]
}

const bestFirst = (one: Ranked<unknown>, other: Ranked<unknown>): number => {
  const differing = one.rank.findIndex((measure, index) => measure !== other.rank[index])
  return (other.rank[differing] ?? 0) - (one.rank[differing] ?? 0)
}

/** Pairs the most alike items; ties are resolved by distance, so that the reverse finds the same pairs. */
export function pairUp<Item>(
  old: readonly Item[],
  fresh: readonly Item[],
  rankOf: (one: Item, other: Item) => readonly number[] | undefined,
): (readonly [Item, Item])[] {
  const ranked = old.flatMap((one, index) =>
    fresh.flatMap((other, position): Ranked<Item>[] => {
      const rank = rankOf(one, other)
      const places = [-Math.abs(index - position), -index - position]
      return rank === undefined ? [] : [{ pair: [one, other], rank: [...rank, ...places] }]
    }),
  )
  const taken = new Set<Item>()
  return ranked.sort(bestFirst).flatMap(({ pair }) => {
    if (pair.some((item) => taken.has(item))) return []
    for (const item of pair) taken.add(item)
    return [pair]
  })
}

/** With more pairs than this, only equal schemas are searched for. */
const mostPairs = 900

/** Pairs unordered schemas, the most similar first; schemas without a partner are returned alone. */
export function matchContents<Item>(
  old: readonly Item[],
  fresh: readonly Item[],
  contentOf: (item: Item) => Fragment,
): (readonly [from: Item | undefined, to: Item | undefined])[] {
  if (old.length < 2 && fresh.length < 2) return old.length + fresh.length === 0 ? [] : [[old[0], fresh[0]]]
  const isMany = old.length * fresh.length > mostPairs
  const likeness = (one: Fragment, other: Fragment): number =>
    isMany ? Number(isSame(one.value, other.value)) : contentOverlap(one, other)
  const pairs = pairUp(old, fresh, (one, other) => [likeness(contentOf(one), contentOf(other))])
  const partners = new Map(pairs)
  const taken = new Set(partners.values())
  return [
    ...old.map((one) => [one, partners.get(one)] as const),
    ...fresh.filter((other) => !taken.has(other)).map((other) => [undefined, other] as const),
  ]
}

const listedIn = (intersection: Intersection): ReadonlySet<string> =>
  new Set(listedValues(intersection).map((value) => JSON.stringify(value)))

/** Whether a property has a constant in one schema that the other does not list, which makes them distinct variants. */
const isDistinguished = (one: Intersection, other: Intersection): boolean => {
  const others = propertiesOf(other)
  return [...propertiesOf(one)].some(([name, { fragments }]) => {
    const counterpart = others.get(name)
    if (counterpart === undefined) return false
    const [left, right] = [listedIn(intersect(fragments)), listedIn(intersect(counterpart.fragments))]
    const isConstant = Math.min(left.size, right.size) === 1
    return isConstant && overlap(left, right) === 0
  })
}

// Equal property names do not make properties equal, so the score stays below 1.
const almostEqual = 0.99

const objectSimilarity = (one: Intersection, other: Intersection): number => {
  const [left, right] = [new Set(propertiesOf(one).keys()), new Set(propertiesOf(other).keys())]
  if (left.size === 0 && right.size === 0) return 0.6
  return isDistinguished(one, other) ? 0 : Math.min(overlap(left, right), almostEqual)
}

const deepestItems = 3

const scalarSimilarity = (one: Intersection, other: Intersection): number => {
  const [left, right] = [listedIn(one), listedIn(other)]
  if (left.size > 0 && right.size > 0) return 0.4 + 0.5 * overlap(left, right)
  const [format, counterpart] = [one, other].map((side) => keywordFragments(side, 'format')[0]?.value)
  return (left.size > 0 === right.size > 0 ? 0.6 : 0.5) + (format === counterpart ? 0.2 : 0)
}

/** How similar two schemas are, from 0 (distinct) to 1 (equal). */
export function similarity(one: Fragment, other: Fragment, depth = 0): number {
  const [left, right] = [intersect([one]), intersect([other])]
  if (contentOverlap(one, other) === 1) return 1
  const shared = allTypes(left) & allTypes(right)
  if (shared === 0) return 0
  if ((shared & bits.object) !== 0 && propertiesOf(left).size + propertiesOf(right).size > 0) {
    return objectSimilarity(left, right)
  }
  const [items, others] = [keywordFragments(left, 'items')[0], keywordFragments(right, 'items')[0]]
  if (items !== undefined && others !== undefined && depth < deepestItems) {
    return 0.3 + 0.6 * similarity(items, others, depth + 1)
  }
  return scalarSimilarity(left, right)
}
