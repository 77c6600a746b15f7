import type { JsonSchema } from '../../runtime/json-schema.js'
import { assertionKeywords, keptAnnotations } from './keywords.js'
import { mapSubschemas } from './subschemas.js'

/** A schema as readers of the generated tables get it: assertions and useful annotations, without prose. */
export function readableSchema(schema: JsonSchema): JsonSchema {
  if (typeof schema === 'boolean') return schema
  const kept = Object.entries(schema).filter(
    ([keyword]) => assertionKeywords.has(keyword) || keptAnnotations.has(keyword),
  )
  return mapSubschemas(Object.fromEntries(kept), (child) => readableSchema(child as JsonSchema))
}
