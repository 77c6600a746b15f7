import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject, schemaKeywords, schemaListKeywords, schemaMapKeywords } from '../../document/index.js'

/** Keys of an own-property map, rebuilt without touching a prototype even for a key named `__proto__`. */
const mapValues = (
  map: Readonly<Record<string, unknown>>,
  change: (value: unknown, key: string) => unknown,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(map).map(([key, value]) => [key, change(value, key)]))

/** A copy of a schema with each schema directly inside it replaced by what `change` makes of it. */
export function mapSubschemas(
  schema: Readonly<Record<string, unknown>>,
  change: (child: unknown, path: readonly string[]) => unknown,
): JsonSchemaObject {
  const copy: Record<string, unknown> = { ...schema }
  for (const key of schemaKeywords) {
    if (isSchema(copy[key]) || copy[key] === null) copy[key] = change(copy[key], [key])
  }
  for (const key of schemaListKeywords) {
    const list = copy[key]
    if (Array.isArray(list)) copy[key] = list.map((item, index) => change(item, [key, String(index)]))
  }
  for (const key of schemaMapKeywords) {
    const map = copy[key]
    if (isObject(map)) copy[key] = mapValues(map, (value, name) => change(value, [key, name]))
  }
  return copy
}

/** The same for a schema that was read as JSON Schema: what is directly inside it are schemas too. */
export function mapSchemas(
  schema: JsonSchemaObject,
  change: (child: JsonSchema, path: readonly string[]) => JsonSchema,
): JsonSchemaObject {
  return mapSubschemas(schema, (child, path) => (isSchema(child) ? change(child, path) : child))
}

/** Calls `visit` with each schema directly inside a schema. */
export function eachSubschema(schema: JsonSchemaObject, visit: (child: JsonSchema) => void): void {
  const visitAll = (children: readonly unknown[]): void => {
    for (const child of children) if (isSchema(child)) visit(child)
  }
  visitAll(schemaKeywords.map((key) => schema[key]))
  for (const key of schemaListKeywords) {
    const list = schema[key]
    if (Array.isArray(list)) visitAll(list)
  }
  for (const key of schemaMapKeywords) {
    const map = schema[key]
    if (isObject(map)) visitAll(Object.values(map))
  }
}

const isSchema = (value: unknown): value is JsonSchema => isObject(value) || typeof value === 'boolean'
