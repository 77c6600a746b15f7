import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'

/** Component schemas of one document, by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>

const component = '#/components/schemas/'

const objectOf = (schema: JsonSchema | undefined, schemas: Schemas): JsonSchemaObject => {
  if (typeof schema !== 'object') return {}
  if (!schema.$ref?.startsWith(component)) return schema
  return objectOf(schemas[schema.$ref.slice(component.length)], schemas)
}

/** The JSON type that a parameter's schema requires: its own, or the first in its union. */
export function typeOf(schema: JsonSchema | undefined, schemas: Schemas): string | undefined {
  const { type, allOf = [], anyOf = [], oneOf = [] } = objectOf(schema, schemas)
  if (typeof type === 'string') return type
  if (type !== undefined) return type.find((name) => name !== 'null')
  for (const member of [...allOf, ...anyOf, ...oneOf]) {
    const found = typeOf(member, schemas)
    if (found !== undefined && found !== 'null') return found
  }
  return undefined
}

/** The schema of the members of an array parameter. */
export function itemsOf(schema: JsonSchema | undefined, schemas: Schemas): JsonSchema | undefined {
  return objectOf(schema, schemas).items
}

const integer = /^-?(?:0|[1-9][0-9]*)$/
const number = /^-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/

const toNumber = (text: string, form: RegExp): number | string => {
  const value = Number(text)
  return form.test(text) && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : text
}

/**
 * Converts a serialized value to the JSON type that its schema requires. A text that cannot be converted stays a
 * string, so that the document's validator refuses it.
 */
export function coerce(text: string, type: string | undefined): unknown {
  if (type === 'integer') return toNumber(text, integer)
  if (type === 'number') return toNumber(text, number)
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true'
  return text
}
