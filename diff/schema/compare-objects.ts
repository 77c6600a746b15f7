import type { Spot } from '../document/side.js'
import type { Flow } from '../engine/node.js'
import type { Visit } from '../engine/visit.js'
import { baseOf, schemasOf, type Pair } from './pair.js'
import { hasDefault, propertiesOf, requiredOf, travels, type Property } from './properties.js'
import { renamesOf } from './rename.js'
import { compareRest, restOf } from './rest.js'
import { escapeKey } from '../document/pointer.js'

const isClosed = (pair: Pair): boolean =>
  restOf(pair.to, 'additionalProperties').state === 'closed' ||
  restOf(pair.to, 'unevaluatedProperties').state === 'closed'

const addedKind = (pair: Pair, property: Property): string => {
  if (property.required) return `required-property-added${hasDefault(property) ? '-with-default' : ''}`
  return restOf(pair.from, 'additionalProperties').state === 'schema'
    ? 'property-added-to-map'
    : 'property-added'
}

const removedKind = (pair: Pair, property: Property, flow: Flow): string => {
  if (flow === 'request' && isClosed(pair)) return 'property-removed-from-closed'
  return property.required ? 'required-property-removed' : 'property-removed'
}

const stepOf = (name: string): string => `/${escapeKey(name)}`

/** The place of the object that a property belongs to. */
const ownerOf = (pair: Pair, side: 'from' | 'to', spot: Spot | undefined): Spot | undefined => {
  const pointer = spot?.pointer.slice(0, spot.pointer.lastIndexOf('/'))
  const other = spot === undefined || pointer === undefined ? undefined : { ...spot, pointer }
  return side === 'from' ? baseOf(pair.from, pair.fromSpots, other) : baseOf(pair.to, pair.toSpots, other)
}

const reportAdded = (visit: Visit, pair: Pair, property: Property, kind: string): void => {
  const { name, spots } = property
  visit.report(kind, { to: spots[0], owner: ownerOf(pair, 'to', spots[0]), name, step: stepOf(name) })
}

const reportRemoved = (visit: Visit, pair: Pair, property: Property, kind: string): void => {
  const { name, spots } = property
  visit.report(kind, { from: spots[0], owner: ownerOf(pair, 'from', spots[0]), name, step: stepOf(name) })
}

/** A change of a property that both sides have. */
const reportBoth = (visit: Visit, pair: Pair, from: Property, to: Property, kind: string): void => {
  const { name, spots } = to
  const places = { from: from.spots[0], to: spots[0], owner: ownerOf(pair, 'to', spots[0]) }
  visit.report(kind, { ...places, name, step: stepOf(name) })
}

const compareRequired = (visit: Visit, pair: Pair, from: Property, to: Property): void => {
  if (from.required === to.required) return
  const suffix = hasDefault(to) || hasDefault(from) ? '-with-default' : ''
  const kind = to.required ? `property-became-required${suffix}` : 'property-became-optional'
  reportBoth(visit, pair, from, to, kind)
}

/** A property of both sides that travels in this direction on one side alone. */
const compareTravel = (visit: Visit, pair: Pair, from: Property, to: Property): void => {
  const mark = visit.flow === 'request' ? 'read-only' : 'write-only'
  const comes = travels(to, visit.flow)
  const must = comes && to.required && visit.flow === 'request' ? 'required-' : ''
  const kind = comes ? `${must}property-no-longer-${mark}` : `property-became-${mark}`
  reportBoth(visit, pair, from, to, kind)
}

const compareCommon = (visit: Visit, pair: Pair, from: Property, to: Property): void => {
  const [old, fresh] = [travels(from, visit.flow), travels(to, visit.flow)]
  if (!old && !fresh) return
  if (old !== fresh) return compareTravel(visit, pair, from, to)
  compareRequired(visit, pair, from, to)
  visit.enter('schema', from.spots, to.spots, { step: stepOf(to.name) })
}

const compareProperties = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [propertiesOf(pair.from), propertiesOf(pair.to)]
  const removed = [...old.values()].filter((one) => !fresh.has(one.name) && travels(one, visit.flow))
  const added = [...fresh.values()].filter((one) => !old.has(one.name) && travels(one, visit.flow))
  const renames = renamesOf(removed, added)
  const renamed = new Set(renames.flatMap(({ from, to }) => [from, to]))
  for (const { from, to, guess } of renames) {
    const places = { from: from.spots[0], to: to.spots[0], owner: ownerOf(pair, 'to', to.spots[0]) }
    visit.report('property-renamed', {
      ...places,
      before: from.name,
      after: to.name,
      guess,
      step: stepOf(to.name),
    })
  }
  for (const one of removed)
    if (!renamed.has(one)) reportRemoved(visit, pair, one, removedKind(pair, one, visit.flow))
  for (const one of added) if (!renamed.has(one)) reportAdded(visit, pair, one, addedKind(pair, one))
  for (const [name, from] of old) {
    const to = fresh.get(name)
    if (to !== undefined) compareCommon(visit, pair, from, to)
  }
}

/** Names that must be there and have no schema of their own on either side. */
const compareUndeclared = (visit: Visit, pair: Pair): void => {
  const [old, fresh] = [requiredOf(pair.from), requiredOf(pair.to)]
  const [oldNames, freshNames] = [propertiesOf(pair.from), propertiesOf(pair.to)]
  const report = (kind: string, name: string): void =>
    visit.report(kind, { ...schemasOf(pair), name, step: stepOf(name) })
  const isDeclared = (name: string): boolean => oldNames.has(name) || freshNames.has(name)
  for (const name of old) if (!fresh.has(name) && !isDeclared(name)) report('property-became-optional', name)
  for (const name of fresh) if (!old.has(name) && !isDeclared(name)) report('property-became-required', name)
}

/** Compares properties, what is required, and what may stand beside. */
export const compareObjects = (visit: Visit, pair: Pair): void => {
  compareProperties(visit, pair)
  compareUndeclared(visit, pair)
  compareRest(visit, pair, 'additionalProperties', 'additional-properties', '/{}')
  compareRest(visit, pair, 'unevaluatedProperties', 'unevaluated-properties', '/{}')
  compareRest(visit, pair, 'propertyNames', 'property-names', '/{name}')
}
