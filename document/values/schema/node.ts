import { appendKey, pointerOf } from '../../pointers/pointer.js'
import { componentAt, componentSchema, partsOf, type Schemas } from '../../schema/components.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'
import type { ValueSource } from '../model/source.js'

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

/** The component schemas of a document, and the direction in which values are sent. */
export type Directed = Pick<ValueSource, 'schemas' | 'direction'>

/** Whether values lack a member with a schema: one that is only read in requests, or only written in responses. */
export function isLeftOut(schema: JsonSchema | undefined, { schemas, direction }: Directed): boolean {
  const mark = direction === 'request' ? 'readOnly' : 'writeOnly'
  return partsIn(schema, schemas).some((part) => part[mark] === true)
}

/** Whether values lack a member of a schema, so that they need not have it. */
export function isLeftOutOf(schema: JsonSchema, name: string, directed: Directed): boolean {
  return partsIn(schema, directed.schemas).some(
    ({ properties = {} }) => Object.hasOwn(properties, name) && isLeftOut(properties[name], directed),
  )
}
