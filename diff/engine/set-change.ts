import type { Effect } from '../model/change.js'
import { entryFor, entryOf, type KindName } from '../catalogue/index.js'
import type { Deferred, Edit, Node, SetChange } from './node.js'

const weights: Readonly<Record<Effect, number>> = { breaks: 3, 'may-break': 2, safe: 1, documentation: 1 }

// A change that cannot occur in a direction has no effect there.
const weightOf = (kind: KindName, direction: 'request' | 'response'): number =>
  weights[entryOf(`${direction}-${kind}`)?.effect ?? 'safe']

const setChangeOf = ({ kind, direction }: Edit): SetChange => {
  // Undescribed properties affect few clients, so their effects understate how the set changes.
  const { set } = entryFor(kind, direction)
  if (set !== undefined) return set
  if (direction === 'neither' || kind.startsWith('default-')) return 'same'
  const [request, response] = [weightOf(kind, 'request'), weightOf(kind, 'response')]
  if (request === response) return request === 1 ? 'same' : 'changed'
  return request > response ? 'narrowed' : 'widened'
}

const joined = (one: SetChange, other: SetChange): SetChange => {
  if (one === 'same' || one === other) return other
  return other === 'same' ? one : 'changed'
}

/**
 * Whether there are differences inside of a nested `not`. Their effect is hard to derive, so any of them counts as
 * both narrowing and widening.
 */
const anyBelow = (roots: readonly Node[]): boolean => {
  const seen = new Set<Node>(roots)
  for (const node of seen) {
    if (node.edits.some((edit) => setChangeOf(edit) !== 'same')) return true
    for (const { node: inner } of node.edges) seen.add(inner)
    for (const inner of node.deferred.flatMap(({ nodes }) => nodes)) seen.add(inner)
  }
  return false
}

const setChangeBelow = (root: Node): SetChange => {
  let sense: SetChange = 'same'
  const seen = new Set<Node>([root])
  const excluded: Node[] = []
  for (const node of seen) {
    for (const edit of node.edits) sense = joined(sense, setChangeOf(edit))
    for (const edge of node.edges) seen.add(edge.node)
    excluded.push(...node.deferred.flatMap(({ nodes }) => nodes))
  }
  return anyBelow(excluded) ? 'changed' : sense
}

/** The edit that a deferred difference resolves to; undefined if the accepted set is the same. */
export function resolveDeferred({ kindFor, nodes, facts, direction }: Deferred): Edit | undefined {
  const kind = kindFor(nodes.map(setChangeBelow))
  return kind === undefined ? undefined : { ...facts, kind, direction }
}
