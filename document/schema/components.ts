import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject } from '../json/values.js'
import { resolvePath, segmentsOf, unescapeKey } from '../pointers/pointer.js'

/** The component schemas of a document, by name. */
export type Schemas = Readonly<Record<string, JsonSchema>>

const prefix = '#/components/schemas/'

// A longer chain of references is considered circular.
const longestChain = 12

/** Whether the value of a keyword is a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

/** The component schema name in a reference; undefined for any other reference. */
export function componentName(ref: string | undefined): string | undefined {
  return ref?.startsWith(prefix) === true ? unescapeKey(ref.slice(prefix.length)) : undefined
}

/** A component schema, or a schema inside of one, with its keys below `components/schemas`. */
interface Component {
  readonly schema: JsonSchema
  readonly path: readonly string[]
}

/** The component that a reference resolves to, or the schema inside of one; undefined if there is none. */
export function componentAt(ref: string | undefined, schemas: Schemas): Component | undefined {
  const name = componentName(ref)
  if (ref === undefined || name === undefined) return undefined
  const path = Object.hasOwn(schemas, name) ? [name] : segmentsOf(ref.slice(prefix.length - 1))
  const schema = resolvePath(schemas, path)
  return isSchema(schema) ? { schema, path } : undefined
}

/** The schema that a reference resolves to; undefined if there is none. */
export function componentSchema(ref: string | undefined, schemas: Schemas): JsonSchema | undefined {
  return componentAt(ref, schemas)?.schema
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

/** All schemas that a value must satisfy at once: the schema itself, its `$ref`, its `allOf`, and theirs. */
export function partsOf(
  schema: JsonSchema | undefined,
  lookup: (ref: string) => JsonSchema | undefined,
): JsonSchemaObject[] {
  const parts = new Set([schema])
  for (const part of parts) {
    if (typeof part !== 'object') continue
    if (part.$ref !== undefined) parts.add(lookup(part.$ref))
    for (const member of part.allOf ?? []) parts.add(member)
  }
  return [...parts].filter((part) => typeof part === 'object')
}
