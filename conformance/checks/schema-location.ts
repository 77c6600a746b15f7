import {
  escapeKey,
  isObject,
  keysOf,
  type JsonObject,
  listOf,
  objectOf,
  pointerTo,
  resolvePointer,
  segmentsOf,
} from '../../document/index.js'
import type { ValidationError } from '../../runtime/validators.js'

/** A schema that applies to a value. */
export interface Applied {
  readonly node: JsonObject
  readonly pointer: string
  /** The location of the reference to it; equal to `pointer` where none was followed. */
  readonly position: string
}

const mostApplied = 200

const below = (pointer: string, ...keys: readonly (string | number)[]): string =>
  `${pointer}${keys.map((key) => `/${escapeKey(String(key))}`).join('')}`

/** The schema at a pointer, and all others that apply to the same value. */
const allAt = (document: unknown, start: string): readonly Applied[] => {
  const found = new Map<string, Applied>()
  const add = (pointer: string): void => {
    const node = resolvePointer(document, pointer)
    if (!isObject(node) || found.has(pointer) || found.size >= mostApplied) return
    found.set(pointer, { node, pointer, position: start })
    const { $ref } = node
    if (typeof $ref === 'string' && $ref.startsWith('#')) add(pointerTo(segmentsOf($ref)))
    for (const keyword of ['allOf', 'anyOf', 'oneOf'])
      for (const index of listOf(node[keyword]).keys()) add(below(pointer, keyword, index))
    for (const keyword of ['if', 'then', 'else', 'not']) add(below(pointer, keyword))
  }
  add(start)
  return [...found.values()]
}

const fits = (pattern: string, key: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(key)
  } catch {
    return false
  }
}

const childrenOf = ({ node, pointer }: Applied, key: string): string[] => {
  const { prefixItems, additionalProperties } = node
  const isItem = /^\d+$/.test(key)
  if (isItem && Number(key) < listOf(prefixItems).length) return [below(pointer, 'prefixItems', key)]
  const items = isItem && isObject(node['items']) ? [below(pointer, 'items')] : []
  if (Object.hasOwn(objectOf(node['properties']), key)) return [...items, below(pointer, 'properties', key)]
  const patterns = Object.keys(objectOf(node['patternProperties'])).filter((pattern) => fits(pattern, key))
  const others =
    patterns.length === 0 && isObject(additionalProperties) ? [below(pointer, 'additionalProperties')] : []
  return [...items, ...patterns.map((pattern) => below(pointer, 'patternProperties', pattern)), ...others]
}

/** Every schema that applies to a value inside another; `start` points to the schema of the whole value. */
export function schemasAt(document: unknown, start: string, keys: readonly string[]): readonly Applied[] {
  let applied = allAt(document, start)
  for (const key of keys) {
    const children = new Set(applied.flatMap((one) => childrenOf(one, key)))
    const next = [...children].slice(0, mostApplied).flatMap((child) => allAt(document, child))
    if (next.length === 0) break
    applied = next
  }
  return applied
}

/**
 * The location of the schema that holds the violated keyword. A validator reports it relative to the enclosing schema,
 * which follows from the path of the value.
 * @param start JSON Pointer of the schema of the whole value
 */
export function schemaLocation(
  document: unknown,
  start: string,
  { instancePath, schemaPath, keyword }: ValidationError,
): Pick<Applied, 'pointer' | 'position'> {
  const applied = schemasAt(document, start, keysOf(instancePath))
  const holding = applied.filter(({ node }) => Object.hasOwn(node, keyword))
  // Relative to the last named schema on the path.
  const tail = schemaPath.replace(/^.*(#|\/unit(?=\/))/, '')
  const exact = holding.find(({ pointer }) => `${pointer}/${keyword}`.endsWith(tail))
  return exact ?? holding[0] ?? applied[0] ?? { pointer: start, position: start }
}
