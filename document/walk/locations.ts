import { dataKeywords, mapKeywords } from '../keywords/openapi.js'
import { holdingOf } from '../keywords/schema.js'
import { resolvePath } from '../pointers/fragment.js'

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

const kindInObject = (key: string): LocationKind | undefined => {
  if (dataKeywords.has(key) || key.startsWith('x-')) return undefined
  if (key === 'schema' || key === 'itemSchema') return 'schema'
  if (key === 'schemas') return 'schemas'
  return mapKeywords.has(key) ? 'map' : 'object'
}

const kindBelow = (kind: LocationKind, key: string): LocationKind | undefined => {
  if (kind === 'schemas') return 'schema'
  if (kind === 'map') return 'object'
  if (kind === 'object') return kindInObject(key)
  const holding = holdingOf(key)
  return holding === 'list' || holding === 'map' ? 'schemas' : holding
}

/** A location that computes its path on demand: documents have many locations, and few paths are needed. */
class Member implements Location {
  readonly node: unknown
  readonly kind: LocationKind
  readonly depth: number
  readonly #holder: Member | undefined
  readonly #key: string
  #path: readonly string[] | undefined

  constructor(node: unknown, kind: LocationKind, holder?: Member, key = '') {
    this.node = node
    this.kind = kind
    this.#holder = holder
    this.#key = key
    this.depth = (holder?.depth ?? 0) + (kind === 'schema' ? 1 : 0)
  }

  get path(): readonly string[] {
    this.#path ??= this.#holder === undefined ? [] : [...this.#holder.path, this.#key]
    return this.#path
  }

  get isMember(): boolean {
    return this.#holder?.kind === 'map'
  }

  /**
   * Whether the location is an example, which may be a reference but otherwise is data, even if the `value` wrapper
   * is missing.
   */
  get isExample(): boolean {
    return this.#holder?.kind === 'map' && this.#holder.#key === 'examples'
  }

  /** The location under a key; undefined if that is data. */
  below(key: string, node: unknown): Member | undefined {
    if (this.isExample) return undefined
    const isList = Array.isArray(this.node)
    // `items` may be a list, as in older dialects.
    const holder = isList && this.kind === 'schema' ? 'schemas' : this.kind
    const kind = isList && this.kind === 'object' ? 'object' : kindBelow(holder, key)
    return kind === undefined ? undefined : new Member(node, kind, this, key)
  }
}

/**
 * Every location of a document, in document order, starting with the document itself. Iterative, so that the depth is
 * limited only by memory. Members are read after their parent was yielded, so callers may change them.
 * @yields each location
 */
export function* locationsOf(root: unknown): Generator<Location, void, undefined> {
  const open = [new Member(root, 'object')]
  for (let location = open.pop(); location; location = open.pop()) {
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
export function locationOn(
  root: unknown,
  path: readonly string[],
): { readonly location: Location; readonly rest: readonly string[] } {
  let location = new Member(root, 'object')
  for (const [index, key] of path.entries()) {
    const next = location.below(key, resolvePath(location.node, [key]))
    if (next === undefined) return { location, rest: path.slice(index) }
    location = next
  }
  return { location, rest: [] }
}
