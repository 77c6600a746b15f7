import { addTo, cached, endOfReferences, once, type Schemas, textsOf } from '../../document/index.js'
import type { JsonSchema, Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import { isMadeUp, lastNoun, nameKey, propertiesOf, referredBy } from '../resources/names.js'
import { shapeOf } from '../resources/paths.js'
import { beginsToCreate, type Resource, resourcesOf } from '../resources/resources.js'

/** An id beside a member that says what kind of thing has it: `parentId` beside `parentType`. */
export interface TypedReference {
  readonly in: 'query' | 'body'
  readonly id: string
  readonly schema: JsonSchema | undefined
  readonly type: string
  /** The values of the type that name a kind. */
  readonly types: readonly string[]
}

const folderOf = (path: string): string => shapeOf(path).replace(/[^/]*$/, '')

const lastWordOf = (noun: string): string => noun.slice(noun.lastIndexOf(' ') + 1)

const declares201 = ({ responses }: Operation): boolean => Object.hasOwn(responses, '201')

/** A shorter word ends others by chance: `age` and `image`. */
const shortestEnd = 4

/** The most POSTs of a document that are looked at, because their parts load lazily. */
const mostPosts = 100

/** The kinds of things of a document, by the operations and paths that are about them. */
export class Kinds {
  readonly operations: readonly Operation[]
  readonly all: readonly Resource[]
  readonly #byShape: ReadonlyMap<string, Resource>
  readonly #byNoun = new Map<string, Resource[]>()
  /** By the last words of their nouns. */
  readonly #byLastWord = new Map<string, Resource[]>()
  /** Those with a noun that ends so. */
  readonly #byEnd = new Map<string, readonly Resource[]>()
  /** By the paths directly below which their things are. */
  readonly #byFolder = new Map<string, Resource[]>()
  readonly #byCreation = new Map<Operation, Resource[]>()
  /** By the paths of their lists. */
  readonly #byList = new Map<string, Resource[]>()
  readonly #posts: readonly Operation[]
  readonly #schemas: Schemas
  #areAll201: boolean | undefined

  constructor({ surface }: Api) {
    this.operations = Object.values(surface.operations)
    this.#schemas = surface.schemas
    this.all = resourcesOf(this.operations, surface.schemas)
    this.#byShape = new Map(this.all.map((one) => [shapeOf(one.itemPath), one]))
    for (const one of this.all) {
      addTo(this.#byFolder, folderOf(one.itemPath), one)
      for (const noun of one.nouns) addTo(this.#byNoun, noun, one)
      for (const word of new Set(one.nouns.map(lastWordOf))) addTo(this.#byLastWord, word, one)
      for (const creation of new Set([...one.creates, ...one.createsMany]))
        addTo(this.#byCreation, creation, one)
      for (const path of new Set(one.lists.map((list) => list.path))) addTo(this.#byList, path, one)
    }
    this.#posts = this.operations.filter(({ method }) => method === 'post').slice(0, mostPosts)
  }

  named(noun: string): readonly Resource[] {
    return this.#byNoun.get(noun) ?? []
  }

  /**
   * The nouns of the only kind that a shorter one may mean: `pet type` for `type`, and `petplan` for `plan`; none where
   * that is a kind itself. That of the operation comes first: `visit type` of `POST /visits`.
   */
  longerNouns(noun: string, operation?: Operation): readonly string[] {
    if (this.#byNoun.has(noun)) return []
    const own = operation ? [`${this.nounOf(operation)} ${noun}`] : []
    const ends = [...own, ` ${noun}`, ...(noun.length < shortestEnd ? [] : [noun])]
    const matches = ends.map((end) => cached(this.#byEnd, end, () => this.#endingIn(end)))
    const [first, ...others] = matches.find((some) => some.length > 0) ?? []
    return others.length === 0 ? (first?.nouns ?? []) : []
  }

  #endingIn(end: string): readonly Resource[] {
    const among = end.includes(' ') ? (this.#byLastWord.get(lastWordOf(end)) ?? []) : this.all
    return among.filter(({ nouns }) => nouns.some((one) => one.endsWith(end)))
  }

  /** The kinds whose things are beside an operation. */
  beside({ path }: Pick<Operation, 'path'>): readonly Resource[] {
    return this.#byFolder.get(folderOf(path)) ?? []
  }

  /** The kinds whose things are directly below an operation: `/pets/{petId}` for `PATCH /pets`. */
  inside({ path }: Pick<Operation, 'path'>): readonly Resource[] {
    return this.#byFolder.get(`${shapeOf(path)}/`) ?? []
  }

  /** Whether a response of an operation says that it creates. Some documents declare 201 for every POST. */
  saysCreated(operation: Operation): boolean {
    this.#areAll201 ??= this.#posts.every(declares201)
    return declares201(operation) && !this.#areAll201
  }

  at(path: string): Resource | undefined {
    return this.#byShape.get(shapeOf(path))
  }

  createdBy(operation: Operation): readonly Resource[] {
    return this.#byCreation.get(operation) ?? []
  }

  listedBy({ path }: Operation): readonly Resource[] {
    return this.#byList.get(path) ?? []
  }

  /**
   * Whether an operation may create things of a kind: one beside it may create some, such as `POST /pets/upload`, and so
   * may one beside its list that says so: `POST /owners/{id}/register` beside `GET /owners/{id}/pets`.
   */
  mayCreate(operation: Operation, resource: Resource): boolean {
    const folder = folderOf(operation.path)
    const isBesideList = (): boolean => resource.lists.some(({ path }) => folderOf(path) === folder)
    return (
      this.createdBy(operation).includes(resource) ||
      folder === folderOf(resource.itemPath) ||
      (isBesideList() && beginsToCreate(operation.path))
    )
  }

  /** The kinds that a noun names and of which operations create things: `/pets/{petId}` beside `POST /pets`. */
  creatable(noun: string): readonly Resource[] {
    return this.named(noun).filter(({ creates, createsMany }) => creates.length + createsMany.length > 0)
  }

  /** The ids in the query and body of an operation that may be of several kinds. Cached, because each member is asked for. */
  readonly typedReferences = once(({ parameters, requestBody }: Operation): readonly TypedReference[] => {
    const query = parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.schema] as const)
    const bodies = Object.values(requestBody?.content ?? {}).map(({ schema }) =>
      Object.entries(propertiesOf(schema, this.#schemas)),
    )
    return [...this.#typedIn('query', query), ...bodies.flatMap((one) => this.#typedIn('body', one))]
  })

  #typedIn(
    where: TypedReference['in'],
    members: readonly (readonly [string, JsonSchema | undefined])[],
  ): readonly TypedReference[] {
    return members.flatMap(([type, schema]) => {
      const noun = /^(.+) (?:type|kind)$/.exec(nameKey(type))?.[1]
      if (noun === undefined) return []
      const ids = members.filter(([name]) => referredBy(name) === noun && isMadeUp(nameKey(name)))
      const declared = ids.length === 0 ? undefined : endOfReferences(schema, this.#schemas)
      const values = typeof declared === 'object' ? textsOf(declared.enum) : []
      const types = values.filter((one) => this.named(nameKey(one)).length > 0)
      return types.length === 0 ? [] : ids.map(([id, own]) => ({ in: where, id, schema: own, type, types }))
    })
  }

  /** The noun of the things that an operation is about; the last word of its path where there are none. */
  nounOf(operation: Operation): string {
    const [resource] = [
      this.at(operation.path) ?? [],
      this.createdBy(operation),
      operation.method === 'get' ? this.listedBy(operation) : [],
    ].flat()
    return resource?.nouns[0] ?? lastNoun(operation.path)
  }
}
