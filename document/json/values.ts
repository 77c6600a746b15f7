/** An object of parsed JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object, and neither a list nor null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value of a member that an object itself has: `constructor` and the like are never found by accident. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The value behind names of members, one inside the other. */
export function memberAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(member, value)
}

/** The object of a value; anything else is an empty one. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The entries of an object; of anything else none. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

/** The list of a value; anything else is an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The text of a value, or undefined. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** The texts in a list. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}
