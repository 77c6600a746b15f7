import { isObject } from '../../../runtime/json.js'
import { countryOf } from '../../primitives/countries.js'

export type JsonObject = Readonly<Record<string, unknown>>

/** A value has another JSON type than its place asks for: it is for the document to refuse, not for a rule. */
export class UnreadableError extends Error {
  override readonly name = 'Unreadable'
}

const valueIn = (source: JsonObject, key: string): unknown =>
  Object.hasOwn(source, key) ? (source[key] ?? undefined) : undefined

/** True for a value that is more than null, a blank text, an empty list or an empty object. */
export function isGiven(source: JsonObject, key: string): boolean {
  const value = valueIn(source, key)
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined
}

/** The object at a key. Throws `Unreadable` when there is none. */
export function objectIn(source: JsonObject, key: string): JsonObject {
  return asObject(valueIn(source, key))
}

/** A value as an object. Throws `Unreadable` when it is none. */
export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new UnreadableError()
  return value
}

/** The text at a key, `undefined` when it is missing, null or blank. Throws `Unreadable` for another type. */
export function textIn(source: JsonObject, key: string): string | undefined {
  const value = valueIn(source, key)
  if (value !== undefined && typeof value !== 'string') throw new UnreadableError()
  return value === undefined || value.trim() === '' ? undefined : value
}

/** The texts at some keys, in their order, without those that are missing. Throws `Unreadable`. */
export function textsIn(source: JsonObject, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => textIn(source, key) ?? [])
}

/** The flag at a key, false when it is missing or null. Throws `Unreadable` for another type. */
export function flagIn(source: JsonObject, key: string): boolean {
  const value = valueIn(source, key) ?? false
  if (typeof value !== 'boolean') throw new UnreadableError()
  return value
}

/** The list at a key, empty when it is missing or null. Throws `Unreadable` for another type. */
export function listIn(source: JsonObject, key: string): readonly unknown[] {
  const value = valueIn(source, key) ?? []
  if (!Array.isArray(value)) throw new UnreadableError()
  return value
}

/** The country at a key as its alpha-2 code; as it stands when there is no such country. */
export function countryIn(source: JsonObject, key: string): string | undefined {
  const code = textIn(source, key)
  return code === undefined ? undefined : (countryOf(code) ?? code)
}

/** The `type` of every object in a list. */
export function typesIn(source: JsonObject, key: string): readonly string[] {
  return listIn(source, key).flatMap((item) => textIn(asObject(item), 'type') ?? [])
}
