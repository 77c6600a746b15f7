import { isObject } from './json.js'

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => deepEqual(item, b[index]))

/** Equality of two JSON values as in JSON Schema: regardless of the order of members, without coercion. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b)
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  )
}

/** Positions of two equal items. */
export interface Repeated {
  readonly i: number
  readonly j: number
}

// For so few items, comparing all pairs is faster than a map.
const few = 8

// Nested values are compared by `deepEqual`.
const shallow = (value: unknown): string => (typeof value === 'object' ? '' : (JSON.stringify(value) ?? ''))

const memberText = ([key, member]: readonly [string, unknown]): string => `${key}:${shallow(member)}`

/** A key that equal values share; different values may share it too. */
const keyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const texts = Array.isArray(value) ? value.map(shallow) : Object.entries(value).map(memberText).sort()
  return texts.join()
}

const lastOf = (positions: readonly number[], test: (position: number) => boolean): number | undefined => {
  for (let at = positions.length - 1; at >= 0; at--) {
    const position = positions[at]
    if (position !== undefined && test(position)) return position
  }
  return undefined
}

const inLongList = (list: readonly unknown[]): Repeated | null => {
  const positions = new Map<unknown, number[]>()
  let repeated: Repeated | null = null
  for (const [i, item] of list.entries()) {
    const key = keyOf(item)
    const before = positions.get(key) ?? []
    const j = lastOf(before, (position) => deepEqual(item, list[position]))
    if (j !== undefined) repeated = { i, j }
    before.push(i)
    positions.set(key, before)
  }
  return repeated
}

/** The last two equal items of a list, by equality of JSON Schema; null if all differ. */
export function repeated(list: readonly unknown[]): Repeated | null {
  if (list.length > few) return inLongList(list)
  for (let i = list.length - 1; i > 0; i--) {
    for (let j = i - 1; j >= 0; j--) if (deepEqual(list[i], list[j])) return { i, j }
  }
  return null
}
