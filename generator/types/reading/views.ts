import { type Edge, nodesOnCycles } from '../../load/loops.js'
import { entriesOf, isObject, listOf, reachOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import type { Openness } from './tags.js'
import { itemsOf, othersOf } from './schema.js'
import type { References, Target } from './references.js'

/** The longest chain of references in unions and intersections that the compiler can follow. */
export const longestChain = 100

interface Facts {
  readonly refs: Set<Target>
  /** The references that the compiler resolves eagerly, because no member is in between. */
  readonly eager: Set<Target>
  isDirected: boolean
}

/**
 * Finds the schemas that are printed twice because requests and responses differ, and those that contain themselves
 * without a member in between, which the compiler must not resolve eagerly.
 */
export class Views {
  readonly #references: References
  readonly #openness: Openness
  readonly #differing = new Map<string, boolean>()
  readonly #cyclic = new Set<string>()
  readonly #depths = new Map<string, number>()

  constructor(references: References, openness: Openness) {
    this.#references = references
    this.#openness = openness
  }

  /** Whether a schema, or any reachable from it, differs between requests and responses. */
  differ(target: Target): boolean {
    if (!this.#differing.has(target.pointer)) this.#explore(target)
    return this.#differing.get(target.pointer) ?? false
  }

  /** Whether a schema contains itself only through lists. */
  isCyclic(target: Target): boolean {
    if (!this.#differing.has(target.pointer)) this.#explore(target)
    return this.#cyclic.has(target.pointer)
  }

  /**
   * Whether the type of a schema has to interrupt a chain of unions and intersections, which would otherwise exceed
   * the compiler's stack: every hundredth one does.
   */
  endsChain(target: Target): boolean {
    if (!this.#depths.has(target.pointer)) this.#measure(target)
    const depth = this.#depths.get(target.pointer) ?? 0
    return depth > 0 && depth % longestChain === 0
  }

  // Post-order without recursion, because the chain may be deep.
  #measure(start: Target): void {
    const open = [{ target: start, isDone: false }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { target, isDone } = next
      if (!isDone && this.#depths.has(target.pointer)) continue
      const eager = this.#followedFrom(target)
      if (isDone) {
        const below = [...eager].map(({ pointer }) => this.#depths.get(pointer) ?? 0)
        this.#depths.set(
          target.pointer,
          below.reduce((most, one) => Math.max(most, one + 1), 0),
        )
        continue
      }
      this.#depths.set(target.pointer, 0)
      open.push({ target, isDone: true })
      for (const one of eager) open.push({ target: one, isDone: false })
    }
  }

  // Resolves everything newly reached at once: one at a time would take quadratic time.
  #explore(start: Target): void {
    const facts = new Map<Target, Facts>()
    const nextOf = (target: Target): Iterable<Target> => {
      if (this.#differing.has(target.pointer)) return []
      const own = this.#factsOf(target)
      facts.set(target, own)
      return own.refs
    }
    const isMarked = (target: Target): boolean =>
      facts.get(target)?.isDirected ?? this.#differing.get(target.pointer) === true
    const { leading } = reachOf(start, nextOf, isMarked)
    for (const one of facts.keys()) this.#differing.set(one.pointer, leading.has(one))
    for (const pointer of nodesOnCycles(edgesOf(facts))) this.#cyclic.add(pointer)
  }

  #factsOf(target: Target): Facts {
    const facts: Facts = { refs: new Set(), eager: new Set(), isDirected: false }
    this.#scan(target.node, facts, true)
    return facts
  }

  /** The references that the compiler resolves eagerly from a schema. */
  #followedFrom(target: Target): ReadonlySet<Target> {
    const followed = new Set<Target>()
    const open = [target.node]
    while (open.length > 0) {
      const node = open.pop()
      if (!isObject(node)) continue
      const { $ref } = node
      if (typeof $ref === 'string') followed.add(this.#references.printed($ref))
      if (typeof $ref === 'string' && this.#references.hidesSiblings(node)) continue
      const { first, rest } = itemsOf(node)
      open.push(...['allOf', 'anyOf', 'oneOf'].flatMap((keyword) => listOf(node[keyword])), ...first, rest)
    }
    return followed
  }

  #scan(node: unknown, facts: Facts, isEager: boolean): void {
    if (!isObject(node)) return
    const { $ref } = node
    if (typeof $ref === 'string') {
      const target = this.#references.printed($ref)
      facts.refs.add(target)
      if (isEager) facts.eager.add(target)
      if (this.#references.hidesSiblings(node)) return
    }
    facts.isDirected ||= this.#openness.grows(node) || this.#leavesOut(node)
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      for (const member of listOf(node[keyword])) this.#scan(member, facts, isEager)
    }
    const { first, rest } = itemsOf(node)
    for (const item of [...first, rest]) this.#scan(item, facts, isEager)
    for (const keyword of ['properties', 'patternProperties']) {
      for (const [, member] of entriesOf(node[keyword])) this.#scan(member, facts, false)
    }
    this.#scan(othersOf(node), facts, false)
  }

  #leavesOut({ properties }: RawObject): boolean {
    return entriesOf(properties).some(([, property]) =>
      this.#references
        .partsOf(property)
        .some((part) => part['readOnly'] === true || part['writeOnly'] === true),
    )
  }
}

const edgesOf = (facts: ReadonlyMap<Target, Facts>): Edge[] =>
  [...facts].flatMap(([{ pointer }, { eager }]) =>
    Array.from(eager, (target) => ({ from: pointer, to: target.pointer })),
  )
