import { groupedBy } from '../../document/index.js'
import { canonical, isSame } from '../equal/canonical.js'
import { intersect } from './intersection.js'
import { contentOverlap, pairUp, similarity } from './similarity.js'
import { keywordValue } from './pair.js'
import { mergedIn, type MergedVariants, type Variant } from './variants.js'

/** Matching variants of both sides. */
export type VariantPair = readonly [from: Variant, to: Variant]

/** The paired variants, and the rest. */
export interface MatchedVariants {
  readonly pairs: readonly VariantPair[]
  readonly removed: readonly Variant[]
  readonly added: readonly Variant[]
  /** Several variants that became one, and one that became several. */
  readonly merged: readonly MergedVariants[]
  readonly split: readonly MergedVariants[]
}

type Names = (variant: Variant) => readonly string[]

const rounds: readonly Names[] = [
  ({ values }) => values,
  ({ ref }) => (ref === undefined ? [] : [ref]),
  ({ tags }) => tags,
  ({ title }) => (title === undefined ? [] : [title]),
]

const owners = (variants: Iterable<Variant>, names: Names): Map<string, Variant | undefined> => {
  const found = new Map<string, Variant | undefined>()
  for (const variant of variants) {
    for (const name of new Set(names(variant))) found.set(name, found.has(name) ? undefined : variant)
  }
  return found
}

/** Above this many comparisons, similarity is not computed. */
const maxComparisons = 4000

const minScore = 0.5

const descriptionOf = ({ fragment }: Variant): unknown => keywordValue(intersect([fragment]), 'description')

/**
 * How alike two variants are: by their properties or values, by all assertions, and by their descriptions.
 */
const rankOf = (one: Variant, other: Variant): readonly number[] | undefined => {
  const score = similarity(one.fragment, other.fragment)
  if (score < minScore) return undefined
  const content = score < 1 ? contentOverlap(one.fragment, other.fragment) : 1
  return [score, content, Number(isSame(descriptionOf(one), descriptionOf(other)))]
}

const bySimilarity = (from: readonly Variant[], to: readonly Variant[]): (readonly [Variant, Variant])[] =>
  from.length * to.length > maxComparisons ? [] : pairUp(from, to, rankOf)

/** Pairs items with the same text; several with one text are paired in order. */
export function pairsByText<Item>(
  from: Iterable<Item>,
  to: Iterable<Item>,
  textOf: (item: Item) => string,
): (readonly [Item, Item])[] {
  const waiting = groupedBy([...to].toReversed(), textOf)
  return [...from].flatMap((one) => {
    const other = waiting.get(textOf(one))?.pop()
    return other === undefined ? [] : [[one, other] as const]
  })
}

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
export function matchVariants(from: readonly Variant[], to: readonly Variant[]): MatchedVariants {
  const [old, fresh] = [new Set(from), new Set(to)]
  const pairs: VariantPair[] = []
  const take = (one: Variant, other: Variant): void => {
    pairs.push([one, other])
    old.delete(one)
    fresh.delete(other)
  }
  for (const names of rounds) {
    const [left, right] = [owners(old, names), owners(fresh, names)]
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
