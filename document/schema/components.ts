import type { JsonSchema } from '../../runtime/json-schema.js'
import { unescapeKey } from '../pointers/pointer.js'

/** The component schemas of a document, by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>

const prefix = '#/components/schemas/'

// A longer chain of references is considered circular.
const longestChain = 12

/** The component schema name in a reference; undefined for any other reference. */
export function componentName(ref: string | undefined): string | undefined {
  return ref?.startsWith(prefix) === true ? unescapeKey(ref.slice(prefix.length)) : undefined
}

/** The component schema that a reference resolves to; undefined if there is none. */
export function componentSchema(ref: string | undefined, schemas: Schemas): JsonSchema | undefined {
  const name = componentName(ref)
  return name !== undefined && Object.hasOwn(schemas, name) ? schemas[name] : undefined
}

/**
 * The schema at the end of a chain of references to components.
 * @param isReference whether a schema counts as a reference; by default any schema with a `$ref`
 */
export function endOfReferences(
  schema: JsonSchema | undefined,
  schemas: Schemas,
  isReference: (schema: Exclude<JsonSchema, boolean>) => boolean = () => true,
): JsonSchema | undefined {
  let end = schema
  for (let depth = 0; depth < longestChain; depth++) {
    if (typeof end !== 'object' || componentName(end.$ref) === undefined || !isReference(end)) return end
    end = componentSchema(end.$ref, schemas)
  }
  return end
}
