import { addTo } from '../json/values.js'

/** The nodes reachable from a node, and those of them that lead to marked nodes. */
export interface Reach<Node> {
  /** The node itself included. */
  readonly nodes: ReadonlySet<Node>
  readonly leading: ReadonlySet<Node>
}

/**
 * The nodes reachable from one, and those among them that are marked or lead to a marked one. Linear in nodes and
 * edges, also for cycles.
 */
export function reachOf<Node>(
  start: Node,
  nextOf: (node: Node) => Iterable<Node>,
  isMarked: (node: Node) => boolean,
): Reach<Node> {
  const usedBy = new Map<Node, Node[]>([[start, []]])
  for (const node of usedBy.keys()) for (const next of nextOf(node)) addTo(usedBy, next, node)
  const leading = new Set([...usedBy.keys()].filter(isMarked))
  for (const node of leading) for (const user of usedBy.get(node) ?? []) leading.add(user)
  return { nodes: new Set(usedBy.keys()), leading }
}
