import { followed, isObject, type JsonObject, member, resolvePointer } from '../../document/index.js'

const deepest = 12

/** The schema of a media type as in the document, with its name if it is a component. */
export interface SpelledSchema {
  readonly node: JsonObject
  readonly name?: string
}

const spelled = (root: unknown, value: unknown): SpelledSchema | undefined => {
  const ref = member(value, '$ref')
  const node = followed(root, value)
  if (!isObject(node)) return undefined
  return typeof ref === 'string' ? { node, name: ref.slice(ref.lastIndexOf('/') + 1) } : { node }
}

/** The schema member at a pointer of the document; undefined where there is none. */
export function schemaBelow(root: unknown, pointer: string): SpelledSchema | undefined {
  return spelled(root, member(resolvePointer(root, pointer), 'schema'))
}

/** The schema in a keyword with a single schema, such as `items`. */
export function subschema(
  root: unknown,
  schema: JsonObject | undefined,
  keyword: string,
): SpelledSchema | undefined {
  return spelled(root, member(schema, keyword))
}

/** The schema of a property, also from the branches of a schema. */
export function propertySchema(
  root: unknown,
  schema: JsonObject | undefined,
  name: string,
  depth = 0,
): SpelledSchema | undefined {
  const own = member(member(schema, 'properties'), name)
  if (own !== undefined) return spelled(root, own)
  if (depth > deepest) return undefined
  for (const keyword of ['allOf', 'oneOf', 'anyOf']) {
    const branches = member(schema, keyword)
    for (const branch of Array.isArray(branches) ? branches : []) {
      const found = propertySchema(root, spelled(root, branch)?.node, name, depth + 1)
      if (found) return found
    }
  }
  return undefined
}

/** Whether a schema describes binary data. */
export function isBinary(schema: JsonObject | undefined): boolean {
  const format = member(schema, 'format')
  return (
    format === 'binary' ||
    typeof member(schema, 'contentMediaType') === 'string' ||
    member(schema, 'type') === 'file'
  )
}
