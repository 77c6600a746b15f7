import type { KindName } from '../catalogue/index.js'
import { canonical } from '../equal/canonical.js'
import { appendKey, listOf } from '../../document/index.js'
import { childOf, type Fragment } from '../fragments/fragment.js'
import type { Visit } from '../engine/visit.js'
import { type Intersection, keywordOf, type Values } from './intersection.js'
import { correspondingSchema, hasKeyword, keywordLocations, type SchemaPair } from './pair.js'
import { bits, enumValues, ownTypes } from './types.js'

/** Values by their canonical text, each with its location. */
type Listed = ReadonlyMap<string, { readonly value: unknown; readonly fragment: Fragment }>

const listsOf = (intersection: Intersection): Values[] => [
  ...intersection.subschemas.flatMap((subschema) => {
    const values = enumValues(subschema)
    const fragment = keywordOf(subschema, Object.hasOwn(subschema.schema, 'const') ? 'const' : 'enum')
    return values === undefined ? [] : [{ fragment: fragment ?? subschema.fragment, values }]
  }),
  ...intersection.listed,
]

const asMap = ({ fragment, values }: Values): Listed =>
  new Map(
    values.flatMap((value, index) => {
      // Whether null is allowed is compared with the types.
      if (value === null) return []
      const at = Array.isArray(fragment.value)
        ? { ...fragment, value, pointer: appendKey(fragment.pointer, index) }
        : fragment
      return [[canonical(value), { value, fragment: at }] as const]
    }),
  )

// An enum of both booleans allows every boolean, so it asserts nothing.
const isEveryBoolean = (intersection: Intersection, { values }: Values): boolean =>
  values.includes(true) && values.includes(false) && (ownTypes(intersection) & ~bits.null) === bits.boolean

/** Values that all lists allow. */
const allowed = (
  intersection: Intersection,
): { readonly list: Listed; readonly fragment: Fragment } | undefined => {
  const lists = listsOf(intersection).filter((one) => !isEveryBoolean(intersection, one))
  const [one, ...others] = lists
  if (one === undefined) return undefined
  const rest = others.map(asMap)
  const list = new Map([...asMap(one)].filter(([key]) => rest.every((other) => other.has(key))))
  return { list, fragment: one.fragment }
}

// `x-extensible-enum` lists known values, and allows others.
const knownOf = (intersection: Intersection): Listed => {
  const extended = intersection.subschemas.flatMap(({ fragment, schema }) => {
    const values = listOf(schema['x-extensible-enum'])
    return values.length === 0
      ? []
      : [{ fragment: childOf(fragment, 'x-extensible-enum') ?? fragment, values }]
  })
  return new Map([...intersection.known, ...extended].flatMap((values) => Array.from(asMap(values))))
}

const missing = (list: Listed, other: Listed) =>
  [...list].flatMap(([key, one]) => (other.has(key) ? [] : [one]))

const valuesIn = (list: Listed): unknown[] => [...list.values()].map(({ value }) => value)

interface Names {
  readonly added: KindName
  readonly removed: KindName
}

const compareLists = (
  visit: Visit,
  from: Listed,
  to: Listed,
  at: { from?: Fragment; to?: Fragment },
  names: Names,
): void => {
  for (const { value, fragment } of missing(from, to)) {
    visit.report(names.removed, { from: fragment, to: at.to, owner: at.from, before: value })
  }
  for (const { value, fragment } of missing(to, from)) {
    visit.report(names.added, { from: at.from, to: fragment, owner: at.to, after: value })
  }
}

const compareKnown = (visit: Visit, pair: SchemaPair): boolean => {
  const [old, fresh] = [knownOf(pair.from), knownOf(pair.to)]
  const at = locations(pair, undefined, undefined)
  const name = 'x-extensible-enum'
  if (old.size === 0 || fresh.size === 0) {
    if (hasKeyword(pair.from, name) || hasKeyword(pair.to, name))
      visit.note('extension-changed', { ...keywordLocations(pair, name), name })
    return false
  }
  compareLists(visit, old, fresh, at, { added: 'known-value-added', removed: 'known-value-removed' })
  return true
}

const locations = (
  pair: SchemaPair,
  old: Fragment | undefined,
  fresh: Fragment | undefined,
): { from?: Fragment; to?: Fragment } => {
  const from = old ?? correspondingSchema(pair.from, pair.fromFragments, undefined)
  const to = fresh ?? correspondingSchema(pair.to, pair.toFragments, undefined)
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** Compares a closed list with an open-ended one by their known values. */
const compareOpenness = (visit: Visit, pair: SchemaPair): boolean => {
  const [old, fresh] = [allowed(pair.from), allowed(pair.to)]
  const [oldKnown, freshKnown] = [knownOf(pair.from), knownOf(pair.to)]
  const at = locations(pair, old?.fragment, fresh?.fragment)
  const known = { added: 'known-value-added', removed: 'known-value-removed' } as const
  if (old !== undefined && fresh === undefined && freshKnown.size > 0) {
    visit.report('enum-opened', at)
    compareLists(visit, old.list, freshKnown, at, known)
    return true
  }
  if (old === undefined && fresh !== undefined && oldKnown.size > 0) {
    visit.report('enum-closed', at)
    compareLists(visit, oldKnown, fresh.list, at, known)
    return true
  }
  return false
}

/** Compares `enum`, `const`, unions of constants, and the known values of open-ended lists. */
export function compareValues(visit: Visit, pair: SchemaPair): void {
  compareKnown(visit, pair)
  const [old, fresh] = [allowed(pair.from), allowed(pair.to)]
  if ((old === undefined && fresh === undefined) || compareOpenness(visit, pair)) return
  const at = locations(pair, old?.fragment, fresh?.fragment)
  const [before, after] = [old && valuesIn(old.list), fresh && valuesIn(fresh.list)]
  if (old === undefined) visit.report('enum-added', { ...at, after })
  else if (fresh === undefined) visit.report('enum-removed', { ...at, before })
  else if (
    old.list.size > 0 &&
    fresh.list.size > 0 &&
    missing(old.list, fresh.list).length === old.list.size
  ) {
    visit.report('enum-replaced', { ...at, before, after })
  } else {
    compareLists(visit, old.list, fresh.list, at, {
      added: 'enum-value-added',
      removed: 'enum-value-removed',
    })
  }
}
