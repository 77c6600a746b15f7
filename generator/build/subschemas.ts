import {
  acceptsNone,
  entriesOf,
  foreignMark,
  isObject,
  isSchema,
  type JsonObject,
  listOf,
  objectOf,
  once,
  partsOf,
  reachOf,
  schemaKeywords,
  schemaListKeywords,
  schemaMapKeywords,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/surface.js'
import type { Direction, Unit } from '../model/document.js'

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

/** Returns the replacement of a subschema, given its path. */
type Visit<Schema> = (child: Schema, path: readonly string[]) => Schema

/** A schema with changed direct subschemas, or the same object, which callers must not mutate. */
export function mapSubschemas(schema: JsonObject, change: Visit<unknown>): JsonSchemaObject {
  let copy: Record<string, unknown> | undefined
  const set = (key: string, value: unknown): void => {
    if (value !== schema[key]) (copy ??= { ...schema })[key] = value
  }
  for (const key of schemaKeywords) {
    if (isSchema(schema[key]) || schema[key] === null) set(key, change(schema[key], [key]))
  }
  const setEach = (key: string): void => {
    const changed = changedKeyword(schema[key], (child, name) => change(child, [key, name]))
    set(key, changed)
  }
  for (const key of schemaListKeywords) if (Array.isArray(schema[key])) setEach(key)
  for (const key of schemaMapKeywords) if (isObject(schema[key])) setEach(key)
  return copy ?? schema
}

/** Maps the direct subschemas of a schema that was converted to JSON Schema. */
export function mapSchemas(schema: JsonSchemaObject, change: Visit<JsonSchema>): JsonSchemaObject {
  return mapSubschemas(schema, (child, path) => (isSchema(child) ? change(child, path) : child))
}

/** The direct subschemas of a schema. */
export function subschemasOf(schema: JsonSchemaObject): readonly JsonSchema[] {
  const held = [
    ...schemaKeywords.map((key) => schema[key]),
    ...schemaListKeywords.flatMap((key) => listOf(schema[key])),
    ...schemaMapKeywords.flatMap((key) => Object.values(objectOf(schema[key]))),
  ]
  return held.filter(isSchema)
}

/** A schema and those inside it, at any depth, each before those inside it. */
const schemasIn = (schema: JsonSchema, below = subschemasOf): JsonSchemaObject[] =>
  typeof schema === 'object' ? [schema, ...below(schema).flatMap((child) => schemasIn(child, below))] : []

/** Name of the unit that a unit schema consists of, if it is only a reference. */
export function referredUnit(schema: JsonSchema): string | undefined {
  if (typeof schema !== 'object' || Object.keys(schema).length !== 1) return undefined
  return typeof schema['unit'] === 'string' ? schema['unit'] : undefined
}

/** Like `mapSchemas`, for unit schemas, which hold the branches of a tagged union under a keyword of our own. */
export function mapUnitSchemas(schema: JsonSchemaObject, change: Visit<JsonSchema>): JsonSchemaObject {
  const mapped = mapSchemas(schema, change)
  const branches: unknown = mapped['branches']
  if (!Array.isArray(branches)) return mapped
  return { ...mapped, branches: branches.map((child, index) => change(child, ['branches', String(index)])) }
}

/** The direct subschemas of a unit schema. */
const unitSchemasOf = (schema: JsonSchemaObject): readonly JsonSchema[] => [
  ...subschemasOf(schema),
  ...listOf(schema['branches']).filter(isSchema),
]

/** Resolves a reference to a schema. */
export type Lookup = (ref: string) => JsonSchema | undefined

/** The schemas of a property in the parts of a schema. */
export function propertyIn(
  parts: readonly JsonSchemaObject[],
  name: string,
  lookup: Lookup,
): JsonSchemaObject[] {
  return parts.flatMap(({ properties }) =>
    properties && Object.hasOwn(properties, name) ? partsOf(properties[name], lookup) : [],
  )
}

/** The values that each schema of a property lists, without those that list none. */
export function listedValues(parts: readonly JsonSchemaObject[], property: string, lookup: Lookup) {
  return propertyIn(parts, property, lookup).flatMap(({ const: one, enum: some }): (readonly unknown[])[] => {
    if (one !== undefined) return [[one]]
    return Array.isArray(some) ? [some] : []
  })
}

/** Keywords that close an object. They are dropped for responses, because services may add properties. */
const closingKeywords = ['additionalProperties', 'unevaluatedProperties'] as const

/** The keywords that close a schema. */
export function closingIn(schema: JsonSchemaObject): readonly string[] {
  return closingKeywords.filter((keyword) => acceptsNone(schema[keyword]))
}

/** Whether a schema itself, without its references, differs between requests and responses. */
const isDirected = (schema: JsonSchemaObject, closedResponses: boolean): boolean =>
  schema.readOnly === true || schema.writeOnly === true || (!closedResponses && closingIn(schema).length > 0)

/** Whether a schema, or any that it reaches, differs between requests and responses. */
export function makeDirectional(lookup: Lookup, closedResponses: boolean): (ref: string) => boolean {
  const known = new Map<string, boolean>()
  const schemasAt = once((target: JsonSchemaObject) => schemasIn(target))
  const inside = (ref: string): readonly JsonSchemaObject[] => {
    const target = lookup(ref)
    return typeof target === 'object' ? schemasAt(target) : []
  }
  const nextOf = (ref: string): string[] =>
    known.has(ref) ? [] : inside(ref).flatMap(({ $ref }) => $ref ?? [])
  const isMarked = (ref: string): boolean =>
    known.get(ref) ?? inside(ref).some((schema) => isDirected(schema, closedResponses))
  return (ref) => {
    if (!known.has(ref)) {
      // Finds the result for all reachable schemas at once: one at a time, a long chain would take quadratic
      // time.
      const { nodes, leading } = reachOf(ref, nextOf, isMarked)
      for (const one of nodes) known.set(one, leading.has(one))
    }
    return known.get(ref) ?? false
  }
}

/**
 * The required properties of an object schema in one direction: readOnly properties are required only in responses,
 * writeOnly ones only in requests (OpenAPI 3.0 and 3.1). `whole` is the schema that declares the properties: the
 * schema itself, or the one whose `allOf` contains it.
 */
export function requiredIn(
  direction: Direction | 'both',
  required: readonly string[],
  whole: JsonSchema,
  lookup: Lookup,
): readonly string[] {
  if (direction === 'both') return required
  const mark = foreignMark[direction]
  const parts = partsOf(whole, lookup)
  const isMarked = (property: string): boolean =>
    propertyIn(parts, property, lookup).some((candidate) => candidate[mark] === true)
  return required.filter((property) => !isMarked(property))
}

const inPlace = ['allOf', 'anyOf', 'oneOf', 'branches', 'if', 'then', 'else'] as const

/** Units that apply to the same value as a schema, one entry per reference. */
export function unitsInPlace(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(unitsInPlace)
  if (!isObject(schema)) return []
  const { unit, dependentSchemas } = schema
  const inside = inPlace.flatMap((keyword) => unitsInPlace(schema[keyword]))
  const dependent = entriesOf(dependentSchemas).flatMap(([, one]) => unitsInPlace(one))
  return [...(typeof unit === 'string' ? [unit] : []), ...inside, ...dependent]
}

const asksForEvaluated = (schema: JsonSchemaObject): boolean =>
  'unevaluatedProperties' in schema || 'unevaluatedItems' in schema

/** Units that must report what they evaluated: for their own `unevaluated…` keywords, or another's. */
export function evaluatingUnits(units: readonly Unit[]): ReadonlySet<string> {
  const schemas = new Map(units.map(({ name, schema }) => [name, schema]))
  const asking = units.map(({ name, schema }) => ({
    name,
    inside: schemasIn(schema, unitSchemasOf).filter(asksForEvaluated),
  }))
  const asked = new Set(asking.flatMap(({ inside }) => unitsInPlace(inside)))
  for (const name of asked) for (const used of unitsInPlace(schemas.get(name))) asked.add(used)
  return new Set([...asked, ...asking.flatMap(({ name, inside }) => (inside.length > 0 ? [name] : []))])
}
