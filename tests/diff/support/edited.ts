type Node = Record<string, unknown>

/**
 * A document with other values at some keys, such as `Pet.properties.tag`: null takes one away, and `-` stands for the
 * end of a list. Keys begin at the document, or at the name of a component schema.
 */
export function edited<Document extends object>(
  document: Document,
  edits: Readonly<Record<string, unknown>>,
): Document {
  const copy = structuredClone(document) as Document & { components?: { schemas?: Node } }
  for (const [path, value] of Object.entries(edits)) {
    const keys = path.split('.')
    const last = keys.pop() ?? ''
    const schemas = copy.components?.schemas ?? {}
    let node = ((keys[0] ?? '') in schemas ? schemas : copy) as Node
    for (const key of keys) node = node[key] as Node
    const values = value === null ? [] : [value]
    if (Array.isArray(node)) node.splice(last === '-' ? node.length : Number(last), 1, ...values)
    else if (value === null) Reflect.deleteProperty(node, last)
    else node[last] = value
  }
  return copy
}
