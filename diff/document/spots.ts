import { isObject, member } from './json.js'
import { pointerTo } from './pointer.js'
import type { Spot } from './side.js'

/** The place of a member, when the object has it. */
export const childOf = (spot: Spot | undefined, key: string): Spot | undefined => {
  if (spot === undefined) return undefined
  const value = member(spot.value, key)
  return value === undefined ? undefined : { side: spot.side, value, pointer: pointerTo(spot.pointer, key) }
}

/** The places of all members of an object, by name. */
export const childrenOf = (spot: Spot | undefined): ReadonlyMap<string, Spot> => {
  const found = new Map<string, Spot>()
  if (spot === undefined || !isObject(spot.value)) return found
  for (const [key, value] of Object.entries(spot.value)) {
    found.set(key, { side: spot.side, value, pointer: pointerTo(spot.pointer, key) })
  }
  return found
}

/** The places of all items of a list. */
export const itemsOf = (spot: Spot | undefined): Spot[] =>
  spot !== undefined && Array.isArray(spot.value)
    ? spot.value.map((value: unknown, index) => ({
        side: spot.side,
        value,
        pointer: pointerTo(spot.pointer, index),
      }))
    : []
