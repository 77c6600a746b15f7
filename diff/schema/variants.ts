import { discriminatorIn, isObject, lastKey, once, readSchema, refOf, textOf } from '../../document/index.js'
import { shortened } from '../../reporting/index.js'
import { canonical, isSame, overlap, ownersOf, pairsByText } from '../engine/equal.js'
import { childOf, type Fragment, nameOfReference, targetOf } from '../engine/node.js'
import { assertionsOf, bareSchema, type Union } from './union.js'
import {
  intersect,
  type Intersection,
  keywordFragments,
  keywordOf,
  keywordValue,
  propertiesOf,
  requiredOf,
} from './pair.js'
import { allTypes, bits, listedValues, typeNames } from './types.js'

const deepest = 4

const compared = new Set('type enum const properties required allOf anyOf oneOf $ref'.split(' '))

/** The assertions of a schema as a set of short texts, largely independent of spelling. */
const traitsOf = (fragments: readonly Fragment[], depth: number, at = ''): string[] => {
  if (depth > deepest) return []
  const intersection = intersect(fragments)
  const { subschemas, unions } = intersection
  const values = listedValues(intersection)
  const isWhole = (allTypes(intersection) & bits.number) === bits.integer
  const assertions = subschemas.flatMap((subschema) =>
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
    ...[...propertiesOf(intersection).values()].flatMap(({ name, fragments: own }) =>
      [`${at} property ${name}`].concat(traitsOf(own, depth + 1, `${at}/${name}`)),
    ),
    ...unions.flatMap(({ members }) => members.flatMap((one) => traitsOf([one], depth + 1, `${at}/()`))),
    ...intersection.unresolved.map((ref) => `${at} ${lastKey(ref)}`),
    ...assertions,
  ]
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
  before: readonly Item[],
  after: readonly Item[],
  rankOf: (one: Item, other: Item) => readonly number[] | undefined,
): (readonly [Item, Item])[] {
  const ranked = before.flatMap((one, index) =>
    after.flatMap((other, position): Ranked<Item>[] => {
      const rank = rankOf(one, other)
      const closeness = [-Math.abs(index - position), -index - position]
      return rank === undefined ? [] : [{ pair: [one, other], rank: [...rank, ...closeness] }]
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
  before: readonly Item[],
  after: readonly Item[],
  contentOf: (item: Item) => Fragment,
): (readonly [from: Item | undefined, to: Item | undefined])[] {
  if (before.length < 2 && after.length < 2)
    return before.length + after.length === 0 ? [] : [[before[0], after[0]]]
  const isMany = before.length * after.length > mostPairs
  const likeness = (one: Fragment, other: Fragment): number =>
    isMany ? Number(isSame(one.value, other.value)) : contentOverlap(one, other)
  const pairs = pairUp(before, after, (one, other) => [likeness(contentOf(one), contentOf(other))])
  const partners = new Map(pairs)
  const taken = new Set(partners.values())
  return [
    ...before.map((one) => [one, partners.get(one)] as const),
    ...after.filter((other) => !taken.has(other)).map((other) => [undefined, other] as const),
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

/** The similarity of two schemas, from 0 (distinct) to 1 (equal). */
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

/** One variant of a union, with everything that identifies it. */
export interface Variant {
  readonly fragment: Fragment
  /** Discriminator values that select it. */
  readonly values: readonly string[]
  /** Constants that distinguish it from its siblings: `kind=card`. */
  readonly tags: readonly string[]
  readonly ref: string | undefined
  readonly title: string | undefined
  readonly name: string
}

/** The discriminator of a union: the property, and the location of the keyword. */
interface Discriminator {
  readonly property: string
  readonly fragment: Fragment
  /** The selected schemas, by value. */
  readonly mapping: ReadonlyMap<string, unknown>
}

/** The discriminator of a union. */
export function discriminatorOf({ holder }: Union): Discriminator | undefined {
  const fragment = childOf(holder, 'discriminator')
  const stated = discriminatorIn(holder.value)
  if (fragment === undefined || stated === undefined) return undefined
  const mapping = Array.from(stated.mapping, ([value, references]) => {
    const found = references.map((ref) => targetOf(fragment, ref)).find((target) => target !== undefined)
    return [value, found?.value] as const
  })
  return { property: stated.property, fragment, mapping: new Map(mapping) }
}

/** The values that each property lists; empty if it allows any. */
const listsOf = (fragment: Fragment): [name: string, values: readonly unknown[]][] =>
  [...propertiesOf(intersect([fragment]))].map(([name, { fragments }]) => [
    name,
    listedValues(intersect(fragments)),
  ])

const tagOf = (name: string, value: unknown): string => `${name}=${JSON.stringify(value)}`

const tagsOf = (fragment: Fragment): string[] =>
  listsOf(fragment).flatMap(([name, values]) => (values.length === 1 ? [tagOf(name, values[0])] : []))

/** Several variants of one union that correspond to one variant of the other. */
export interface MergedVariants {
  readonly many: readonly Variant[]
  readonly one: Variant
  /** The constants that distinguished them. */
  readonly tags: readonly string[]
  /** Other values of the distinguishing property; undefined if it allows any value. */
  readonly further: readonly unknown[] | undefined
}

/** The variants that a mapping merges into one, because several of their values select it. */
const mappedTo = (many: Iterable<Variant>, one: Variant): MergedVariants | undefined => {
  const found = [...many].filter(
    ({ values }) => values.length > 0 && values.every((value) => one.values.includes(value)),
  )
  if (found.length < 2) return undefined
  const known = new Set(found.flatMap(({ values }) => values))
  const further = one.values.filter((value) => !known.has(value))
  return { many: found, one, tags: [...known], further }
}

/** The variants merged into one: it lists several of their constants or, being the only one, allows any. */
const listedBy = (many: Iterable<Variant>, one: Variant, isOnly: boolean): MergedVariants | undefined => {
  for (const [name, values] of listsOf(one.fragment)) {
    const known = new Set(values.map((value) => tagOf(name, value)))
    const isMeant = (tag: string): boolean =>
      values.length === 0 ? isOnly && tag.startsWith(`${name}=`) : known.has(tag)
    const found = [...many].filter(({ tags }) => tags.some(isMeant))
    const tags = new Set(found.flatMap((variant) => variant.tags.filter(isMeant)))
    if (found.length < 2 || tags.size < found.length) continue
    const further = values.filter((value) => !tags.has(tagOf(name, value)))
    return { many: found, one, tags: [...tags], further: values.length === 0 ? undefined : further }
  }
  return undefined
}

const valuesOf = (fragment: Fragment, ref?: string, found?: Discriminator): string[] => {
  if (found === undefined || ref === undefined) return []
  const target = targetOf(fragment, ref)?.value
  const mapped = [...found.mapping].filter(([, one]) => one !== undefined && one === target)
  // Without a mapping the name of a component selects its variant.
  return mapped.length > 0 ? mapped.map(([value]) => value) : [nameOfReference(ref)]
}

const typeOf = (fragment: Fragment): string | undefined => {
  const type = keywordFragments(intersect([fragment]), 'type')[0]?.value
  return typeof type === 'string' ? type : Array.isArray(type) ? type.join(' or ') : undefined
}

const longestName = 40

/** The assertion of a variant without a name or a type of its own: `required: a, b`. */
const contentOf = (fragment: Fragment): string | undefined => {
  const { value } = bareSchema(fragment)
  if (!isObject(value)) return undefined
  const keys = assertionsOf(readSchema(value, fragment.document.dialect).keywords)
  const key = keys.find((one) => one !== 'type') ?? keys[0]
  if (key === undefined) return 'any value'
  const stated = value[key]
  const texts = Array.isArray(stated) ? stated.filter((one) => typeof one !== 'object') : undefined
  const words = texts ?? (isObject(stated) ? Object.keys(stated) : [stated])
  return words.length === 0 ? key : shortened(`${key}: ${words.join(', ')}`, longestName)
}

/** The variants of a union, each with everything that identifies it. */
export const variantsOf = once((union: Union): readonly Variant[] => {
  const discriminator = discriminatorOf(union)
  const types = union.members.map(typeOf)
  return union.members.map((fragment, index) => {
    const reference = refOf(fragment.value)
    const ref = reference === undefined ? undefined : nameOfReference(reference)
    const title = textOf(keywordValue(intersect([fragment]), 'title'))
    const values = valuesOf(fragment, reference, discriminator)
    const tags = tagsOf(fragment)
    const type = types.filter((one) => one === types[index]).length > 1 ? undefined : types[index]
    const name = ref ?? title ?? tags[0] ?? type ?? contentOf(fragment) ?? String(index)
    return { fragment, values, tags, name, ref, title }
  })
})

/** The paired variants, the rest, and those that became one or were one. */
export type MatchedVariants = ReturnType<typeof matchVariants>

type Names = (variant: Variant) => readonly string[]

const rounds: readonly Names[] = [
  ({ values }) => values,
  ({ ref }) => (ref === undefined ? [] : [ref]),
  ({ tags }) => tags,
  ({ title }) => (title === undefined ? [] : [title]),
]

/** Above this many comparisons, similarity is not computed. */
const maxComparisons = 4000

const minScore = 0.5

const descriptionOf = ({ fragment }: Variant): unknown => keywordValue(intersect([fragment]), 'description')

/** The similarity of two variants: by properties or values, by all assertions, and by description. */
const rankOf = (one: Variant, other: Variant): readonly number[] | undefined => {
  const score = similarity(one.fragment, other.fragment)
  if (score < minScore) return undefined
  const content = score < 1 ? contentOverlap(one.fragment, other.fragment) : 1
  return [score, content, Number(isSame(descriptionOf(one), descriptionOf(other)))]
}

/** Texts by which large numbers of variants are paired without scoring: first by equality, then by position. */
const roundsOfMany: readonly ((variant: Variant) => string)[] = [
  ({ fragment }) => `${fragment.pointer} ${canonical(fragment.value)}`,
  ({ fragment }) => canonical(fragment.value),
  ({ fragment }) => fragment.pointer,
]

const areMany = (from: ReadonlySet<Variant>, to: ReadonlySet<Variant>): boolean =>
  from.size * to.size > maxComparisons

type Merge = (many: ReadonlySet<Variant>, one: Variant, isOnly: boolean) => MergedVariants | undefined

const takeMerged = (many: Set<Variant>, ones: Set<Variant>, merge: Merge): MergedVariants[] =>
  [...(areMany(many, ones) ? [] : ones)].flatMap((one) => {
    const found = merge(many, one, ones.size === 1)
    if (found === undefined) return []
    for (const variant of found.many) many.delete(variant)
    ones.delete(one)
    return [found]
  })

/** Pairs variants by discriminator, reference, constants, title, and finally similarity. */
export function matchVariants(from: readonly Variant[], to: readonly Variant[]) {
  const [before, after] = [new Set(from), new Set(to)]
  const pairs: (readonly [from: Variant, to: Variant])[] = []
  const take = (one: Variant, other: Variant): void => {
    pairs.push([one, other])
    before.delete(one)
    after.delete(other)
  }
  const mapped = [takeMerged(before, after, mappedTo), takeMerged(after, before, mappedTo)] as const
  for (const names of rounds) {
    const [left, right] = [ownersOf(before, names), ownersOf(after, names)]
    for (const [name, one] of left) {
      const other = right.get(name)
      if (one !== undefined && other !== undefined && before.has(one) && after.has(other)) take(one, other)
    }
  }
  const merged = [...mapped[0], ...takeMerged(before, after, listedBy)]
  const split = [...mapped[1], ...takeMerged(after, before, listedBy)]
  for (const nameOf of roundsOfMany) {
    if (areMany(before, after))
      for (const [one, other] of pairsByText(before, after, nameOf)) take(one, other)
  }
  const alike = areMany(before, after) ? [] : pairUp([...before], [...after], rankOf)
  for (const [one, other] of alike) take(one, other)
  return { pairs, removed: [...before], added: [...after], merged, split }
}
