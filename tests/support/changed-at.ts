import { isObject } from '../../document/index.js'

/** The paths of a value and of everything in it. */
export const places = (value: unknown, path: readonly string[] = []): (readonly string[])[] => [
  path,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, item]) => places(item, [...path, key]))
    : []),
]

/** A copy of a value that is changed at a path. */
export const changedAt = (
  value: unknown,
  path: readonly string[],
  change: (old: unknown) => unknown,
): unknown => {
  const [key, ...rest] = path
  if (key === undefined) return change(value)
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? changedAt(item, rest, change) : item))
  return isObject(value)
    ? Object.fromEntries(
        Object.entries(value).map(([name, item]) => [
          name,
          name === key ? changedAt(item, rest, change) : item,
        ]),
      )
    : value
}
