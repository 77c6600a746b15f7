import type { LimitName } from '../catalogue/index.js'
import { appendKey } from '../../document/index.js'
import type { Fragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/node.js'
import type { Intersection } from './intersection.js'
import { correspondingSchema, hasKeyword, keywordFragments, type SchemaPair } from './pair.js'
import { bits } from './types.js'

/** The effective limit: the tightest of all subschemas. */
interface Limit {
  readonly value: number
  readonly exclusive: boolean
  readonly fragment: Fragment
}

interface Rule {
  readonly name: LimitName
  readonly key: string
  readonly exclusiveKey?: string
  readonly lower: boolean
  /** Types that the limit applies to. */
  readonly types: number
  /** A value that has no effect. */
  readonly neutral?: number
}

const minLength: Rule = { name: 'min-length', key: 'minLength', lower: true, types: bits.string, neutral: 0 }
const maxLength: Rule = { name: 'max-length', key: 'maxLength', lower: false, types: bits.string }

const rules: readonly Rule[] = [
  { name: 'minimum', key: 'minimum', exclusiveKey: 'exclusiveMinimum', lower: true, types: bits.number },
  { name: 'maximum', key: 'maximum', exclusiveKey: 'exclusiveMaximum', lower: false, types: bits.number },
  minLength,
  maxLength,
  { name: 'min-items', key: 'minItems', lower: true, types: bits.array, neutral: 0 },
  { name: 'max-items', key: 'maxItems', lower: false, types: bits.array },
  { name: 'min-properties', key: 'minProperties', lower: true, types: bits.object, neutral: 0 },
  { name: 'max-properties', key: 'maxProperties', lower: false, types: bits.object },
  { name: 'min-contains', key: 'minContains', lower: true, types: bits.array },
  { name: 'max-contains', key: 'maxContains', lower: false, types: bits.array },
]

const tighter = (rule: Rule, one: Limit | undefined, other: Limit): Limit => {
  if (one === undefined) return other
  if (one.value === other.value) return one.exclusive ? one : other
  return rule.lower === one.value > other.value ? one : other
}

// For integers "more than 0", "0.5 or more" and "1 or more" are the same.
const asInclusive = (limit: Limit, { lower }: Rule): Limit => {
  const { value, exclusive } = limit
  const inside = lower ? Math.ceil(value) : Math.floor(value)
  const next = lower ? Math.floor(value) + 1 : Math.ceil(value) - 1
  return { ...limit, value: exclusive ? next : inside, exclusive: false }
}

/** The limit in effect; `minContains` defaults to 1 beside `contains`. */
const effectiveLimit = (intersection: Intersection, rule: Rule): Limit | undefined => {
  const holder =
    rule.key === 'minContains'
      ? intersection.subschemas.find(({ schema }) => schema['contains'] !== undefined)
      : undefined
  return holder && { value: 1, exclusive: false, fragment: holder.fragment }
}

const limitOf = (intersection: Intersection, rule: Rule, isWhole: boolean): Limit | undefined => {
  let found: Limit | undefined
  const take = (value: unknown, exclusive: boolean, fragment: Fragment, key: string): void => {
    if (typeof value !== 'number' || (value === rule.neutral && !exclusive)) return
    const limit = {
      value,
      exclusive,
      fragment: { ...fragment, value, pointer: appendKey(fragment.pointer, key) },
    }
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
const patternLimit = (intersection: Intersection, rule: Rule): Limit | undefined => {
  let found: Limit | undefined
  for (const fragment of rule.types === bits.string ? keywordFragments(intersection, 'pattern') : []) {
    const [, least, most = least] = counted.exec(String(fragment.value)) ?? []
    const value = rule.lower ? least : most
    if (value !== undefined)
      found = tighter(rule, found, { value: Number(value), exclusive: false, fragment })
  }
  return found
}

/** The limits of both sides; a side without a stated limit may have one implied by a pattern. */
const limitsOf = (
  pair: SchemaPair,
  rule: Rule,
  isWhole: boolean,
): readonly [old: Limit | undefined, fresh: Limit | undefined] => {
  const [old, fresh] = [limitOf(pair.from, rule, isWhole), limitOf(pair.to, rule, isWhole)]
  if ((old === undefined) === (fresh === undefined)) return [old, fresh]
  const [was, is] = [patternLimit(pair.from, rule), patternLimit(pair.to, rule)]
  return [was ? tighter(rule, old, was) : old, is ? tighter(rule, fresh, is) : fresh]
}

/** The lengths that both sides allow. */
export function sharedLengths(pair: SchemaPair): readonly [least: number, most: number | undefined] {
  const shared = (rule: Rule): number | undefined => {
    const [old, fresh] = limitsOf(pair, rule, false)
    return (old && fresh ? tighter(rule, old, fresh) : (old ?? fresh))?.value
  }
  return [shared(minLength) ?? 0, shared(maxLength)]
}

const shownLimit = ({ value, exclusive }: Limit, lower: boolean): unknown =>
  exclusive ? `${lower ? 'more' : 'less'} than ${value}` : value

const suffixOf = (rule: Rule, old: Limit, fresh: Limit): 'raised' | 'lowered' | undefined => {
  if (old.value !== fresh.value) return fresh.value > old.value ? 'raised' : 'lowered'
  if (old.exclusive === fresh.exclusive) return undefined
  // More than 5 is higher than 5 or more; less than 5 is lower than 5 or less.
  return fresh.exclusive === rule.lower ? 'raised' : 'lowered'
}

const compareLimit = (visit: Visit, pair: SchemaPair, rule: Rule): void => {
  if (
    rule.key.endsWith('Contains') &&
    !(hasKeyword(pair.from, 'contains') && hasKeyword(pair.to, 'contains'))
  )
    return
  const isWhole = rule.types === bits.number && (pair.shared & bits.number) === bits.integer
  const [old, fresh] = limitsOf(pair, rule, isWhole)
  if (old === undefined && fresh === undefined) return
  const from = old?.fragment ?? correspondingSchema(pair.from, pair.fromFragments, fresh?.fragment)
  const to = fresh?.fragment ?? correspondingSchema(pair.to, pair.toFragments, old?.fragment)
  const before = old && shownLimit(old, rule.lower)
  const after = fresh && shownLimit(fresh, rule.lower)
  const owner = to === fresh?.fragment ? to : from
  if (old === undefined) visit.report(`${rule.name}-added`, { from, to, owner, after })
  else if (fresh === undefined) visit.report(`${rule.name}-removed`, { from, to, owner, before })
  else {
    const suffix = suffixOf(rule, old, fresh)
    if (suffix !== undefined) visit.report(`${rule.name}-${suffix}`, { from, to, before, after })
  }
}

/** Compares all numeric limits, exclusive ones in both spellings. */
export function compareLimits(visit: Visit, pair: SchemaPair): void {
  for (const rule of rules) if ((pair.shared & rule.types) !== 0) compareLimit(visit, pair, rule)
}
