import type { Schemas } from '../../schema/components.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/json-schema.js'
import { targetOf } from './node.js'

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

/** Whether a schema of a member marks it as one that only answers have. */
export function isReadOnly(schema: JsonSchema | undefined, schemas: Schemas): boolean {
  return partsOf(schema, schemas).some(({ readOnly }) => readOnly === true)
}

/** Whether a member of objects of a schema is one that only answers have: requests do not owe it. */
export function isReadOnlyIn(schema: JsonSchema, name: string, schemas: Schemas): boolean {
  return partsOf(schema, schemas).some(
    ({ properties = {} }) => Object.hasOwn(properties, name) && isReadOnly(properties[name], schemas),
  )
}
