import { type Fragment, fragmentAt } from '../fragments/fragment.js'
import type { Flow } from '../engine/node.js'
import { intersect, type Intersection } from './intersection.js'
import { keywordValue, keywordFragments } from './pair.js'
import { isObject, textsOf } from '../../document/index.js'

/** Directions that a schema is kept out of. */
interface Marks {
  readonly readOnly: boolean
  readonly writeOnly: boolean
}

/** A property with everything that applies to it. */
export interface Property {
  readonly name: string
  readonly fragments: readonly Fragment[]
  /** Its own, and those of what it refers to. */
  readonly marks: Marks
  readonly required: boolean
  /** Position among the properties. */
  readonly index: number
}

/** A property of which more may be found. */
interface Found extends Property {
  readonly fragments: Fragment[]
  marks: Marks
}

const unmarked: Marks = { readOnly: false, writeOnly: false }

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
  const found = new Map<string, Found>()
  for (const list of keywordFragments(intersection, 'properties')) {
    if (!isObject(list.value)) continue
    for (const name of Object.keys(list.value)) {
      const fragment = fragmentAt(list, name, list.value[name])
      const known = found.get(name)
      if (known !== undefined) known.fragments.push(fragment)
      else {
        const facts = { required: required.has(name), index: found.size, marks: unmarked }
        found.set(name, { name, fragments: [fragment], ...facts })
      }
    }
  }
  for (const property of found.values()) property.marks = marksOf(intersect(property.fragments))
  return found
}

const marked = new WeakMap<Intersection, Marks>()

/** The marks of a schema, looked for once, however many properties refer to it. */
const marksOf = (intersection: Intersection): Marks => {
  const known = marked.get(intersection)
  if (known !== undefined) return known
  const has = (key: keyof Marks): boolean => intersection.subschemas.some(({ schema }) => schema[key] === true)
  const marks = { readOnly: has('readOnly'), writeOnly: has('writeOnly') }
  marked.set(intersection, marks)
  return marks
}

/** Whether a property is marked, itself or by what it refers to. */
export function isMarked({ marks }: Property, key: keyof Marks): boolean {
  return marks[key]
}

/** Whether a property is sent in a direction: a read-only one is in no request, a write-only one in no response. */
export function isSent(property: Property, flow: Flow): boolean {
  return !isMarked(property, flow === 'request' ? 'readOnly' : 'writeOnly')
}

/** Whether a property has a default. */
export function hasDefault(property: Property): boolean {
  return keywordValue(intersect(property.fragments), 'default') !== undefined
}
