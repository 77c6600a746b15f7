import type { Spot } from '../document/side.js'
import { childOf } from '../document/spots.js'
import type { Facts, Spots } from '../engine/node.js'
import { meetOf, type Meet } from './meet.js'

/** Two schemas that are compared, with all that applies in each. */
export interface Pair {
  readonly from: Meet
  readonly to: Meet
  readonly fromSpots: Spots
  readonly toSpots: Spots
  /** Types that both may have, as bits of `types.ts`. */
  readonly shared: number
  /** Whether the value is written as plain text, where a number cannot be told from digits. */
  readonly isText: boolean
}

/** Whether a schema has a keyword in one of its parts. */
export const has = (meet: Meet, key: string): boolean =>
  meet.parts.some(({ schema }) => Object.hasOwn(schema, key))

/** All places of a keyword. */
export const spotsOf = (meet: Meet, key: string): Spot[] =>
  meet.parts.flatMap(({ spot, schema }) => {
    const child = Object.hasOwn(schema, key) ? childOf(spot, key) : undefined
    return child === undefined ? [] : [child]
  })

/** The value of a keyword in the first part that has it. */
export const first = (meet: Meet, key: string): unknown =>
  meet.parts.find(({ schema }) => Object.hasOwn(schema, key))?.schema[key]

/** The place of a schema itself: for a place in the other schema (or one of its keywords), of the part that stands where a part of the other stands, if there is one. */
export const baseOf = (meet: Meet, spots: Spots, other: Spot | undefined): Spot | undefined => {
  const wanted = other?.pointer ?? ''
  const holder = wanted.slice(0, wanted.lastIndexOf('/'))
  const same = meet.parts.find(({ spot }) => spot.pointer === wanted || spot.pointer === holder)
  return same?.spot ?? meet.parts[0]?.spot ?? spots[0]
}

const holderOf = (meet: Meet, key: string): Spot | undefined =>
  meet.parts.find(({ schema }) => Object.hasOwn(schema, key))?.spot

/** Both places of a keyword; where a side does not have it, the place of the schema. */
export const placesOf = (pair: Pair, key: string): Pick<Facts, 'from' | 'to'> => {
  const { from, to, fromSpots, toSpots } = pair
  const [old, fresh] = [spotsOf(from, key)[0], spotsOf(to, key)[0]]
  return {
    from: old ?? baseOf(from, fromSpots, holderOf(to, key)),
    to: fresh ?? baseOf(to, toSpots, holderOf(from, key)),
  }
}

/** Both places of the schemas themselves. */
export const schemasOf = ({ from, to, fromSpots, toSpots }: Pair): Pick<Facts, 'from' | 'to'> => {
  const old = fromSpots[0]
  return { from: baseOf(from, fromSpots, undefined) ?? old, to: baseOf(to, toSpots, undefined) ?? toSpots[0] }
}

/** A pair of places as a pair of schemas. */
export const pairOf = (fromSpots: Spots, toSpots: Spots, shared: number, isText = false): Pair => ({
  from: meetOf(fromSpots),
  to: meetOf(toSpots),
  fromSpots,
  toSpots,
  shared,
  isText,
})
