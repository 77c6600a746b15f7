import { appendKey } from '../../pointers/pointer.js'
import { componentName, componentSchema, type Schemas } from '../../schema/components.js'
import { pointerOf } from '../../pointers/fragment.js'
import { isObject } from '../../json/values.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'

/** A schema with the JSON Pointer where it stands in the document. */
export interface Located {
  readonly schema: JsonSchema
  readonly pointer: string
}

/** A schema object with the JSON Pointer where it stands in the document. */
export interface Clause extends Located {
  readonly schema: JsonSchemaObject
}

/** Schemas that one value has to satisfy at once. */
export type Node = readonly Located[]

/** The one schema of a value, as the document has it; without any, all values are fine. */
export function nodeOf(schema: JsonSchema | undefined, pointer: string): Node {
  return [{ schema: schema ?? true, pointer }]
}

/** Whether the value of a keyword is a schema. */
export function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'boolean' || isObject(value)
}

/** The schema below a keyword of a schema. */
export function below(pointer: string, schema: JsonSchema, ...keys: readonly (string | number)[]): Located {
  return { schema, pointer: keys.reduce<string>(appendKey, pointer) }
}

/** The component schema that a reference means; undefined where it means none. */
export function targetOf(ref: string | undefined, schemas: Schemas): Located | undefined {
  const schema = componentSchema(ref, schemas)
  const name = componentName(ref)
  return schema === undefined || name === undefined
    ? undefined
    : { schema, pointer: pointerOf('components', 'schemas', name) }
}

/** All schemas that a value has to satisfy at once: the schema itself, its `$ref`, its `allOf`, and theirs. */
const partsOf = (schema: JsonSchema | undefined, schemas: Schemas): JsonSchemaObject[] => {
  const parts = new Set<JsonSchema | undefined>([schema])
  for (const part of parts) {
    if (typeof part !== 'object') continue
    if (part.$ref !== undefined) parts.add(targetOf(part.$ref, schemas)?.schema)
    for (const member of part.allOf ?? []) parts.add(member)
  }
  return [...parts].filter((part) => typeof part === 'object')
}

/** Whether a schema of a member marks it as one that only responses have. */
export function isReadOnly(schema: JsonSchema | undefined, schemas: Schemas): boolean {
  return partsOf(schema, schemas).some(({ readOnly }) => readOnly === true)
}

/** Whether a schema of a member marks it as one that only requests have. */
export function isWriteOnly(schema: JsonSchema | undefined, schemas: Schemas): boolean {
  return partsOf(schema, schemas).some(({ writeOnly }) => writeOnly === true)
}

/** Whether a member of objects of a schema is one that only responses have: requests need not have it. */
export function isReadOnlyIn(schema: JsonSchema, name: string, schemas: Schemas): boolean {
  return partsOf(schema, schemas).some(
    ({ properties = {} }) => Object.hasOwn(properties, name) && isReadOnly(properties[name], schemas),
  )
}
