import { deepEqual } from './deep-equal.js'

/** Places of two items that are equal. */
export interface Repeated {
  readonly i: number
  readonly j: number
}

// So few are compared with each other sooner than looked up.
const few = 8

// Deeper values are compared by `deepEqual`.
const shallow = (value: unknown): string => (typeof value === 'object' ? '' : (JSON.stringify(value) ?? ''))

const memberText = ([key, member]: readonly [string, unknown]): string => `${key}:${shallow(member)}`

/** A key that equal values have in common; others may have it too. */
const keyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const texts = Array.isArray(value) ? value.map(shallow) : Object.entries(value).map(memberText).sort()
  return texts.join()
}

const lastOf = (places: readonly number[], test: (place: number) => boolean): number | undefined => {
  for (let at = places.length - 1; at >= 0; at--) {
    const place = places[at]
    if (place !== undefined && test(place)) return place
  }
  return undefined
}

const inLongList = (list: readonly unknown[]): Repeated | null => {
  const places = new Map<unknown, number[]>()
  let repeated: Repeated | null = null
  for (const [i, item] of list.entries()) {
    const key = keyOf(item)
    const before = places.get(key) ?? []
    const j = lastOf(before, (place) => deepEqual(item, list[place]))
    if (j !== undefined) repeated = { i, j }
    before.push(i)
    places.set(key, before)
  }
  return repeated
}

/** The last two items of a list that are equal, as JSON Schema means it; null where all differ. */
export function repeated(list: readonly unknown[]): Repeated | null {
  if (list.length > few) return inLongList(list)
  for (let i = list.length - 1; i > 0; i--) {
    for (let j = i - 1; j >= 0; j--) if (deepEqual(list[i], list[j])) return { i, j }
  }
  return null
}
