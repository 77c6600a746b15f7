import { appendKey } from '../../pointers/pointer.js'
import { componentName, componentSchema, type Schemas } from '../../schema/components.js'
import { pointerOf } from '../../pointers/fragment.js'
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

/** The schema below a keyword of a schema. */
export function below(pointer: string, schema: JsonSchema, ...keys: readonly (string | number)[]): Located {
  return { schema, pointer: keys.reduce<string>(appendKey, pointer) }
}

/** The component schema that a reference means; undefined where it means none. */
export function targetOf(ref: string, schemas: Schemas): Located | undefined {
  const schema = componentSchema(ref, schemas)
  const name = componentName(ref)
  return schema === undefined || name === undefined
    ? undefined
    : { schema, pointer: pointerOf('components', 'schemas', name) }
}
