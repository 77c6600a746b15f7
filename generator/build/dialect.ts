import type { JsonSchema } from '../../runtime/json-schema.js'
import { type Dialect, isObject, keywordsWithNull, readSchema } from '../../document/index.js'
import { mapSubschemas } from './subschemas.js'

/** Converts a schema of a document, and its subschemas, to JSON Schema 2020-12. */
export function toJsonSchema(node: unknown, dialect: Dialect): JsonSchema {
  if (typeof node === 'boolean') return node
  if (!isObject(node)) return true
  return mapSubschemas(keywordsWithNull(readSchema(node, dialect)), (child) => toJsonSchema(child, dialect))
}
