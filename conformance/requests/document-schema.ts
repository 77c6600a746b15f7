import { followed, isObject, type JsonObject, member, resolvePointer } from '../../document/index.js'

const deepest = 12

/** The schema of a media type as the document spells it, with the name of the component that it is. */
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

/** The schema below a pointer of the document; undefined where there is none. */
export function schemaBelow(root: unknown, pointer: string): SpelledSchema | undefined {
  return spelled(root, member(resolvePointer(root, pointer), 'schema'))
}

/** A member of a schema by a keyword that holds one schema, such as `items`. */
export function subschema(
  root: unknown,
  schema: JsonObject | undefined,
  keyword: string,
): SpelledSchema | undefined {
  return spelled(root, member(schema, keyword))
}

/** The schema of a property, looked for in the branches of a schema too. */
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

/** Whether a schema is of bytes rather than of a text. */
export function isBinary(schema: JsonObject | undefined): boolean {
  const format = member(schema, 'format')
  return (
    format === 'binary' ||
    typeof member(schema, 'contentMediaType') === 'string' ||
    member(schema, 'type') === 'file'
  )
}
