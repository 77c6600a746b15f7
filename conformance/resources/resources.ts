import { endOfReferences, groupedBy, once, type Schemas, parametersIn } from '../../document/index.js'
import type { JsonSchema, Method, Operation, Parameter } from '../../runtime/surface.js'
import {
  collectionOf,
  componentOf,
  creating,
  isParameter,
  lastOf,
  lastWord,
  nounOfParameter,
  Paths,
} from './operation-paths.js'
import { itemPathOf, shapeOf } from './paths.js'
import {
  changingVerbs,
  propertiesOf,
  thingsIn,
  typesOf,
  isMadeUp,
  lastNoun,
  endsWithNew,
  type IdParameter,
  nameKey,
  nounIn,
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

const isChanging = new RegExp(`/(?:${changingVerbs})$`, 'i')
const listing = new Set(['list', 'all', 'index'])

const nounsOf = (itemPath: string): string[] => {
  const [segment, ofParameter] = [lastOf(collectionOf(itemPath)), nounOfParameter(itemPath)]
  const ofSegment = segment.includes('{') ? '' : nameKey(segment)
  return [...new Set([ofSegment, ofParameter])].filter((noun) => noun !== '')
}

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
  const paths = new Paths(operations, schemas)
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
  const paths = new Paths(operations, schemas)
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
  const paths = new Paths(operations, schemas)
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
