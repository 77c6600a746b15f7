import type { JsonSchema } from '../../runtime/json-schema.js'
import { assertionKeywords } from '../../document/index.js'
import { keptAnnotations } from './keywords.js'
import { mapSchemas } from './subschemas.js'

/** A schema as readers of the generated tables get it: assertions and useful annotations, without prose. */
export function readableSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const kept = Object.entries(schema).filter(
    ([keyword]) => assertionKeywords.has(keyword) || keptAnnotations.has(keyword),
  )
  return mapSchemas(Object.fromEntries(kept), readableSchema)
}
