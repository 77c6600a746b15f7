import {
  escapeKey,
  isObject,
  keysOf,
  type JsonObject,
  resolvePointer,
  segmentsOf,
  pointerTo,
} from '../../document/index.js'
import type { ValidationError } from '../../runtime/validators.js'

/** A schema that applies to a value. */
export interface Applied {
  readonly node: JsonObject
  /** Where the schema stands. */
  readonly pointer: string
  /** Where the reference to it stands; `pointer` where none was followed. */
  readonly position: string
}

/** Where in the document an error has its cause. */
export interface SchemaLocation {
  /** The schema that has the keyword. */
  readonly pointer: string
  /** The member or item that the value is of: where the reference to that schema stands, if it is one. */
  readonly position: string
}

const mostApplied = 200
const inPlaceLists = ['allOf', 'anyOf', 'oneOf'] as const
const inPlace = ['if', 'then', 'else', 'not'] as const

const below = (pointer: string, ...keys: readonly (string | number)[]): string =>
  `${pointer}${keys.map((key) => `/${escapeKey(String(key))}`).join('')}`

/** Finds schemas in one document. */
class Finder {
  readonly #document: unknown

  constructor(document: unknown) {
    this.#document = document
  }

  /** The schema at a pointer, and all that apply to the same value. */
  all(pointer: string, position = pointer): readonly Applied[] {
    const found = new Map<string, Applied>()
    this.#add(pointer, position, found)
    return [...found.values()]
  }

  #add(pointer: string, position: string, found: Map<string, Applied>): void {
    const node = resolvePointer(this.#document, pointer)
    if (!isObject(node) || found.has(pointer) || found.size >= mostApplied) return
    found.set(pointer, { node, pointer, position })
    const { $ref } = node
    if (typeof $ref === 'string' && $ref.startsWith('#'))
      this.#add(pointerTo(segmentsOf($ref)), position, found)
    for (const keyword of inPlaceLists) {
      const list = node[keyword]
      if (!Array.isArray(list)) continue
      for (const index of list.keys()) this.#add(below(pointer, keyword, index), position, found)
    }
    for (const keyword of inPlace) this.#add(below(pointer, keyword), position, found)
  }

  /** The schemas of a member or an item. */
  step(holders: readonly Applied[], key: string): readonly Applied[] {
    const found = holders.flatMap(({ node, pointer }) => childrenOf(node, pointer, key))
    return [...new Set(found)].slice(0, mostApplied).flatMap((child) => this.all(child))
  }
}

const fitting = (patterns: JsonObject, key: string): string[] =>
  Object.keys(patterns).filter((pattern) => {
    try {
      return new RegExp(pattern, 'u').test(key)
    } catch {
      return false
    }
  })

const childrenOf = (node: JsonObject, pointer: string, key: string): string[] => {
  const { properties, patternProperties, prefixItems } = node
  const isItem = /^\d+$/.test(key)
  if (isItem && Array.isArray(prefixItems) && Number(key) < prefixItems.length) {
    return [below(pointer, 'prefixItems', key)]
  }
  const items = isItem && isObject(node['items']) ? [below(pointer, 'items')] : []
  if (isObject(properties) && Object.hasOwn(properties, key))
    return [...items, below(pointer, 'properties', key)]
  const patterns = isObject(patternProperties) ? fitting(patternProperties, key) : []
  if (patterns.length > 0)
    return [...items, ...patterns.map((one) => below(pointer, 'patternProperties', one))]
  const others = isObject(node['additionalProperties']) ? [below(pointer, 'additionalProperties')] : []
  return [...items, ...others]
}

/** The end of the path of an error in its schema: from the last schema on that has a name of its own. */
const tailOf = (schemaPath: string): string => schemaPath.replace(/^.*(#|\/unit(?=\/))/, '')

/**
 * Every schema that applies to a value inside another, as far in as the document describes it.
 * @param start JSON Pointer of the schema of the whole value
 */
export function schemasAt(document: unknown, start: string, keys: readonly string[]): readonly Applied[] {
  const finder = new Finder(document)
  let applied = finder.all(start)
  for (const key of keys) {
    const next = finder.step(applied, key)
    if (next.length === 0) break
    applied = next
  }
  return applied
}

/**
 * Where the schema stands that an error is about. Validators say where it is in the schema that holds it: which one
 * that is follows from the way to the value.
 * @param start JSON Pointer of the schema of the whole value
 */
export function schemaLocation(
  document: unknown,
  start: string,
  error: Pick<ValidationError, 'instancePath' | 'schemaPath' | 'keyword'>,
): SchemaLocation {
  const { keyword } = error
  const applied = schemasAt(document, start, keysOf(error.instancePath))
  const holding = applied.filter(({ node }) => Object.hasOwn(node, keyword))
  const tail = tailOf(error.schemaPath)
  const exact = holding.find(({ pointer }) => `${pointer}/${keyword}`.endsWith(tail))
  return exact ?? holding[0] ?? applied[0] ?? { pointer: start, position: start }
}
