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

/** The same for a path as a list, which may be longer than an argument list. */
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
