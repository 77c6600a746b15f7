import { isObject, lastKey } from '../../document/index.js'
import { canonical } from '../equal/canonical.js'
import { overlap } from '../equal/similarity.js'
import type { Fragment } from '../fragments/fragment.js'
import { assertionsOf } from './assertions.js'
import { intersect, type Intersection, keywordOf } from './intersection.js'
import { propertiesOf, requiredOf } from './properties.js'
import { allTypes, enumValues, typeNames } from './types.js'

const deepest = 4

const compared = new Set([
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'allOf',
  'anyOf',
  'oneOf',
  '$ref',
])

/** The assertions of a schema as a set of short texts, largely independent of spelling. */
const traitsOf = (fragments: readonly Fragment[], depth: number, at = ''): string[] => {
  if (depth > deepest) return []
  const intersection = intersect(fragments)
  const { subschemas, listed, unions } = intersection
  const values = [
    ...subschemas.flatMap((one) => enumValues(one) ?? []),
    ...listed.flatMap((one) => one.values),
  ]
  const own = subschemas.flatMap((subschema) =>
    assertionsOf(subschema.schema).flatMap((key) => {
      const found = compared.has(key) ? undefined : keywordOf(subschema, key)
      if (found === undefined) return []
      return isObject(found.value)
        ? traitsOf([found], depth + 1, `${at}/${key}`)
        : [`${at} ${key} ${canonical(found.value)}`]
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

const known = new WeakMap<Fragment, ReadonlySet<string>>()

const knownTraits = (fragment: Fragment): ReadonlySet<string> => {
  const found = known.get(fragment) ?? new Set(traitsOf([fragment], 0))
  known.set(fragment, found)
  return found
}

/** The share of assertions that two schemas have in common, from 0 to 1. */
export function contentOverlap(one: Fragment, other: Fragment): number {
  return overlap(knownTraits(one), knownTraits(other))
}

/** With more pairs than this, none is scored. */
const mostPairs = 900

interface Scored<Item> {
  readonly one: Item
  readonly other: Item
  readonly score: number
  readonly distance: number
}

const scored = <Item>(
  old: readonly Item[],
  fresh: readonly Item[],
  contentOf: (item: Item) => Fragment,
): Scored<Item>[] => {
  const isMany = old.length * fresh.length > mostPairs
  const traits = (list: readonly Item[]): Set<string>[] =>
    list.map((item) => new Set(isMany ? [canonical(contentOf(item).value)] : traitsOf([contentOf(item)], 0)))
  const [left, right] = [traits(old), traits(fresh)]
  return old
    .flatMap((one, index) =>
      fresh.map((other, position) => {
        const score = overlap(left[index] ?? new Set(), right[position] ?? new Set())
        return { one, other, score, distance: Math.abs(index - position) }
      }),
    )
    .sort((a, b) => b.score - a.score || a.distance - b.distance)
}

/** Pairs unordered schemas, the most similar first; schemas without a partner are returned alone. */
export function matchContents<Item>(
  old: readonly Item[],
  fresh: readonly Item[],
  contentOf: (item: Item) => Fragment,
): (readonly [from: Item | undefined, to: Item | undefined])[] {
  if (old.length < 2 && fresh.length < 2) return old.length + fresh.length === 0 ? [] : [[old[0], fresh[0]]]
  const partners = new Map<Item, Item>()
  const taken = new Set<Item>()
  for (const { one, other } of scored(old, fresh, contentOf)) {
    if (partners.has(one) || taken.has(other)) continue
    partners.set(one, other)
    taken.add(other)
  }
  return [
    ...old.map((one) => [one, partners.get(one)] as const),
    ...fresh.filter((other) => !taken.has(other)).map((other) => [undefined, other] as const),
  ]
}
