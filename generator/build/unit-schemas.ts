import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { eachSubschema, mapSchemas } from './subschemas.js'

/** Name of the unit that a unit schema consists of, if it is only a reference. */
export function referredUnit(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object' || Object.keys(schema).length !== 1) return undefined
  return typeof schema['unit'] === 'string' ? schema['unit'] : undefined
}

type Visit = (child: JsonSchema, path: readonly string[]) => JsonSchema

/** Like `mapSchemas`, for unit schemas, which hold the branches of a tagged union under a keyword of our own. */
export function mapUnitSchemas(schema: JsonSchemaObject, change: Visit): JsonSchemaObject {
  const mapped = mapSchemas(schema, change)
  const branches: unknown = mapped['branches']
  if (!Array.isArray(branches)) return mapped
  return { ...mapped, branches: branches.map((child, index) => change(child, ['branches', String(index)])) }
}

/** Calls `visit` with each direct subschema of a unit schema. */
export function eachUnitSchema(schema: JsonSchemaObject, visit: (child: JsonSchema) => void): void {
  eachSubschema(schema, visit)
  const branches: unknown = schema['branches']
  if (Array.isArray(branches)) for (const child of branches) visit(child)
}
