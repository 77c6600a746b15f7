import { escapeKey, unescapeKey } from './pointer.js'

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
  return path === ''
    ? []
    : path
        .slice(1)
        .split('/')
        .map((segment) => unescapeKey(decoded(segment)))
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
