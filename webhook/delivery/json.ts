/** Members of an object of JSON. */
export type Members = Readonly<Record<string, unknown>>

/** True for an object of JSON, which is no list. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
