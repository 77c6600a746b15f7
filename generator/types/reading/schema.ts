import { listOf, textsOf, entriesOf, isObject } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import type { EnumDeclaration, EnumMember } from '../declarations/model.js'

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

const namesIn = (schema: RawObject, count: number): readonly string[] | undefined => {
  const names = textsOf(schema['x-enum-varnames'] ?? schema['x-enumNames'])
  const isUsable = names.length === count && new Set(names).size === count
  return isUsable ? names : undefined
}

const membersOf = (schema: unknown): readonly EnumMember[] => {
  if (!isObject(schema) || 'const' in schema) return []
  const all = valuesOf(schema) ?? []
  const values = [...new Set(all)].filter((value) => value !== null)
  const texts = values.filter((value) => typeof value === 'string')
  const numbers = values.filter((value) => typeof value === 'number')
  // A string and a number with the same spelling would need the same key.
  if (texts.length !== values.length && numbers.length !== values.length) return []
  const names = namesIn(schema, listOf(schema['enum']).length)
  return [...texts, ...numbers].map((value, index) => ({
    key: (all.length === values.length ? names?.[index] : undefined) ?? String(value),
    value,
  }))
}

/** The component schemas that are enumerations of strings or numbers, as objects of constants. */
export function enumDeclarations({ components }: RawObject): readonly EnumDeclaration[] {
  const schemas = isObject(components) ? components['schemas'] : undefined
  return entriesOf(schemas)
    .map(([schema, node]) => ({ schema, members: membersOf(node) }))
    .filter(({ members }) => members.length > 0)
}
