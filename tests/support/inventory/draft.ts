import { endOfReferences, isObject, type Schemas } from '../../../document/index.js'
import type { JsonSchema } from '../../../runtime/surface.js'

let texts = 0

const from = (schema: Exclude<JsonSchema, boolean>, schemas: Schemas, smallest: boolean): unknown => {
  const types = new Set([schema.type ?? 'object'].flat())
  if (types.has('object') && schema.properties) return draftOf(schema, schemas, smallest, () => undefined)
  if (schema.enum) return schema.enum[texts++ % schema.enum.length]
  if (types.has('string')) return `Text ${++texts}`
  if (types.has('boolean')) return texts++ % 2 === 0
  const low = schema.minimum ?? 0
  return low + 1 + (texts++ % ((schema.maximum ?? 1000) - low - 1))
}

/**
 * A simple value of an object's schema: texts and numbers that no other has.
 * @param given values of members by name: undefined makes one
 */
export function draftOf(
  schema: JsonSchema | undefined,
  schemas: Schemas,
  smallest: boolean,
  given: (name: string) => unknown,
): Record<string, unknown> {
  const end = endOfReferences(schema, schemas)
  if (typeof end !== 'object') return {}
  const names = Object.keys(end.properties ?? {}).filter((name) => !smallest || end.required?.includes(name))
  return Object.fromEntries(
    names.flatMap((name) => {
      const member = endOfReferences(end.properties?.[name], schemas)
      const value =
        given(name) ??
        (isObject(member) && !name.endsWith('_id') ? from(member, schemas, smallest) : undefined)
      return value === undefined ? [] : [[name, value]]
    }),
  )
}
