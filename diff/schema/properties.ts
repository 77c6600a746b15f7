import type { Spot } from '../document/side.js'
import { childrenOf } from '../document/spots.js'
import type { Flow } from '../engine/node.js'
import { meetOf, type Meet } from './meet.js'
import { first, spotsOf } from './pair.js'
import { textsOf } from '../document/json.js'

/** A property with everything that applies to it. */
export interface Property {
  readonly name: string
  readonly spots: readonly Spot[]
  readonly required: boolean
  /** Position among the properties. */
  readonly index: number
}

/** Names that must be there. */
export const requiredOf = (meet: Meet): ReadonlySet<string> =>
  new Set(spotsOf(meet, 'required').flatMap(({ value }) => textsOf(value)))

/** All properties of a schema and of what applies with it, by name. */
export const propertiesOf = (meet: Meet): ReadonlyMap<string, Property> => {
  const required = requiredOf(meet)
  const found = new Map<string, { spots: Spot[]; index: number }>()
  for (const list of spotsOf(meet, 'properties')) {
    for (const [name, spot] of childrenOf(list)) {
      const known = found.get(name)
      if (known === undefined) found.set(name, { spots: [spot], index: found.size })
      else known.spots.push(spot)
    }
  }
  return new Map([...found].map(([name, one]) => [name, { name, ...one, required: required.has(name) }]))
}

const isMarked = (property: Property, key: string): boolean =>
  meetOf(property.spots).parts.some(({ schema }) => schema[key] === true)

/** Whether a property travels in a direction: what is read only is in no request, what is write only in no response. */
export const travels = (property: Property, flow: Flow): boolean =>
  !isMarked(property, flow === 'request' ? 'readOnly' : 'writeOnly')

/** Whether a property has a default. */
export const hasDefault = (property: Property): boolean =>
  first(meetOf(property.spots), 'default') !== undefined
