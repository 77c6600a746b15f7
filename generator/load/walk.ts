import { resolvePath } from './pointer.js'

/**
 * What stands at a place of a document: a schema, several of them (`schemas`: a map with names of the author's
 * own or a list), any other object, or a map of such objects whose keys are names of the author's own.
 */
export type PlaceKind = 'schema' | 'schemas' | 'object' | 'map'

/** One place of a document that OpenAPI gives a meaning. */
export interface Place {
  readonly node: unknown
  readonly path: readonly string[]
  readonly kind: PlaceKind
  /** How many schemas this place stands in, one in the other, itself counted. */
  readonly depth: number
  /** Whether it is a member of a map or a list whose members are objects. */
  readonly isMember: boolean
}

const kindsInSchema: ReadonlyMap<string, PlaceKind> = new Map<string, PlaceKind>([
  ...['items', 'additionalProperties', 'unevaluatedProperties', 'unevaluatedItems', 'propertyNames'].map(
    (keyword) => [keyword, 'schema'] as const,
  ),
  ...['contains', 'not', 'if', 'then', 'else'].map((keyword) => [keyword, 'schema'] as const),
  ...['allOf', 'anyOf', 'oneOf', 'prefixItems'].map((keyword) => [keyword, 'schemas'] as const),
  ...['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'].map(
    (keyword) => [keyword, 'schemas'] as const,
  ),
])

// Below these keys stands data, not OpenAPI: a `$ref` there is part of a value, not a reference.
// The members of `scopes` and of what `security` lists have names of the author's own.
const dataKeys = new Set(['example', 'default', 'const', 'enum', 'value', 'scopes', 'security'])

const maps = new Set([
  'parameters',
  'responses',
  'requestBodies',
  'headers',
  'securitySchemes',
  'pathItems',
  'paths',
  'webhooks',
  'callbacks',
  'content',
  'encoding',
  'examples',
  'links',
  'variables',
])

const kindInObject = (key: string): PlaceKind | undefined => {
  if (dataKeys.has(key) || key.startsWith('x-')) return undefined
  if (key === 'schema' || key === 'itemSchema') return 'schema'
  if (key === 'schemas') return 'schemas'
  return maps.has(key) ? 'map' : 'object'
}

const kindBelow = (kind: PlaceKind, key: string): PlaceKind | undefined => {
  if (kind === 'schemas') return 'schema'
  if (kind === 'map') return 'object'
  return kind === 'schema' ? kindsInSchema.get(key) : kindInObject(key)
}

/** A place that spells out its path only for who asks: few do, and a document has very many places. */
class Member implements Place {
  readonly node: unknown
  readonly kind: PlaceKind
  readonly depth: number
  readonly #holder: Member | undefined
  readonly #key: string
  #path: readonly string[] | undefined

  constructor(node: unknown, kind: PlaceKind, holder?: Member, key = '') {
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

  /** What stands under a key; undefined where that is data. */
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
 * Every place of a document, in document order, the document itself first. Iterative, so that depth is bounded by
 * memory alone. What is below a place is looked up after the place was handed out, so it may be changed in between.
 * @yields each place
 */
export function* placesOf(root: unknown): Generator<Place, void, undefined> {
  const open = [new Member(root, 'object')]
  for (let place = open.pop(); place; place = open.pop()) {
    yield place
    const { node } = place
    if (typeof node !== 'object' || node === null) continue
    const entries = Object.entries(node)
    // The first is taken out first.
    for (let index = entries.length - 1; index >= 0; index--) {
      const [key, value] = entries[index] ?? ['', undefined]
      const below = place.below(key, value)
      if (below !== undefined) open.push(below)
    }
  }
}

/** The last place of a document on a path, and what of the path leads on from there, into data. */
export function placeOn(
  root: unknown,
  path: readonly string[],
): { readonly place: Place; readonly rest: readonly string[] } {
  let place = new Member(root, 'object')
  for (const [index, key] of path.entries()) {
    const next = place.below(key, resolvePath(place.node, [key]))
    if (next === undefined) return { place, rest: path.slice(index) }
    place = next
  }
  return { place, rest: [] }
}
