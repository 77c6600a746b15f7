import { dataKeywords, mapKeywords } from '../keywords/openapi.js'
import { holdingOf } from '../keywords/schema.js'
import { resolvePath } from '../pointers/fragment.js'

/**
 * The kind of a location: a schema, several of them (`schemas`: a map with names of the author's own or a list), any
 * other object, or a map of such objects whose keys are names of the author's own.
 */
export type LocationKind = 'schema' | 'schemas' | 'object' | 'map'

/** One location of a document that OpenAPI gives a meaning. */
export interface Location {
  readonly node: unknown
  readonly path: readonly string[]
  readonly kind: LocationKind
  /** How many schemas this location is in, one in the other, itself counted. */
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

/** A location that spells out its path only for who asks: few do, and a document has very many locations. */
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

  /** Examples may be references, but hold values, also where an object around the value was forgotten. */
  get isExample(): boolean {
    return this.#holder?.kind === 'map' && this.#holder.#key === 'examples'
  }

  /** The location under a key; undefined where that is data. */
  below(key: string, node: unknown): Member | undefined {
    if (this.isExample) return undefined
    const isList = Array.isArray(this.node)
    // `items` may be a list where a document keeps the spelling of an older dialect.
    const holder = isList && this.kind === 'schema' ? 'schemas' : this.kind
    const kind = isList && this.kind === 'object' ? 'object' : kindBelow(holder, key)
    return kind === undefined ? undefined : new Member(node, kind, this, key)
  }
}

/**
 * Every location of a document, in document order, the document itself first. Iterative, so that depth is bounded by
 * memory alone. Members of a location are looked up after it was handed out, so they may be changed in between.
 * @yields each location
 */
export function* locationsOf(root: unknown): Generator<Location, void, undefined> {
  const open = [new Member(root, 'object')]
  for (let location = open.pop(); location; location = open.pop()) {
    yield location
    const { node } = location
    if (typeof node !== 'object' || node === null) continue
    const entries = Object.entries(node)
    // The first is taken out first.
    for (let index = entries.length - 1; index >= 0; index--) {
      const [key, value] = entries[index] ?? ['', undefined]
      const below = location.below(key, value)
      if (below !== undefined) open.push(below)
    }
  }
}

/** The last location of a document on a path, and the rest of the path, which leads into data. */
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
