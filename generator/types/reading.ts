import {
  type Edge,
  entriesOf,
  foreignMark,
  isObject,
  listOf,
  nodesOnCycles,
  reachOf,
  settled,
} from '../../document/index.js'
import type { Direction, LoadedDocument, RawObject } from '../model/document.js'
import { member, type SchemaNames, type TypeOptions } from './declarations.js'
import { itemsOf, othersOf, References, type Target } from './schema.js'
import { Openness, Tags } from './tags.js'

interface Facts {
  readonly refs: Set<Target>
  /** The references that the compiler resolves eagerly, because no member is in between. */
  readonly eager: Set<Target>
  isDirected: boolean
}

/** Finds schemas that are printed once per direction, and those that contain themselves eagerly. */
class Views {
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
    const parts = entriesOf(properties).flatMap(([, property]) => this.#references.partsOf(property))
    return parts.some((part) => part['readOnly'] === true || part['writeOnly'] === true)
  }
}

const edgesOf = (facts: ReadonlyMap<Target, Facts>): Edge[] =>
  [...facts].flatMap(([{ pointer }, { eager }]) =>
    Array.from(eager, (target) => ({ from: pointer, to: target.pointer })),
  )

// TypeScript fails at a hundred thousand, and is slow well before.
const largest = 2000
const countless = 1_000_000

/** Counts the branches of types after intersections of unions are expanded. */
class Sizes {
  readonly #references: References
  readonly #known = new Map<Target, number>()

  constructor(references: References) {
    this.#references = references
  }

  /** Whether a union can be printed beside the rest of `whole`; a single union is never expanded. */
  fits(branches: readonly unknown[], whole: RawObject | undefined): boolean {
    const own = this.#sum(branches)
    if (own <= 1) return true
    const all = this.size(whole)
    return all <= largest || own >= all
  }

  size(schema: unknown): number {
    if (!isObject(schema)) return 1
    const { $ref } = schema
    let size = typeof $ref === 'string' ? this.#ofTarget(this.#references.end($ref)) : 1
    if (typeof $ref === 'string' && this.#references.hidesSiblings(schema)) return size
    for (const member of listOf(schema['allOf'])) size *= this.size(member)
    size *= this.#sum(listOf(schema['oneOf'])) * this.#sum(listOf(schema['anyOf']))
    return Math.min(size, countless)
  }

  #sum(branches: readonly unknown[]): number {
    const sum = branches.reduce<number>((total, branch) => total + this.size(branch), 0)
    return Math.max(1, sum)
  }

  #ofTarget(target: Target): number {
    const nextOf = ({ node }: Target): Target[] => this.#targetsOf(node)
    // A recursive schema counts as one.
    return settled(target, this.#known, nextOf, ({ node }) => this.size(node), 1)
  }

  /** The targets that the size of a schema depends on. */
  #targetsOf(schema: unknown): Target[] {
    if (!isObject(schema)) return []
    const { $ref } = schema
    const own = typeof $ref === 'string' ? [this.#references.end($ref)] : []
    if (typeof $ref === 'string' && this.#references.hidesSiblings(schema)) return own
    const members = ['allOf', 'oneOf', 'anyOf'].flatMap((keyword) => listOf(schema[keyword]))
    return [...own, ...members.flatMap((member) => this.#targetsOf(member))]
  }
}

/** The members of a document that its types are made of. */
export type TypesSource = Pick<LoadedDocument, 'root' | 'dialect' | 'hasNewer'>

/** Everything that types need to know about the schemas of a document beyond one schema. */
export type Reading = Readonly<ReturnType<typeof readingOf>>

/** @param names identifiers of the component schemas */
export function readingOf(document: TypesSource, names: SchemaNames, options: TypeOptions) {
  const references = new References(document, names)
  const tags = new Tags(references)
  const openness = new Openness(document.root, tags, options)
  const [views, sizes] = [new Views(references, openness), new Sizes(references)]
  return { references, views, tags, sizes, openness, options }
}

/** Whether a service fills in a member. */
export function hasDefault(schema: unknown): boolean {
  return isObject(schema) && schema['default'] !== undefined
}

/** Reads a member, by all schemas that declare it; undefined if it is not sent in a direction. */
export function readMember(schemas: readonly unknown[], view: Direction, { references, openness }: Reading) {
  const parts = schemas.flatMap((schema) => references.partsOf(schema))
  if (parts.some((part) => part[foreignMark[view]] === true)) return undefined
  // An open enumeration could not distinguish branches.
  const isClosed =
    parts.some((part) => openness.mayGrow(part)) && schemas.some((schema) => openness.isTag(schema))
  const ownView: Direction = isClosed ? 'request' : view
  return { view: ownView, isReadOnly: parts.some((part) => part['readOnly'] === true) }
}

/** The context of a schema that its type depends on. */
export interface Context {
  readonly view: Direction
  /** Whether lists are printed so that the compiler resolves them lazily. */
  readonly isDeferred: boolean
  /** The indent of the line on which the type begins. */
  readonly indent: string
  /** The schemas that this one is a part of, which may declare its properties. */
  readonly wholes: readonly RawObject[]
  /** Whether members with a default are always present, because clients only read the schema. */
  readonly isFilledIn: boolean
}

/** The context that the holder of a schema determines. */
export type Holder = Pick<Context, 'view' | 'isFilledIn'>

/** Content that clients write. */
export const sent: Holder = { view: 'request', isFilledIn: false }
/** Content that clients read. */
export const received: Holder = { view: 'response', isFilledIn: true }

/** The context of a schema that is not part of another. */
export function startIn({ view, isFilledIn }: Holder, indent: string, isDeferred = false): Context {
  return { view, isFilledIn, isDeferred, indent, wholes: [] }
}

/** The text that refers to the declaration of a schema, in requests only or everywhere. */
export type Refer = (target: Pick<Target, 'kind' | 'name'>, view: Direction | 'both') => string

/** References to schemas in `types.d.ts`. */
export const byPath: Refer = ({ kind, name }, view) => {
  if (view === 'request') return member('requests', name)
  if (kind === 'schemas') return member('components', 'schemas', name)
  return kind === '$defs' ? member('$defs', name) : `schemas.${name}`
}

/** References to schemas in `schemas.d.ts`. */
export function byName(names: SchemaNames): Refer {
  return ({ kind, name }, view) => {
    if (view === 'request') return member('requests', name)
    return kind === '$defs' ? member('$defs', name) : (names.get(name) ?? name)
  }
}
