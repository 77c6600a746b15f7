import { type Fragment, fragmentAt } from '../fragments/fragment.js'
import type { Flow } from '../engine/node.js'
import { intersect, type Intersection } from './intersection.js'
import { keywordValue, keywordFragments } from './pair.js'
import { isObject, textsOf } from '../../document/index.js'

/** The directions in which a property is not sent. */
interface Marks {
  readonly readOnly: boolean
  readonly writeOnly: boolean
}

/** A property with everything that applies to it. */
export interface Property {
  readonly name: string
  readonly fragments: readonly Fragment[]
  /** Its own marks, and those of referenced schemas. */
  readonly marks: Marks
  readonly required: boolean
  /** Position among the properties. */
  readonly index: number
}

/** A property under construction, to which more subschemas may add. */
interface Found extends Property {
  readonly fragments: Fragment[]
  marks: Marks
}

/** Names of required properties. */
export function requiredOf(intersection: Intersection): ReadonlySet<string> {
  return new Set(keywordFragments(intersection, 'required').flatMap(({ value }) => textsOf(value)))
}

const known = new WeakMap<Intersection, ReadonlyMap<string, Property>>()

/** All properties of an intersection by name. Cached. */
export function propertiesOf(intersection: Intersection): ReadonlyMap<string, Property> {
  const properties = known.get(intersection) ?? collected(intersection)
  known.set(intersection, properties)
  return properties
}

const collected = (intersection: Intersection): ReadonlyMap<string, Property> => {
  const required = requiredOf(intersection)
  const found = new Map<string, Found>()
  for (const list of keywordFragments(intersection, 'properties')) {
    if (!isObject(list.value)) continue
    for (const name of Object.keys(list.value)) {
      const fragment = fragmentAt(list, name, list.value[name])
      const known = found.get(name)
      if (known !== undefined) known.fragments.push(fragment)
      else {
        const fragments = [fragment]
        const marks = marksOf(intersect(fragments))
        found.set(name, { name, fragments, marks, required: required.has(name), index: found.size })
      }
    }
  }
  for (const property of found.values())
    if (property.fragments.length > 1) property.marks = marksOf(intersect(property.fragments))
  return found
}

const marked = new WeakMap<Intersection, Marks>()

/** The marks of a schema. Cached, because many properties can refer to it. */
const marksOf = (intersection: Intersection): Marks => {
  const known = marked.get(intersection)
  if (known !== undefined) return known
  const has = (key: keyof Marks): boolean =>
    intersection.subschemas.some(({ schema }) => schema[key] === true)
  const marks = { readOnly: has('readOnly'), writeOnly: has('writeOnly') }
  marked.set(intersection, marks)
  return marks
}

/** Whether a property has a mark, directly or through references. */
export function isMarked({ marks }: Property, key: keyof Marks): boolean {
  return marks[key]
}

/**
 * Whether a property is sent in a direction: a read-only one is never in a request, a write-only one never in a
 * response.
 */
export function isSent(property: Property, flow: Flow): boolean {
  return !isMarked(property, flow === 'request' ? 'readOnly' : 'writeOnly')
}

/** Whether a property has a default. */
export function hasDefault(property: Property): boolean {
  return keywordValue(intersect(property.fragments), 'default') !== undefined
}
