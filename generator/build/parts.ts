import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

/** Resolves a reference to a schema. */
export type Lookup = (ref: string) => JsonSchema | undefined

/** All schemas that a value must satisfy at once: the schema itself, its `$ref`, its `allOf`, and theirs. */
export function partsOf(schema: JsonSchema | undefined, lookup: Lookup): JsonSchemaObject[] {
  const parts = new Set<JsonSchema | undefined>([schema])
  for (const part of parts) {
    if (typeof part !== 'object') continue
    if (part.$ref !== undefined) parts.add(lookup(part.$ref))
    for (const member of part.allOf ?? []) parts.add(member)
  }
  return [...parts].filter((part) => typeof part === 'object')
}
