/** True for a plain object of parsed JSON. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Escapes one segment of a JSON Pointer (RFC 6901) in a fragment. */
export function escapeSegment(segment: string): string {
  // What looks like an escaped character would be read as that character.
  const whole = /%[\da-f]{2}/i.test(segment) ? segment.replaceAll('%', '%25') : segment
  return /[~/]/.test(whole) ? whole.replaceAll('~', '~0').replaceAll('/', '~1') : whole
}

/** Joins segments to a JSON Pointer fragment such as `#/paths/~1customers/get`. */
export function pointerOf(...segments: readonly (string | number)[]): string {
  return pointerTo(segments)
}

/** The same of a path, which may be longer than a call may have arguments. */
export function pointerTo(segments: readonly (string | number)[]): string {
  let pointer = '#'
  for (const segment of segments) pointer += `/${escapeSegment(String(segment))}`
  return pointer
}

/** Splits a fragment such as `#/components/schemas/A` into its segments, percent-decoded and unescaped. */
export function segmentsOf(pointer: string): string[] {
  const path = pointer.replace(/^#/, '')
  if (path === '') return []
  return path
    .slice(1)
    .split('/')
    .map((segment) => (/[%~]/.test(segment) ? unescaped(segment) : segment))
}

/** The value that a local pointer names, or undefined when there is none. Inherited members do not count. */
export function resolvePointer(root: unknown, pointer: string): unknown {
  return /^#?(\/|$)/.test(pointer) ? resolvePath(root, segmentsOf(pointer)) : undefined
}

/** The value at a path, or undefined when there is none. */
export function resolvePath(root: unknown, path: readonly string[]): unknown {
  let node = root
  for (const segment of path) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, segment)) return undefined
    node = Reflect.get(node, segment)
  }
  return node
}

const unescaped = (segment: string): string => decode(segment).replaceAll('~1', '/').replaceAll('~0', '~')

const decode = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
