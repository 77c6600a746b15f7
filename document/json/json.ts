import { isObject } from '../../runtime/json.js'

export { isObject }

/** An object of parsed JSON. */
export type JsonObject = Readonly<Record<string, unknown>>

/** The value of an own member; inherited ones such as `constructor` are ignored. */
export function member(value: unknown, key: string): unknown {
  return isObject(value) && Object.hasOwn(value, key) ? value[key] : undefined
}

/** The value at a path of member names. */
export function memberAt(value: unknown, ...keys: readonly string[]): unknown {
  return keys.reduce<unknown>(member, value)
}

/** The value if it is an object, otherwise an empty object. */
export function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** The entries of an object; empty for any other value. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isObject(value) ? Object.entries(value) : []
}

/** The value if it is a list, otherwise an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** The value if it is a string. */
export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}

/** Adds an item to the list of a key. */
export function addTo<Key, Item>(lists: Map<Key, Item[]>, key: Key, item: Item): void {
  const list = lists.get(key)
  if (list) list.push(item)
  else lists.set(key, [item])
}

/** Adds one to the count of a key. */
export function countUp<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

/** Items by a key, in the order in which each key first occurs. */
export function groupedBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key) {
  const groups = new Map<Key, [Item, ...Item[]]>()
  for (const item of items) addTo(groups, keyOf(item), item)
  return groups
}

/** The strings in a list. */
export function textsOf(value: unknown): string[] {
  return listOf(value).filter((one) => typeof one === 'string')
}

/** Memoizes a function of objects by identity, so callers must not mutate them. */
export function once<Subject extends object, Found>(find: (subject: Subject) => Found) {
  const known = new WeakMap<Subject, { readonly found: Found }>()
  return (subject: Subject): Found => {
    const before = known.get(subject)
    if (before) return before.found
    const found = find(subject)
    known.set(subject, { found })
    return found
  }
}

/** Memoizes a function of texts, of the first ones up to a number: names and paths of a document repeat. */
export function onceByText<Found extends object | string>(most: number, find: (text: string) => Found) {
  const known = new Map<string, Found>()
  return (text: string): Found => {
    const before = known.get(text)
    if (before !== undefined) return before
    const found = find(text)
    if (known.size < most) known.set(text, found)
    return found
  }
}

/** The value of a key, made and kept where there is none yet. */
export function cached<Key, Value extends object | string | number | boolean>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}

/** A nested value: its location with unescaped keys, and the value itself. */
export type JsonNode = readonly [location: string, value: unknown]

const mostNodes = 100_000

/** Every nested value in breadth-first order, the root first; a huge value is cut off. */
export function walk(root: unknown): JsonNode[] {
  const nodes: JsonNode[] = [['', root]]
  for (const [location, value] of nodes) {
    if (nodes.length > mostNodes) break
    if (typeof value !== 'object' || value === null) continue
    for (const [name, inner] of Object.entries(value)) nodes.push([`${location}/${name}`, inner])
  }
  return nodes
}

/** Type and subtype of a Content-Type value, in lower case and without parameters. */
export function mediaTypeOf(contentType: string): string
/** Type and subtype of a Content-Type value, or undefined without a value. */
export function mediaTypeOf(contentType: string | undefined): string | undefined
/** The implementation of both. */
export function mediaTypeOf(contentType: string | undefined): string | undefined {
  return contentType?.split(';')[0]?.trim().toLowerCase()
}

/** True for application/json and everything that ends in +json; not for application/json-seq. */
export function isJsonType(contentType: string | undefined): boolean {
  return /^[^/]+\/(.+\+)?json$/.test(mediaTypeOf(contentType) ?? '')
}

/** A number as it is written, because JavaScript would round it. */
export class NumberLiteral {
  constructor(readonly literal: string) {}
}

/** Escapes a key for a JSON Pointer (RFC 6901). */
export function escapeKey(key: string): string {
  return key.includes('~') || key.includes('/') ? key.replaceAll('~', '~0').replaceAll('/', '~1') : key
}

/** Unescapes a segment of a JSON Pointer. */
export function unescapeKey(segment: string): string {
  return segment.includes('~') ? segment.replaceAll('~1', '/').replaceAll('~0', '~') : segment
}

/** Appends a key to a pointer in either form. */
export function appendKey(pointer: string, key: string | number): string {
  return typeof key === 'number' ? `${pointer}/${key}` : `${pointer}/${escapeKey(key)}`
}

/** The keys of a JSON Pointer (`/a~1b/0`, or `#/a~1b/0` without percent-encoding). */
export function keysOf(pointer: string): string[] {
  return pointer.split('/').slice(1).map(unescapeKey)
}

/** The last key of a JSON Pointer. */
export function lastKey(pointer: string): string {
  return unescapeKey(pointer.slice(pointer.lastIndexOf('/') + 1))
}

/** The JSON Pointer of a path: `/paths/~1customers/get`. */
export function jsonPointer(path: readonly (string | number)[]): string {
  return path.reduce<string>(appendKey, '')
}

// A `%` that looks like an escape would be decoded, so it is encoded.
const encoded = (key: string): string => (/%[\da-f]{2}/i.test(key) ? key.replaceAll('%', '%25') : key)

const decoded = (segment: string): string => {
  try {
    return segment.includes('%') ? decodeURIComponent(segment) : segment
  } catch {
    return segment
  }
}

/** Joins keys to a JSON Pointer in the form of a URI fragment, such as `#/paths/~1customers/get`. */
export function pointerOf(...path: readonly (string | number)[]): string {
  return pointerTo(path)
}

/** Joins a list of keys to a JSON Pointer, as `pointerOf` does; a list may be longer than an argument list. */
export function pointerTo(path: readonly (string | number)[]): string {
  let pointer = '#'
  for (const key of path) pointer += `/${escapeKey(encoded(String(key)))}`
  return pointer
}

/** Splits a fragment such as `#/components/schemas/A` into its keys, percent-decoded and unescaped. */
export function segmentsOf(pointer: string): string[] {
  const path = pointer.replace(/^#/, '')
  const segments = path === '' ? [] : path.slice(1).split('/')
  return segments.map((segment) => unescapeKey(decoded(segment)))
}

/** The value at a local pointer; undefined if there is none. Inherited members are ignored. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  return /^#?(\/|$)/.test(pointer) ? resolvePath(root, segmentsOf(pointer)) : undefined
}

/** The value at a path, or undefined when there is none. */
export function resolvePath(root: unknown, path: readonly string[]): unknown {
  let node = root
  for (const key of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, key)) return undefined
    node = Reflect.get(node, key)
  }
  return node
}
