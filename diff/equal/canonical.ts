import { isObject } from '../document/json.js'

const deepest = 200

const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : Number(one > other)

const written = (value: unknown, depth: number): string => {
  if (depth > deepest) return '"…"'
  if (Array.isArray(value)) return `[${value.map((item: unknown) => written(item, depth + 1)).join()}]`
  if (!isObject(value)) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).sort(byKey)
  return `{${members.map(([key, one]) => `${JSON.stringify(key)}:${written(one, depth + 1)}`).join()}}`
}

/** A value as text that is the same for equal values, however their members are sorted. */
export const canonical = (value: unknown): string => written(value, 0)

/** Whether two values are equal, whatever the order of members. */
export const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === typeof other && canonical(one) === canonical(other))
