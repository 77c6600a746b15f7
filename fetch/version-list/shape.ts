import type { JsonObject } from '../../document/index.js'

/** The reason why a version list could not be read. Converted to a typed error where URL and text are known. */
export class UnknownShapeError extends Error {
  override readonly name: string = 'UnknownShapeError'
}

/** Thrown if no version was found in a known shape, as opposed to contradictory ones. */
export class NoVersionsError extends UnknownShapeError {
  override readonly name = 'NoVersionsError'
}

const plain = (name: string): string => name.replace(/[^a-z\d]/gi, '').toLowerCase()

/**
 * The value of the first of several names that an object has, unless it is null.
 * `apiVersion`, `api_version` and `API-Version` count as one name.
 */
export function pick(object: JsonObject, names: readonly string[]): unknown {
  const present = new Map<string, unknown>()
  for (const [name, value] of Object.entries(object)) {
    if (value !== null && !present.has(plain(name))) present.set(plain(name), value)
  }
  const found = names.find((name) => present.has(name))
  return found === undefined ? undefined : present.get(found)
}
