import {
  isAsserting,
  isObject,
  memberAt,
  objectOf,
  readSchema,
  typesImpliedBy,
} from '../../document/index.js'
import { canonical, pairsByText } from '../engine/equal.js'
import type { KindName } from '../catalogue/index.js'
import {
  extensionsOf,
  type Facts,
  type Fragment,
  type Fragments,
  type SetChange,
  type Visit,
} from '../engine/node.js'
import { alike, assertionsOf, bareSchema, isFree, type Union } from './union.js'
import { newPropertyIn } from './compare-conditions.js'
import {
  contentOverlap,
  discriminatorOf,
  type MatchedVariants,
  matchVariants,
  type MergedVariants,
  pairUp,
  similarity,
  type Variant,
  variantsOf,
} from './variants.js'
import {
  type Group,
  intersect,
  type Intersection,
  propertiesOf,
  schemaLocations,
  type SchemaPair,
} from './pair.js'
import { allTypes, bits, isBesideVariants, listedValues, ownTypes, typeNames } from './types.js'

const matchOf = (before: Union, after: Union): MatchedVariants => {
  const [from, to] = alike(before, after)
  return matchVariants(variantsOf(from), variantsOf(to))
}

const stepOf = ({ name }: Variant): string => `/(${name.replaceAll('/', '~1')})`

const reportMerged = (
  visit: Visit,
  matched: MatchedVariants,
  unionBefore: Union,
  unionAfter: Union,
): void => {
  const nameOf = ({ many }: MergedVariants): string => many.map(({ name }) => name).join(', ')
  for (const merged of matched.merged) {
    const facts = { from: unionBefore.fragment, to: merged.one.fragment, step: stepOf(merged.one) }
    visit.report('variants-merged', { ...facts, name: nameOf(merged) })
    if (merged.further === undefined) visit.report('enum-removed', { ...facts, before: merged.tags })
    for (const after of merged.further ?? []) visit.report('enum-value-added', { ...facts, after })
  }
  for (const split of matched.split) {
    const facts = { from: split.one.fragment, to: unionAfter.fragment, step: stepOf(split.one) }
    visit.report('variants-split', { ...facts, name: nameOf(split) })
    if (split.further === undefined) visit.report('enum-added', { ...facts, after: split.tags })
    for (const before of split.further ?? []) visit.report('enum-value-removed', { ...facts, before })
  }
}

const removedFrom = ({ holder }: Union, after: Union, one: Variant): Facts => ({
  from: one.fragment,
  to: after.fragment,
  owner: holder,
  name: one.name,
  step: stepOf(one),
})

const addedTo = (before: Union, { holder }: Union, one: Variant): Facts => ({
  from: before.fragment,
  to: one.fragment,
  owner: holder,
  name: one.name,
  step: stepOf(one),
})

const reportLeft = (visit: Visit, matched: MatchedVariants, before: Union, after: Union): void => {
  const { removed, added } = matched
  reportMerged(visit, matched, before, after)
  for (const one of removed) visit.report('variant-removed', removedFrom(before, after, one))
  for (const one of added) visit.report('variant-added', addedTo(before, after, one))
}

const compareDiscriminators = (
  visit: Visit,
  unionBefore: Union,
  unionAfter: Union,
  { pairs }: MatchedVariants,
): void => {
  const [tagBefore, tagAfter] = [discriminatorOf(unionBefore), discriminatorOf(unionAfter)]
  const locations = {
    from: tagBefore?.fragment ?? unionBefore.holder,
    to: tagAfter?.fragment ?? unionAfter.holder,
    before: tagBefore?.property,
    after: tagAfter?.property,
  }
  if (tagBefore === undefined && tagAfter === undefined) return
  if (tagBefore === undefined) return visit.report('discriminator-added', locations)
  if (tagAfter === undefined)
    return visit.report('discriminator-removed', { ...locations, owner: tagBefore.fragment })
  if (tagBefore.property !== tagAfter.property) return visit.report('discriminator-changed', locations)
  const at = { from: tagBefore.fragment, to: tagAfter.fragment }
  const named = pairs.filter((pair) => pair.every(({ ref }) => ref !== undefined))
  const pairsBefore = new Map(named.flatMap((pair) => pair[0].values.map((value) => [value, pair] as const)))
  const pairsAfter = new Map(named.flatMap((pair) => pair[1].values.map((value) => [value, pair] as const)))
  // A variant that only one side has may have got another name.
  const isOnBothSides = ({ ref }: Variant): boolean =>
    named.some(([one]) => one.ref === ref) && named.some(([, other]) => other.ref === ref)
  for (const [value, pair] of pairsBefore) {
    const [one, now] = [pair[0], pairsAfter.get(value)]
    if (now === undefined) {
      visit.report('discriminator-value-removed', { ...at, name: one.name, before: value })
      continue
    }
    const isOther = one.ref !== now[1].ref && [one, now[1]].every(isOnBothSides)
    if (now !== pair || isOther)
      visit.report('discriminator-value-moved', { ...at, name: value, before: one.name, after: now[1].name })
  }
  for (const [value, [, other]] of pairsAfter)
    if (!pairsBefore.has(value))
      visit.report('discriminator-value-added', { ...at, name: other.name, after: value })
}

/** The types of a variant, and the values of its required properties that list any. */
const marksOf = (fragment: Fragment) => {
  const variant = intersect([fragment])
  const lists = [...propertiesOf(variant).values()].flatMap(({ name, fragments, required }) => {
    const values = required ? listedValues(intersect(fragments)).map(canonical) : []
    return values.length === 0 ? [] : [[name, values] as const]
  })
  return { types: allTypes(variant), lists: new Map(lists) }
}

type Marks = ReturnType<typeof marksOf>

const areApart = (one: Marks, other: Marks): boolean => {
  const shared = one.types & other.types
  const isTagged = [...one.lists].some(
    ([name, values]) => other.lists.get(name)?.every((value) => !values.includes(value)) === true,
  )
  return shared === 0 || (shared === bits.object && isTagged)
}

/** Whether no value fits two variants, because of their types or of a property that both require. */
const areExclusive = ({ members }: Union): boolean => {
  const marks = members.map(marksOf)
  return marks.every((one, index) => marks.slice(0, index).every((other) => areApart(one, other)))
}

/** @param hasNull whether null is allowed without the variants, on both sides or on the one whose variants refuse it */
const compareUnion = (visit: Visit, before: Union, after: Union, hasNull: boolean): void => {
  const matched = matchOf(before, after)
  if (before.kind !== after.kind && !areExclusive(before.kind === 'oneOf' ? before : after)) {
    const kind = after.kind === 'anyOf' ? 'one-of-became-any-of' : 'any-of-became-one-of'
    visit.report(kind, { from: before.fragment, to: after.fragment })
  }
  const fragmentOf = ({ fragment }: Variant): Fragment => (hasNull ? { ...fragment, orNull: true } : fragment)
  for (const [one, other] of matched.pairs)
    visit.enter('schema', [fragmentOf(one)], [fragmentOf(other)], { step: stepOf(other) })
  reportLeft(visit, matched, before, after)
  compareDiscriminators(visit, before, after, matched)
}

/** Similarity of two unions: 1 for each pair of variants, 2 if the pair is equal. */
const scoreOf = ({ pairs }: MatchedVariants): number =>
  pairs.reduce((sum, [one, other]) => sum + (contentOverlap(one.fragment, other.fragment) === 1 ? 2 : 1), 0)

/** Pairs identical unions first, then those with the highest score; two lone ones need no score. */
const partnersOf = (before: readonly Union[], after: readonly Union[]): (readonly [Union, Union])[] => {
  const [one, other] = [before[0], after[0]]
  if (before.length === 1 && after.length === 1 && one && other) return [[one, other]]
  // Most unions of large schemas are identical, and no other pair can score higher.
  const alike = pairsByText(before, after, ({ fragment }) => canonical(fragment.value))
  const taken = new Set(alike.flat())
  const isLeft = (union: Union): boolean => !taken.has(union)
  const found = pairUp(before.filter(isLeft), after.filter(isLeft), (union, counterpart) => {
    const score = scoreOf(matchOf(union, counterpart))
    return score > 0 ? [score] : undefined
  })
  return [...alike, ...found]
}

/**
 * Variants of which one suffices, for `oneOf` if the others require properties that the other side does not know.
 * Such a union does not limit a schema that matches one variant, so `required` may become one of it and of others.
 */
const freeVariants = ({ kind, members }: Union, known: Intersection): readonly Fragment[] =>
  members.filter(
    (one) =>
      kind === 'anyOf' ||
      members.every((other) => other === one || newPropertyIn(other, known) !== undefined),
  )

const unlessOne =
  (way: SetChange, kind: KindName) =>
  (changes: readonly SetChange[]): KindName | undefined =>
    changes.some((change) => change === way || change === 'same') ? undefined : kind

/** Compares unions in pairs of the most similar. */
export function compareUnions(visit: Visit, pair: SchemaPair): void {
  const pairs = partnersOf(pair.from.unions, pair.to.unions)
  const paired = new Set(pairs.flat())
  const hasNull = (pair.shared & bits.null) !== 0 || [pair.from, pair.to].every(isBesideVariants)
  for (const [one, other] of pairs) compareUnion(visit, one, other, hasNull)
  for (const before of pair.from.unions) {
    if (paired.has(before)) continue
    const facts = { from: before.fragment, to: schemaLocations(pair).to, owner: before.holder }
    const single = freeVariants(before, pair.to).map((one) => [[one], pair.toFragments] as const)
    visit.defer(single, unlessOne('narrowed', 'union-removed'), facts)
  }
  for (const after of pair.to.unions) {
    if (paired.has(after)) continue
    const facts = { from: schemaLocations(pair).from, to: after.fragment }
    const single = freeVariants(after, pair.from).map((one) => [pair.fromFragments, [one]] as const)
    visit.defer(single, unlessOne('widened', 'union-added'), facts)
  }
}

/** Whether schemas say something about values themselves, apart from the schemas that they refer to. */
const isStating = (group: Group): boolean =>
  group.unions.length > 0 || group.listed.length > 0 || hasOtherAssertions(group)

/** The schemas that extend a schema with a discriminator, as the union that they are. */
const extensionsIn = ({ groups, subschemas }: Intersection): Union | undefined => {
  // The schemas of other groups apply in addition, as the extended schema does in one that extends it; a description
  // beside it adds nothing.
  const stating = groups.filter(isStating)
  const [own] = stating.length === 1 ? stating : groups
  for (const { fragment } of own?.subschemas ?? []) {
    const refs = extensionsOf(objectOf(fragment.document.root)).get(fragment.value)
    if (refs === undefined) continue
    // Values of a schema that extends it, and may add nothing to it, are none of the others.
    if (subschemas.some((one) => refs.includes(one.fragment.pointer))) return undefined
    const { document } = fragment
    const schemas = memberAt(document.root, 'components', 'schemas')
    return {
      kind: 'oneOf',
      fragment: { document, value: schemas, pointer: '#/components/schemas' },
      holder: fragment,
      members: refs.map((ref) => ({ document, value: { $ref: ref }, pointer: ref })),
    }
  }
  return undefined
}

/** Compares the schemas that extend a schema with a discriminator, which it does not refer to. */
export function compareExtensions(visit: Visit, pair: SchemaPair): void {
  const [before, after] = [extensionsIn(pair.from), extensionsIn(pair.to)]
  if (before && after) return compareUnion(visit, before, after, false)
  const [tagBefore, tagAfter] = [before && discriminatorOf(before), after && discriminatorOf(after)]
  const { from, to } = schemaLocations(pair)
  if (tagBefore)
    visit.report('discriminator-removed', { from: tagBefore.fragment, to, before: tagBefore.property })
  if (tagAfter) visit.report('discriminator-added', { from, to: tagAfter.fragment, after: tagAfter.property })
}

/** Keywords whose schemas are compared by themselves. */
const composing: ReadonlySet<string> = new Set(['$ref', 'allOf', 'anyOf', 'oneOf'])

const hasOtherAssertions = ({ subschemas }: Pick<Intersection, 'subschemas'>): boolean =>
  subschemas.some(({ schema }) => Object.keys(schema).some((key) => isAsserting(key) && !composing.has(key)))

const isNullable = (intersection: Intersection): boolean => (allTypes(intersection) & bits.null) !== 0

/** Whether a variant may be a list or an object. Its members matter to readers even if it allows no new value. */
const isComposed = ({ fragment }: Variant): boolean =>
  (allTypes(intersect([fragment])) & (bits.array | bits.object)) !== 0

/** Compares a schema that became one variant of a union, or the reverse. */
const compareGrown = (visit: Visit, pair: SchemaPair, side: 'from' | 'to'): boolean => {
  const [single, many] = side === 'from' ? [pair.from, pair.to] : [pair.to, pair.from]
  const fragments = side === 'from' ? pair.fromFragments : pair.toFragments
  const [union] = many.unions
  const [holder] = fragments
  if (union === undefined || many.unions.length > 1 || fragments.length !== 1 || holder === undefined)
    return false
  // A schema that accepts everything is not a variant of a union, but takes it away.
  if (isFree(holder) || single.unions.length > 0 || hasOtherAssertions(many)) return false
  const alone: Union = { kind: union.kind, fragment: holder, holder, members: fragments }
  const matched = side === 'from' ? matchOf(alone, union) : matchOf(union, alone)
  const [match] = matched.pairs
  if (match === undefined && matched.merged.length + matched.split.length === 0) return false
  const [isOld, isNew] = [isNullable(single), isNullable(many)]
  if (isNew && !isOld)
    visit.report(side === 'from' ? 'became-nullable' : 'became-not-nullable', schemaLocations(pair))
  const others = side === 'from' ? matched.added : matched.removed
  if (union.kind === 'oneOf' && others.some((one) => similarity(one.fragment, holder) >= 0.5)) {
    visit.report(side === 'from' ? 'wrapped-in-one-of' : 'unwrapped-from-one-of', schemaLocations(pair))
  }
  // Null that both sides allow does not belong to the variant.
  const fragmentOf = ({ fragment }: Variant, isMember: boolean): Fragment =>
    isMember && isOld && isNew ? { ...fragment, orNull: true } : fragment
  if (match !== undefined)
    visit.enter('schema', [fragmentOf(match[0], side === 'to')], [fragmentOf(match[1], side === 'from')])
  const { removed, added } = matched
  const left = { ...matched, removed: removed.filter(isComposed), added: added.filter(isComposed) }
  if (side === 'from') reportLeft(visit, left, alone, union)
  else reportLeft(visit, left, union, alone)
  for (const one of removed.filter((variant) => !isComposed(variant)))
    visit.defer(
      [[[one.fragment], fragments]],
      unlessOne('widened', 'variant-removed'),
      removedFrom(union, alone, one),
    )
  for (const one of added.filter((variant) => !isComposed(variant)))
    visit.defer(
      [[fragments, [one.fragment]]],
      unlessOne('narrowed', 'variant-added'),
      addedTo(alone, union, one),
    )
  return true
}

/** The assertions of a variant that has one type and constrains nothing else, without the type. */
const keywordsOfType = (variant: Fragment) => {
  const { value, document } = bareSchema(variant)
  const { keywords, orNull } = readSchema(objectOf(value), document.dialect)
  const { type } = keywords
  const name = type === 'integer' ? 'number' : type
  const others = assertionsOf(keywords).filter((key) => key !== 'type')
  const isOwn = (key: string): boolean =>
    key === 'format' || typesImpliedBy((one) => one === key).some((implied) => implied === name)
  if (typeof type !== 'string' || orNull || !others.every(isOwn)) return undefined
  const own = Object.fromEntries(others.map((key) => [key, keywords[key]]))
  return { type, name, fragment: { ...bareSchema(variant), value: own } }
}

/** A union whose variants have a type each, as a list of those types and the keywords of each. */
const asTypes = ([holder, ...more]: Fragments, { unions, groups }: Intersection): Fragments | undefined => {
  const [union, ...others] = unions
  if (union === undefined || more.length + others.length > 0) return undefined
  if (!isObject(holder?.value) || union.holder.value !== holder.value) return undefined
  const read = union.members.map(keywordsOfType)
  if (new Set(read.map((one) => one?.name)).size < read.length || read.includes(undefined)) return undefined
  const { anyOf: _any, oneOf: _one, ...rest } = holder.value
  const types = { ...holder, value: { ...rest, type: read.map((one) => one?.type) } }
  const orNull = groups.some(({ nullable }) => nullable)
  return [{ ...types, orNull }, ...read.flatMap((one) => one?.fragment ?? [])]
}

/** The two sides where one is a union of types and the other a list of them, with that union as such a list. */
export function withoutUnionOfTypes(pair: SchemaPair): readonly [Fragments, Fragments] | undefined {
  const { from, to, fromFragments, toFragments } = pair
  const isList = (one: Intersection): boolean =>
    one.unions.length === 0 && (typeNames(ownTypes(one) & ~bits.null) ?? []).length > 1
  const after = isList(from) && !hasOtherAssertions(to) ? asTypes(toFragments, to) : undefined
  const before = isList(to) && !hasOtherAssertions(from) ? asTypes(fromFragments, from) : undefined
  return before || after ? [before ?? fromFragments, after ?? toFragments] : undefined
}

/** Whether a schema is a variant of the other, a union; if so, the two are compared. */
export function compareChoice(visit: Visit, pair: SchemaPair): boolean {
  return compareGrown(visit, pair, 'from') || compareGrown(visit, pair, 'to')
}
