import { isObject, type JsonObject } from '../../document/index.js'

// Beyond this depth the check gives up; the engine compares level by level anyway.
const deepest = 40

const areListsIdentical = (one: readonly unknown[], other: readonly unknown[], depth: number): boolean =>
  one.length === other.length && one.every((item, index) => areSame(item, other[index], depth + 1))

const areObjectsIdentical = (one: JsonObject, other: JsonObject, depth: number): boolean => {
  if (Object.hasOwn(one, '$ref')) return false
  const keys = Object.keys(one)
  if (keys.length !== Object.keys(other).length) return false
  return keys.every(
    (key) =>
      key !== '$ref' &&
      key !== '$dynamicRef' &&
      Object.hasOwn(other, key) &&
      areSame(one[key], other[key], depth + 1),
  )
}

const areSame = (one: unknown, other: unknown, depth: number): boolean => {
  if (typeof one !== 'object' || one === null) return one === other
  if (depth > deepest) return false
  if (Array.isArray(one)) return Array.isArray(other) && areListsIdentical(one, other, depth)
  return isObject(one) && isObject(other) && areObjectsIdentical(one, other, depth)
}

/** Whether two values are identical and contain no references, so that they need no comparison. */
export function areIdentical(one: unknown, other: unknown): boolean {
  return areSame(one, other, 0)
}
