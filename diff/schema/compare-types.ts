import { typesImpliedBy } from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import type { Facts, Visit } from '../engine/node.js'
import type { Intersection } from './intersection.js'
import { hasKeyword, keywordLocations, type SchemaPair } from './pair.js'
import {
  allTypes,
  anyType,
  areNullableAlike,
  bits,
  namesNull,
  typeNames,
  ownTypes,
  enumValues,
} from './types.js'

/** The type that the keywords imply if none is stated. */
const impliedType = (intersection: Intersection): number | undefined => {
  const [type, ...others] = typesImpliedBy((keyword) => hasKeyword(intersection, keyword))
  return type === undefined || others.length > 0 ? undefined : bits[type]
}

const isListed = (intersection: Intersection): boolean =>
  intersection.listed.length > 0 ||
  intersection.subschemas.some((subschema) => enumValues(subschema) !== undefined)

/**
 * Types of both sides. Lists of values that contain numbers count as `number`, because only their spelling tells
 * integers apart.
 */
const typesOf = ({ from, to }: SchemaPair): readonly [number, number] => {
  const isChoice = from.unions.length > 0 && to.unions.length > 0
  // Null that only variants gain or lose is reported with them.
  const isOfVariants = isChoice && areNullableAlike(from, to)
  // Variants without types accept null without naming it, which counts if a type is stated beside them.
  const isStated = [from, to].some((one) => ownTypes(one) !== anyType)
  const hasNull = (one: Intersection): boolean =>
    isStated ? (allTypes(one) & bits.null) !== 0 : namesNull(one)
  const typesOfOne = (one: Intersection): number =>
    isChoice ? (ownTypes(one) & ~bits.null) | (!isOfVariants && hasNull(one) ? bits.null : 0) : allTypes(one)
  const [old, fresh] = [typesOfOne(from), typesOfOne(to)]
  const isNumber = (old & bits.number) !== 0 && (fresh & bits.number) !== 0
  return isListed(from) && isListed(to) && isNumber ? [old | bits.number, fresh | bits.number] : [old, fresh]
}

const nullChange = (visit: Visit, old: number, fresh: number, facts: Facts): void => {
  const [was, is] = [(old & bits.null) !== 0, (fresh & bits.null) !== 0]
  if (!was && is) visit.report('became-nullable', facts)
  if (was && !is) visit.report('became-not-nullable', facts)
}

const stated = (visit: Visit, pair: SchemaPair, old: number, fresh: number, facts: Facts): boolean => {
  if (old === anyType && fresh !== anyType && impliedType(pair.from) === fresh) {
    visit.report('type-stated', { ...facts, after: typeNames(fresh) })
    return true
  }
  if (fresh === anyType && old !== anyType && impliedType(pair.to) === old) {
    visit.report('type-unstated', { ...facts, before: typeNames(old) })
    return true
  }
  return false
}

/** The types that a value can be read as; in plain text every number and boolean is a string too. */
const readable = (mask: number, isText: boolean): number =>
  isText && (mask & bits.string) !== 0 ? mask | bits.number | bits.boolean : mask

const kindOf = (old: number, fresh: number): KindName | undefined => {
  if (old === fresh) return undefined
  if ((old & fresh) === old) return 'type-widened'
  return (old & fresh) === fresh ? 'type-narrowed' : 'type-changed'
}

/**
 * Compares types, and null separately.
 * @returns the types that both sides allow, as bits
 */
export function compareTypes(visit: Visit, pair: SchemaPair): number {
  const [old, fresh] = typesOf(pair)
  const locations = keywordLocations(pair, 'type')
  if (old === fresh) return old
  if (stated(visit, pair, old, fresh, locations)) return old & fresh
  const [oldRest, freshRest] = [old & ~bits.null, fresh & ~bits.null]
  const wasAnything = old === anyType || fresh === anyType
  // If one side allows any type, null is not a separate change.
  if (!wasAnything && oldRest !== 0 && freshRest !== 0) nullChange(visit, old, fresh, locations)
  else if (oldRest === freshRest) nullChange(visit, old, fresh, locations)
  // If one side allows only null, null is compared like any other type.
  const isNullAlone = (oldRest === 0) !== (freshRest === 0)
  const [was, is] = isNullAlone ? [old, fresh] : [oldRest, freshRest]
  const kind = kindOf(readable(was, pair.isText), readable(is, pair.isText))
  if (kind !== undefined)
    visit.report(kind, { ...locations, before: typeNames(old), after: typeNames(fresh) })
  return old & fresh
}
