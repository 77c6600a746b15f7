import { cached } from '../../document/index.js'
import { entryFor, entryOf, type KindName } from '../catalogue/index.js'
import { Identity } from './equal.js'
import {
  type ComparedDocument,
  type Deferred,
  type Edit,
  type EnterOptions,
  type Flow,
  type Fragment,
  type Fragments,
  type Node,
  schemaBehind,
  type SchemaForm,
  type SetChange,
  type Subject,
  type Visit,
  type Walkers,
} from './node.js'
import type { Effect } from '../model/report.js'

interface Comparison {
  readonly subject: Subject
  readonly from: Fragments
  readonly to: Fragments
  readonly flow: Flow
  readonly hidden: boolean
}

/** The last segments of the pointers: a YAML alias can put one operation under several paths. */
const namesOf = (fragments: Fragments): string =>
  fragments.map(({ pointer }) => pointer.slice(pointer.lastIndexOf('/'))).join('')

const forms: readonly Subject[] = ['schema', 'text', 'parts', 'bytes'] satisfies readonly SchemaForm[]

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

const joinSetChanges = (one: SetChange, other: SetChange): SetChange => {
  if (one === 'same' || one === other) return other
  return other === 'same' ? one : 'changed'
}

/** Nodes by whether there are differences at or below them. */
type Known = Map<Node, boolean>

/**
 * Whether there are differences inside a nested `not`. Their effect is hard to derive, so any of them
 * counts as both narrowing and widening. Results are cached, because `not` in `not` would be visited once for
 * each level.
 */
const anyBelow = (roots: readonly Node[], known: Known): boolean => {
  const seen = new Set<Node>(roots)
  for (const node of seen) {
    if (known.get(node) === false) continue
    if (known.get(node) === true || node.edits.some((edit) => setChangeOf(edit) !== 'same')) {
      if (roots[0] !== undefined && roots.length === 1) known.set(roots[0], true)
      return true
    }
    for (const { node: inner } of node.edges) seen.add(inner)
    for (const inner of node.deferred.flatMap(({ nodes }) => nodes)) seen.add(inner)
  }
  for (const node of seen) known.set(node, false)
  return false
}

const setChangeBelow = (root: Node, known: Known): SetChange => {
  let sense: SetChange = 'same'
  const seen = new Set<Node>([root])
  const excluded: Node[] = []
  for (const node of seen) {
    for (const edit of node.edits) sense = joinSetChanges(sense, setChangeOf(edit))
    for (const edge of node.edges) seen.add(edge.node)
    excluded.push(...node.deferred.flatMap(({ nodes }) => nodes))
  }
  return anyBelow(excluded, known) ? 'changed' : sense
}

/** The edit that a deferred difference resolves to; undefined if the accepted set is the same. */
const resolveDeferred = ({ kindFor, nodes, facts, direction }: Deferred, known: Known): Edit | undefined => {
  const kind = kindFor(nodes.map((node) => setChangeBelow(node, known)))
  return kind === undefined ? undefined : { ...facts, kind, direction }
}

interface Task extends Comparison {
  readonly node: Node
}

/** The other direction. */
export function flip(flow: Flow): Flow {
  return flow === 'request' ? 'response' : 'request'
}

/** Limit on the comparisons that combine several schemas on a side. */
const maxCombined = 100_000

/** The schemas behind references, without duplicates. */
const distinct = (fragments: Fragments): Fragments => {
  const [only] = fragments
  if (only !== undefined && fragments.length === 1) {
    const end = schemaBehind(only)
    return end === only ? fragments : [{ ...end, by: only }]
  }
  const behind = fragments.map(schemaBehind)
  if (behind.length < 2) return behind
  const seen = new Set<unknown>()
  return behind.filter(({ value }) => !seen.has(value) && seen.add(value))
}

/** Runs each pair of a direction once, from a work list because documents can be too deep for recursion. */
class Engine {
  readonly #walkers: Walkers
  /** The comparisons, outer ones first, by the identity of the compared values. */
  readonly #nodes = new Map<string, Node>()
  readonly #ids = new Map<ComparedDocument | undefined, Map<unknown, number>>()
  #lastId = 0
  readonly #tasks: Task[] = []
  readonly #identity = new Identity()
  #combined = 0

  constructor(walkers: Walkers) {
    this.#walkers = walkers
  }

  run(from: Fragments, to: Fragments): Node {
    const root = this.#nodeOf('document', from, to, 'request', false)
    for (let task = this.#tasks.pop(); task !== undefined; task = this.#tasks.pop()) {
      this.#walkers[task.subject](this.#visit(task), task.from, task.to)
    }
    this.#settle()
    return root
  }

  /** Whether two fragments are identical, with all that they refer to. */
  #isDone(subject: Subject, from: Fragments, to: Fragments): boolean {
    const [one, other] = [from[0], to[0]]
    // Equal security requirements can name schemes whose definitions differ.
    if (subject === 'operation' || subject === 'security' || from.length !== 1 || to.length !== 1)
      return false
    if (one === undefined || other === undefined || one.document.dialect !== other.document.dialect)
      return false
    return one.orNull === other.orNull && this.#identity.areIdentical(one, other)
  }

  /** Resolves the deferred differences, whose kind depends on the result of other comparisons. */
  #settle(): void {
    const known: Known = new Map()
    // Inner nodes come first, because outer ones use their results.
    const edits = [...this.#nodes.values()]
      .toReversed()
      .map((node) => ({ node, edits: node.deferred.map((one) => resolveDeferred(one, known)) }))
    for (const { node, edits: found } of edits) node.edits.push(...found.filter((edit) => edit !== undefined))
  }

  /** The schemas to compare, with references followed. */
  #schemasOf(from: Fragments, to: Fragments): readonly [Fragments, Fragments] {
    const [before, after] = [distinct(from), distinct(to)]
    const isCombined = before.length + after.length > 2
    // The number of combinations can explode, so beyond the limit only the first schema of each side is compared.
    if (isCombined && ++this.#combined > maxCombined) return [before.slice(0, 1), after.slice(0, 1)]
    return [before, after]
  }

  #nodeOf(subject: Subject, one: Fragments, other: Fragments, flow: Flow, hidden: boolean): Node {
    const isSchema = forms.includes(subject)
    const [from, to] = isSchema ? this.#schemasOf(one, other) : [one, other]
    const comparison = { subject, from, to, flow, hidden }
    return cached(this.#nodes, this.#keyOf(comparison), () => {
      const node: Node = { edits: [], edges: [], deferred: [] }
      if (!isSchema || !this.#isDone(subject, from, to)) this.#tasks.push({ ...comparison, node })
      return node
    })
  }

  #keyOf({ subject, from, to, flow, hidden }: Comparison): string {
    const names = subject === 'operation' ? namesOf([...from, ...to]) : ''
    return `${subject} ${this.#idsOf(from)} ${this.#idsOf(to)} ${flow} ${hidden} ${names}`
  }

  #idsOf(fragments: Fragments): string {
    return fragments.map((one) => `${this.#idOf(one)}${one.orNull === true ? '?' : ''}`).join('+')
  }

  /** The identity of a value, including the targets of dynamic references in scope. */
  #idOf({ value, document }: Fragment): number {
    const scope = document.anchors.size === 0 ? undefined : document
    const ids = cached(this.#ids, scope, () => new Map<unknown, number>())
    return cached(ids, value, () => ++this.#lastId)
  }

  #visit({ flow, hidden, node }: Task): Visit {
    return {
      flow,
      report: (kind, facts, way = flow) =>
        void node.edits.push({ ...facts, kind, direction: entryFor(kind, way).direction }),
      enter: (subject, from, to, how: EnterOptions = {}) => {
        if (this.#isDone(subject, from, to)) return
        const inner = this.#nodeOf(subject, from, to, how.flow ?? flow, hidden)
        node.edges.push({ step: how.step ?? '', node: inner, naming: how.naming })
      },
      defer: (pairs, kindFor, facts) => {
        const nodes = pairs.map(([from, to]) => this.#nodeOf('schema', from, to, flow, true))
        node.deferred.push({ kindFor, nodes, facts, direction: flow })
      },
    }
  }
}

/** Compares two documents, and returns the node from which all others are reached. */
export function compare(walkers: Walkers, from: Fragments, to: Fragments): Node {
  return new Engine(walkers).run(from, to)
}
