import type { KindName } from '../catalogue/index.js'
import { Identity } from '../equal/identical.js'
import { schemaBehind } from '../fragments/references.js'
import type { Flow, Naming, Node, Fragments, SetChange } from './node.js'
import { type Comparison, Nodes } from './nodes.js'
import { resolveDeferred } from './set-change.js'
import type { EnterOptions, Subject, Visit, Walkers } from './visit.js'

interface Task extends Comparison {
  readonly node: Node
}

const flipped: Readonly<Record<Flow, Flow>> = { request: 'response', response: 'request' }

/** The other direction. */
export function flip(flow: Flow): Flow {
  return flipped[flow]
}

/** Limit on the comparisons that combine several schemas on a side. */
const maxCombined = 100_000

/** The schemas behind references, without duplicates. */
const distinct = (fragments: Fragments): Fragments => {
  const [only] = fragments
  if (only !== undefined && fragments.length === 1) {
    const end = schemaBehind(only)
    return end === only ? fragments : [end]
  }
  const behind = fragments.map(schemaBehind)
  if (behind.length < 2) return behind
  const seen = new Set<unknown>()
  return behind.filter(({ value }) => !seen.has(value) && seen.add(value))
}

/**
 * Runs the comparisons: each pair once per direction, from a work list because documents can be too deep for
 * recursion.
 */
class Engine {
  readonly #walkers: Walkers
  readonly #nodes = new Nodes()
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
    const edits = this.#nodes.all.map((node) => ({
      node,
      edits: node.deferred.map(resolveDeferred),
    }))
    for (const { node, edits: found } of edits) node.edits.push(...found.filter((edit) => edit !== undefined))
  }

  /** The schemas to compare, with references followed. */
  #schemasOf(from: Fragments, to: Fragments): readonly [Fragments, Fragments] {
    const [old, fresh] = [distinct(from), distinct(to)]
    const isCombined = old.length + fresh.length > 2
    // The number of combinations can explode, so beyond the limit only the first schema of each side is compared.
    if (isCombined && ++this.#combined > maxCombined) return [old.slice(0, 1), fresh.slice(0, 1)]
    return [old, fresh]
  }

  #nodeOf(subject: Subject, one: Fragments, other: Fragments, flow: Flow, hidden: boolean): Node {
    const isSchema = subject === 'schema' || subject === 'text'
    const [from, to] = isSchema ? this.#schemasOf(one, other) : [one, other]
    const comparison = { subject, from, to, flow, hidden }
    return this.#nodes.get(comparison, () => {
      const node: Node = { edits: [], edges: [], deferred: [] }
      if (!isSchema || !this.#isDone(subject, from, to)) this.#tasks.push({ ...comparison, node })
      return node
    })
  }

  #visit({ flow, hidden, node }: Task): Visit {
    return {
      flow,
      report: (kind, facts) => void node.edits.push({ ...facts, kind, direction: flow }),
      reportIn: (direction, kind, facts) => void node.edits.push({ ...facts, kind, direction }),
      note: (kind, facts) => void node.edits.push({ ...facts, kind, direction: 'neither' }),
      enter: (subject, from, to, how: EnterOptions = {}) => {
        if (this.#isDone(subject, from, to)) return
        const naming: Naming | undefined = how.naming
        const inner = this.#nodeOf(subject, from, to, how.flow ?? flow, hidden)
        node.edges.push({ step: how.step ?? '', node: inner, naming })
      },
      classify: (verdicts, from, to, facts) => {
        const inner = this.#nodeOf('schema', from, to, flow, true)
        const kindFor = ([change = 'same']: readonly SetChange[]): KindName | undefined =>
          change === 'same' ? undefined : verdicts[change]
        node.deferred.push({ kindFor, nodes: [inner], facts, direction: flow })
      },
      reportUnless: (way, pairs, kind, facts) => {
        const nodes = pairs.map(([from, to]) => this.#nodeOf('schema', from, to, flow, true))
        const kindFor = (changes: readonly SetChange[]): KindName | undefined =>
          changes.some((change) => change === way || change === 'same') ? undefined : kind
        node.deferred.push({ kindFor, nodes, facts, direction: flow })
      },
    }
  }
}

/**
 * Compares two documents.
 * @returns the node of the documents, from which all others are reached
 */
export function compare(walkers: Walkers, from: Fragments, to: Fragments): Node {
  return new Engine(walkers).run(from, to)
}
