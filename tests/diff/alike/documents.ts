import {
  collectReferences,
  dialectOf,
  isObject,
  locationsOf,
  resolvePointer,
  segmentsOf,
} from '../../../document/index.js'
import { documentAround } from './judges.js'

const most = 25

/** The component schemas that a schema refers to; undefined if there are many, or other references. */
const reached = (root: object, schema: object): object | undefined => {
  const found = new Map<string, unknown>()
  const open: unknown[] = [schema]
  for (const node of open) {
    if (!isObject(node)) continue
    for (const { ref } of collectReferences({ components: { schemas: { It: node } } })) {
      const [first, second, name = '', ...rest] = segmentsOf(ref)
      if (first !== 'components' || second !== 'schemas' || rest.length > 0) return undefined
      if (found.has(name)) continue
      const target = resolvePointer(root, ref)
      if (target === undefined || found.size > most) return undefined
      found.set(name, target)
      open.push(target)
    }
  }
  return Object.fromEntries(found)
}

/** Small documents around the schemas of a large one: its components, and the payloads of its operations. */
export function smallDocuments(root: object): object[] {
  const openapi = dialectOf(root) === '3.0' ? '3.0.3' : '3.1.0'
  return [...locationsOf(root)].flatMap(({ node, path, kind, depth }) => {
    if (kind !== 'schema' || !isObject(node) || depth !== 1 || JSON.stringify(node).length > 20_000) return []
    const isComponent = path[0] === 'components' && path[1] === 'schemas'
    const schemas = reached(root, node)
    if (schemas === undefined) return []
    return [
      isComponent
        ? documentAround({ $ref: '#/components/schemas/It' }, { ...schemas, It: node }, openapi)
        : documentAround(node, schemas, openapi),
    ]
  })
}
