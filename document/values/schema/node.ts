import { appendKey, pointerOf } from '../../pointers/pointer.js'
import { componentAt, componentSchema, partsOf, type Schemas } from '../../schema/components.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'

/** A schema with its JSON Pointer in the document. */
export interface Located {
  readonly schema: JsonSchema
  readonly pointer: string
}

/** A schema object with its JSON Pointer in the document. */
export interface Clause extends Located {
  readonly schema: JsonSchemaObject
}

/** Schemas that one value must satisfy at once. */
export type Node = readonly Located[]

/** The schema of a value as a node; without one, every value is valid. */
export function nodeOf(schema: JsonSchema | undefined, pointer: string): Node {
  return [{ schema: schema ?? true, pointer }]
}

/** The subschema under a keyword of a schema. */
export function below(pointer: string, schema: JsonSchema, ...keys: readonly (string | number)[]): Located {
  return { schema, pointer: keys.reduce<string>(appendKey, pointer) }
}

/** The component schema that a reference resolves to, or the schema inside of one, with its pointer. */
export function targetOf(ref: string | undefined, schemas: Schemas): Located | undefined {
  const found = componentAt(ref, schemas)
  return found && { schema: found.schema, pointer: pointerOf('components', 'schemas', ...found.path) }
}

const partsIn = (schema: JsonSchema | undefined, schemas: Schemas): JsonSchemaObject[] =>
  partsOf(schema, (ref) => componentSchema(ref, schemas))

/** Whether the schema of a member is read-only, so that only responses have the member. */
export function isReadOnly(schema: JsonSchema | undefined, schemas: Schemas): boolean {
  return partsIn(schema, schemas).some(({ readOnly }) => readOnly === true)
}

/** Whether the schema of a member is write-only, so that only requests have the member. */
export function isWriteOnly(schema: JsonSchema | undefined, schemas: Schemas): boolean {
  return partsIn(schema, schemas).some(({ writeOnly }) => writeOnly === true)
}

/** Whether a member of a schema is read-only, so that requests need not have it. */
export function isReadOnlyIn(schema: JsonSchema, name: string, schemas: Schemas): boolean {
  return partsIn(schema, schemas).some(
    ({ properties = {} }) => Object.hasOwn(properties, name) && isReadOnly(properties[name], schemas),
  )
}
