import { componentSchema, type Schemas } from '../../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'

const deepest = 16

/**
 * Every schema object that has a say about a value: the schema itself, what it refers to, and the parts of its
 * compositions, whichever of them applies.
 */
export function partsOf(schema: JsonSchema | undefined, schemas: Schemas, depth = 0): JsonSchemaObject[] {
  if (typeof schema !== 'object' || depth > deepest) return []
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const inner = [componentSchema($ref, schemas), ...allOf, ...anyOf, ...oneOf].flatMap((part) =>
    partsOf(part, schemas, depth + 1),
  )
  return [schema, ...inner]
}

/** Every schema object that has a say about what stands at a place of a value. */
export function schemasAt(
  root: JsonSchema | undefined,
  place: readonly string[],
  schemas: Schemas,
): JsonSchemaObject[] {
  return place.reduce(
    (holders, name) =>
      holders.flatMap(({ properties, items }) =>
        partsOf(properties?.[name] ?? (/^\d+$/.test(name) ? items : undefined), schemas),
      ),
    partsOf(root, schemas),
  )
}
