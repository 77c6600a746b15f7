import { addTo, member, parametersIn, type Schemas } from '../../document/index.js'
import type { JsonSchema, Method, Operation, Parameter } from '../../runtime/surface.js'
import { bodyDeletionsIn, itemPathOfList } from './body-deletions.js'
import { isIdentifying, lastNoun, nameKey, singular, wordsOf } from './names.js'
import { pathUpTo, shapeOf, slashed, withoutFormat, withoutSlash } from './paths.js'

/** Verbs of paths that create. */
export const creating = new Set(['create', 'add', 'new', 'register', 'insert'])
const creatingMany = /^((create|add|insert) )?(batch|bulk|many|multiple)( (create|add|insert))?$/
const generic = new Set(['or', 'by', 'the', 'of', 'item', 'object', 'resource'])

const segments = (path: string): string[] => slashed(withoutFormat(path)).split('/').slice(1)

/** The last segment of a path. */
export function lastOf(path: string): string {
  return segments(path).at(-1) ?? ''
}

/** The last segment of a path, without capitals. */
export function lastWord(path: string): string {
  return lastOf(path).toLowerCase()
}

/** Whether a segment is a parameter. */
export function isParameter(segment: string | undefined): boolean {
  return /^\{[^{}]*\}$/.test(segment ?? '')
}

/** The path of the collection that a thing is in: `/pets`, also of `/pets/id/{id}`. */
export function collectionOf(itemPath: string): string {
  const path = withoutFormat(itemPath).replace(/(?<=[^/])\/(?:by[-_]?)?id(?=\/\{[^{}]*\}$)/i, '')
  return path.replace(path.endsWith(')') ? /\([^()]*\)$/ : /\/[^/]*$/, '') || '/'
}

/** The noun in the name of a path's last parameter. */
export function nounOfParameter(path: string): string {
  return wordsOf(parametersIn(path).at(-1) ?? '')
    .map(singular)
    .filter((word) => !isIdentifying(word) && !generic.has(word))
    .join(' ')
}

/** The component that a schema consists of, if null is not counted. */
const componentIn = (schema: JsonSchema | undefined): string | undefined => {
  if (typeof schema !== 'object') return undefined
  const branches = (schema.anyOf ?? schema.oneOf ?? []).filter((one) => member(one, 'type') !== 'null')
  return schema.$ref ?? (branches.length === 1 ? componentIn(branches[0]) : undefined)
}

/** The component that the first of some responses of an operation consists of. */
export function componentOf({ responses }: Operation, statuses: readonly string[]): string | undefined {
  const status = statuses.find((one) => Object.hasOwn(responses, one)) ?? ''
  const [media] = Object.values(responses[status]?.content ?? {})
  return componentIn(media?.schema)
}

/** The operation whose path names the id: a PUT may have a new name or a state there, a GET or DELETE not. */
const mostTelling = (operations: readonly Operation[]): Operation | undefined =>
  operations.find(({ method }) => method === 'get') ??
  operations.find(({ method }) => method === 'delete') ??
  operations[0]

/** A path, with its last word in any spelling and number. */
const kindOf = (path: string): string => `${collectionOf(path)} ${nameKey(lastOf(path))}`

type Index = Map<string, Operation[]>

/** A kind of thing, by its path. */
interface Addressed {
  readonly itemPath: string
  readonly parameter: Pick<Parameter, 'name'>
  readonly parents: readonly unknown[]
}

/** The operations of a document by the shapes of their paths. Indexed, because there may be thousands. */
export class Paths {
  readonly #byBody: readonly string[]
  readonly #byShape: Index = new Map()
  /** By the shape without its last segment. */
  readonly #byParent: Index = new Map()
  /** By the shape with its last word in one number: `/pet` and `/pets` are one kind. */
  readonly #byKind: Index = new Map()
  readonly #belowItem: Index = new Map()
  /** Collections below a parent, by noun. */
  readonly #byNoun: Index = new Map()
  /** Shapes of paths below which things are. */
  readonly #above = new Set<string>()

  constructor(operations: readonly Operation[], schemas: Schemas) {
    this.#byBody = bodyDeletionsIn(operations, schemas).map(itemPathOfList)
    for (const one of operations) {
      const shape = shapeOf(one.path)
      addTo(this.#byShape, shape, one)
      addTo(this.#byParent, collectionOf(shape), one)
      const [upTo = ''] = shape.split('/{}')
      if (upTo !== shape)
        for (const { index } of `${upTo}/`.matchAll(/\//g)) this.#above.add(upTo.slice(0, index))
      for (const { index } of shape.matchAll(/\{\}\//g))
        addTo(this.#belowItem, shape.slice(0, index + 2), one)
      const [last = '', before] = segments(shape).toReversed()
      if (isParameter(last)) continue
      addTo(this.#byKind, kindOf(shape), one)
      if (isParameter(before)) addTo(this.#byNoun, nameKey(last), one)
    }
  }

  at(path: string, method: Method): Operation[] {
    return (this.#byShape.get(shapeOf(path)) ?? []).filter((one) => one.method === method)
  }

  /** Whether a path is a collection, because the document has paths of its items. */
  hasItems(path: string): boolean {
    return this.#byShape.has(`${shapeOf(path).replace(/^\/$/, '')}/{}`)
  }

  /** Whether a path is the root, that of a thing, or has things somewhere below it. */
  areAbove(path: string): boolean {
    const shape = shapeOf(path).replace(/^\/$/, '')
    return shape === '' || shape.includes('{}') || this.#above.has(shape)
  }

  /** Paths of things, shorter ones first, as the operations spell them that surely address one. */
  items(): string[] {
    const shapes = [...this.#byShape].filter(([shape]) => isParameter(lastOf(shape)))
    // Of some things that are created only the actions have paths: `/pets/{petId}/sell`.
    const acted = [...this.#belowItem].filter(
      ([shape]) =>
        !this.#byShape.has(shape) &&
        !this.hasItems(shape) &&
        this.ofCollection(shape, 'post', creating).length > 0,
    )
    const addressed = [...shapes, ...acted].map(([shape, all]) => {
      const path = withoutFormat(mostTelling(all)?.path ?? shape)
      return pathUpTo(path, parametersIn(path)[shape.split('{}').length - 2] ?? '')
    })
    // Of some, the body of a deletion alone has the ids.
    const ofBody = this.#byBody.filter((path) => !this.#byShape.has(shapeOf(path)) && this.#isListed(path))
    const paths = [...addressed, ...ofBody]
    const owners = new Set(paths.map((path) => nameKey(segments(path).at(-2) ?? '')))
    return paths
      .filter((path) => !this.#isListOfOwner(path, owners))
      .toSorted((a, b) => segments(a).length - segments(b).length)
  }

  #isListed(itemPath: string): boolean {
    return this.at(collectionOf(itemPath), 'get').length > 0
  }

  /** Whether a path lists the things of an owner: `/photos/{petId}` beside `/photos/{petId}/{photoId}`. */
  #isListOfOwner(path: string, owners: ReadonlySet<string>): boolean {
    const [noun, owner] = [nameKey(segments(path).at(-2) ?? ''), nounOfParameter(path)]
    return this.hasItems(path) && owner !== noun && owners.has(owner)
  }

  /** Operations without the owner in the path: `POST /photos`, whose body has it, for `/photos/{petId}/{photoId}`. */
  creationsAboveOwner(itemPath: string): Operation[] {
    const ofOwner = collectionOf(itemPath)
    return isParameter(lastOf(ofOwner)) ? this.at(collectionOf(ofOwner), 'post') : []
  }

  /** Creations of things that a path addresses by a member: `POST /pets` for `/pets/name/{name}`. */
  creationsAboveMember({ itemPath, parameter, parents }: Addressed): Operation[] {
    const ofMember = collectionOf(itemPath)
    const isOfMember = nameKey(lastOf(ofMember)) === nameKey(parameter.name)
    return isOfMember && parents.length === 0 ? this.at(collectionOf(ofMember), 'post') : []
  }

  below(itemPath: string): readonly Operation[] {
    return this.#belowItem.get(shapeOf(itemPath)) ?? []
  }

  /** Operations below an item's collection that create several things. */
  ofMany(itemPath: string): Operation[] {
    const inside = this.#byParent.get(shapeOf(collectionOf(itemPath))) ?? []
    const isOfMany = ({ path }: Operation): boolean => creatingMany.test(nameKey(lastOf(path)))
    return inside.filter((one) => one.method === 'post' && isOfMany(one))
  }

  /** Operations on an item's collection: at its own path, with a verb, or with its noun in the other number. */
  ofCollection(itemPath: string, method: Method, verbs: ReadonlySet<string>): Operation[] {
    const collection = shapeOf(collectionOf(itemPath))
    const own = this.at(collection, method)
    const isVerb = ({ path }: Operation): boolean => verbs.has(lastWord(path))
    const inside = (this.#byParent.get(collection) ?? []).filter((one) => one.method === method)
    const byVerb = inside.filter(isVerb)
    // `POST /pets` beside `POST /pets/create` is rather a search, unless it says that it creates.
    const isSure = method !== 'post' || own.some(({ responses }) => Object.hasOwn(responses, '201'))
    if (own.length > 0) return isSure ? own : [...byVerb, ...own]
    const ofKind = (this.#byKind.get(kindOf(collection)) ?? []).filter((one) => one.method === method)
    const near = ofKind.filter(({ path }) => lastOf(shapeOf(path)) !== lastOf(collection))
    return byVerb.length > 0 ? byVerb : near
  }

  /** Collections below parents whose things have paths elsewhere: `/owners/{ownerId}/pets`. */
  nested(itemPath: string, method: Method): Operation[] {
    return (this.#byNoun.get(lastNoun(itemPath)) ?? []).filter(
      (one) => one.method === method && (!this.hasItems(one.path) || this.#areItemsOf(one.path, itemPath)),
    )
  }

  /** Whether the things of a collection are deleted at another path only: `/owners/{}/pets/{petId}` at `/pets/{petId}`. */
  #areItemsOf(collection: string, itemPath: string): boolean {
    const below = `${withoutSlash(collection)}/{}`
    const [[own], [other]] = [this.at(below, 'get'), this.at(itemPath, 'get')]
    const isDeletable = (path: string): boolean => this.at(path, 'delete').length > 0
    if (!own || !other || shapeOf(below) === shapeOf(itemPath)) return false
    const kind = componentOf(own, ['200'])
    const isSame = kind !== undefined && kind === componentOf(other, ['200'])
    const [ofOwn, ofOther] = [own, other].map(({ path }) => parametersIn(path).at(-1))
    return isSame && ofOwn === ofOther && isDeletable(itemPath) && !isDeletable(below)
  }
}
