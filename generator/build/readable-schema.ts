import type { JsonSchema } from '../../runtime/json-schema.js'
import { assertionKeywords } from '../../document/index.js'
import { keptAnnotations } from './keywords.js'
import { mapSchemas } from './subschemas.js'

const isKept = (keyword: string): boolean => assertionKeywords.has(keyword) || keptAnnotations.has(keyword)

/** A schema for the generated tables: assertions and useful annotations, without prose. */
export function readableSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const entries = Object.entries(schema)
  const kept = entries.filter(([keyword]) => isKept(keyword))
  return mapSchemas(kept.length === entries.length ? schema : Object.fromEntries(kept), readableSchema)
}
