import { type Fragment, fragmentAt } from '../fragments/fragment.js'
import type { Flow } from '../engine/node.js'
import { intersect, type Intersection } from './intersection.js'
import { keywordValue, keywordFragments } from './pair.js'
import { isObject, once, textsOf } from '../../document/index.js'

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

/** The marks of a schema, which many properties can refer to. */
const marksOf = once(({ subschemas }: Intersection): Marks => {
  const has = (key: keyof Marks): boolean => subschemas.some(({ schema }) => schema[key] === true)
  return { readOnly: has('readOnly'), writeOnly: has('writeOnly') }
})

/** All properties of an intersection by name. */
export const propertiesOf = once((intersection: Intersection): ReadonlyMap<string, Property> => {
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
        found.set(name, { name, fragments, marks, required: required.has(name) })
      }
    }
  }
  for (const property of found.values())
    if (property.fragments.length > 1) property.marks = marksOf(intersect(property.fragments))
  return found
})

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
