import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { named, type Schemas } from './schemas.js'

const uuid = '00000000-0000-4000-8000-000000000000'

const textOf = ({ format, minLength = 0 }: JsonSchemaObject): string => {
  const formats: Readonly<Record<string, string>> = {
    uuid,
    date: '2026-01-01',
    'date-time': '2026-01-01T00:00:00Z',
    uri: 'https://example.com/',
    email: 'someone@example.com',
  }
  return formats[format ?? ''] ?? 'text'.padEnd(minLength, 'x')
}

const objectOf = (schema: JsonSchemaObject, schemas: Schemas, depth: number): Record<string, unknown> => {
  const needed = schema.required ?? []
  const own = needed.map((name): [string, unknown] => [
    name,
    sampleOf(schema.properties?.[name] ?? true, schemas, depth + 1),
  ])
  const parts = (schema.allOf ?? []).map((part) => sampleOf(part, schemas, depth + 1))
  return Object.assign({}, ...parts, Object.fromEntries(own))
}

const typed = (schema: JsonSchemaObject, schemas: Schemas, depth: number): unknown => {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'string') return textOf(schema)
  if (type === 'number' || type === 'integer') return schema.minimum ?? 1
  if (type === 'boolean') return true
  if (type === 'null') return null
  if (type !== 'array') return objectOf(schema, schemas, depth)
  const item = sampleOf(schema.items ?? true, schemas, depth + 1)
  return Array.from({ length: schema.minItems ?? 0 }, () => item)
}

/** A small value that a schema describes: what is required and no more. Whether it is valid, its validator says. */
export function sampleOf(schema: JsonSchema, schemas: Schemas, depth = 0): unknown {
  if (typeof schema === 'boolean' || depth > 32) return {}
  if (schema.$ref !== undefined) return sampleOf(named(schema.$ref, schemas), schemas, depth + 1)
  const given = [schema.const, schema.example, schema.examples?.[0], schema.default, schema.enum?.[0]]
  const known = given.find((value) => value !== undefined)
  if (known !== undefined) return known
  const [branch] = schema.oneOf ?? schema.anyOf ?? []
  return branch === undefined ? typed(schema, schemas, depth) : sampleOf(branch, schemas, depth + 1)
}
