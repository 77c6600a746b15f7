import type { Node } from './node.js'

/** Every node reachable from one, itself included. */
const reached = (root: Node): Set<Node> => {
  const seen = new Set<Node>([root])
  for (const node of seen) for (const edge of node.edges) seen.add(edge.node)
  return seen
}

const callers = (nodes: ReadonlySet<Node>): ReadonlyMap<Node, Node[]> => {
  const found = new Map<Node, Node[]>()
  for (const node of nodes) {
    for (const edge of node.edges) {
      const list = found.get(edge.node)
      if (list === undefined) found.set(edge.node, [node])
      else list.push(node)
    }
  }
  return found
}

/** The nodes that hold an edit or lead to one; no others need a visit. Linear in nodes and edges. */
export function leadingToEdits(root: Node): ReadonlySet<Node> {
  const nodes = reached(root)
  const from = callers(nodes)
  const dirty = new Set([...nodes].filter((node) => node.edits.length > 0))
  for (const node of dirty) for (const caller of from.get(node) ?? []) dirty.add(caller)
  return dirty
}
