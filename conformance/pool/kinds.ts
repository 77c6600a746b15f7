import { once } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import { nameKey } from '../resources/names.js'
import { shapeOf } from '../resources/paths.js'
import { type Resource, resourcesOf } from '../resources/resources.js'

const isCreatedBy = ({ creates, createsMany }: Resource, operation: Operation): boolean =>
  creates.includes(operation) || createsMany.includes(operation)

const folderOf = (path: string): string => shapeOf(path).replace(/[^/]*$/, '')

/** The kinds of things of a document, by the operations and paths that are about them. */
export class Kinds {
  readonly all: readonly Resource[]
  readonly #byShape: ReadonlyMap<string, Resource>
  /** The paths directly below which things are. */
  readonly #folders: ReadonlySet<string>

  constructor({ surface }: Api) {
    this.all = resourcesOf(Object.values(surface.operations), surface.schemas)
    this.#byShape = new Map(this.all.map((one) => [shapeOf(one.itemPath), one]))
    this.#folders = new Set(this.all.map(({ itemPath }) => folderOf(itemPath)))
  }

  at(path: string): Resource | undefined {
    return this.#byShape.get(shapeOf(path))
  }

  // Cached, because they are asked for with each request, and a document may have thousands of kinds.
  readonly createdBy = once((operation: Operation): readonly Resource[] =>
    this.all.filter((one) => isCreatedBy(one, operation)),
  )

  readonly listedBy = once(({ path }: Operation): readonly Resource[] =>
    this.all.filter(({ lists }) => lists.some((one) => one.path === path)),
  )

  /** Whether an operation may create things of a kind: one beside it may create some, such as `POST /pets/upload`. */
  mayCreate(operation: Operation, resource: Resource): boolean {
    return isCreatedBy(resource, operation) || folderOf(operation.path) === folderOf(resource.itemPath)
  }

  /** The kinds that a noun names and of which operations create things: `/pets/{petId}` beside `POST /pets`. */
  creatable(noun: string): readonly Resource[] {
    return this.all.filter(
      ({ nouns, creates, createsMany }) => nouns.includes(noun) && creates.length + createsMany.length > 0,
    )
  }

  /** Whether things of any kind are beside an operation. */
  areBeside({ path }: Operation): boolean {
    return this.#folders.has(folderOf(path))
  }

  /** The noun of the things that an operation is about; the last word of its path where there are none. */
  nounOf(operation: Operation): string {
    const [resource] = [
      this.at(operation.path) ?? [],
      this.createdBy(operation),
      operation.method === 'get' ? this.listedBy(operation) : [],
    ].flat()
    const last = operation.path.split('/').findLast((one) => /^[^{]+$/.test(one)) ?? ''
    return resource?.nouns[0] ?? nameKey(last)
  }
}
