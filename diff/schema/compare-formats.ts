import type { KindName } from '../catalogue/index.js'
import { matchSame } from '../../document/index.js'
import { canonical } from '../equal/canonical.js'
import type { Fragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/node.js'
import type { Intersection } from './intersection.js'
import { sharedLengths } from './compare-limits.js'
import { keywordLocations, keywordFragments, type SchemaPair } from './pair.js'
import { bits } from './types.js'

/** A keyword that several subschemas can add to, and whose values are compared by more than equality. */
interface Rule {
  readonly key: string
  readonly name: 'pattern' | 'format' | 'multiple-of'
  readonly types: number
  /** How one value relates to another, if known. */
  readonly relation?: (old: unknown, fresh: unknown) => KindName | undefined
  /** Whether two values with different spellings mean the same. */
  readonly isSame?: (old: unknown, fresh: unknown, pair: SchemaPair) => boolean
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

const formatRelation = (old: unknown, fresh: unknown): KindName | undefined => {
  if (isWider(fresh, old)) return 'format-widened'
  return isWider(old, fresh) ? 'format-narrowed' : undefined
}

const isMultiple = (one: number, other: number): boolean => {
  const ratio = one / other
  return Math.abs(ratio - Math.round(ratio)) < 1e-9 * Math.max(1, Math.abs(ratio))
}

const multipleRelation = (old: unknown, fresh: unknown): KindName | undefined => {
  if (typeof old !== 'number' || typeof fresh !== 'number') return undefined
  if (isMultiple(fresh, old)) return 'multiple-of-tightened'
  return isMultiple(old, fresh) ? 'multiple-of-loosened' : undefined
}

const matchesSame = (old: unknown, fresh: unknown, pair: SchemaPair): boolean =>
  matchSame(String(old), String(fresh), sharedLengths(pair))

const any = 127

const rules: readonly Rule[] = [
  { key: 'pattern', name: 'pattern', types: bits.string, isSame: matchesSame },
  { key: 'format', name: 'format', types: any, relation: formatRelation },
  { key: 'multipleOf', name: 'multiple-of', types: bits.number, relation: multipleRelation },
]

// Since OpenAPI 3.1 these formats are spelled as content keywords.
const isContentFormat = (value: unknown): boolean => value === 'byte' || value === 'binary'

// Every integer is a multiple of 1.
const isOfIntegers = (key: string, value: unknown): boolean => key === 'multipleOf' && value === 1

const valuesOf = (intersection: Intersection, key: string, isWhole: boolean): ReadonlyMap<string, Fragment> =>
  new Map(
    keywordFragments(intersection, key)
      .filter(({ value }) => value !== '' && !(key === 'format' && isContentFormat(value)))
      .filter(({ value }) => !(isWhole && isOfIntegers(key, value)))
      .map((fragment) => [canonical(fragment.value), fragment]),
  )

const without = (list: ReadonlyMap<string, Fragment>, other: ReadonlyMap<string, Fragment>): Fragment[] =>
  [...list].flatMap(([key, fragment]) => (other.has(key) ? [] : [fragment]))

const compareSet = (visit: Visit, pair: SchemaPair, { key, name, relation, isSame }: Rule): void => {
  const isWhole = (pair.shared & bits.number) === bits.integer
  const [old, fresh] = [valuesOf(pair.from, key, isWhole), valuesOf(pair.to, key, isWhole)]
  const [removed, added] = [without(old, fresh), without(fresh, old)]
  const locations = keywordLocations(pair, key)
  for (let index = 0; index < Math.max(removed.length, added.length); index += 1) {
    const [from, to] = [removed[index], added[index]]
    if (from === undefined) visit.report(`${name}-added`, { ...locations, to, after: to?.value })
    else if (to === undefined)
      visit.report(`${name}-removed`, { ...locations, from, owner: from, before: from.value })
    else if (isSame?.(from.value, to.value, pair) !== true) {
      const kind: KindName = relation?.(from.value, to.value) ?? `${name}-changed`
      visit.report(kind, { from, to, before: from.value, after: to.value })
    }
  }
}

const contentOf = (intersection: Intersection, key: 'contentEncoding' | 'contentMediaType'): unknown => {
  const format = key === 'contentEncoding' ? 'byte' : 'binary'
  const equivalent = key === 'contentEncoding' ? 'base64' : 'application/octet-stream'
  const stated = keywordFragments(intersection, key)[0]?.value
  if (typeof stated === 'string') return stated.toLowerCase()
  return keywordFragments(intersection, 'format').some(({ value }) => value === format)
    ? equivalent
    : undefined
}

const compareContent = (visit: Visit, pair: SchemaPair): void => {
  for (const key of ['contentEncoding', 'contentMediaType'] as const) {
    const [before, after] = [contentOf(pair.from, key), contentOf(pair.to, key)]
    if (before !== after)
      visit.report('content-changed', { ...keywordLocations(pair, key), name: key, before, after })
  }
}

const compareUnique = (visit: Visit, pair: SchemaPair): void => {
  const isUnique = (intersection: Intersection): boolean =>
    keywordFragments(intersection, 'uniqueItems').some(({ value }) => value === true)
  const [old, fresh] = [isUnique(pair.from), isUnique(pair.to)]
  if (old !== fresh)
    visit.report(`unique-items-${fresh ? 'added' : 'removed'}`, keywordLocations(pair, 'uniqueItems'))
}

/** Compares patterns, formats, multiples, the content of texts, and whether items are unique. */
export function compareFormats(visit: Visit, pair: SchemaPair): void {
  for (const rule of rules) if ((pair.shared & rule.types) !== 0) compareSet(visit, pair, rule)
  if ((pair.shared & bits.string) !== 0) compareContent(visit, pair)
  if ((pair.shared & bits.array) !== 0) compareUnique(visit, pair)
}
