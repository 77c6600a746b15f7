import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject } from '../../document/index.js'
import type { Unit } from '../model/document.js'
import { eachUnitSchema } from './subschemas.js'

const inPlace = ['allOf', 'anyOf', 'oneOf', 'branches', 'if', 'then', 'else'] as const

/** Units that apply to the same value as a schema, one entry per reference. */
export function unitsInPlace(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(unitsInPlace)
  if (!isObject(schema)) return []
  const { unit, dependentSchemas } = schema
  const inside = inPlace.flatMap((keyword) => unitsInPlace(schema[keyword]))
  const dependent = Object.values(isObject(dependentSchemas) ? dependentSchemas : {}).flatMap(unitsInPlace)
  return [...(typeof unit === 'string' ? [unit] : []), ...inside, ...dependent]
}

const asksForEvaluated = (schema: JsonSchemaObject): boolean =>
  'unevaluatedProperties' in schema || 'unevaluatedItems' in schema

const askedBy = (schema: JsonSchema): string[] => {
  if (typeof schema !== 'object') return []
  const asked = asksForEvaluated(schema) ? unitsInPlace(schema) : []
  eachUnitSchema(schema, (child) => asked.push(...askedBy(child)))
  return asked
}

const asksInside = (schema: JsonSchema): boolean => {
  if (typeof schema !== 'object') return false
  let found = asksForEvaluated(schema)
  eachUnitSchema(schema, (child) => {
    found ||= asksInside(child)
  })
  return found
}

/**
 * Names of the units that must report what they evaluated: those with `unevaluated…` keywords, and those that
 * they apply to the same value. The other units do not collect it.
 */
export function evaluatingUnits(units: readonly Unit[]): ReadonlySet<string> {
  const schemas = new Map(units.map(({ name, schema }) => [name, schema]))
  const asked = new Set(units.flatMap(({ schema }) => askedBy(schema)))
  for (const name of asked) for (const used of unitsInPlace(schemas.get(name))) asked.add(used)
  return new Set([...asked, ...units.flatMap(({ name, schema }) => (asksInside(schema) ? [name] : []))])
}
