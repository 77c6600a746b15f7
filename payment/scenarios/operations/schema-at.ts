import { componentSchema, type Schemas } from '../../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'

const deepest = 16

/**
 * Every schema object that may apply to a value: the schema itself, what it refers to, and the branches of its
 * compositions, whichever of them applies.
 */
export function subschemasOf(
  schema: JsonSchema | undefined,
  schemas: Schemas,
  depth = 0,
): JsonSchemaObject[] {
  if (typeof schema !== 'object' || depth > deepest) return []
  const { $ref, allOf = [], anyOf = [], oneOf = [] } = schema
  const inner = [componentSchema($ref, schemas), ...allOf, ...anyOf, ...oneOf].flatMap((one) =>
    subschemasOf(one, schemas, depth + 1),
  )
  return [schema, ...inner]
}

/** Every schema object that may apply at a path into a value. */
export function schemasAt(
  root: JsonSchema | undefined,
  path: readonly string[],
  schemas: Schemas,
): JsonSchemaObject[] {
  return path.reduce(
    (holders, name) =>
      holders.flatMap(({ properties, items }) =>
        subschemasOf(properties?.[name] ?? (/^\d+$/.test(name) ? items : undefined), schemas),
      ),
    subschemasOf(root, schemas),
  )
}
