import { endOfReferences, type Schemas } from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { type Shape, shapesOf } from '../schema/document-shape.js'

const subschemasOf = (node: JsonSchemaObject): readonly (JsonSchema | undefined)[] => [
  ...Object.values(node.properties ?? {}),
  ...(node.allOf ?? []),
  ...(node.oneOf ?? []),
  ...(node.anyOf ?? []),
  node.items,
  ...(node.$ref === undefined ? [] : [{ $ref: node.$ref }]),
]

/** A schema and all schemas below it, without duplicates, because references may be cyclic. */
export function nodesBelow(schema: JsonSchema | undefined, schemas: Schemas): ReadonlySet<JsonSchemaObject> {
  const nodes = new Set<JsonSchemaObject>()
  const add = (one: JsonSchema | undefined): void => {
    const isBare = typeof one === 'object' && one.$ref !== undefined && Object.keys(one).length === 1
    const node = isBare ? endOfReferences(one, schemas) : one
    if (typeof node === 'object') nodes.add(node)
  }
  add(schema)
  for (const node of nodes) for (const schema of subschemasOf(node)) add(schema)
  return nodes
}

/** The schemas of all members of a name, at any depth. */
export function membersNamed(
  name: string,
  root: JsonSchema | undefined,
  schemas: Schemas,
): readonly JsonSchema[] {
  return [...nodesBelow(root, schemas)].flatMap(({ properties }): JsonSchema[] => {
    const member = properties?.[name]
    return member === undefined ? [] : [member]
  })
}

/** The schemas at the end of a chain of names, each at any depth below the previous one. */
export function membersAt(
  path: readonly string[],
  root: JsonSchema | undefined,
  schemas: Schemas,
): readonly JsonSchema[] {
  const [first, ...rest] = path
  if (first === undefined || root === undefined) return root === undefined ? [] : [root]
  return membersNamed(first, root, schemas).flatMap((member) => membersAt(rest, member, schemas))
}

/** The shapes of every member of a name. */
export function shapesNamed(name: string, root: JsonSchema | undefined, schemas: Schemas): readonly Shape[] {
  return membersNamed(name, root, schemas).flatMap((member) => shapesOf(member, schemas))
}
