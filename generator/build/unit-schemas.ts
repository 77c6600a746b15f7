import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { eachSubschema, mapSchemas } from './subschemas.js'

/** Name of the unit that a schema of units refers to, when that is all it does. */
export function referredUnit(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object' || Object.keys(schema).length !== 1) return undefined
  return typeof schema['unit'] === 'string' ? schema['unit'] : undefined
}

type Visit = (child: JsonSchema, path: readonly string[]) => JsonSchema

/** The same as `mapSchemas`, for schemas of units: they hold the branches of a tagged union under a word of ours. */
export function mapUnitSchemas(schema: JsonSchemaObject, change: Visit): JsonSchemaObject {
  const mapped = mapSchemas(schema, change)
  const branches: unknown = mapped['branches']
  if (!Array.isArray(branches)) return mapped
  return { ...mapped, branches: branches.map((child, index) => change(child, ['branches', String(index)])) }
}

/** Calls `visit` with each schema directly inside one of a unit. */
export function eachUnitSchema(schema: JsonSchemaObject, visit: (child: JsonSchema) => void): void {
  eachSubschema(schema, visit)
  const branches: unknown = schema['branches']
  if (Array.isArray(branches)) for (const child of branches) visit(child)
}
