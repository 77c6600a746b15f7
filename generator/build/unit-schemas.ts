import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { mapSchemas } from './subschemas.js'

type Visit = (child: JsonSchema, path: readonly string[]) => JsonSchema

/** The same as `mapSchemas`, for schemas of units: they hold the branches of a tagged union under a word of ours. */
export function mapUnitSchemas(schema: JsonSchemaObject, change: Visit): JsonSchemaObject {
  const mapped = mapSchemas(schema, change)
  const branches: unknown = mapped['branches']
  if (!Array.isArray(branches)) return mapped
  return { ...mapped, branches: branches.map((child, index) => change(child, ['branches', String(index)])) }
}
