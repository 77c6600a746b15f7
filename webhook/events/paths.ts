import { isObject, jsonPointer, keysOf } from '../../document/index.js'

/** The segments of a path: `data.message.status`, or a JSON Pointer. */
export function segmentsOf(path: string): readonly string[] {
  return path.startsWith('/') ? keysOf(path) : path.split('.')
}

const spelled = (segments: readonly string[]): string =>
  segments.every((segment) => /^[^./]+$/.test(segment)) ? segments.join('.') : jsonPointer(segments)

const entriesOf = (value: unknown): (readonly [string, unknown])[] => {
  if (Array.isArray(value)) return value.map((item, index) => [String(index), item])
  return isObject(value) ? Object.entries(value) : []
}

const walked = function* (value: unknown, before: readonly string[]): Generator<string> {
  for (const [key, item] of entriesOf(value)) {
    const path = before.concat(key)
    yield spelled(path)
    yield* walked(item, path)
  }
}

/** All paths in a value, parents before children. */
export function pathsIn(value: unknown): readonly string[] {
  return [...walked(value, [])]
}
