import type { Method, Operation, Parameter } from '../../runtime/surface.js'
import { parametersIn, shapeOf, withoutSlash } from './shapes.js'
import { isIdentifying, nameKey, singular, wordsOf } from './words.js'

/** The operations about one kind of thing. */
export interface Resource {
  /** Names of its kind in the singular, best first: `pet`. */
  readonly nouns: readonly string[]
  /** Path of one such thing: `/pets/{petId}`. */
  readonly itemPath: string
  /** The last parameter of that path, which identifies it among the others. */
  readonly parameter: Pick<Parameter, 'name' | 'schema'>
  readonly creates: readonly Operation[]
  readonly lists: readonly Operation[]
  readonly read?: Operation
  readonly put?: Operation
  readonly patch?: Operation
  readonly remove?: Operation
  /** PUT and PATCH of the path of the collection: the body says which thing is meant. */
  readonly updatesByBody: readonly Operation[]
  /** Operations of paths below that of the thing. */
  readonly below: readonly Operation[]
}

const creating = new Set(['create', 'add', 'new', 'register', 'insert'])
const listing = new Set(['list', 'all', 'index'])

const segments = (path: string): string[] => withoutSlash(path).split('/').slice(1)

const isParameter = (segment: string | undefined): boolean => /^\{[^{}]+\}$/.test(segment ?? '')

/** The path of the collection that an item belongs to. */
const collectionOf = (itemPath: string): string => withoutSlash(itemPath).replace(/\/[^/]*$/, '')

const generic = new Set(['or', 'by', 'the', 'of', 'item', 'object', 'resource'])

const nounsOf = (itemPath: string): string[] => {
  const [segment, parameter] = [segments(itemPath).at(-2), parametersIn(itemPath).at(-1) ?? '']
  const ofParameter = wordsOf(parameter)
    .map(singular)
    .filter((word) => !isIdentifying(word) && !generic.has(word))
    .join(' ')
  const ofSegment = segment === undefined || segment.includes('{') ? '' : nameKey(segment)
  return [...new Set([ofSegment, ofParameter])].filter((noun) => noun !== '')
}

/** Whether a path is that of a collection, by a verb at its end: `/pets/create` of `/pets`. */
const isVerbOf = (path: string, collection: string, verbs: ReadonlySet<string>): boolean =>
  collectionOf(path) === collection && verbs.has(segments(path).at(-1)?.toLowerCase() ?? '')

class Paths {
  readonly #operations: readonly Operation[]
  readonly #itemShapes: ReadonlySet<string>

  constructor(operations: readonly Operation[]) {
    this.#operations = operations
    this.#itemShapes = new Set(
      operations.map(({ path }) => shapeOf(path)).filter((one) => one.endsWith('/{}')),
    )
  }

  /** Paths of things, the first spelling of each; shorter ones first. */
  items(): string[] {
    const byShape = new Map<string, string>()
    for (const { path } of this.#operations) {
      const shape = shapeOf(path)
      if (isParameter(segments(path).at(-1)) && !byShape.has(shape)) byShape.set(shape, withoutSlash(path))
    }
    return [...byShape.values()].toSorted((a, b) => segments(a).length - segments(b).length)
  }

  at(path: string, method: Method): Operation[] {
    const shape = shapeOf(path)
    return this.#operations.filter((one) => one.method === method && shapeOf(one.path) === shape)
  }

  /** Operations of the collection of an item: at its own path, behind a verb, in another number, or below a parent. */
  ofCollection(itemPath: string, method: Method, verbs: ReadonlySet<string>): Operation[] {
    const collection = collectionOf(itemPath)
    const own = this.at(collection, method)
    if (own.length > 0) return own
    const alike = this.#operations.filter((one) => one.method === method)
    const shape = shapeOf(collection)
    const byVerb = alike.filter(({ path }) => isVerbOf(shapeOf(path), shape, verbs))
    return byVerb.length > 0 ? byVerb : alike.filter(({ path }) => this.#isSameKind(path, collection))
  }

  /** Collections below parents, whose things have a path of their own elsewhere: `/owners/{ownerId}/pets`. */
  nested(itemPath: string, method: Method): Operation[] {
    const noun = nameKey(segments(collectionOf(itemPath)).at(-1) ?? '')
    return this.#operations.filter(({ path, method: own }) => {
      const [last, before] = segments(path).toReversed()
      if (own !== method || !isParameter(before) || last === undefined || isParameter(last)) return false
      return nameKey(last) === noun && !this.#itemShapes.has(`${shapeOf(path)}/{}`)
    })
  }

  below(itemPath: string): Operation[] {
    const start = `${shapeOf(itemPath)}/`
    return this.#operations.filter(({ path }) => shapeOf(path).startsWith(start))
  }

  #isSameKind(path: string, collection: string): boolean {
    const [a, b] = [segments(shapeOf(path)), segments(shapeOf(collection))]
    const isBeside = a.length === b.length && a.slice(0, -1).join('/') === b.slice(0, -1).join('/')
    const [one, other] = [a.at(-1) ?? '', b.at(-1) ?? '']
    return isBeside && one !== other && !isParameter(one) && nameKey(one) === nameKey(other)
  }
}

const resourceAt = (paths: Paths, itemPath: string): Resource => {
  const at = (method: Method): Operation | undefined => paths.at(itemPath, method)[0]
  const [read, put, patch, remove] = [at('get'), at('put'), at('patch'), at('delete')]
  const name = parametersIn(itemPath).at(-1) ?? ''
  const holders = [read, put, patch, remove, at('post'), ...paths.below(itemPath)].filter(
    (one) => one !== undefined,
  )
  const schema = holders
    .flatMap(({ parameters }) => parameters)
    .find((one) => one.in === 'path' && one.name === name)?.schema
  const collection = collectionOf(itemPath)
  return {
    nouns: nounsOf(itemPath),
    itemPath,
    parameter: { name, ...(schema !== undefined && { schema }) },
    creates: [...paths.ofCollection(itemPath, 'post', creating), ...paths.nested(itemPath, 'post')],
    lists: [...paths.ofCollection(itemPath, 'get', listing), ...paths.nested(itemPath, 'get')],
    ...(read && { read }),
    ...(put && { put }),
    ...(patch && { patch }),
    ...(remove && { remove }),
    updatesByBody: [...paths.at(collection, 'put'), ...paths.at(collection, 'patch')],
    below: paths.below(itemPath),
  }
}

const isReached = ({ read, put, patch, remove, creates, lists, below }: Resource): boolean =>
  [read, put, patch, remove, ...creates, ...lists, ...below].some((one) => one !== undefined)

/**
 * Groups of operations about one kind of thing each, shorter paths first: `/pets` with `/pets/{petId}` and all below it,
 * collections that are spelled in another number, have a verb at their end, or stand below a parent.
 */
export function resourcesOf(operations: readonly Operation[]): readonly Resource[] {
  const paths = new Paths(operations)
  const found = paths.items().map((itemPath) => resourceAt(paths, itemPath))
  return found.filter(isReached)
}

/** Things of which there is one: what is read and changed at the same path, which is no collection. */
export interface Singleton {
  readonly path: string
  readonly read: Operation
  readonly put?: Operation
  readonly patch?: Operation
}

/** The singletons among operations: `/settings`, `/pets/{petId}/collar`. */
export function singletonsOf(operations: readonly Operation[]): readonly Singleton[] {
  const shapes = new Set(operations.map(({ path }) => shapeOf(path)))
  const at = (path: string, method: Method): Operation | undefined =>
    operations.find((one) => one.path === path && one.method === method)
  const reads = operations.filter(
    ({ path, method }) =>
      method === 'get' && !shapeOf(path).endsWith('/{}') && !shapes.has(`${shapeOf(path)}/{}`),
  )
  return reads.flatMap((read) => {
    const [put, patch] = [at(read.path, 'put'), at(read.path, 'patch')]
    return put || patch ? [{ path: read.path, read, ...(put && { put }), ...(patch && { patch }) }] : []
  })
}
