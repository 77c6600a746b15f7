import { endOfReferences, type Schemas } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const decimal = /^-?\d{1,15}$/

/** The types that a schema names, its alternatives included; none where it names none. */
export function typesOf(schema: JsonSchema | undefined, schemas: Schemas, depth = 0): readonly string[] {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object' || depth > 4) return []
  if (end.type !== undefined) return [end.type].flat()
  const inner = end.allOf ?? end.anyOf ?? end.oneOf ?? []
  return inner.flatMap((one) => typesOf(one, schemas, depth + 1))
}

/** What a parameter of a path can be. */
export type PlainValue = string | number | boolean

const typed = (value: PlainValue, types: readonly string[]): PlainValue | undefined => {
  if (types.length === 0 || types.includes(typeof value)) return value
  if (Number.isInteger(value) && types.includes('integer')) return value
  if (typeof value === 'number' && types.includes('string')) return String(value)
  const isNumeric = types.includes('integer') || types.includes('number')
  return isNumeric && typeof value === 'string' && decimal.test(value) ? Number(value) : undefined
}

const matches = (pattern: string, value: string): boolean => {
  try {
    return new RegExp(pattern, 'u').test(value)
  } catch {
    return true
  }
}

const isWithin = (schema: JsonSchemaObject, value: unknown): boolean => {
  if (schema.enum && !schema.enum.includes(value)) return false
  if (typeof value !== 'string') return true
  if (schema.format === 'uuid' && !uuid.test(value)) return false
  if (schema.minLength !== undefined && value.length < schema.minLength) return false
  if (schema.maxLength !== undefined && value.length > schema.maxLength) return false
  return schema.pattern === undefined || matches(schema.pattern, value)
}

/** A text or number as a schema has it, numbers and their texts made of each other; undefined where it does not fit. */
export function fitted(
  value: unknown,
  schema: JsonSchema | undefined,
  schemas: Schemas,
): PlainValue | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined
  if (value === '') return undefined
  const end = endOfReferences(schema, schemas)
  const found = typed(value, typesOf(end, schemas))
  return found === undefined || (typeof end === 'object' && !isWithin(end, found)) ? undefined : found
}
