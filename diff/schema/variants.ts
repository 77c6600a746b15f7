import { discriminatorIn, isObject, once, readSchema, refOf, textOf } from '../../document/index.js'
import { shortened } from '../../reporting/index.js'
import { canonical, isSame, ownersOf, pairsByText } from '../engine/equal.js'
import { childOf, type Fragment, nameOfReference, targetOf } from '../engine/node.js'
import { assertionsOf, bareSchema } from './assertions.js'
import { intersect, keywordFragments, keywordValue, propertiesOf } from './pair.js'
import { contentOverlap, pairUp, similarity } from './similarity.js'
import { listedValues } from './types.js'
import type { Union } from './union.js'

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

/** The variants merged into one: it lists several of their constants or, being the only one, allows any. */
const mergedIn = (many: Iterable<Variant>, one: Variant, isOnly: boolean): MergedVariants | undefined => {
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

/** How alike two variants are: by properties or values, by all assertions, and by description. */
const rankOf = (one: Variant, other: Variant): readonly number[] | undefined => {
  const score = similarity(one.fragment, other.fragment)
  if (score < minScore) return undefined
  const content = score < 1 ? contentOverlap(one.fragment, other.fragment) : 1
  return [score, content, Number(isSame(descriptionOf(one), descriptionOf(other)))]
}

const bySimilarity = (from: readonly Variant[], to: readonly Variant[]): (readonly [Variant, Variant])[] =>
  from.length * to.length > maxComparisons ? [] : pairUp(from, to, rankOf)

/** Texts by which large numbers of variants are paired without scoring: first by equality, then by position. */
const roundsOfMany: readonly ((variant: Variant) => string)[] = [
  ({ fragment }) => `${fragment.pointer} ${canonical(fragment.value)}`,
  ({ fragment }) => canonical(fragment.value),
  ({ fragment }) => fragment.pointer,
]

const areMany = (from: ReadonlySet<Variant>, to: ReadonlySet<Variant>): boolean =>
  from.size * to.size > maxComparisons

const takeMerged = (many: Set<Variant>, ones: Set<Variant>): MergedVariants[] =>
  [...(areMany(many, ones) ? [] : ones)].flatMap((one) => {
    const found = mergedIn(many, one, ones.size === 1)
    if (found === undefined) return []
    for (const variant of found.many) many.delete(variant)
    ones.delete(one)
    return [found]
  })

/** Pairs variants by discriminator, reference, constants, title, and finally similarity. */
export function matchVariants(from: readonly Variant[], to: readonly Variant[]) {
  const [old, fresh] = [new Set(from), new Set(to)]
  const pairs: (readonly [from: Variant, to: Variant])[] = []
  const take = (one: Variant, other: Variant): void => {
    pairs.push([one, other])
    old.delete(one)
    fresh.delete(other)
  }
  for (const names of rounds) {
    const [left, right] = [ownersOf(old, names), ownersOf(fresh, names)]
    for (const [name, one] of left) {
      const other = right.get(name)
      if (one !== undefined && other !== undefined && old.has(one) && fresh.has(other)) take(one, other)
    }
  }
  const [merged, split] = [takeMerged(old, fresh), takeMerged(fresh, old)]
  for (const nameOf of roundsOfMany) {
    if (areMany(old, fresh)) for (const [one, other] of pairsByText(old, fresh, nameOf)) take(one, other)
  }
  for (const [one, other] of bySimilarity([...old], [...fresh])) take(one, other)
  return { pairs, removed: [...old], added: [...fresh], merged, split }
}
