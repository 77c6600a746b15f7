import { acceptsNone, appendKey, listOf, matchSame } from '../../document/index.js'
import { scalarHolds } from '../../document/values/index.js'
import type { KindName, LimitName } from '../catalogue/index.js'
import { canonical, onlyIn } from '../engine/equal.js'
import { matchesAll } from './union.js'
import type { Fragment, Fragments, Visit } from '../engine/node.js'
import {
  correspondingSchema,
  hasKeyword,
  type Intersection,
  keywordFragments,
  keywordLocations,
  propertiesOf,
  requiredOf,
  type SchemaPair,
} from './pair.js'
import { anyType, bits, listedValues } from './types.js'

/** The effective limit: the tightest of all subschemas. */
interface Limit {
  readonly value: number
  readonly exclusive: boolean
  readonly fragment: Fragment
}

interface LimitRule {
  readonly name: LimitName
  readonly key: string
  readonly exclusiveKey?: string
  readonly lower: boolean
  /** Types that the limit applies to. */
  readonly types: number
}

const minLength: LimitRule = { name: 'min-length', key: 'minLength', lower: true, types: bits.string }
const maxLength: LimitRule = { name: 'max-length', key: 'maxLength', lower: false, types: bits.string }

const limitRules: readonly LimitRule[] = [
  { name: 'minimum', key: 'minimum', exclusiveKey: 'exclusiveMinimum', lower: true, types: bits.number },
  { name: 'maximum', key: 'maximum', exclusiveKey: 'exclusiveMaximum', lower: false, types: bits.number },
  minLength,
  maxLength,
  { name: 'min-items', key: 'minItems', lower: true, types: bits.array },
  { name: 'max-items', key: 'maxItems', lower: false, types: bits.array },
  { name: 'min-properties', key: 'minProperties', lower: true, types: bits.object },
  { name: 'max-properties', key: 'maxProperties', lower: false, types: bits.object },
  { name: 'min-contains', key: 'minContains', lower: true, types: bits.array },
  { name: 'max-contains', key: 'maxContains', lower: false, types: bits.array },
]

/** Least counts for which 0 has no effect. */
const counts: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties'])

const tighter = (rule: LimitRule, one: Limit | undefined, other: Limit): Limit => {
  if (one === undefined) return other
  if (one.value === other.value) return one.exclusive ? one : other
  return rule.lower === one.value > other.value ? one : other
}

// For integers "more than 0", "0.5 or more" and "1 or more" are the same.
const asInclusive = (limit: Limit, { lower }: LimitRule): Limit => {
  const { value, exclusive } = limit
  const inside = lower ? Math.ceil(value) : Math.floor(value)
  const next = lower ? Math.floor(value) + 1 : Math.ceil(value) - 1
  return { ...limit, value: exclusive ? next : inside, exclusive: false }
}

/** The limit in effect; `minContains` defaults to 1 beside `contains`. */
const effectiveLimit = (intersection: Intersection, rule: LimitRule): Limit | undefined => {
  if (rule.key !== 'minContains') return undefined
  const holder = intersection.subschemas.find(({ schema }) => schema['contains'] !== undefined)
  return holder && { value: 1, exclusive: false, fragment: holder.fragment }
}

const limitOf = (intersection: Intersection, rule: LimitRule, isWhole: boolean): Limit | undefined => {
  let found: Limit | undefined
  const take = (value: unknown, exclusive: boolean, fragment: Fragment, key: string): void => {
    if (typeof value !== 'number' || (value === 0 && counts.has(key))) return
    const at = { ...fragment, value, pointer: appendKey(fragment.pointer, key) }
    const limit = { value, exclusive, fragment: at }
    found = tighter(rule, found, isWhole ? asInclusive(limit, rule) : limit)
  }
  for (const { schema, fragment } of intersection.subschemas) {
    const exclusive = rule.exclusiveKey === undefined ? undefined : schema[rule.exclusiveKey]
    take(schema[rule.key], exclusive === true, fragment, rule.key)
    if (rule.exclusiveKey !== undefined) take(exclusive, true, fragment, rule.exclusiveKey)
  }
  return found ?? effectiveLimit(intersection, rule)
}

const counted = /^\^(?:\(\?:)*(?:\[(?:[^\]\\]|\\.)+\]|\\[dw])\{(\d+)(?:,(\d+))?\}\)*\$$/u

/** The length that a pattern such as `^[0-9]{9}$` implies. */
const patternLimit = (intersection: Intersection, rule: LimitRule): Limit | undefined => {
  let found: Limit | undefined
  for (const fragment of rule.types === bits.string ? keywordFragments(intersection, 'pattern') : []) {
    const [, least, most = least] = counted.exec(String(fragment.value)) ?? []
    const value = rule.lower ? least : most
    if (value !== undefined)
      found = tighter(rule, found, { value: Number(value), exclusive: false, fragment })
  }
  return found
}

/** The number of items that a list of positions without further items implies. */
const tupleLimit = (intersection: Intersection): Limit | undefined => {
  const closed = intersection.subschemas.find(({ schema }) => acceptsNone(schema['items']))
  const value = listOf(closed?.schema['prefixItems']).length
  return closed && { value, exclusive: false, fragment: closed.fragment }
}

/** The number of properties that both sides require in either direction. */
const requiredLimit = ({ from, to }: SchemaPair, [fragment]: Fragments): Limit | undefined => {
  const [known, required] = [propertiesOf(from), requiredOf(to)]
  const isAlways = (name: string): boolean => {
    const { readOnly, writeOnly } = known.get(name)?.marks ?? {}
    return required.has(name) && readOnly !== true && writeOnly !== true
  }
  const value = [...requiredOf(from)].filter(isAlways).length
  return fragment && value > 0 ? { value, exclusive: false, fragment } : undefined
}

const impliedLimit = (pair: SchemaPair, side: 'from' | 'to', rule: LimitRule): Limit | undefined => {
  if (rule.key === 'minProperties') return requiredLimit(pair, pair[`${side}Fragments`])
  return rule.key === 'maxItems' ? tupleLimit(pair[side]) : patternLimit(pair[side], rule)
}

/** The limits of both sides; a side without a stated limit may have one implied by other keywords. */
const limitsOf = (pair: SchemaPair, rule: LimitRule, isWhole: boolean): (Limit | undefined)[] => {
  const [before, after] = [limitOf(pair.from, rule, isWhole), limitOf(pair.to, rule, isWhole)]
  if ((before === undefined) === (after === undefined)) return [before, after]
  const [impliedBefore, impliedAfter] = [impliedLimit(pair, 'from', rule), impliedLimit(pair, 'to', rule)]
  return [
    impliedBefore ? tighter(rule, before, impliedBefore) : before,
    impliedAfter ? tighter(rule, after, impliedAfter) : after,
  ]
}

/** The lengths that both sides allow. */
const sharedLengths = (pair: SchemaPair): readonly [least: number, most: number | undefined] => {
  const shared = (rule: LimitRule): number | undefined => {
    const [before, after] = limitsOf(pair, rule, false)
    return (before && after ? tighter(rule, before, after) : (before ?? after))?.value
  }
  return [shared(minLength) ?? 0, shared(maxLength)]
}

const shownLimit = ({ value, exclusive }: Limit, lower: boolean): unknown =>
  exclusive ? `${lower ? '>' : '<'} ${value}` : value

const suffixOf = (rule: LimitRule, before: Limit, after: Limit): 'raised' | 'lowered' | undefined => {
  if (before.value !== after.value) return after.value > before.value ? 'raised' : 'lowered'
  if (before.exclusive === after.exclusive) return undefined
  // More than 5 is higher than 5 or more; less than 5 is lower than 5 or less.
  return after.exclusive === rule.lower ? 'raised' : 'lowered'
}

const compareLimit = (visit: Visit, pair: SchemaPair, rule: LimitRule): void => {
  const hasItem = (one: Intersection): boolean => hasKeyword(one, 'contains')
  if (rule.key.endsWith('Contains') && ![pair.from, pair.to].every(hasItem)) return
  const isWhole = rule.types === bits.number && (pair.shared & bits.number) === bits.integer
  const [limitBefore, limitAfter] = limitsOf(pair, rule, isWhole)
  if (limitBefore === undefined && limitAfter === undefined) return
  const from = limitBefore?.fragment ?? correspondingSchema(pair, 'from', limitAfter?.fragment)
  const to = limitAfter?.fragment ?? correspondingSchema(pair, 'to', limitBefore?.fragment)
  const before = limitBefore && shownLimit(limitBefore, rule.lower)
  const after = limitAfter && shownLimit(limitAfter, rule.lower)
  const owner = to === limitAfter?.fragment ? to : from
  if (limitBefore === undefined) visit.report(`${rule.name}-added`, { from, to, owner, after })
  else if (limitAfter === undefined) visit.report(`${rule.name}-removed`, { from, to, owner, before })
  else {
    const suffix = suffixOf(rule, limitBefore, limitAfter)
    if (suffix !== undefined) visit.report(`${rule.name}-${suffix}`, { from, to, before, after })
  }
}

/** Whether a schema lists values that its own keywords and those of another one do not limit. */
const listsWithin = (one: Intersection, other: Intersection): boolean => {
  const values = listedValues(one).filter((value) => value !== null)
  const subschemas = [...one.subschemas, ...other.subschemas]
  const isWithin = (value: unknown): boolean =>
    typeof value !== 'object' && subschemas.every(({ schema }) => scalarHolds(value, schema))
  return values.length > 0 && values.every(isWithin)
}

/** Whether the listed values of one side decide alone what the other side adds or takes away. */
const areListed = ({ from, to }: SchemaPair): boolean => listsWithin(from, to) || listsWithin(to, from)

/** Compares all numeric limits, exclusive ones in both spellings. */
export function compareLimits(visit: Visit, pair: SchemaPair): void {
  if (areListed(pair)) return
  for (const rule of limitRules) if ((pair.shared & rule.types) !== 0) compareLimit(visit, pair, rule)
}

/** A keyword that several subschemas can add to, and whose values are compared by more than equality. */
interface SetRule {
  readonly key: string
  readonly name: 'pattern' | 'format' | 'multiple-of'
  readonly types: number
  /** The kind of change from one value to the other, if the two are comparable. */
  readonly relation?: (before: unknown, after: unknown) => KindName | undefined
  /** Whether two values with different spellings mean the same. */
  readonly isSame?: (before: unknown, after: unknown, pair: SchemaPair) => boolean
}

// Formats that each format includes.
const wider: ReadonlyMap<unknown, readonly unknown[]> = new Map([
  ['int64', ['int32', 'int16', 'int8']],
  ['int32', ['int16', 'int8']],
  ['double', ['float']],
  ['idn-email', ['email']],
  ['idn-hostname', ['hostname']],
  ['iri', ['uri']],
  ['iri-reference', ['iri', 'uri-reference', 'uri']],
  ['uri-reference', ['uri']],
])

const isWider = (one: unknown, other: unknown): boolean => (wider.get(one) ?? []).includes(other)

const formatRelation = (before: unknown, after: unknown): KindName | undefined => {
  if (isWider(after, before)) return 'format-widened'
  return isWider(before, after) ? 'format-narrowed' : undefined
}

const isMultiple = (one: number, other: number): boolean => {
  const ratio = one / other
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio))
}

const multipleRelation = (before: unknown, after: unknown): KindName | undefined => {
  if (typeof before !== 'number' || typeof after !== 'number') return undefined
  if (isMultiple(after, before)) return 'multiple-of-tightened'
  return isMultiple(before, after) ? 'multiple-of-loosened' : undefined
}

const matchesSame = (before: unknown, after: unknown, pair: SchemaPair): boolean =>
  matchSame(String(before), String(after), sharedLengths(pair))

const setRules: readonly SetRule[] = [
  { key: 'pattern', name: 'pattern', types: bits.string, isSame: matchesSame },
  { key: 'format', name: 'format', types: anyType, relation: formatRelation },
  { key: 'multipleOf', name: 'multiple-of', types: bits.number, relation: multipleRelation },
]

/** Whether a value asserts nothing, or is spelled as a content keyword since OpenAPI 3.1. */
const isNeutral = (key: string, value: unknown, isWhole: boolean): boolean =>
  value === '' ||
  (key === 'pattern' && matchesAll(value)) ||
  (key === 'format' && (value === 'byte' || value === 'binary')) ||
  (isWhole && key === 'multipleOf' && value === 1)

const valuesOf = (intersection: Intersection, key: string, isWhole: boolean): ReadonlyMap<string, Fragment> =>
  new Map(
    keywordFragments(intersection, key)
      .filter(({ value }) => !isNeutral(key, value, isWhole))
      .map((fragment) => [canonical(fragment.value), fragment]),
  )

/** Formats that say how a value is kept or shown, and exclude none. */
const hints: ReadonlySet<unknown> = new Set(['double', 'float', 'password'])

/** Whether a format that one side lacks is a hint: no client has an integer that `int64` excludes. */
const isHint = (before: unknown, after: unknown, isWhole: boolean): boolean =>
  hints.has(before ?? after) || (isWhole && after === 'int64')

const compareSet = (visit: Visit, pair: SchemaPair, { key, name, relation, isSame }: SetRule): void => {
  const isWhole = (pair.shared & bits.number) === bits.integer
  const [before, after] = [valuesOf(pair.from, key, isWhole), valuesOf(pair.to, key, isWhole)]
  const [removed, added] = [onlyIn(before, after), onlyIn(after, before)]
  const locations = keywordLocations(pair, key)
  for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
    const [gone, come] = [removed[index], added[index]]
    // A hint in place of a format takes the limit away, and the reverse.
    const isMixed = gone && come && hints.has(gone.value) !== hints.has(come.value)
    const [from, to] = [gone, come].map((one) => (isMixed && hints.has(one?.value) ? undefined : one))
    if ((from === undefined || to === undefined) && isHint(from?.value, to?.value, isWhole)) {
      const at = { from: from ?? locations.from, to: to ?? locations.to }
      visit.report('text-changed', { ...at, name: key, before: from?.value, after: to?.value })
    } else if (from === undefined) visit.report(`${name}-added`, { ...locations, to, after: to?.value })
    else if (to === undefined)
      visit.report(`${name}-removed`, { ...locations, from, owner: from, before: from.value })
    else if (isSame?.(from.value, to.value, pair) !== true) {
      const kind: KindName = relation?.(from.value, to.value) ?? `${name}-changed`
      visit.report(kind, { from, to, before: from.value, after: to.value })
    }
  }
}

/** Keywords for the content of texts, each with the value that a format of OpenAPI 3.0 stands for. */
const contents = [
  ['contentEncoding', 'byte', 'base64'],
  ['contentMediaType', 'binary', 'application/octet-stream'],
] as const

const compareContent = (visit: Visit, pair: SchemaPair): void => {
  for (const [key, format, equivalent] of contents) {
    const contentOf = (one: Intersection): unknown => {
      const stated = keywordFragments(one, key)[0]?.value
      if (typeof stated === 'string') return stated.toLowerCase()
      return keywordFragments(one, 'format').some(({ value }) => value === format) ? equivalent : undefined
    }
    const [before, after] = [contentOf(pair.from), contentOf(pair.to)]
    if (before !== after)
      visit.report('content-changed', { ...keywordLocations(pair, key), name: key, before, after })
  }
}

const compareUnique = (visit: Visit, pair: SchemaPair): void => {
  const isUnique = (intersection: Intersection): boolean =>
    keywordFragments(intersection, 'uniqueItems').some(({ value }) => value === true)
  const [before, after] = [isUnique(pair.from), isUnique(pair.to)]
  if (before !== after)
    visit.report(`unique-items-${after ? 'added' : 'removed'}`, keywordLocations(pair, 'uniqueItems'))
}

/** Compares patterns, formats, multiples, the content of texts, and whether items are unique. */
export function compareFormats(visit: Visit, pair: SchemaPair): void {
  for (const rule of areListed(pair) ? [] : setRules)
    if ((pair.shared & rule.types) !== 0) compareSet(visit, pair, rule)
  if ((pair.shared & bits.string) !== 0) compareContent(visit, pair)
  if ((pair.shared & bits.array) !== 0) compareUnique(visit, pair)
}
