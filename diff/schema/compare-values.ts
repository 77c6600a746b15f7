import { canonical } from '../equal/canonical.js'
import { appendKey, listOf } from '../../document/index.js'
import { childOf, type Fragment } from '../fragments/fragment.js'
import type { Facts, Visit } from '../engine/node.js'
import { type Intersection, keywordOf, type Values } from './intersection.js'
import { hasKeyword, keywordLocations, schemaLocations, type SchemaPair } from './pair.js'
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

const valuesByText = ({ fragment, values }: Values): Listed =>
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

interface Allowed {
  readonly list: Listed
  readonly fragment: Fragment
}

/** Values that all lists allow. */
const allowedByAll = (intersection: Intersection): Allowed | undefined => {
  const lists = listsOf(intersection).filter((one) => !isEveryBoolean(intersection, one))
  const [one, ...others] = lists
  if (one === undefined) return undefined
  const rest = others.map(valuesByText)
  const list = new Map([...valuesByText(one)].filter(([key]) => rest.every((other) => other.has(key))))
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
  return new Map([...intersection.known, ...extended].flatMap((values) => Array.from(valuesByText(values))))
}

const missing = (list: Listed, other: Listed) =>
  [...list].flatMap(([key, one]) => (other.has(key) ? [] : [one]))

const valuesIn = (list: Listed): unknown[] => [...list.values()].map(({ value }) => value)

type At = Pick<Facts, 'from' | 'to'>

const compareLists = (
  visit: Visit,
  old: Listed,
  fresh: Listed,
  { from, to }: At,
  name: 'enum-value' | 'known-value',
): void => {
  for (const { value, fragment } of missing(old, fresh))
    visit.report(`${name}-removed`, { from: fragment, to, owner: from, before: value })
  for (const { value, fragment } of missing(fresh, old))
    visit.report(`${name}-added`, { from, to: fragment, owner: to, after: value })
}

/** Compares `enum`, `const`, unions of constants, and the known values of open-ended lists. */
export function compareValues(visit: Visit, pair: SchemaPair): void {
  const [oldKnown, freshKnown] = [knownOf(pair.from), knownOf(pair.to)]
  const schemas = schemaLocations(pair)
  const [isKnown, isStillKnown] = [oldKnown.size > 0, freshKnown.size > 0]
  const name = 'x-extensible-enum'
  if (isKnown && isStillKnown) compareLists(visit, oldKnown, freshKnown, schemas, 'known-value')
  else if (hasKeyword(pair.from, name) || hasKeyword(pair.to, name))
    visit.report('extension-changed', { ...keywordLocations(pair, name), name })
  const [old, fresh] = [allowedByAll(pair.from), allowedByAll(pair.to)]
  const at = { from: old?.fragment ?? schemas.from, to: fresh?.fragment ?? schemas.to }
  const [before, after] = [old && valuesIn(old.list), fresh && valuesIn(fresh.list)]
  if (old === undefined || fresh === undefined) {
    if (old === fresh) return
    // A closed list and an open-ended one are compared by their known values.
    const isOpened = old !== undefined && isStillKnown
    const isClosed = fresh !== undefined && isKnown
    if (isOpened || isClosed) {
      visit.report(isOpened ? 'enum-opened' : 'enum-closed', at)
      compareLists(visit, old?.list ?? oldKnown, fresh?.list ?? freshKnown, at, 'known-value')
    } else if (old === undefined) visit.report('enum-added', { ...at, after })
    else visit.report('enum-removed', { ...at, before })
    return
  }
  const isReplaced = missing(old.list, fresh.list).length === old.list.size
  if (isReplaced && old.list.size > 0 && fresh.list.size > 0)
    visit.report('enum-replaced', { ...at, before, after })
  else compareLists(visit, old.list, fresh.list, at, 'enum-value')
}
