import { entriesOf, isObject, listOf, textsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import { demandsMore } from '../reading/schema.js'
import { type Facts, listsNull, says } from './facts.js'

const isFilled = (value: unknown): boolean => isObject(value) && Object.keys(value).length > 0

const compositions = ['allOf', 'anyOf', 'oneOf']

const has = (holder: unknown, name: string): boolean =>
  isObject(holder) && isObject(holder['properties']) && Object.hasOwn(holder['properties'], name)

// The library demands a member of what it refers to by a mapped type, which takes names of plain objects only.
const isPlain = (node: unknown): boolean =>
  isObject(node) && !says(node, 'nullable', 'oneOf', 'anyOf', 'enum', 'const') && !Array.isArray(node['type'])

/** Whether a member is required that is described elsewhere than the library looks for it. */
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

/** Whether members without a name have a type that those with a name need not have. */
export function isIndexNarrow(schema: RawObject): boolean {
  const { additionalProperties, patternProperties, properties } = schema
  if (!isFilled(additionalProperties) && !isFilled(patternProperties)) return false
  return isFilled(properties) || says(schema, ...compositions)
}

/** Whether a reference stands beside what demands more, in the dialect that heeds it. */
export function hasSiblings(schema: RawObject, { document: { dialect } }: Facts): boolean {
  return '$ref' in schema && (schema['nullable'] === true || (dialect !== '3.0' && demandsMore(schema)))
}

/** Whether null is allowed by a list of types, beside what would have to allow it too. */
export function isNullLost(schema: RawObject): boolean {
  return listsNull(schema) && (says(schema, 'allOf', 'oneOf') || says(schema, 'const'))
}

/** Whether any of several schemas has to hold beside something else. */
export function isAnyOfBeside(schema: RawObject): boolean {
  return (
    listOf(schema['anyOf']).length > 0 &&
    ((says(schema, 'type') && schema['type'] !== 'object' && !listsNull(schema)) ||
      says(schema, 'allOf', 'additionalProperties', 'patternProperties') ||
      isFilled(schema['properties']))
  )
}

/** Whether values are listed for what is an object, or none are. */
export function isEnumUnread(schema: RawObject): boolean {
  const { enum: values, type } = schema
  if (!Array.isArray(values)) return false
  return (
    values.length === 0 || type === 'object' || 'properties' in schema || 'additionalProperties' in schema
  )
}

/** Whether a schema speaks of lists or of members without naming the type. */
export function isTypeImplied(schema: RawObject): boolean {
  return (
    !says(schema, 'type') && !says(schema, 'enum', 'const', '$ref') && says(schema, 'items', 'prefixItems')
  )
}

/** Whether the items of a list are taken for the list. */
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

/** Whether a listed value has no literal. */
export function isValueOdd(schema: RawObject): boolean {
  return (
    ('const' in schema && (schema['const'] === null || isOdd(schema['const']))) ||
    listOf(schema['enum']).some(isOdd)
  )
}

/** Whether a member of a composition is no object. */
export function isMemberBoolean(schema: RawObject): boolean {
  return compositions.some((keyword) => listOf(schema[keyword]).some((member) => !isObject(member)))
}

/** Whether a schema is only for one direction. */
export function isDirected({ readOnly, writeOnly }: RawObject): boolean {
  return readOnly === true || writeOnly === true
}

/** Whether schemas are kept inside a schema. */
export function hasInnerSchemas(schema: RawObject): boolean {
  return entriesOf(schema['$defs']).length > 0
}

/** Whether members that nothing else evaluated have a type. */
export function isUnevaluated({ unevaluatedProperties }: RawObject): boolean {
  return unevaluatedProperties !== undefined && unevaluatedProperties !== false
}

/** Whether the places of a list have types of their own. */
export function isTuple({ prefixItems, items }: RawObject): boolean {
  return Array.isArray(items) || listOf(prefixItems).length > 0
}

const simple: ReadonlySet<unknown> = new Set(['string', 'number', 'integer', 'boolean', 'null'])

const isSimple = (schema: unknown): boolean =>
  isObject(schema) && simple.has(schema['type']) && !says(schema, 'enum', 'const', '$ref')

/** Whether one of several simple types has to hold beside something else. */
export function isSimpleBeside(schema: RawObject): boolean {
  const branches = listOf(schema['oneOf'])
  const isBeside = isFilled(schema['properties']) || says(schema, 'allOf', 'additionalProperties')
  return branches.length > 0 && branches.every(isSimple) && isBeside
}
