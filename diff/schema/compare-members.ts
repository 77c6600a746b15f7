import { addTo, escapeKey, resolvePath, segmentsOf } from '../../document/index.js'
import type { KindName, RestName } from '../catalogue/index.js'
import { type Candidate, renamesOf } from '../engine/equal.js'
import {
  type Both,
  childrenOf,
  compareMaps,
  type Facts,
  type Flow,
  type Fragment,
  type Fragments,
  itemsOf,
  type SetChange,
  type Visit,
} from '../engine/node.js'
import { acceptsAllNames, areBytes, assertionsOf, bareSchema, isForbidding, isFree } from './union.js'
import {
  correspondingSchema,
  hasDefault,
  hasKeyword,
  intersect,
  type Intersection,
  isSent,
  keywordFragments,
  keywordLocations,
  keywordOf,
  keywordValue,
  propertiesOf,
  type Property,
  requiredOf,
  schemaLocations,
  type SchemaPair,
} from './pair.js'
import { matchContents, shapeOf } from './variants.js'

/** Patterns that every name matches, so that their schema is that of additional properties. */
const anyName = /^\^?(\.\*)?\$?$/

/** Schemas by a name that several subschemas can have. */
type Named = ReadonlyMap<string, Fragment[]>

/** The members of a keyword by name, with those of all subschemas that `isMeant` accepts. */
export function membersByName(
  intersection: Intersection,
  key: string,
  isMeant: (name: string, fragment: Fragment) => boolean,
): Named {
  const found = new Map<string, Fragment[]>()
  for (const list of keywordFragments(intersection, key))
    for (const [name, one] of childrenOf(list)) if (isMeant(name, one)) addTo(found, name, one)
  return found
}

const patternsOf = (intersection: Intersection): Named =>
  membersByName(intersection, 'patternProperties', (name) => !anyName.test(name))

/** Compares `patternProperties`. A name that no pattern matches falls under the schema for all other names. */
export function comparePatterns(visit: Visit, pair: SchemaPair): void {
  const locations = keywordLocations(pair, 'patternProperties')
  const kindOf = (verb: 'added' | 'removed', other: Intersection): KindName =>
    `pattern-properties-${verb}${otherPropertiesOf(other) === 'open' ? '' : '-in-map'}`
  const kindsOfPatterns = [kindOf('removed', pair.to), kindOf('added', pair.from)] as const
  const patterns = [patternsOf(pair.from), patternsOf(pair.to)] as const
  compareMaps(visit, locations, patterns, kindsOfPatterns, (from, to, name) =>
    visit.enter('schema', from, to, { step: `/{${name}}` }),
  )
}

const candidateOf = ({ name, fragments, required }: Property): Candidate => ({
  name,
  description: keywordValue(intersect(fragments), 'description'),
  content: `${required} ${shapeOf(fragments)}`,
})

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

/** The schema that a property was removed from or added to; for one of both sides, the one that has it after. */
const ownerOf = (pair: SchemaPair, one: Fragment, side: 'from' | 'to', other?: Fragments) => {
  // Where the other document has it at the same location, a member of `allOf` came or went, or a reference leads
  // elsewhere, and the component that has it did not change.
  const root = other?.[0]?.document.root
  const isUnchanged = root !== undefined && resolvePath(root, segmentsOf(one.pointer)) !== undefined
  if (isUnchanged) {
    const own = pair[`${side}Fragments`][0]
    return pair.fromFragments[0]?.pointer === pair.toFragments[0]?.pointer ? own : (own?.by ?? own)
  }
  const holder = { ...one, pointer: one.pointer.slice(0, one.pointer.lastIndexOf('/')) }
  return correspondingSchema(pair, side, holder)
}

/** The locations of a property, and of the object that it belongs to. */
const factsOf = (pair: SchemaPair, from?: Property, to?: Property): Facts => {
  const [before, after] = [from?.fragments[0], to?.fragments[0]]
  const one = after ?? before
  const [side, others] = after ? (['to', pair.fromFragments] as const) : (['from', pair.toFragments] as const)
  const owner = one && ownerOf(pair, one, side, from && to ? undefined : others)
  return { from: before, to: after, owner, step: stepOf((to ?? from)?.name ?? '') }
}

/** Reports a change of a property that one side or both have. */
const report = (visit: Visit, pair: SchemaPair, kind: KindName, from?: Property, to?: Property): void =>
  visit.report(kind, { ...factsOf(pair, from, to), name: (to ?? from)?.name ?? '' })

const compareRequired = (visit: Visit, pair: SchemaPair, from: Property, to: Property): void => {
  if (from.required === to.required) return
  const suffix = hasDefault(to) || hasDefault(from) ? '-with-default' : ''
  const kind: KindName = to.required ? `property-became-required${suffix}` : 'property-became-optional'
  report(visit, pair, kind, from, to)
}

/** Compares a property that only one side sends in this direction. */
const compareSent = (visit: Visit, pair: SchemaPair, from: Property, to: Property): void => {
  const mark = visit.flow === 'request' ? 'read-only' : 'write-only'
  const isNew = isSent(to, visit.flow)
  const isDue = isNew && to.required && mark === 'read-only'
  const kind: KindName = isNew ? `property-no-longer-${mark}` : `property-became-${mark}`
  report(visit, pair, isDue ? 'required-property-no-longer-read-only' : kind, from, to)
}

const compareCommon = (visit: Visit, pair: SchemaPair, from: Property, to: Property): void => {
  const [wasSent, isStillSent] = [isSent(from, visit.flow), isSent(to, visit.flow)]
  if (!wasSent && !isStillSent) return
  if (wasSent !== isStillSent) return compareSent(visit, pair, from, to)
  // Clients still receive a read-only property and send a write-only one, but may have code for the other direction.
  const [key, mark] =
    visit.flow === 'request' ? (['writeOnly', 'write-only'] as const) : (['readOnly', 'read-only'] as const)
  if (from.marks[key] !== to.marks[key])
    report(visit, pair, `property-${to.marks[key] ? 'became' : 'no-longer'}-${mark}`, from, to)
  compareRequired(visit, pair, from, to)
  const areParts = pair.form === 'parts' && areBytes(from.fragments, to.fragments)
  visit.enter(areParts ? 'bytes' : pair.form, from.fragments, to.fragments, { step: stepOf(to.name) })
}

const compareProperties = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [propertiesOf(pair.from), propertiesOf(pair.to)]
  const removed = [...before.values()].filter((one) => !after.has(one.name) && isSent(one, visit.flow))
  const added = [...after.values()].filter((one) => !before.has(one.name) && isSent(one, visit.flow))
  const all = [[...before.values()], [...after.values()]] as const
  const renames = renamesOf('property', [removed, added], all, candidateOf)
  const renamed = new Set(renames.flatMap(({ from, to }) => [from, to]))
  for (const { from, to, guess } of renames) {
    const names = { before: from.name, after: to.name, guess }
    visit.report('property-renamed', { ...factsOf(pair, from, to), ...names })
  }
  for (const one of removed)
    if (!renamed.has(one)) report(visit, pair, removedKind(pair, one, visit.flow), one)
  for (const one of added)
    if (!renamed.has(one)) report(visit, pair, addedKind(pair, one, visit.flow), undefined, one)
  for (const [name, from] of before) {
    const to = after.get(name)
    if (to !== undefined) compareCommon(visit, pair, from, to)
  }
}

/** Compares required names that have no schema in `properties` on the side that requires them. */
const compareUndeclared = (visit: Visit, pair: SchemaPair): void => {
  // A property that is not sent in this direction is not required in it.
  const isDue = (one: Intersection, name: string): boolean => {
    const described = propertiesOf(one).get(name)
    return requiredOf(one).has(name) && (described === undefined || isSent(described, visit.flow))
  }
  const undeclared = (kind: KindName, own: Intersection, other: Intersection): void => {
    for (const name of requiredOf(own))
      if (!propertiesOf(own).has(name) && !isDue(other, name))
        visit.report(kind, { ...schemaLocations(pair), name, step: stepOf(name) })
  }
  undeclared('property-became-optional', pair.from, pair.to)
  undeclared('property-became-required', pair.to, pair.from)
}

/** Compares properties, which of them are required, and whether additional ones are allowed. */
export function compareObjects(visit: Visit, pair: SchemaPair): void {
  compareProperties(visit, pair)
  compareUndeclared(visit, pair)
  compareRest(visit, pair, 'additionalProperties', 'additional-properties', '/{}')
  compareRest(visit, pair, 'unevaluatedProperties', 'unevaluated-properties', '/{}')
  compareRest(visit, pair, 'propertyNames', 'property-names', '/{name}')
}

/** The schemas that apply at each position, from all subschemas. */
const positionsOf = (intersection: Intersection): Fragment[][] => {
  const positions: Fragment[][] = []
  for (const list of keywordFragments(intersection, 'prefixItems')) {
    for (const [index, fragment] of itemsOf(list).entries())
      positions[index] = [...(positions[index] ?? []), fragment]
  }
  return positions
}

const comparePosition = (visit: Visit, pair: SchemaPair, index: number, [before, after]: Both<Fragments>) => {
  const from = before.length > 0 ? before : remainingOf(pair.from, 'items').fragments
  const to = after.length > 0 ? after : remainingOf(pair.to, 'items').fragments
  const step = `/[${index}]`
  if (from.length > 0 && to.length > 0) return visit.enter('schema', from, to, { step })
  const facts = { name: String(index), step }
  const owners = schemaLocations(pair)
  if (after.length === 0 && !before.every(isFree))
    visit.report('prefix-item-removed', { ...facts, from: before[0], to: owners.to, owner: owners.from })
  if (before.length === 0 && !after.every(isFree))
    visit.report('prefix-item-added', { ...facts, from: owners.from, to: after[0], owner: owners.to })
}

const comparePositions = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [positionsOf(pair.from), positionsOf(pair.to)]
  for (let index = 0; index < Math.max(before.length, after.length); index += 1) {
    comparePosition(visit, pair, index, [before[index] ?? [], after[index] ?? []])
  }
}

const containedIn = ({ subschemas }: Intersection): Fragment[] =>
  subschemas.flatMap((one) =>
    assertionsOf(one.schema).includes('contains') ? (keywordOf(one, 'contains') ?? []) : [],
  )

const kindOfContains = ([change]: readonly SetChange[]): KindName | undefined =>
  change === 'same' ? undefined : 'contains-changed'

const compareContains = (visit: Visit, pair: SchemaPair): void => {
  const [before, after] = [containedIn(pair.from), containedIn(pair.to)]
  const locations = keywordLocations(pair, 'contains')
  // Items that match `contains` count as evaluated for `unevaluatedItems`.
  const hasUnevaluated = [pair.from, pair.to].some((one) => hasKeyword(one, 'unevaluatedItems'))
  for (const [from, to] of matchContents(before, after, (one) => one)) {
    if (from !== undefined && to !== undefined) visit.defer([[[from], [to]]], kindOfContains, { from, to })
    else if (hasUnevaluated) visit.report('contains-changed', locations)
    else visit.report(from === undefined ? 'contains-added' : 'contains-removed', locations)
  }
}

/** Compares items, positions and `contains`. */
export function compareArrays(visit: Visit, pair: SchemaPair): void {
  comparePositions(visit, pair)
  compareContains(visit, pair)
  compareRest(visit, pair, 'items', 'items', '/[]')
  compareRest(visit, pair, 'unevaluatedItems', 'unevaluated-items', '/[]')
}

/** The state of a keyword for everything that no other keyword describes. */
interface Remaining {
  readonly state: 'open' | 'closed' | 'schema'
  readonly fragments: readonly Fragment[]
}

// Without these keywords nothing but `properties` or `prefixItems` evaluates a member.
const evaluating = 'allOf anyOf oneOf if dependentSchemas $ref $dynamicRef contains'.split(' ')

/** Keywords for members that a schema itself does not describe, by the one for members that nothing describes. */
const ownRests: Readonly<Record<string, string>> = {
  unevaluatedProperties: 'additionalProperties',
  unevaluatedItems: 'items',
}

/** The locations of a keyword; one for unevaluated members counts as its plain form where it means the same. */
const restsOf = (intersection: Intersection, key: string): Fragment[] =>
  intersection.subschemas.flatMap((subschema) => {
    const { schema } = subschema
    const patterns = [...childrenOf(keywordOf(subschema, 'patternProperties'))]
    const ofAnyName = patterns.filter(([pattern]) => anyName.test(pattern)).map(([, fragment]) => fragment)
    if (ofAnyName.length > 0 && key === 'additionalProperties') return ofAnyName
    return Object.keys(schema).flatMap((stated) => {
      const plain = ownRests[stated]
      const isPlain = plain !== undefined && !evaluating.some((one) => Object.hasOwn(schema, one))
      const meant = !isPlain ? stated : Object.hasOwn(schema, plain) ? undefined : plain
      return meant === key ? (keywordOf(subschema, stated) ?? []) : []
    })
  })

/** The combined state of a keyword in all subschemas. */
const remainingOf = (intersection: Intersection, key: string): Remaining => {
  const isIdle = (one: Fragment): boolean =>
    key === 'propertyNames' ? acceptsAllNames(bareSchema(one).value) : isFree(one)
  const fragments = restsOf(intersection, key).filter((one) => !isIdle(one))
  if (fragments.length === 0) return { state: 'open', fragments }
  return { state: fragments.some(isForbidding) ? 'closed' : 'schema', fragments }
}

/** Whether properties without a schema of their own are allowed. */
export function otherPropertiesOf(intersection: Intersection): Remaining['state'] {
  const { state } = remainingOf(intersection, 'additionalProperties')
  return state === 'open' ? remainingOf(intersection, 'unevaluatedProperties').state : state
}

/** Whether a list has no more items than positions. */
const isFull = (intersection: Intersection): boolean => {
  const { length } = positionsOf(intersection)
  return keywordFragments(intersection, 'maxItems').some(({ value }) => Number(value) <= length)
}

const kinds = {
  open: { open: undefined, closed: 'forbidden', schema: 'constrained' },
  closed: { open: 'allowed', closed: undefined, schema: 'allowed' },
  schema: { open: 'unconstrained', closed: 'forbidden', schema: undefined },
} as const

/** Compares a keyword such as `additionalProperties`; absent, `true` and `{}` are the same. */
const compareRest = (visit: Visit, pair: SchemaPair, key: string, name: RestName, step: string): void => {
  const [before, after] = [remainingOf(pair.from, key), remainingOf(pair.to, key)]
  if (pair.form === 'parts' && areBytes(before.fragments, after.fragments)) return
  if (before.state === 'schema' && after.state === 'schema')
    visit.enter(key === 'items' ? pair.form : 'schema', before.fragments, after.fragments, { step })
  // The limit is compared by itself.
  if (key === 'items' && ![before, after].some(({ state }) => state === 'schema')) {
    if ([pair.from, pair.to].some((one) => remainingOf(one, key).state === 'open' && isFull(one))) return
  }
  const isWithdrawn = before.state === 'schema' && after.state === 'closed' && key.endsWith('Properties')
  const kind = isWithdrawn ? 'withdrawn' : kinds[before.state][after.state]
  if (kind === undefined) return
  const locations = keywordLocations(pair, key)
  const owner = correspondingSchema(pair, 'to', locations.to)
  visit.report(`${name}-${kind}`, { ...locations, owner })
}

/** Compares the schemas of the content of texts. */
export function compareContentSchema(visit: Visit, pair: SchemaPair): void {
  compareRest(visit, pair, 'contentSchema', 'content', '/{content}')
}
