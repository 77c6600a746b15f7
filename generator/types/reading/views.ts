import { type Edge, nodesOnCycles } from '../../load/loops.js'
import { entriesOf, isObject, listOf, reachOf } from '../../../document/index.js'
import type { RawObject } from '../../model/document.js'
import type { Openness } from './tags.js'
import { itemsOf, othersOf } from './schema.js'
import type { References, Target } from './references.js'

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

  // Resolves all newly reached targets at once: one at a time would take quadratic time.
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

  #scan(node: unknown, facts: Facts, isEager: boolean): void {
    if (!isObject(node)) return
    const { $ref } = node
    if (typeof $ref === 'string') {
      const target = this.#references.target($ref)
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
