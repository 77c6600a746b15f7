import { canonical } from '../equal/canonical.js'
import { listOf } from '../document/json.js'
import { pointerTo } from '../document/pointer.js'
import type { Spot } from '../document/side.js'
import { childOf } from '../document/spots.js'
import type { Visit } from '../engine/visit.js'
import type { Meet, Values } from './meet.js'
import { baseOf, type Pair } from './pair.js'
import { valuesOfPart } from './types.js'

/** Values by their canonical text, each with its place. */
type Listed = ReadonlyMap<string, { readonly value: unknown; readonly spot: Spot }>

const listsOf = (meet: Meet): Values[] => [
  ...meet.parts.flatMap((part) => {
    const values = valuesOfPart(part)
    const spot = childOf(part.spot, Object.hasOwn(part.schema, 'const') ? 'const' : 'enum')
    return values === undefined ? [] : [{ spot: spot ?? part.spot, values }]
  }),
  ...meet.listed,
]

const asMap = ({ spot, values }: Values): Listed =>
  new Map(
    values.flatMap((value, index) => {
      // Whether null is allowed is told by the types.
      if (value === null) return []
      const at = Array.isArray(spot.value)
        ? { ...spot, value, pointer: pointerTo(spot.pointer, index) }
        : spot
      return [[canonical(value), { value, spot: at }] as const]
    }),
  )

/** Values that all lists allow. */
const allowed = (meet: Meet): { readonly list: Listed; readonly spot: Spot } | undefined => {
  const lists = listsOf(meet)
  const [one, ...others] = lists
  if (one === undefined) return undefined
  const rest = others.map(asMap)
  const list = new Map([...asMap(one)].filter(([key]) => rest.every((other) => other.has(key))))
  return { list, spot: one.spot }
}

// The values that `x-extensible-enum` names are known, and others may come.
const knownOf = (meet: Meet): Listed => {
  const extended = meet.parts.flatMap(({ spot, schema }) => {
    const values = listOf(schema['x-extensible-enum'])
    return values.length === 0 ? [] : [{ spot: childOf(spot, 'x-extensible-enum') ?? spot, values }]
  })
  return new Map([...meet.known, ...extended].flatMap((values) => Array.from(asMap(values))))
}

const missing = (list: Listed, other: Listed) =>
  [...list].flatMap(([key, one]) => (other.has(key) ? [] : [one]))

const valuesIn = (list: Listed): unknown[] => [...list.values()].map(({ value }) => value)

interface Names {
  readonly added: string
  readonly removed: string
}

const compareLists = (
  visit: Visit,
  from: Listed,
  to: Listed,
  at: { from?: Spot; to?: Spot },
  names: Names,
): void => {
  for (const { value, spot } of missing(from, to)) {
    visit.report(names.removed, { from: spot, to: at.to, owner: at.from, before: value })
  }
  for (const { value, spot } of missing(to, from)) {
    visit.report(names.added, { from: at.from, to: spot, owner: at.to, after: value })
  }
}

const compareKnown = (visit: Visit, pair: Pair): boolean => {
  const [old, fresh] = [knownOf(pair.from), knownOf(pair.to)]
  if (old.size === 0 || fresh.size === 0) return false
  const at = places(pair, undefined, undefined)
  compareLists(visit, old, fresh, at, { added: 'known-value-added', removed: 'known-value-removed' })
  return true
}

const places = (pair: Pair, old: Spot | undefined, fresh: Spot | undefined): { from?: Spot; to?: Spot } => {
  const from = old ?? baseOf(pair.from, pair.fromSpots, undefined)
  const to = fresh ?? baseOf(pair.to, pair.toSpots, undefined)
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}

/** An end of being open-ended, or its start, with what was known before and after. */
const compareOpenness = (visit: Visit, pair: Pair): boolean => {
  const [old, fresh] = [allowed(pair.from), allowed(pair.to)]
  const [oldKnown, freshKnown] = [knownOf(pair.from), knownOf(pair.to)]
  const at = places(pair, old?.spot, fresh?.spot)
  const known = { added: 'known-value-added', removed: 'known-value-removed' }
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

/** Compares `enum`, `const` and unions of constants, and the known values of what is open-ended. */
export const compareValues = (visit: Visit, pair: Pair): void => {
  compareKnown(visit, pair)
  const [old, fresh] = [allowed(pair.from), allowed(pair.to)]
  if ((old === undefined && fresh === undefined) || compareOpenness(visit, pair)) return
  const at = places(pair, old?.spot, fresh?.spot)
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
