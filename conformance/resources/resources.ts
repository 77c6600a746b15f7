import {
  addTo,
  endOfReferences,
  groupedBy,
  member,
  once,
  type Schemas,
  parametersIn,
} from '../../document/index.js'
import type { JsonSchema, Method, Operation, Parameter } from '../../runtime/surface.js'
import { itemPathOf, pathUpTo, shapeOf, slashed, withoutFormat, withoutSlash } from './paths.js'
import {
  changingVerbs,
  propertiesOf,
  thingsIn,
  typesOf,
  isIdentifying,
  isMadeUp,
  lastNoun,
  endsWithNew,
  type IdParameter,
  nameKey,
  nounIn,
  singular,
  wordsOf,
} from './names.js'

/** The operations about one kind of thing. */
export interface Resource {
  /** Nouns of the kind in the singular, best first: `pet`. */
  readonly nouns: readonly string[]
  /** Path of one thing: `/pets/{petId}`. */
  readonly itemPath: string
  /** The last parameter of that path, which is the thing's id. */
  readonly parameter: IdParameter
  readonly parents: readonly Pick<Parameter, 'name' | 'schema'>[]
  readonly creates: readonly Operation[]
  /** Operations that create several at once: `POST /pets/batch`. */
  readonly createsMany: readonly Operation[]
  readonly lists: readonly Operation[]
  readonly read?: Operation
  readonly put?: Operation
  /** Operations that may create a thing at its path: PUT, and POST beside an update. */
  readonly createsAt: readonly Operation[]
  /** PATCH, or POST on the path of the thing, where it is neither PATCH nor PUT that changes it. */
  readonly patch?: Operation
  readonly remove?: Operation
  /** PUT and PATCH on the collection's path, where the body identifies the thing. */
  readonly updatesByBody: readonly Operation[]
  readonly below: readonly Operation[]
  /** Things of another kind, by one of their members: `/pets/name/{name}` beside `/pets/{id}`. */
  readonly isByMember?: true
}

const creating = new Set(['create', 'add', 'new', 'register', 'insert'])
const isChanging = new RegExp(`/(?:${changingVerbs})$`, 'i')
const creatingMany = /^((create|add|insert) )?(batch|bulk|many|multiple)( (create|add|insert))?$/
const listing = new Set(['list', 'all', 'index'])
const generic = new Set(['or', 'by', 'the', 'of', 'item', 'object', 'resource'])

const segments = (path: string): string[] => slashed(withoutFormat(path)).split('/').slice(1)

const lastOf = (path: string): string => segments(path).at(-1) ?? ''

const lastWord = (path: string): string => lastOf(path).toLowerCase()

const isParameter = (segment: string | undefined): boolean => /^\{[^{}]*\}$/.test(segment ?? '')

/** The path of the collection that a thing is in: `/pets`, also of `/pets/id/{id}`. */
const collectionOf = (itemPath: string): string => {
  const path = withoutFormat(itemPath).replace(/(?<=[^/])\/(?:by[-_]?)?id(?=\/\{[^{}]*\}$)/i, '')
  return path.replace(path.endsWith(')') ? /\([^()]*\)$/ : /\/[^/]*$/, '') || '/'
}

/** The noun in the name of a path's last parameter. */
const nounOfParameter = (path: string): string =>
  wordsOf(parametersIn(path).at(-1) ?? '')
    .map(singular)
    .filter((word) => !isIdentifying(word) && !generic.has(word))
    .join(' ')

const nounsOf = (itemPath: string): string[] => {
  const [segment, ofParameter] = [lastOf(collectionOf(itemPath)), nounOfParameter(itemPath)]
  const ofSegment = segment.includes('{') ? '' : nameKey(segment)
  return [...new Set([ofSegment, ofParameter])].filter((noun) => noun !== '')
}

/** A path, with its last word in any spelling and number. */
const kindOf = (path: string): string => `${collectionOf(path)} ${nameKey(lastOf(path))}`

type Index = Map<string, Operation[]>

/** The operations of a document by the shapes of their paths. Indexed, because there may be thousands. */
class Paths {
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

  constructor(operations: readonly Operation[]) {
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
    const paths = [...shapes, ...acted].map(([shape, all]) => {
      const path = withoutFormat(mostTelling(all)?.path ?? shape)
      return pathUpTo(path, parametersIn(path)[shape.split('{}').length - 2] ?? '')
    })
    const owners = new Set(paths.map((path) => nameKey(segments(path).at(-2) ?? '')))
    return paths
      .filter((path) => !this.#isListOfOwner(path, owners))
      .toSorted((a, b) => segments(a).length - segments(b).length)
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
  creationsAboveMember({ itemPath, parameter, parents }: Resource): Operation[] {
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

/** The operation whose path names the id: a PUT may have a new name or a state there, a GET or DELETE not. */
const mostTelling = (operations: readonly Operation[]): Operation | undefined =>
  operations.find(({ method }) => method === 'get') ??
  operations.find(({ method }) => method === 'delete') ??
  operations[0]

const defined = <T extends object>(all: T): { [K in keyof T]?: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as T

const resourceAt = (paths: Paths, itemPath: string, isQuery: (post: Operation) => boolean): Resource => {
  const at = (method: Method): Operation | undefined =>
    paths.at(itemPath, method).find(({ path }) => !endsWithNew(path))
  const [read, put] = [at('get'), at('put')]
  const isChangedByPost = read && !put
  const post = paths.hasItems(itemPath) ? undefined : at('post')
  const patch = at('patch') ?? (isChangedByPost ? post : undefined)
  const allBelow = paths.below(itemPath)
  const deletesBelow = (one: Operation): boolean =>
    one.method === 'delete' && shapeOf(itemPathOf(one)) === shapeOf(itemPath)
  const own = { read, put, patch, remove: at('delete') ?? allBelow.find(deletesBelow) }
  const below = allBelow.filter((one) => one !== own.remove)
  const declared = [...Object.values(own), at('post'), ...below].flatMap((one) => one?.parameters ?? [])
  // Where the templates of one path name its id differently, that of the deletion counts: `{token}` and `{name}`.
  const parameters = parametersIn(own.remove?.path ?? itemPath).map((name): Resource['parameter'] => {
    const schema = declared.find((one) => one.in === 'path' && one.name === name)?.schema
    return schema === undefined ? { name } : { name, schema }
  })
  const collection = collectionOf(itemPath)
  return {
    nouns: nounsOf(itemPath),
    itemPath,
    parameter: parameters.at(-1) ?? { name: '' },
    parents: parameters.slice(0, -1),
    creates: [
      ...paths.ofCollection(itemPath, 'post', creating),
      // `POST /pets/{petId}/update` creates no update, also where `/tasks/{taskId}/update/{name}` names one.
      ...paths.nested(itemPath, 'post').filter(({ path }) => !isChanging.test(path)),
      ...paths.creationsAboveOwner(itemPath),
    ].filter((post) => !isQuery(post)),
    createsMany: paths.ofMany(itemPath),
    createsAt: [put, patch === post ? undefined : post].filter((one) => one !== undefined),
    lists: [...paths.ofCollection(itemPath, 'get', listing), ...paths.nested(itemPath, 'get')],
    ...defined(own),
    updatesByBody: [...paths.at(collection, 'put'), ...paths.at(collection, 'patch')],
    below,
  }
}

const groupedIn = (operations: readonly Operation[], schemas: Schemas): readonly Resource[] => {
  const paths = new Paths(operations)
  // A POST that responds with the list that the GET of its path does asks for it.
  const isQuery = (post: Operation): boolean => {
    const [kind, [read]] = [componentOf(post, ['200']), paths.at(post.path, 'get')]
    const isOfList = read && kind !== undefined && kind === componentOf(read, ['200'])
    return isOfList === true && !post.responses['201'] && responseOf(read, schemas) === 'list'
  }
  const all = paths.items().map((itemPath) => resourceAt(paths, itemPath, isQuery))
  const known = new Set(all.flatMap(({ creates }) => creates))
  const rest = operations.filter((one) => one.method === 'post' && !one.path.includes('{') && !known.has(one))
  // Only 201 and 202 say that the thing is new: a login responds with a user, too.
  const byComponent = groupedBy(rest, (post) => componentOf(post, ['201', '202']))
  const withCreations = (resource: Resource): Resource => {
    const kind = resource.read && componentOf(resource.read, ['200'])
    if (kind === undefined || (resource.creates.length > 0 && resource.parents.length === 0)) return resource
    const ofMember = paths
      .creationsAboveMember(resource)
      .filter((post) => componentOf(post, ['200', '201', '202']) === kind)
    if (ofMember.length > 0) return { ...resource, creates: ofMember, isByMember: true }
    const members = new Set(Object.keys(propertiesOf({ $ref: kind }, schemas)).map(nameKey))
    const creates = byComponent.get(kind) ?? []
    if (creates.length === 0 || !resource.parents.every(({ name }) => members.has(nameKey(name))))
      return resource
    const lists = creates.flatMap(({ path }) => paths.at(path, 'get'))
    return { ...resource, creates: [...resource.creates, ...creates], lists: [...resource.lists, ...lists] }
  }
  return all.map(withCreations)
}

const resourcesIn = once((operations: readonly Operation[]) =>
  once((schemas: Schemas) => groupedIn(operations, schemas)),
)

/**
 * Groups operations by kind of thing, shorter paths first: `/pets` with `/pets/{petId}` and everything below it, and
 * collections in the other number, with a verb at the end, or below a parent. Things without such a path are created
 * where the response is the same component, such as `POST /me/pets` for `/pets/{petId}`; and for `/pets/{owner}/{pet}`,
 * where the component has an `owner`. `/pets/name/{name}` addresses the things of `POST /pets`.
 * Cached by identity, because a document may have thousands of operations.
 */
export function resourcesOf(operations: readonly Operation[], schemas: Schemas): readonly Resource[] {
  return resourcesIn(operations)(schemas)
}

/** Words of paths that may find or change what they would otherwise create: `POST /users/create-or-update`. */
const alternative = new Set(['or', 'if'])

/** Whether the last word of a path says that it creates: `POST /pets/create`, `POST /tools/create-image`, `POST /pets.create`. */
export function beginsToCreate(path: string): boolean {
  const [first = '', ...others] = wordsOf(lastOf(path).replace(/^.*[.:]/, ''))
  return creating.has(first) && !others.some((word) => alternative.has(word))
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

/** The component that the items of a list are, in any member of its response. */
export function itemComponentOf({ responses }: Operation, schemas: Schemas): string | undefined {
  const [media] = Object.values(responses['200']?.content ?? {})
  const lists = [media?.schema, ...Object.values(propertiesOf(media?.schema, schemas))]
  const items = lists
    .map((one) => endOfReferences(one, schemas))
    .map((one) => typeof one === 'object' && one.items)
  return items.map((one) => (typeof one === 'object' ? one.$ref : undefined)).find((one) => one !== undefined)
}

/** The component that a thing of a kind is, as its read or else its list shows. */
export function componentOfThing({ read, lists: [list] }: Resource, schemas: Schemas): string | undefined {
  return read ? componentOf(read, ['200']) : list && itemComponentOf(list, schemas)
}

/** An empty value with the structure of a schema: lists and objects without content. */
export function formOf(schema: JsonSchema | undefined, schemas: Schemas, depth = 0): unknown {
  const types = typesOf(schema, schemas)
  if (types.includes('array')) return []
  const properties = Object.entries(propertiesOf(schema, schemas))
  if (depth > 3 || (properties.length === 0 && !types.includes('object'))) return ''
  return Object.fromEntries(properties.map(([name, one]) => [name, formOf(one, schemas, depth + 1)]))
}

const successFormOf = ({ responses }: Operation, schemas: Schemas): unknown => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  return formOf(Object.values(success?.content ?? {})[0]?.schema, schemas)
}

/** Whether the document declares a list or a thing as the response of an operation. */
const responseOf = (operation: Operation, schemas: Schemas): 'list' | 'thing' | 'unknown' => {
  const form = successFormOf(operation, schemas)
  if (form === '') return 'unknown'
  const last = lastOf(operation.path)
  const held = isParameter(last)
    ? thingsIn(form, nounIn(parametersIn(last)[0] ?? ''), 'thing')
    : thingsIn(form, nameKey(last), 'list')
  return held.isList ? 'list' : 'thing'
}

/** Whether the document shows a kind of thing with a name and without an id, so that its address has the name. */
export function isAddressedByName({ nouns, read }: Resource, schemas: Schemas): boolean {
  const form = read && successFormOf(read, schemas)
  return thingsIn(form, nouns[0] ?? '', 'thing').things.some((thing) => {
    const keys = Object.keys(thing).map(nameKey)
    return keys.includes('name') && !keys.some(isMadeUp)
  })
}

/** Singletons, things read and changed at a path that is not a collection: `/settings`, `/pets/{petId}/collar`. */
export function singletonsOf(operations: readonly Operation[], schemas: Schemas): readonly Resource[] {
  const paths = new Paths(operations)
  return operations.flatMap((read): Resource[] => {
    const { path, method } = read
    const [put, patch] = [paths.at(path, 'put')[0], paths.at(path, 'patch')[0]]
    const isCollection = isParameter(lastOf(path)) || paths.hasItems(path)
    if (method !== 'get' || isCollection || (!put && !patch) || responseOf(read, schemas) === 'list')
      return []
    return [{ ...withoutItems(path), read, ...defined({ put, patch }) }]
  })
}

const withoutItems = (itemPath: string, lists: Resource['lists'] = []): Resource => {
  const nouns = [nameKey(lastOf(itemPath))]
  const none = { parents: [], creates: [], createsMany: [], createsAt: [], updatesByBody: [], below: [] }
  return { nouns, itemPath, parameter: { name: '' }, lists, ...none }
}

/** Kinds of things that are only listed, because no path of the document is that of one of them: `/events`. */
export function listedOnly(operations: readonly Operation[], schemas: Schemas): readonly Resource[] {
  const known = new Set(resourcesOf(operations, schemas).flatMap(({ lists }) => lists))
  const isOnly = (one: Operation): boolean =>
    one.method === 'get' && !known.has(one) && responseOf(one, schemas) === 'list'
  return operations.filter(isOnly).map((one) => withoutItems(one.path, [one]))
}

/** Verbs of actions that only read; what is marked as read, or read all at once, changes. */
const asking =
  /^(?!mark |read all$|check (?:in|out)$)(?:.* )?(?:search|query|filter|find|count|list|lookup|get|read|check|validate|preview|explain|expand|export|render|estimate|compare|diff|aggregate|paginate|history|evaluate)(?: |$)/

/** Last words of paths that read by GET, and by POST with a longer query. */
const counting = /(^| )(count|search|query)$/

/**
 * The operations that update by POST. Either the path has a GET of one object, and ends with an id or has no items
 * below it, such as `POST /settings`; a GET without a described response counts as a list if the POST creates. Or it is
 * an action on a thing, such as `POST /pets/{petId}/sell`, that neither creates by the document nor reads by its name.
 * Or it is directly below what there is one of: `POST /cart/items` beside `GET /cart`.
 */
export function updatesByPost(operations: readonly Operation[], schemas: Schemas): ReadonlySet<Operation> {
  const paths = new Paths(operations)
  const creates = new Set(resourcesOf(operations, schemas).flatMap((one) => one.creates))
  const isUpdate = (one: Operation): boolean => {
    const responses = paths.at(one.path, 'get').map((read) => responseOf(read, schemas))
    const isAction = responses.length === 0 && one.path.includes('{') && !isAsking(one.path)
    const mayBeOne = responses.includes('unknown') || isAction
    // `POST /createPet` and `POST /getPet` are named as functions, which may be called by GET as well.
    const isFunction =
      beginsToCreate(one.path) || /^(get|list|find|search|count|check) /.test(nameKey(lastOf(one.path)))
    const readsOne = responses.includes('thing') && !counting.test(nameKey(lastWord(one.path))) && !isFunction
    return readsOne || (mayBeOne && !creates.has(one))
  }
  const isOfSingle = (one: Operation): boolean => {
    const above = collectionOf(one.path)
    if (creates.has(one) || isAsking(one.path) || beginsToCreate(one.path) || paths.areAbove(above))
      return false
    return paths.at(above, 'get').some((read) => responseOf(read, schemas) === 'thing')
  }
  const isOfThing = ({ path }: Operation): boolean =>
    isParameter(lastOf(path)) && paths.at(path, 'get').some((read) => responseOf(read, schemas) === 'thing')
  const mayUpdate = (one: Operation): boolean => !paths.hasItems(one.path) || isOfThing(one)
  return new Set(
    operations.filter(
      (one) => one.method === 'post' && ((mayUpdate(one) && isUpdate(one)) || isOfSingle(one)),
    ),
  )
}

/** Whether the last word of a path names an action that only reads. */
export function isAsking(path: string): boolean {
  return asking.test(lastNoun(path))
}
