import type { Fragment } from '../fragments/fragment.js'
import type { Flow, Fragments, Node } from './node.js'
import type { Subject } from './visit.js'

/** The input of a comparison. */
export interface Comparison {
  readonly subject: Subject
  readonly from: Fragments
  readonly to: Fragments
  readonly flow: Flow
  readonly hidden: boolean
}

/**
 * The last segments of the pointers. A YAML alias can put one operation under several paths, each of which is
 * compared.
 */
const namesOf = (fragments: Fragments): string =>
  fragments.map(({ pointer }) => pointer.slice(pointer.lastIndexOf('/'))).join('')

/** The mode of a comparison as bits; one pair of schemas can be compared in each mode. */
const wayOf = ({ subject, flow, hidden }: Comparison, one: Fragment, other: Fragment): number =>
  Number(subject === 'text') |
  (Number(flow === 'response') << 1) |
  (Number(hidden) << 2) |
  (Number(one.orNull === true) << 3) |
  (Number(other.orNull === true) << 4)

/** The comparisons of a run, by the identity of the compared values. */
export class Nodes {
  readonly all: Node[] = []
  readonly #ofPairs = new Map<unknown, Map<unknown, (Node | undefined)[]>>()
  readonly #others = new Map<string, Node>()
  readonly #ids = new Map<unknown, number>()

  /** The node of a comparison, created by `make` on first use. */
  get(comparison: Comparison, make: () => Node): Node {
    const { subject, from, to } = comparison
    const [one, other] = [from[0], to[0]]
    const isPair = from.length === 1 && to.length === 1 && one !== undefined && other !== undefined
    if (isPair && (subject === 'schema' || subject === 'text')) {
      // References produce hundreds of thousands of pairs, so they are looked up by identity without building a key.
      const ways = this.#waysOf(one.value, other.value)
      const way = wayOf(comparison, one, other)
      return (ways[way] ??= this.#add(make()))
    }
    const key = this.#key(comparison)
    const known = this.#others.get(key)
    if (known !== undefined) return known
    const node = this.#add(make())
    this.#others.set(key, node)
    return node
  }

  #add(node: Node): Node {
    this.all.push(node)
    return node
  }

  #waysOf(one: unknown, other: unknown): (Node | undefined)[] {
    let inner = this.#ofPairs.get(one)
    if (inner === undefined) this.#ofPairs.set(one, (inner = new Map()))
    let ways = inner.get(other)
    if (ways === undefined) inner.set(other, (ways = []))
    return ways
  }

  #key({ subject, from, to, flow, hidden }: Comparison): string {
    const names = subject === 'operation' ? namesOf([...from, ...to]) : ''
    return [subject, this.#idsOf(from), this.#idsOf(to), flow, hidden ? 'h' : '', names].join('|')
  }

  #idsOf(fragments: Fragments): string {
    return fragments.map(({ value, orNull }) => `${this.#idOf(value)}${orNull === true ? '?' : ''}`).join('+')
  }

  #idOf(value: unknown): number {
    let id = this.#ids.get(value)
    if (id === undefined) this.#ids.set(value, (id = this.#ids.size))
    return id
  }
}
