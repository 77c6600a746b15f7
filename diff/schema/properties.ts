import { childrenOf, type Fragment } from '../fragments/fragment.js'
import type { Flow } from '../engine/node.js'
import { intersect, type Intersection } from './intersection.js'
import { keywordValue, keywordFragments } from './pair.js'
import { textsOf } from '../../document/index.js'

/** A property with everything that applies to it. */
export interface Property {
  readonly name: string
  readonly fragments: readonly Fragment[]
  readonly required: boolean
  /** Position among the properties. */
  readonly index: number
}

/** Names that must be there. */
export function requiredOf(intersection: Intersection): ReadonlySet<string> {
  return new Set(keywordFragments(intersection, 'required').flatMap(({ value }) => textsOf(value)))
}

const known = new WeakMap<Intersection, ReadonlyMap<string, Property>>()

/** All properties of a schema and of what applies with it, by name; found once. */
export function propertiesOf(intersection: Intersection): ReadonlyMap<string, Property> {
  const properties = known.get(intersection) ?? collected(intersection)
  known.set(intersection, properties)
  return properties
}

const collected = (intersection: Intersection): ReadonlyMap<string, Property> => {
  const required = requiredOf(intersection)
  const found = new Map<string, { fragments: Fragment[]; index: number }>()
  for (const list of keywordFragments(intersection, 'properties')) {
    for (const [name, fragment] of childrenOf(list)) {
      const known = found.get(name)
      if (known === undefined) found.set(name, { fragments: [fragment], index: found.size })
      else known.fragments.push(fragment)
    }
  }
  return new Map([...found].map(([name, one]) => [name, { name, ...one, required: required.has(name) }]))
}

/** Whether a property is marked, itself or by what it refers to. */
export function isMarked(property: Property, key: 'readOnly' | 'writeOnly'): boolean {
  return intersect(property.fragments).subschemas.some(({ schema }) => schema[key] === true)
}

/** Whether a property is sent in a direction: a read-only one is in no request, a write-only one in no response. */
export function isSent(property: Property, flow: Flow): boolean {
  return !isMarked(property, flow === 'request' ? 'readOnly' : 'writeOnly')
}

/** Whether a property has a default. */
export function hasDefault(property: Property): boolean {
  return keywordValue(intersect(property.fragments), 'default') !== undefined
}
