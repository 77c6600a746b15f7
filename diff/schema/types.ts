import { listOf, typesImpliedBy } from '../../document/index.js'
import { isOfType } from '../../document/values/index.js'
import type { KindName } from '../catalogue/index.js'
import { canonical } from '../engine/equal.js'
import { childOf, type Facts, type Fragment, type Fragments, type Visit } from '../engine/node.js'
import {
  correspondingSchema,
  type Group,
  hasKeyword,
  intersect,
  type Intersection,
  keywordFragments,
  keywordLocations,
  keywordOf,
  type SchemaPair,
  type Subschema,
} from './pair.js'
import { isNull } from './union.js'

/** Sets of types as bits; every integer is a number too. */
export const bits = { null: 1, boolean: 2, object: 4, array: 8, string: 16, integer: 32, number: 96 } as const

export const anyType = 127

const isType = (name: unknown): name is keyof typeof bits =>
  typeof name === 'string' && Object.hasOwn(bits, name)

/** The set of types in a `type` keyword, a string or a list. */
const declared = (type: unknown): number => {
  const names = Array.isArray(type) ? listOf(type) : [type]
  const known = names.filter(isType)
  return known.length === 0 ? anyType : known.reduce((mask, name) => mask | bits[name], 0)
}

const order = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'] as const

const typesOfValues = (values: readonly unknown[]): number =>
  order.reduce((mask, name) => (values.some((value) => isOfType(name, value)) ? mask | bits[name] : mask), 0)

/** The values that a subschema lists; `const` is a list of one, which is empty where `enum` beside it lacks the value. */
export function enumValues({ schema }: Subschema): readonly unknown[] | undefined {
  const listed = Array.isArray(schema['enum']) ? listOf(schema['enum']) : undefined
  if (!Object.hasOwn(schema, 'const')) return listed
  const only = schema['const']
  return listed?.every((one) => canonical(one) !== canonical(only)) === true ? [] : [only]
}

/** All values that a schema lists, in any spelling. */
export function listedValues({ subschemas, listed }: Intersection): readonly unknown[] {
  return [...subschemas.flatMap((one) => enumValues(one) ?? []), ...listed.flatMap(({ values }) => values)]
}

const excludesNull = (subschema: Subschema): boolean => {
  const excluded = keywordOf(subschema, 'not')
  return excluded !== undefined && isNull(excluded)
}

const declaredBy = (subschema: Subschema): number => {
  const { forbids, schema, orNull } = subschema
  if (forbids) return 0
  const stated = declared(schema['type']) & (excludesNull(subschema) ? ~bits.null : anyType)
  return orNull ? stated | bits.null : stated
}

/** Narrows types by those of listed values. Whether 1 is an integer or a number depends on `type` alone. */
const listing = (mask: number, types: number): number =>
  mask === anyType ? types : mask & (types & bits.null ? anyType : ~bits.null)

const ofGroup = ({ subschemas, nullable }: Group): number => {
  const mask = subschemas.reduce((set, subschema) => set & declaredBy(subschema), anyType)
  return nullable ? mask | bits.null : mask
}

const listedTypes = ({ subschemas, listed, nullable }: Group): number[] =>
  [
    ...subschemas.map((one) => ({ values: enumValues(one), orNull: one.orNull })),
    ...listed.map(({ values }) => ({ values, orNull: false })),
  ].flatMap(({ values, orNull }) =>
    values === undefined ? [] : [typesOfValues(values) | (nullable || orNull ? bits.null : 0)],
  )

/** Types without those of unions; a declared type takes precedence over those of listed values. */
export function ownTypes({ groups }: Intersection): number {
  const stated = groups.reduce((set, group) => set & ofGroup(group), anyType)
  return groups.flatMap(listedTypes).reduce(listing, stated)
}

const deepest = 6

const known = new WeakMap<Intersection, number[]>()

/** The allowed types, including those of unions. Cached for each schema and depth. */
export function allTypes(intersection: Intersection, depth = 0): number {
  if (depth > deepest) return anyType
  const masks = known.get(intersection) ?? []
  known.set(intersection, masks)
  return (masks[depth] ??= typesWithin(intersection, depth))
}

const typesWithin = (intersection: Intersection, depth: number): number => {
  const choices = intersection.groups.flatMap(({ unions, nullable }) =>
    unions.map(({ members }) =>
      members.reduce((set, one) => set | allTypes(intersect([one]), depth + 1), nullable ? bits.null : 0),
    ),
  )
  return choices.reduce((mask, choice) => mask & choice, ownTypes(intersection))
}

/** Whether null is allowed beside the variants of every union. */
export function isBesideVariants({ groups }: Intersection): boolean {
  return groups.every(({ unions, nullable }) => unions.length === 0 || nullable)
}

/** Whether two schemas treat null alike apart from the variants of their unions. */
const areNullableAlike = (one: Intersection, other: Intersection): boolean => {
  const differing = ownTypes(one) ^ ownTypes(other)
  return (differing & bits.null) === 0 && isBesideVariants(one) === isBesideVariants(other)
}

/** Whether null is allowed by `nullable` or by the types of a variant that does not accept everything. */
const namesNull = (intersection: Intersection): boolean => {
  const meant = intersection.unions.map(({ members }) =>
    members.map((one) => allTypes(intersect([one]))).filter((types) => types !== anyType),
  )
  const isMeant = meant.every((masks) => masks.some((mask) => (mask & bits.null) !== 0))
  const isNullable = intersection.groups.some(({ nullable }) => nullable)
  return (allTypes(intersection) & bits.null) !== 0 && (isNullable || isMeant)
}

/** The names of a set of types; undefined for any type. */
export function typeNames(mask: number): string[] | undefined {
  if (mask === anyType) return undefined
  const names = order.filter((name) => (mask & bits[name]) === bits[name])
  return names.includes('number') ? names.filter((name) => name !== 'integer') : names
}

/** The type that the keywords imply if none is stated; a single value in plain text is a string. */
const impliedType = (intersection: Intersection, isText: boolean): number | undefined => {
  const [type, ...others] = typesImpliedBy((keyword) => hasKeyword(intersection, keyword))
  if (type === undefined) return isText ? bits.string : undefined
  return others.length > 0 ? undefined : bits[type]
}

const isListed = (intersection: Intersection): boolean =>
  intersection.listed.length > 0 ||
  intersection.subschemas.some((subschema) => enumValues(subschema) !== undefined)

/** Types of both sides; in listed values every number counts as `number`. */
const typesOf = ({ from, to, form }: SchemaPair): readonly [number, number] => {
  const isChoice = from.unions.length > 0 && to.unions.length > 0
  // Null that only variants gain or lose is reported with them.
  const isOfVariants = isChoice && areNullableAlike(from, to)
  // Variants without types accept null without naming it, which counts if a type is stated beside them.
  const isStated = [from, to].some((one) => ownTypes(one) !== anyType)
  const hasNull = (one: Intersection): boolean =>
    isStated ? (allTypes(one) & bits.null) !== 0 : namesNull(one)
  const typesOfOne = (one: Intersection): number =>
    isChoice ? (ownTypes(one) & ~bits.null) | (!isOfVariants && hasNull(one) ? bits.null : 0) : allTypes(one)
  // No multiple of a whole number and no listed whole number is a fraction, so `type: number` beside them is not a change.
  const [was, is] = [typesOfOne(from), typesOfOne(to)]
  const isWhole = [was, is].some((types) => (types & bits.number) === bits.integer)
  const hasFractions = (one: Intersection): boolean =>
    !keywordFragments(one, 'multipleOf').some(({ value }) => Number.isInteger(value)) &&
    !(
      isListed(one) &&
      listedValues(one).every((value) => !isOfType('number', value) || Number.isInteger(value))
    )
  const wholeTypes = (one: Intersection, types: number): number =>
    isWhole && !hasFractions(one) ? types & (~bits.number | bits.integer) : types
  // Null has no form of its own in plain text.
  const written = (mask: number): number =>
    form === 'text' && mask !== anyType && mask !== bits.null ? mask & ~bits.null : mask
  const [before, after] = [written(wholeTypes(from, was)), written(wholeTypes(to, is))]
  const isNumber = (before & bits.number) !== 0 && (after & bits.number) !== 0
  return isListed(from) && isListed(to) && isNumber
    ? [before | bits.number, after | bits.number]
    : [before, after]
}

/** The facts with the schema that allows null instead of one that it refers to, which may be used without null. */
const factsOfNull = (facts: Facts, side: 'from' | 'to', [own, ...others]: Fragments): Facts => {
  const isInside = own === undefined || facts[side]?.pointer.startsWith(own.pointer)
  return isInside || others.length > 0 ? facts : { ...facts, [side]: own, owner: own }
}

/** The `nullable` that says whether null is allowed, if one does. */
const nullableOf = ({ subschemas }: Intersection, isAllowed: boolean): Fragment | undefined =>
  subschemas
    .filter(({ orNull }) => orNull === isAllowed)
    .map(({ fragment }) => childOf(fragment, 'nullable'))
    .find((nullable) => nullable?.value === isAllowed)

const nullChange = (visit: Visit, pair: SchemaPair, before: number, after: number, types: Facts): void => {
  const [wasNullable, isNullable] = [(before & bits.null) !== 0, (after & bits.null) !== 0]
  const [from, to] = [nullableOf(pair.from, wasNullable), nullableOf(pair.to, isNullable)]
  const stated = {
    from: from ?? correspondingSchema(pair, 'from', to),
    to: to ?? correspondingSchema(pair, 'to', from),
  }
  const facts = from || to ? stated : types
  if (!wasNullable && isNullable) visit.report('became-nullable', factsOfNull(facts, 'to', pair.toFragments))
  if (wasNullable && !isNullable)
    visit.report('became-not-nullable', factsOfNull(facts, 'from', pair.fromFragments))
}

const stated = (visit: Visit, pair: SchemaPair, before: number, after: number, facts: Facts): boolean => {
  const isText = pair.form === 'text'
  if (before === anyType && after !== anyType && impliedType(pair.from, isText) === after) {
    visit.report('type-stated', { ...facts, after: typeNames(after) })
    return true
  }
  if (after === anyType && before !== anyType && impliedType(pair.to, isText) === before) {
    visit.report('type-unstated', { ...facts, before: typeNames(before) })
    return true
  }
  return false
}

/** The types that a value can be read as; in plain text every number and boolean is a string too. */
const readable = (mask: number, isText: boolean): number =>
  isText && (mask & bits.string) !== 0 ? mask | bits.number | bits.boolean : mask

const kindOf = (before: number, after: number): KindName | undefined => {
  if (before === after) return undefined
  if ((before & after) === before) return 'type-widened'
  return (before & after) === after ? 'type-narrowed' : 'type-changed'
}

/** Compares types, and null separately. @returns the types that both sides allow, as bits */
export function compareTypes(visit: Visit, pair: SchemaPair): number {
  const [typesBefore, typesAfter] = typesOf(pair)
  const locations = keywordLocations(pair, 'type')
  // In plain text listed values are compared as they are written.
  if (typesBefore === typesAfter || (pair.form === 'text' && isListed(pair.from) && isListed(pair.to)))
    return typesBefore | typesAfter
  if (stated(visit, pair, typesBefore, typesAfter, locations)) return typesBefore & typesAfter
  const [restBefore, restAfter] = [typesBefore & ~bits.null, typesAfter & ~bits.null]
  const wasAnything = typesBefore === anyType || typesAfter === anyType
  // If one side allows any type, null is not a separate change.
  if ((!wasAnything && restBefore !== 0 && restAfter !== 0) || restBefore === restAfter)
    nullChange(visit, pair, typesBefore, typesAfter, locations)
  // If one side allows only null, null is compared like any other type.
  const isNullAlone = (restBefore === 0) !== (restAfter === 0)
  const [comparedBefore, comparedAfter] = isNullAlone ? [typesBefore, typesAfter] : [restBefore, restAfter]
  const kind = kindOf(
    readable(comparedBefore, pair.form === 'text'),
    readable(comparedAfter, pair.form === 'text'),
  )
  // Null that both allow, or that is reported by itself, is not a part of it.
  const [before, after] = [
    typesBefore === anyType ? typesBefore : comparedBefore,
    typesAfter === anyType ? typesAfter : comparedAfter,
  ].map(typeNames)
  if (kind !== undefined) visit.report(kind, { ...locations, before, after })
  return typesBefore & typesAfter
}
