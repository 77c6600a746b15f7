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
