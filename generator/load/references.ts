import { isObject } from './pointer.js'
import { placesOf } from './walk.js'

/** A `$ref` in a place where OpenAPI reads one, with the path of the object that holds it. */
export interface Reference {
  readonly ref: string
  readonly path: readonly string[]
}

const known = new WeakMap<object, readonly Reference[]>()

/** Every reference of a document, in document order. Looked for once: a document is not changed after it was read. */
export function collectReferences(root: object): readonly Reference[] {
  const found = known.get(root) ?? findReferences(root)
  known.set(root, found)
  return found
}

const findReferences = (root: object): Reference[] => {
  const found: Reference[] = []
  for (const { node, path, kind } of placesOf(root)) {
    const isHolder = kind === 'schema' || kind === 'object'
    if (isHolder && isObject(node) && typeof node['$ref'] === 'string') {
      found.push({ ref: node['$ref'], path })
    }
  }
  return found
}
