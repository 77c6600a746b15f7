import { reachOf } from '../../document/index.js'
import { jsonText } from '../equal/canonical.js'
import type { Use } from '../model/change.js'
import type { Edit, Naming, Node } from './node.js'

/** The nodes that hold an edit or lead to one; no others need a visit. */
const leadingToEdits = (root: Node): ReadonlySet<Node> =>
  reachOf(
    root,
    ({ edges }) => edges.map(({ node }) => node),
    ({ edits }) => edits.length > 0,
  ).leading

/** An edit with the operations that it reaches, each location once. */
export interface UsedEdit {
  readonly edit: Edit
  readonly uses: Use[]
}

interface Step {
  readonly node: Node
  /** `response 200 application/json`. */
  readonly words: string
  /** `/items/[]`. */
  readonly path: string
}

interface Start {
  readonly node: Node
  readonly use: ReturnType<Naming> | undefined
  readonly within: string
  /**
   * Operations already entered from this path or webhook; a callback that leads to one of them is not followed again.
   */
  readonly begun: Set<Node>
}

const keyOf = ({ kind, direction, from, to, name, before, after }: Edit): string =>
  [kind, direction, from?.pointer, to?.pointer, name, jsonText([before, after])].join('\n')

const advance = (current: Step, step: string, node: Node): Step => {
  if (step.startsWith('/')) return { node, words: current.words, path: current.path + step }
  const words = step === '' || current.words === '' ? current.words + step : `${current.words} ${step}`
  return { node, words, path: current.path }
}

const within = ({ words, path }: Step, step = ''): string => {
  const fullPath = step.startsWith('/') ? path + step : path
  return [words, step.startsWith('/') ? '' : step, fullPath].filter((text) => text !== '').join(' ')
}

/** Collects edits with their uses. From each operation, a node that leads to an edit is visited once. */
class Collection {
  readonly found = new Map<string, UsedEdit>()
  readonly #dirty: ReadonlySet<Node>
  readonly #keys = new Map<Edit, string>()
  readonly #starts: Start[] = []

  constructor(root: Node) {
    this.#dirty = leadingToEdits(root)
    this.#starts.push({ node: root, use: undefined, within: '', begun: new Set() })
    // The list grows during the loop because callbacks add operations.
    for (const start of this.#starts) this.#walk(start)
  }

  #walk(start: Start): void {
    const seen = new Set<Node>([start.node])
    const steps: Step[] = [{ node: start.node, words: start.within, path: '' }]
    for (const current of steps) {
      for (const edit of current.node.edits) this.#take(edit, start, current)
      for (const { step, node, naming } of current.node.edges) {
        if (!this.#dirty.has(node)) continue
        if (naming !== undefined) this.#begin(start, naming, node)
        else if (!seen.has(node)) {
          seen.add(node)
          steps.push(advance(current, step, node))
        }
      }
    }
  }

  #begin(outer: Start, naming: Naming, node: Node): void {
    const begun = outer.use === undefined ? new Set<Node>() : outer.begun
    if (begun.has(node)) return
    begun.add(node)
    this.#starts.push({ node, use: naming(outer.use?.operation ?? ''), within: '', begun })
  }

  #take(edit: Edit, start: Start, current: Step): void {
    let key = this.#keys.get(edit)
    if (key === undefined) this.#keys.set(edit, (key = keyOf(edit)))
    let found = this.found.get(key)
    if (found === undefined) this.found.set(key, (found = { edit, uses: [] }))
    if (start.use === undefined || found.uses.at(-1)?.operation === start.use.operation) return
    found.uses.push({ ...start.use, within: within(current, edit.step) })
  }
}

/** All edits reachable from a node, each location once, with uses in the order of the operations. */
export function collectUses(root: Node): UsedEdit[] {
  return [...new Collection(root).found.values()]
}
