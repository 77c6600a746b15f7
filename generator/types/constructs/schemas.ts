import { entriesOf, isObject, listOf, textsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { demandsMore } from '../reading/schema.js'
import { type Facts, listsNull, says } from './facts.js'

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

const compositions = ['allOf', 'anyOf', 'oneOf']

const has = (holder: unknown, name: string): boolean =>
  isObject(holder) && isObject(holder['properties']) && Object.hasOwn(holder['properties'], name)

// The library makes members of a reference required with a mapped type, which only works for plain objects.
const isPlain = (node: unknown): boolean =>
  isObject(node) && !says(node, 'nullable', 'oneOf', 'anyOf', 'enum', 'const') && !Array.isArray(node['type'])

/** Whether a required member is declared where the library does not look for it. */
export function isRequiredElsewhere(schema: RawObject, facts: Facts): boolean {
  return (
    says(schema, 'required') &&
    (!Array.isArray(schema['required']) ||
      textsOf(schema['required']).some(
        (name) =>
          !has(schema, name) &&
          !listOf(schema['allOf']).some((member) => {
            const target = facts.referred(member)
            return target === undefined ? has(member, name) : has(target, name) && isPlain(target)
          }),
      ))
  )
}

/** Whether additional members have a type that declared members may violate. */
export function isIndexNarrow(schema: RawObject): boolean {
  const { additionalProperties, patternProperties, properties } = schema
  if (!isFilled(additionalProperties) && !isFilled(patternProperties)) return false
  return isFilled(properties) || says(schema, ...compositions)
}

/** Whether a reference has siblings with assertions, in a dialect that respects them. */
export function hasSiblings(schema: RawObject, { document: { dialect } }: Facts): boolean {
  return '$ref' in schema && (schema['nullable'] === true || (dialect !== '3.0' && demandsMore(schema)))
}

/** Whether a list of types allows null, while another keyword would have to allow it too. */
export function isNullLost(schema: RawObject): boolean {
  return listsNull(schema) && (says(schema, 'allOf', 'oneOf') || says(schema, 'const'))
}

/** Whether an `anyOf` has siblings with assertions. */
export function isAnyOfBeside(schema: RawObject): boolean {
  return (
    listOf(schema['anyOf']).length > 0 &&
    ((says(schema, 'type') && schema['type'] !== 'object' && !listsNull(schema)) ||
      says(schema, 'allOf', 'additionalProperties', 'patternProperties') ||
      isFilled(schema['properties']))
  )
}

/** Whether an enum is empty, or lists values of an object. */
export function isEnumUnread(schema: RawObject): boolean {
  const { enum: values, type } = schema
  if (!Array.isArray(values)) return false
  return (
    values.length === 0 || type === 'object' || 'properties' in schema || 'additionalProperties' in schema
  )
}

/** Whether a schema has keywords for lists but no type. */
export function isTypeImplied(schema: RawObject): boolean {
  return (
    !says(schema, 'type') && !says(schema, 'enum', 'const', '$ref') && says(schema, 'items', 'prefixItems')
  )
}

/** Whether the library prints the items of a list in place of the list. */
export function isListFlattened({ type, items }: RawObject): boolean {
  if (type !== 'array' && !listOf(type).includes('array')) return false
  if (items === false) return true
  if (!isObject(items) || '$ref' in items || items['type'] === 'array') return false
  const isSingle = compositions.some((keyword) => listOf(items[keyword]).length === 1)
  return (
    isSingle ||
    listOf(items['type']).includes('array') ||
    Array.isArray(items['const']) ||
    listOf(items['enum']).some(Array.isArray)
  )
}

const isOdd = (value: unknown): boolean =>
  (typeof value === 'number' && (!Number.isFinite(value) || Object.is(value, -0))) ||
  typeof value === 'bigint'

/** Whether a listed value has no literal type. */
export function isValueOdd(schema: RawObject): boolean {
  return (
    ('const' in schema && (schema['const'] === null || isOdd(schema['const']))) ||
    listOf(schema['enum']).some(isOdd)
  )
}

/** Whether a member of a composition is not an object. */
export function isMemberBoolean(schema: RawObject): boolean {
  return compositions.some((keyword) => listOf(schema[keyword]).some((member) => !isObject(member)))
}

/** Whether a schema applies only in one direction. */
export function isDirected({ readOnly, writeOnly }: RawObject): boolean {
  return readOnly === true || writeOnly === true
}

/** Whether a schema has `$defs`. */
export function hasInnerSchemas(schema: RawObject): boolean {
  return entriesOf(schema['$defs']).length > 0
}

/** Whether unevaluated properties have a schema. */
export function isUnevaluated({ unevaluatedProperties }: RawObject): boolean {
  return unevaluatedProperties !== undefined && unevaluatedProperties !== false
}

/** Whether positions of a list have schemas of their own. */
export function isTuple({ prefixItems, items }: RawObject): boolean {
  return Array.isArray(items) || listOf(prefixItems).length > 0
}

const simple: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null'])

const isSimple = (schema: unknown): boolean =>
  isObject(schema) && simple.has(schema['type']) && !says(schema, 'enum', 'const', '$ref')

/** Whether a `oneOf` of simple types has siblings with assertions. */
export function isSimpleBeside(schema: RawObject): boolean {
  const branches = listOf(schema['oneOf'])
  const isBeside = isFilled(schema['properties']) || says(schema, 'allOf', 'additionalProperties')
  return branches.length > 0 && branches.every(isSimple) && isBeside
}
