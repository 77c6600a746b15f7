/** True for a plain object. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** True for a text that says something. */
export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''
