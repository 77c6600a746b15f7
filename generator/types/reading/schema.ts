import { listOf, textsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'

const isNull = (type: unknown): boolean => type === 'null' || type === null

const typeList = ({ type }: RawObject): readonly unknown[] =>
  Array.isArray(type) ? type : type === undefined || type === null ? [] : [type]

/** Whether a schema itself allows null: by `nullable`, or as one of several types. */
export function allowsNull(schema: RawObject): boolean {
  const types = typeList(schema)
  if (schema['nullable'] === true) return true
  return types.length > 1 && types.some(isNull) && (valuesOf(schema)?.includes(null) ?? true)
}

const marksOfObjects = ['properties', 'additionalProperties', 'patternProperties', 'required']
const marksOfLists = ['items', 'prefixItems']

const says = (schema: RawObject, keyword: string): boolean =>
  schema[keyword] !== undefined && schema[keyword] !== null

/**
 * The types that a schema names, without null unless it is the only one. Without a type, the one that its keywords
 * imply.
 */
export function typesOf(schema: RawObject): readonly string[] {
  const types = typeList(schema)
  const named = textsOf(types).filter((type) => type !== 'null')
  if (named.length > 0) return [...new Set(named)]
  if (types.length > 0) return ['null']
  if (marksOfObjects.some((keyword) => says(schema, keyword))) return ['object']
  return marksOfLists.some((keyword) => says(schema, keyword)) ? ['array'] : []
}

const demands = [
  'required',
  'properties',
  'type',
  'allOf',
  'anyOf',
  'oneOf',
  'additionalProperties',
  'enum',
  'const',
]

/** Whether a schema has assertions of its own beside a reference. */
export function demandsMore(schema: RawObject): boolean {
  return demands.some((keyword) => keyword in schema)
}

/** The schemas of items: those of fixed positions, and that of the rest. */
export function itemsOf(schema: RawObject): { readonly first: readonly unknown[]; readonly rest: unknown } {
  const { items, prefixItems, additionalItems } = schema
  return Array.isArray(items)
    ? { first: items, rest: additionalItems }
    : { first: listOf(prefixItems), rest: items }
}

/** The schema of additional members, if it asserts anything. */
export function othersOf(schema: RawObject): unknown {
  const { additionalProperties, unevaluatedProperties } = schema
  const isComposed = ['allOf', 'anyOf', 'oneOf', '$ref'].some((keyword) => keyword in schema)
  return additionalProperties ?? (isComposed ? undefined : unevaluatedProperties)
}

/** The values that a schema lists: in `const`, `enum`, or the extension for open enumerations. */
export function valuesOf(schema: RawObject): readonly unknown[] | undefined {
  if ('const' in schema) return [schema['const']]
  const values = listOf(schema['enum'])
  if (values.length > 0) return values
  const known = listOf(schema['x-extensible-enum'])
  return known.length > 0 ? known : undefined
}

/** The type of values that may be added to an enumeration; undefined if none can. */
export function growthOf(schema: RawObject): 'string' | 'number' | undefined {
  const values = (valuesOf(schema) ?? []).filter((value) => value !== null)
  if (values.length < 2 || 'const' in schema) return undefined
  if (values.every((value) => typeof value === 'string')) return 'string'
  return values.every((value) => typeof value === 'number') ? 'number' : undefined
}

/** Whether the document itself marks an enumeration as open. */
export function isMarkedOpen(schema: RawObject): boolean {
  const mark = schema['x-extensible-enum']
  return mark === true || (Array.isArray(mark) && mark.length > 0)
}
