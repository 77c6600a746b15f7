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
const dataKeys = new Set(['example', 'default', 'const', 'enum', 'value'])

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
  readonly #holder: Place | undefined
  readonly #key: string
  #path: readonly string[] | undefined

  constructor(node: unknown, kind: PlaceKind, holder?: Place, key = '') {
    this.node = node
    this.kind = kind
    this.#holder = holder
    this.#key = key
  }

  get path(): readonly string[] {
    this.#path ??= this.#holder === undefined ? [] : [...this.#holder.path, this.#key]
    return this.#path
  }
}

const openBelow = (place: Place, open: Place[]): void => {
  const { node, kind } = place
  if (typeof node !== 'object' || node === null) return
  // `items` may be a list where a document keeps the spelling of an older dialect.
  const ofMember = Array.isArray(node) && kind === 'schema' ? 'schemas' : kind
  const isListOfObjects = Array.isArray(node) && kind === 'object'
  const first = open.length
  for (const [key, value] of Object.entries(node)) {
    const below = isListOfObjects ? 'object' : kindBelow(ofMember, key)
    if (below !== undefined) open.push(new Member(value, below, place, key))
  }
  // The first is taken out first.
  for (let low = first, high = open.length - 1; low < high; low++, high--) {
    const [a, b] = [open[low], open[high]]
    if (a && b) {
      open[low] = b
      open[high] = a
    }
  }
}

/**
 * A place and every place below it, in document order. Iterative, so that depth is bounded by memory alone. What is
 * below a place is looked up after the place was handed out, so it may be changed in between.
 * @param isLeaf whether what is below a place is left out
 * @yields each place, the first one first
 */
export function* placesFrom(
  start: Place,
  isLeaf: (place: Place) => boolean = () => false,
): Generator<Place, void, undefined> {
  const open: Place[] = [start]
  for (let place = open.pop(); place; place = open.pop()) {
    yield place
    if (!isLeaf(place)) openBelow(place, open)
  }
}

/** Every place of a document, as `placesFrom`. */
export const placesOf = (root: unknown): Generator<Place, void, undefined> =>
  placesFrom(new Member(root, 'object'))
