import { isObject } from '../json/values.js'
import { once } from '../json/once.js'
import { locationsOf } from '../walk/locations.js'

/** A `$ref` that OpenAPI treats as a reference, with the path of the object that holds it. */
export interface Reference {
  readonly ref: string
  readonly path: readonly string[]
  /** Whether the target must be a schema. */
  readonly isSchema: boolean
}

/** Every reference of a document, in document order. Memoized, so callers must not mutate the document. */
export const collectReferences = once((root: object): readonly Reference[] => {
  const found: Reference[] = []
  for (const { node, path, kind } of locationsOf(root)) {
    const isHolder = kind === 'schema' || kind === 'object'
    const ref = isHolder && isObject(node) ? node['$ref'] : undefined
    if (typeof ref === 'string') found.push({ ref, path, isSchema: kind === 'schema' })
  }
  return found
})
