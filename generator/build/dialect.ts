import type { JsonSchema } from '../../runtime/json-schema.js'
import { isObject } from '../load/pointer.js'
import type { Dialect } from '../model/document.js'
import { mapSubschemas } from './subschemas.js'

type Keywords = Record<string, unknown>

const withNull = (schema: Keywords): Keywords => {
  if (typeof schema['type'] === 'string') schema['type'] = [schema['type'], 'null']
  if (Array.isArray(schema['enum']) && !schema['enum'].includes(null))
    schema['enum'] = [...schema['enum'], null]
  const composed = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not'].some((keyword) => keyword in schema)
  return composed ? { anyOf: [schema, { type: 'null' }] } : schema
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

const from30 = (node: Readonly<Keywords>): Keywords => {
  if (typeof node['$ref'] === 'string') return { $ref: node['$ref'] }
  const { nullable, ...schema }: Keywords = node
  exclusiveBound(schema, 'exclusiveMinimum', 'minimum')
  exclusiveBound(schema, 'exclusiveMaximum', 'maximum')
  return nullable === true ? withNull(schema) : schema
}

const isEmptyEnum = (value: unknown): boolean => Array.isArray(value) && value.length === 0

// What documents in the wild carry over from other dialects although theirs has another word for it.
const leftovers = (schema: Keywords): Keywords => {
  if (isEmptyEnum(schema['enum'])) delete schema['enum']
  if (Array.isArray(schema['items'])) {
    schema['prefixItems'] = schema['items']
    delete schema['items']
  }
  for (const keyword of ['required', 'allOf', 'anyOf', 'oneOf']) {
    if (keyword in schema && (!Array.isArray(schema[keyword]) || schema[keyword].length === 0))
      delete schema[keyword]
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
  const isReference = typeof node['$ref'] === 'string'
  const own = dialect === '3.0' || !isReference ? from30(node) : { ...node }
  return mapSubschemas(leftovers(own), (child) => toJsonSchema(child, dialect))
}
