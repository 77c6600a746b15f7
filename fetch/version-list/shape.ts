import type { JsonObject } from '../../document/index.js'

/** Why a version list could not be understood. Turned into a typed error where URL and text are known. */
export class UnknownShapeError extends Error {
  override readonly name: string = 'UnknownShapeError'
}

/** No version was found where known shapes have them, as opposed to one that was found and contradicts itself. */
export class NoVersionsError extends UnknownShapeError {
  override readonly name = 'NoVersionsError'
}

const plain = (name: string): string => name.replace(/[^a-z\d]/gi, '').toLowerCase()

/**
 * Looks up the first of several names that an object has with a value other than null.
 * `apiVersion`, `api_version` and `API-Version` are one name.
 */
export function pick(object: JsonObject, names: readonly string[]): unknown {
  const present = new Map<string, unknown>()
  for (const [name, value] of Object.entries(object)) {
    if (value !== null && !present.has(plain(name))) present.set(plain(name), value)
  }
  const found = names.find((name) => present.has(name))
  return found === undefined ? undefined : present.get(found)
}
