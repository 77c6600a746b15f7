import { isObject, member, textOf } from '../document/json.js'
import { lastKey, pointerTo } from '../document/pointer.js'
import { refOf, targetOf } from '../document/resolve.js'
import type { Spot } from '../document/side.js'
import { childOf, childrenOf } from '../document/spots.js'
import { meetOf } from './meet.js'
import { first, spotsOf } from './pair.js'
import { propertiesOf } from './properties.js'
import { valuesOfPart } from './types.js'
import type { Union } from './union.js'

/** One shape of a union, with everything that it goes by. */
export interface Variant {
  readonly spot: Spot
  /** Values of the discriminator that mean it. */
  readonly values: readonly string[]
  /** Constants that tell it from its siblings: `kind=card`. */
  readonly tags: readonly string[]
  readonly ref?: string
  readonly title?: string
  readonly name: string
}

/** The discriminator of a union: the property, and the place of the keyword. */
export interface Discriminator {
  readonly property: string
  readonly spot: Spot
  /** Targets by value, as places. */
  readonly mapping: ReadonlyMap<string, Spot | undefined>
}

const targetOfMapping = (spot: Spot): Spot | undefined => {
  const text = textOf(spot.value)
  if (text === undefined) return undefined
  return targetOf(spot.side, text) ?? targetOf(spot.side, pointerTo('#/components/schemas', text))
}

/** The discriminator beside a union. */
export const discriminatorOf = ({ holder }: Union): Discriminator | undefined => {
  const spot = childOf(holder, 'discriminator')
  const property = textOf(member(spot?.value, 'propertyName'))
  if (spot === undefined || property === undefined) return undefined
  const entries = [...childrenOf(childOf(spot, 'mapping'))]
  return { property, spot, mapping: new Map(entries.map(([value, one]) => [value, targetOfMapping(one)])) }
}

const tagsOf = (spot: Spot): string[] =>
  [...propertiesOf(meetOf([spot]))].flatMap(([name, { spots }]) => {
    const lists = meetOf(spots).parts.flatMap((part) => valuesOfPart(part) ?? [])
    return lists.length === 1 ? [`${name}=${JSON.stringify(lists[0])}`] : []
  })

const valuesOf = (spot: Spot, ref: string | undefined, found: Discriminator | undefined): string[] => {
  if (found === undefined || ref === undefined) return []
  const target = targetOf(spot.side, ref)?.value
  const mapped = [...found.mapping].flatMap(([value, one]) =>
    one !== undefined && one.value === target ? [value] : [],
  )
  // Without a mapping a variant goes by the name of its component.
  return mapped.length > 0 ? mapped : [lastKey(ref)]
}

const titleOf = (spot: Spot): string | undefined => textOf(first(meetOf([spot]), 'title'))

const typeOf = (spot: Spot): string | undefined => {
  const type = spotsOf(meetOf([spot]), 'type')[0]?.value
  return typeof type === 'string' ? type : Array.isArray(type) ? type.join(' or ') : undefined
}

/** The shapes of a union with what they go by. */
export const variantsOf = (union: Union): Variant[] => {
  const discriminator = discriminatorOf(union)
  return union.members.map((spot, index) => {
    const ref = isObject(spot.value) ? refOf(spot.value) : undefined
    const title = titleOf(spot)
    const values = valuesOf(spot, ref, discriminator)
    const tags = tagsOf(spot)
    const name = (ref === undefined ? title : lastKey(ref)) ?? tags[0] ?? typeOf(spot) ?? String(index)
    return {
      spot,
      values,
      tags,
      name,
      ...(ref === undefined ? {} : { ref: lastKey(ref) }),
      ...(title === undefined ? {} : { title }),
    }
  })
}
