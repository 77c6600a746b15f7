import { isObject, member } from './json.js'
import { pointerTo } from './pointer.js'
import type { Fragment } from './side.js'

/** The location of a member, when the object has it. */
export const childOf = (fragment: Fragment | undefined, key: string): Fragment | undefined => {
  if (fragment === undefined) return undefined
  const value = member(fragment.value, key)
  return value === undefined
    ? undefined
    : { side: fragment.side, value, pointer: pointerTo(fragment.pointer, key) }
}

/** The locations of all members of an object, by name. */
export const childrenOf = (fragment: Fragment | undefined): ReadonlyMap<string, Fragment> => {
  const found = new Map<string, Fragment>()
  if (fragment === undefined || !isObject(fragment.value)) return found
  for (const [key, value] of Object.entries(fragment.value)) {
    found.set(key, { side: fragment.side, value, pointer: pointerTo(fragment.pointer, key) })
  }
  return found
}

/** The locations of all items of a list. */
export const itemsOf = (fragment: Fragment | undefined): Fragment[] =>
  fragment !== undefined && Array.isArray(fragment.value)
    ? fragment.value.map((value: unknown, index) => ({
        side: fragment.side,
        value,
        pointer: pointerTo(fragment.pointer, index),
      }))
    : []
