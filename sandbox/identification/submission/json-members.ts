import { isObject } from '../../../runtime/json.js'
import { countryOf } from '../../primitives/countries.js'

export type JsonObject = Readonly<Record<string, unknown>>

/** Thrown for a value of the wrong JSON type, which is left to the document to refuse. */
export class UnreadableError extends Error {
  override readonly name = 'Unreadable'
}

const valueIn = (source: JsonObject, key: string): unknown =>
  Object.hasOwn(source, key) ? (source[key] ?? undefined) : undefined

/** Whether a value is anything but null, a blank string, an empty list or an empty object. */
export function isGiven(source: JsonObject, key: string): boolean {
  const value = valueIn(source, key)
  if (typeof value === 'string') return value.trim() !== ''
  return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : value !== undefined
}

/** The object at a key. Throws `Unreadable` if it is none. */
export function objectIn(source: JsonObject, key: string): JsonObject {
  return asObject(valueIn(source, key))
}

/** A value as an object. Throws `Unreadable` if it is none. */
export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new UnreadableError()
  return value
}

/** The string at a key; `undefined` if it is missing, null or blank. Throws `Unreadable` for another type. */
export function textIn(source: JsonObject, key: string): string | undefined {
  const value = valueIn(source, key)
  if (value !== undefined && typeof value !== 'string') throw new UnreadableError()
  return value === undefined || value.trim() === '' ? undefined : value
}

/** The strings at several keys, in order, without missing ones. Throws `Unreadable`. */
export function textsIn(source: JsonObject, keys: readonly string[]): readonly string[] {
  return keys.flatMap((key) => textIn(source, key) ?? [])
}

/** The boolean at a key; false if it is missing or null. Throws `Unreadable` for another type. */
export function flagIn(source: JsonObject, key: string): boolean {
  const value = valueIn(source, key) ?? false
  if (typeof value !== 'boolean') throw new UnreadableError()
  return value
}

/** The list at a key; empty if it is missing or null. Throws `Unreadable` for another type. */
export function listIn(source: JsonObject, key: string): readonly unknown[] {
  const value = valueIn(source, key) ?? []
  if (!Array.isArray(value)) throw new UnreadableError()
  return value
}

/** The country at a key as its alpha-2 code; unchanged if there is no such country. */
export function countryIn(source: JsonObject, key: string): string | undefined {
  const code = textIn(source, key)
  return code === undefined ? undefined : (countryOf(code) ?? code)
}

/** The `type` of every object in a list. */
export function typesIn(source: JsonObject, key: string): readonly string[] {
  return listIn(source, key).flatMap((item) => textIn(asObject(item), 'type') ?? [])
}
