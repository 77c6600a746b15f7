import { collectReferences, segmentsOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'

/** Whether clients only read the schema at a path, and never write it. */
export type IsReceived = (path: readonly string[]) => boolean

const isSchema = ([root, kind]: readonly string[]): boolean => root === 'components' && kind === 'schemas'

const sides: ReadonlySet<string | undefined> = new Set(['parameters', 'requestBody', 'responses'])

/**
 * Whether clients write the inline schema at a path. Requests of webhooks and callbacks are written by the service.
 */
const isSent = (path: readonly string[]): boolean => {
  const [root, kind] = path
  const inItem = root === 'components' && kind === 'pathItems' ? 3 : 2
  if (root === 'components' && inItem === 2) return kind === 'parameters' || kind === 'requestBodies'
  const isTurned = (root === 'webhooks') !== (path[inItem + 1] === 'callbacks')
  const side = path.find((segment, index) => index >= inItem && sides.has(segment))
  return (side === 'responses') === isTurned
}

/**
 * Finds the schemas that clients only read. A service fills in members with a default, so there such a member is
 * always present. In a schema that clients write it is optional, wherever the schema is used.
 */
export function receivedIn(root: RawObject): IsReceived {
  const edges = new Map<string, Set<string>>()
  const sent = new Set<string>()
  for (const { ref, path } of collectReferences(root)) {
    const target = segmentsOf(ref)
    const name = target[2]
    if (name === undefined || !isSchema(target)) continue
    if (!isSchema(path)) {
      if (isSent(path)) sent.add(name)
      continue
    }
    const owner = path[2] ?? ''
    edges.set(owner, (edges.get(owner) ?? new Set()).add(name))
  }
  for (const name of sent) for (const next of edges.get(name) ?? []) sent.add(next)
  return (path) => (isSchema(path) ? !sent.has(path[2] ?? '') : !isSent(path))
}
