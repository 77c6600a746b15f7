import type { JsonSchema } from '../../runtime/json-schema.js'
import { isObject } from '../../document/index.js'
import type { Dialect } from '../model/document.js'
import { mapSubschemas } from './subschemas.js'

type Keywords = Record<string, unknown>

// Where one of these stands, adding null to `type` is not enough.
const composed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'const']

// They speak of the place, not of one of its two meanings.
const annotations = new Set(['default', 'deprecated', 'example', 'examples', 'readOnly', 'writeOnly'])

const lists = new Set(['allOf', 'anyOf', 'oneOf', 'enum', 'prefixItems'])

const withoutNull = (schema: Readonly<Keywords>): Keywords => {
  const { type, ...others } = schema
  const types = Array.isArray(type) ? type.filter((one) => one !== 'null') : []
  return types.length === 0 ? others : { ...others, type: types }
}

const withNull = (schema: Keywords): Keywords => {
  const { type, enum: values } = schema
  const types = typeof type === 'string' ? [type] : type
  const isComposed = composed.some((keyword) => keyword in schema)
  if (Array.isArray(types) && !isComposed) schema['type'] = [...new Set([...types, 'null'])]
  if (Array.isArray(values) && !isComposed) schema['enum'] = [...new Set([...values, null])]
  const outside = Object.entries(schema).filter(([keyword]) => annotations.has(keyword))
  return isComposed ? { ...Object.fromEntries(outside), anyOf: [schema, { type: 'null' }] } : schema
}

const exclusiveBound = (schema: Keywords, exclusive: string, bound: string): void => {
  if (typeof schema[exclusive] !== 'boolean') return
  if (schema[exclusive] && schema[bound] !== undefined) {
    schema[exclusive] = schema[bound]
    delete schema[bound]
  } else {
    delete schema[exclusive]
  }
}

// By the letter of 3.0 nothing beside a reference counts. Of these authors mean every word, and services act on it.
const besideReference = (schema: Readonly<Keywords>): Keywords => {
  const { $ref, nullable, readOnly, writeOnly } = schema
  const marks = { ...(readOnly === true && { readOnly }), ...(writeOnly === true && { writeOnly }) }
  return nullable === true || listsNull(schema)
    ? { ...marks, anyOf: [{ $ref }, { type: 'null' }] }
    : { $ref, ...marks }
}

const listsNull = ({ type }: Readonly<Keywords>): boolean => Array.isArray(type) && type.includes('null')

const without30 = (node: Readonly<Keywords>): Keywords => {
  const { nullable, ...schema }: Keywords = node
  exclusiveBound(schema, 'exclusiveMinimum', 'minimum')
  exclusiveBound(schema, 'exclusiveMaximum', 'maximum')
  // To say null beside a reference is to add it: by the letter it would be taken away again.
  if (typeof schema['$ref'] === 'string' && listsNull(schema)) return withNull(withoutNull(schema))
  return nullable === true ? withNull(schema) : schema
}

const isFilledList = (value: unknown): boolean => Array.isArray(value) && value.length > 0

// Keywords that documents in the wild carry over from other dialects, or leave empty, although theirs has another.
const leftovers = (schema: Keywords): Keywords => {
  if (Array.isArray(schema['items'])) {
    schema['prefixItems'] = schema['items']
    delete schema['items']
  }
  if (Array.isArray(schema['type'])) schema['type'] = schema['type'].map((name) => name ?? 'null')
  for (const [keyword, value] of Object.entries(schema)) {
    const isEmpty = value === null && keyword !== 'const' && keyword !== 'default' && keyword !== 'example'
    const isEmptyList = lists.has(keyword) && Array.isArray(value) && value.length === 0
    if (isEmpty || isEmptyList || (keyword === 'required' && !isFilledList(value))) delete schema[keyword]
  }
  return schema
}

/**
 * Reads a schema of a document as JSON Schema 2020-12. OpenAPI 3.0's `nullable`, boolean exclusive bounds and
 * ignored siblings of `$ref` are rewritten; so are the same spellings where 3.1 documents still have them.
 */
export function toJsonSchema(node: unknown, dialect: Dialect): JsonSchema {
  if (typeof node === 'boolean') return node
  if (!isObject(node)) return true
  const isAlone = dialect === '3.0' && typeof node['$ref'] === 'string'
  const own = isAlone ? besideReference(node) : without30(node)
  return mapSubschemas(leftovers(own), (child) => toJsonSchema(child, dialect))
}
