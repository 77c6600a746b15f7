import { isObject, type JsonObject } from '../../document/index.js'

const deepest = 200

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1

const listText = (value: readonly unknown[], outer: Set<unknown>): string =>
  `[${value.map((item: unknown) => canonicalText(item, outer)).join()}]`

const objectText = (value: JsonObject, outer: Set<unknown>): string => {
  const members = Object.entries(value).sort(byKey)
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${canonicalText(one, outer)}`).join()}}`
}

const canonicalText = (value: unknown, outer: Set<unknown>): string => {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  // YAML aliases can make a value contain itself, so nesting ends where it repeats.
  if (outer.has(value) || outer.size > deepest) return '"…"'
  outer.add(value)
  const text = Array.isArray(value) ? listText(value, outer) : isObject(value) ? objectText(value, outer) : ''
  outer.delete(value)
  return text
}

/** A value as text, equal for equal values whatever the order of their members. */
export function canonical(value: unknown): string {
  return canonicalText(value, new Set())
}

/** Whether two values are equal, whatever the order of members. */
export function isSame(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === typeof other && canonical(one) === canonical(other))
}

/** A value as JSON; one that contains itself, which YAML aliases can produce, is cut off where it repeats. */
export function jsonText(value: unknown): string | undefined {
  try {
    return JSON.stringify(value)
  } catch {
    return canonical(value)
  }
}
