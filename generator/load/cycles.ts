/** A directed edge between two pointers. */
export interface Edge {
  readonly from: string
  readonly to: string
}

const grouped = (edges: readonly Edge[]): Map<string, Edge[]> => {
  const groups = new Map<string, Edge[]>()
  for (const edge of edges) {
    const group = groups.get(edge.from)
    if (group) group.push(edge)
    else groups.set(edge.from, [edge])
  }
  return groups
}

const reversed = (edges: readonly Edge[]): Edge[] => edges.map(({ from, to }) => ({ from: to, to: from }))

/** Repeatedly removes every edge to a node without outgoing edges. */
const withoutDeadEnds = (edges: readonly Edge[]): Edge[] => {
  const degree = new Map([...grouped(edges)].map(([from, group]) => [from, group.length]))
  const arriving = grouped(reversed(edges))
  const dead = [...arriving.keys()].filter((node) => !degree.has(node))
  for (let node = dead.pop(); node !== undefined; node = dead.pop()) {
    for (const { to: earlier } of arriving.get(node) ?? []) {
      const left = (degree.get(earlier) ?? 0) - 1
      if (left > 0) degree.set(earlier, left)
      else {
        degree.delete(earlier)
        dead.push(earlier)
      }
    }
  }
  return edges.filter(({ from, to }) => degree.has(from) && degree.has(to))
}

/** The nodes on a cycle, or on a path between cycles. Linear in the number of edges. */
export function nodesOnCycles(edges: readonly Edge[]): Set<string> {
  const left = reversed(withoutDeadEnds(reversed(withoutDeadEnds(edges))))
  return new Set(left.flatMap(({ from, to }) => [from, to]))
}
