/** An object of a document. */
export type JsonObject = Readonly<Record<string, unknown>>

/** Whether a value is an object, and no list. */
export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member that the object itself has: `constructor` and the like are never found by accident. */
export const member = (value: unknown, key: string): unknown =>
  isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined

/** The text of a value, or nothing. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/** The list of a value; anything else is an empty one. */
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** The texts in a list. */
export const textsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string')
