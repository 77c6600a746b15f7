import { endOfReferences, isObject, type Schemas } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

const deepest = 4

const typeNames = (value: unknown): readonly string[] => {
  if (value === null) return ['null']
  if (Array.isArray(value)) return ['array']
  if (typeof value === 'number') return Number.isInteger(value) ? ['integer', 'number'] : ['number']
  return [typeof value]
}

const hasType = (value: unknown, { type, nullable }: JsonSchemaObject): boolean => {
  if (type === undefined || (value === null && nullable === true)) return true
  const wanted: readonly string[] = typeof type === 'string' ? [type] : type
  return typeNames(value).some((name) => wanted.includes(name))
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

const hasMembers = (
  value: unknown,
  { required = [], properties = {}, additionalProperties }: JsonSchemaObject,
  schemas: Schemas,
  depth: number,
): boolean => {
  if (!isObject(value)) return true
  if (required.some((name) => !Object.hasOwn(value, name))) return false
  const names = Object.keys(value)
  if (additionalProperties === false && names.some((name) => !Object.hasOwn(properties, name))) return false
  return names.every(
    (name) => !Object.hasOwn(properties, name) || fits(value[name], properties[name], schemas, depth - 1),
  )
}

/**
 * True where nothing speaks against it that a value is meant by a schema: its type, its required members, and values
 * that are enumerated. Enough to tell branches apart; no validation.
 */
export function fits(
  value: unknown,
  schema: JsonSchema | undefined,
  schemas: Schemas,
  depth = deepest,
): boolean {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object' || depth === 0) return end !== false
  if (!hasType(value, end)) return false
  if (Object.hasOwn(end, 'const') && !same(end.const, value)) return false
  if (end.enum?.some((one) => same(one, value)) === false) return false
  const all = end.allOf ?? []
  const unions = [end.oneOf, end.anyOf].filter((one) => one !== undefined)
  return (
    hasMembers(value, end, schemas, depth) &&
    all.every((one) => fits(value, one, schemas, depth - 1)) &&
    unions.every((union) => union.some((one) => fits(value, one, schemas, depth - 1)))
  )
}
