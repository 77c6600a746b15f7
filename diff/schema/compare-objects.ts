import { escapeKey } from '../../document/index.js'
import type { KindName } from '../catalogue/index.js'
import type { Flow } from '../engine/node.js'
import type { Visit } from '../engine/visit.js'
import { type Evidence, type Named, renameEvidence, renamePairs } from '../equal/rename-evidence.js'
import type { Fragment } from '../fragments/fragment.js'
import { compareRemaining, otherPropertiesOf, remainingOf } from './compare-remaining.js'
import { intersect } from './intersection.js'
import { correspondingSchema, keywordValue, schemaLocations, type SchemaPair } from './pair.js'
import { hasDefault, isMarked, isSent, propertiesOf, type Property, requiredOf } from './properties.js'
import { shapeText } from './shape.js'

/** A property that was likely renamed, with the reason. */
interface Rename {
  readonly from: Property
  readonly to: Property
  readonly guess: string
}

const shapeOf = ({ fragments }: Property): string => fragments.map(({ value }) => shapeText(value)).join('+')

const descriptionOf = ({ fragments }: Property): unknown => keywordValue(intersect(fragments), 'description')

/** The number of properties with each description. */
const countsOf = (properties: Iterable<Property>): ReadonlyMap<unknown, number> => {
  const counts = new Map<unknown, number>()
  for (const one of properties) counts.set(descriptionOf(one), (counts.get(descriptionOf(one)) ?? 0) + 1)
  return counts
}

const namedIn = (counts: ReadonlyMap<unknown, number>, property: Property): Named => {
  const description = descriptionOf(property)
  return {
    name: property.name,
    index: property.index,
    description,
    isDescribedAlone: counts.get(description) === 1,
  }
}

/**
 * Pairs of a removed and an added property that are one renamed property, on strong evidence.
 * @param all the properties of both sides
 */
const renamesOf = (
  removed: readonly Property[],
  added: readonly Property[],
  all: readonly [Iterable<Property>, Iterable<Property>],
): Rename[] => {
  if (removed.length === 0 || added.length === 0) return []
  const [old, fresh] = [countsOf(all[0]), countsOf(all[1])]
  const evidenceFor = (from: Property, to: Property): Evidence | undefined =>
    from.required === to.required && shapeOf(from) === shapeOf(to)
      ? renameEvidence(namedIn(old, from), namedIn(fresh, to))
      : undefined
  return renamePairs(removed, added, evidenceFor).map(({ from, to, reasons }) => ({
    from,
    to,
    guess: `One property is gone and one is new: ${['the schemas are equal', ...reasons].join(', ')}.`,
  }))
}

const isClosed = (pair: SchemaPair): boolean =>
  remainingOf(pair.to, 'additionalProperties').state === 'closed' ||
  remainingOf(pair.to, 'unevaluatedProperties').state === 'closed'

const addedKind = (pair: SchemaPair, property: Property, flow: Flow): KindName => {
  const wasInMap = otherPropertiesOf(pair.from) === 'schema'
  if (property.required && (flow === 'request' || !wasInMap))
    return `required-property-added${hasDefault(property) ? '-with-default' : ''}`
  return wasInMap ? 'property-added-to-map' : 'property-added'
}

const removedKind = (pair: SchemaPair, property: Property, flow: Flow): KindName => {
  if (flow === 'request' && isClosed(pair)) return 'property-removed-from-closed'
  return property.required ? 'required-property-removed' : 'property-removed'
}

const stepOf = (name: string): string => `/${escapeKey(name)}`

/** The location of the object that a property belongs to. */
const ownerOf = (
  pair: SchemaPair,
  side: 'from' | 'to',
  fragment: Fragment | undefined,
): Fragment | undefined => {
  const pointer = fragment?.pointer.slice(0, fragment.pointer.lastIndexOf('/'))
  const other = fragment === undefined || pointer === undefined ? undefined : { ...fragment, pointer }
  return side === 'from'
    ? correspondingSchema(pair.from, pair.fromFragments, other)
    : correspondingSchema(pair.to, pair.toFragments, other)
}

const reportAdded = (visit: Visit, pair: SchemaPair, property: Property, kind: KindName): void => {
  const { name, fragments } = property
  visit.report(kind, { to: fragments[0], owner: ownerOf(pair, 'to', fragments[0]), name, step: stepOf(name) })
}

const reportRemoved = (visit: Visit, pair: SchemaPair, property: Property, kind: KindName): void => {
  const { name, fragments } = property
  visit.report(kind, {
    from: fragments[0],
    owner: ownerOf(pair, 'from', fragments[0]),
    name,
    step: stepOf(name),
  })
}

/** Reports a change of a property that both sides have. */
const reportBoth = (visit: Visit, pair: SchemaPair, from: Property, to: Property, kind: KindName): void => {
  const { name, fragments } = to
  const locations = { from: from.fragments[0], to: fragments[0], owner: ownerOf(pair, 'to', fragments[0]) }
  visit.report(kind, { ...locations, name, step: stepOf(name) })
}

const compareRequired = (visit: Visit, pair: SchemaPair, from: Property, to: Property): void => {
  if (from.required === to.required) return
  const suffix = hasDefault(to) || hasDefault(from) ? '-with-default' : ''
  const kind: KindName = to.required ? `property-became-required${suffix}` : 'property-became-optional'
  reportBoth(visit, pair, from, to, kind)
}

/** Compares a property that only one side sends in this direction. */
const compareSent = (visit: Visit, pair: SchemaPair, from: Property, to: Property): void => {
  const mark = visit.flow === 'request' ? 'read-only' : 'write-only'
  const isNew = isSent(to, visit.flow)
  const isDue = isNew && to.required && mark === 'read-only'
  const kind: KindName = isNew ? `property-no-longer-${mark}` : `property-became-${mark}`
  reportBoth(visit, pair, from, to, isDue ? 'required-property-no-longer-read-only' : kind)
}

const compareCommon = (visit: Visit, pair: SchemaPair, from: Property, to: Property): void => {
  const [old, fresh] = [isSent(from, visit.flow), isSent(to, visit.flow)]
  if (!old && !fresh) return
  if (old !== fresh) return compareSent(visit, pair, from, to)
  const [was, is] = [isMarked(from, 'readOnly'), isMarked(to, 'readOnly')]
  // Clients still receive a read-only property, but may have code that writes it.
  if (was !== is) reportBoth(visit, pair, from, to, `property-${is ? 'became' : 'no-longer'}-read-only`)
  compareRequired(visit, pair, from, to)
  visit.enter('schema', from.fragments, to.fragments, { step: stepOf(to.name) })
}

const compareProperties = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [propertiesOf(pair.from), propertiesOf(pair.to)]
  const removed = [...old.values()].filter((one) => !fresh.has(one.name) && isSent(one, visit.flow))
  const added = [...fresh.values()].filter((one) => !old.has(one.name) && isSent(one, visit.flow))
  const renames = renamesOf(removed, added, [old.values(), fresh.values()])
  const renamed = new Set(renames.flatMap(({ from, to }) => [from, to]))
  for (const { from, to, guess } of renames) {
    const locations = {
      from: from.fragments[0],
      to: to.fragments[0],
      owner: ownerOf(pair, 'to', to.fragments[0]),
    }
    visit.report('property-renamed', {
      ...locations,
      before: from.name,
      after: to.name,
      guess,
      step: stepOf(to.name),
    })
  }
  for (const one of removed)
    if (!renamed.has(one)) reportRemoved(visit, pair, one, removedKind(pair, one, visit.flow))
  for (const one of added)
    if (!renamed.has(one)) reportAdded(visit, pair, one, addedKind(pair, one, visit.flow))
  for (const [name, from] of old) {
    const to = fresh.get(name)
    if (to !== undefined) compareCommon(visit, pair, from, to)
  }
}

/** Compares required names that have no schema in `properties` on the side that requires them. */
const compareUndeclared = (visit: Visit, pair: SchemaPair): void => {
  const [old, fresh] = [requiredOf(pair.from), requiredOf(pair.to)]
  const [oldNames, freshNames] = [propertiesOf(pair.from), propertiesOf(pair.to)]
  const report = (kind: KindName, name: string, other: Property | undefined): void => {
    if (other === undefined || isSent(other, visit.flow))
      visit.report(kind, { ...schemaLocations(pair), name, step: stepOf(name) })
  }
  for (const name of old)
    if (!fresh.has(name) && !oldNames.has(name))
      report('property-became-optional', name, freshNames.get(name))
  for (const name of fresh)
    if (!old.has(name) && !freshNames.has(name)) report('property-became-required', name, oldNames.get(name))
}

/** Compares properties, which of them are required, and whether additional ones are allowed. */
export function compareObjects(visit: Visit, pair: SchemaPair): void {
  compareProperties(visit, pair)
  compareUndeclared(visit, pair)
  compareRemaining(visit, pair, 'additionalProperties', 'additional-properties', '/{}')
  compareRemaining(visit, pair, 'unevaluatedProperties', 'unevaluated-properties', '/{}')
  compareRemaining(visit, pair, 'propertyNames', 'property-names', '/{name}')
}
