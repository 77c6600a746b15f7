import { addTo, groupedBy, isObject, resolvePath, segmentsOf } from '../json/json.js'
import { heldBy, holdingOf, type ObjectName } from '../keywords/keywords.js'

/**
 * The kind of a location: a schema, several schemas (`schemas`: a map with arbitrary names, or a list), any other
 * object, or a map of such objects with arbitrary names.
 */
export type LocationKind = 'schema' | 'schemas' | 'object' | 'map'

/** A location of a document that has a meaning in OpenAPI. */
export interface Location {
  readonly node: unknown
  readonly path: readonly string[]
  readonly kind: LocationKind
  /** The number of nested schemas down to this location, itself included. */
  readonly depth: number
  /** Whether it is a member of a map or a list whose members are objects. */
  readonly isMember: boolean
}

/** A kind, with the name of the object, or that of the members of a map. */
interface Form {
  readonly kind: LocationKind
  readonly object: ObjectName
  readonly isExtensible?: boolean
}

const schema: Form = { kind: 'schema', object: 'leaf' }
const schemas: Form = { kind: 'schemas', object: 'leaf' }

const formInObject = (object: ObjectName, key: string): Form | undefined => {
  const held = heldBy(object, key)
  if (held === undefined) return undefined
  if (held === 'schema') return schema
  if (held === 'schemas') return schemas
  return 'one' in held
    ? { kind: 'object', object: held.one }
    : { kind: 'map', object: held.each, isExtensible: held.isExtensible === true }
}

const formBelow = ({ kind, object, isExtensible }: Form, key: string): Form | undefined => {
  if (kind === 'schemas') return schema
  if (kind === 'map') return isExtensible && key.startsWith('x-') ? undefined : { kind: 'object', object }
  if (kind === 'object') return formInObject(object, key)
  const holding = holdingOf(key)
  if (holding === undefined) return undefined
  return holding === 'schema' ? schema : schemas
}

/** A location that computes its path on demand: documents have many locations, and few paths are needed. */
class Member implements Location {
  readonly node: unknown
  readonly depth: number
  readonly form: Form
  readonly #holder: Member | undefined
  readonly #key: string
  #path: readonly string[] | undefined

  constructor(node: unknown, form: Form, holder?: Member, key = '') {
    this.node = node
    this.form = form
    this.#holder = holder
    this.#key = key
    this.depth = (holder?.depth ?? 0) + (form.kind === 'schema' ? 1 : 0)
  }

  /** The target of a reference to a path. */
  static at(path: readonly string[], node: unknown, form: Form): Member {
    const target = new Member(node, form)
    target.#path = path
    return target
  }

  get kind(): LocationKind {
    return this.form.kind
  }

  get path(): readonly string[] {
    this.#path ??= this.#holder === undefined ? [] : [...this.#holder.path, this.#key]
    return this.#path
  }

  get isMember(): boolean {
    return this.#holder?.kind === 'map'
  }

  /** The location under a key; undefined if that is data. */
  below(key: string, node: unknown): Member | undefined {
    // `items` may be a list, as in older dialects.
    const isOldList = this.kind === 'schema' && Array.isArray(this.node)
    const form = formBelow(isOldList ? schemas : this.form, key)
    return form && new Member(node, form, this, key)
  }
}

const rootOf = (root: unknown): Member => new Member(root, { kind: 'object', object: 'document' })

/** The target of a reference if it is in data, such as an extension, which nothing else leads to. */
const targetInData = (root: unknown, { node, form }: Member, known: Set<string>): Member | undefined => {
  if (form.kind !== 'schema' && form.kind !== 'object') return undefined
  const ref = refIn(node)
  if (ref === undefined || known.has(ref)) return undefined
  known.add(ref)
  const path = segmentsOf(ref)
  const target = resolvePath(root, path)
  if (!isObject(target) || locationOn(root, path).rest.length === 0) return undefined
  return Member.at(path, target, form)
}

const refIn = (node: unknown): string | undefined => {
  const ref = isObject(node) ? node['$ref'] : undefined
  return typeof ref === 'string' && ref.startsWith('#/') ? ref : undefined
}

/**
 * Every location of a document, in document order, starting with the document itself. Targets of references
 * in data come after all others. Iterative, so that the depth is limited only by memory. Members are read
 * after their parent was yielded, so callers may change them.
 * @yields each location
 */
export function* locationsOf(root: unknown): Generator<Location, void, undefined> {
  const open = [rootOf(root)]
  const targets: Member[] = []
  const known = new Set<string>()
  for (let location = open.pop(); location; location = open.pop() ?? targets.pop()) {
    const target = targetInData(root, location, known)
    if (target) targets.push(target)
    yield location
    const { node } = location
    if (typeof node !== 'object' || node === null) continue
    const entries = Object.entries(node)
    // Pushed in reverse, so that the first is popped first.
    for (let index = entries.length - 1; index >= 0; index--) {
      const [key, value] = entries[index] ?? ['', undefined]
      const below = location.below(key, value)
      if (below !== undefined) open.push(below)
    }
  }
}

/** The deepest location of a document on a path, and the rest of the path, which is in data. */
export function locationOn(root: unknown, path: readonly string[]) {
  let location = rootOf(root)
  for (const [index, key] of path.entries()) {
    const next = location.below(key, resolvePath(location.node, [key]))
    if (next === undefined) return { location, rest: path.slice(index) }
    location = next
  }
  return { location, rest: [] }
}

/** The nodes reachable from one, itself included, and those that lead to a marked one. Linear, also for cycles. */
export function reachOf<Node>(
  start: Node,
  nextOf: (node: Node) => Iterable<Node>,
  isMarked: (node: Node) => boolean,
) {
  const usedBy = new Map<Node, Node[]>([[start, []]])
  for (const node of usedBy.keys()) for (const next of nextOf(node)) addTo(usedBy, next, node)
  const leading = new Set([...usedBy.keys()].filter(isMarked))
  for (const node of leading) for (const user of usedBy.get(node) ?? []) leading.add(user)
  return { nodes: new Set(usedBy.keys()), leading }
}

/**
 * The value of a node, from those of the nodes that it leads to, which are added to `known`. On a cycle, a node that is
 * not done counts as `open`. Not recursive, because a chain may be deeper than the stack.
 */
export function settled<Node, Value>(
  start: Node,
  known: Map<Node, Value>,
  nextOf: (node: Node) => readonly Node[],
  valueOf: (node: Node) => Value,
  open: Value,
): Value {
  const begun = new Set<Node>()
  const stack = [start]
  for (let top = stack.at(-1); top !== undefined; top = stack.at(-1)) {
    if (begun.delete(top)) known.set(top, valueOf(top))
    if (known.has(top)) stack.pop()
    else {
      known.set(top, open)
      begun.add(top)
      stack.push(...nextOf(top).filter((next) => !known.has(next)))
    }
  }
  return known.get(start) ?? open
}

/** A directed edge between two pointers. */
export interface Edge {
  readonly from: string
  readonly to: string
}

const grouped = (edges: readonly Edge[]): Map<string, Edge[]> => groupedBy(edges, ({ from }) => from)

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
