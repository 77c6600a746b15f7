import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import {
  isObject,
  isSchema,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
} from '../../document/index.js'

type Change = (child: unknown, path: readonly string[]) => unknown

/** The value of a keyword with its schemas replaced; the same object if none is. */
const changedKeyword = (value: unknown, change: (child: unknown, key: string) => unknown): unknown => {
  if (Array.isArray(value)) {
    const list = value.map((item: unknown, index) => change(item, String(index)))
    return list.some((item, index) => item !== value[index]) ? list : value
  }
  if (!isObject(value)) return value
  // Entries avoid setting the prototype for a key named `__proto__`.
  const entries = Object.entries(value).map(([key, one]): [string, unknown] => [key, change(one, key)])
  return entries.some(([key, one]) => one !== value[key]) ? Object.fromEntries(entries) : value
}

/**
 * A schema with each direct subschema replaced by the result of `change`; the same object if nothing is replaced, so
 * callers must not mutate it.
 */
export function mapSubschemas(schema: Readonly<Record<string, unknown>>, change: Change): JsonSchemaObject {
  let copy: Record<string, unknown> | undefined
  const set = (key: string, value: unknown): void => {
    if (value !== schema[key]) (copy ??= { ...schema })[key] = value
  }
  for (const key of schemaKeywords) {
    if (isSchema(schema[key]) || schema[key] === null) set(key, change(schema[key], [key]))
  }
  for (const key of schemaListKeywords) {
    const list = schema[key]
    if (Array.isArray(list))
      set(
        key,
        changedKeyword(list, (item, index) => change(item, [key, index])),
      )
  }
  for (const key of schemaMapKeywords) {
    const map = schema[key]
    if (isObject(map))
      set(
        key,
        changedKeyword(map, (value, name) => change(value, [key, name])),
      )
  }
  return copy ?? schema
}

/** The same for a schema that was converted to JSON Schema, whose direct subschemas are schemas too. */
export function mapSchemas(
  schema: JsonSchemaObject,
  change: (child: JsonSchema, path: readonly string[]) => JsonSchema,
): JsonSchemaObject {
  return mapSubschemas(schema, (child, path) => (isSchema(child) ? change(child, path) : child))
}

/** Calls `visit` with each direct subschema of a schema. */
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

/** Resolves a reference to a schema. */
export type Lookup = (ref: string) => JsonSchema | undefined
