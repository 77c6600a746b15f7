import { isObject } from './pointer.js'

/** A `$ref` in a place where OpenAPI reads one, with the pointer of the object that holds it. */
export interface Reference {
  readonly ref: string
  readonly path: readonly string[]
}

// Below these keys stands data, not OpenAPI: a `$ref` there is part of an example, not a reference.
const dataKeys = new Set(['example', 'default', 'const', 'enum'])

const holdsNamedThings = new Set([
  'properties',
  'patternProperties',
  'dependentSchemas',
  '$defs',
  'definitions',
  'schemas',
  'parameters',
  'responses',
  'requestBodies',
  'headers',
  'securitySchemes',
  'paths',
  'webhooks',
  'callbacks',
  'content',
  'links',
])

interface Place {
  readonly node: unknown
  readonly path: readonly string[]
  /** The keys of this object are names that the document's author chose, not keywords. */
  readonly named: boolean
}

const childPlaces = ({ node, path, named }: Place): Place[] => {
  if (Array.isArray(node)) {
    return node.map((item, index) => ({ node: item, path: [...path, String(index)], named: false }))
  }
  if (!isObject(node)) return []
  return Object.entries(node)
    .filter(([key]) => named || !(dataKeys.has(key) || key === 'examples' || key.startsWith('x-')))
    .map(([key, value]) => ({
      node: value,
      path: [...path, key],
      named: !named && holdsNamedThings.has(key) && isObject(value),
    }))
}

/** Every reference of a document, in document order. Iterative, so that depth is bounded by memory alone. */
export function collectReferences(root: unknown): Reference[] {
  const found: Reference[] = []
  const open: Place[] = [{ node: root, path: [], named: false }]
  for (let place = open.pop(); place; place = open.pop()) {
    const { node, path, named } = place
    if (isObject(node) && !named && typeof node['$ref'] === 'string') found.push({ ref: node['$ref'], path })
    open.push(...childPlaces(place).reverse())
  }
  return found
}
