/** A JSON object whose members are not known yet. */
export type JsonObject = Record<string, unknown>

/** Tells a JSON object from arrays, null and scalars. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
