import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Case } from '../model/case.js'
import type { CreatedThing } from '../model/thing.js'
import type { Observed } from '../model/observed.js'
import { type Resource, resourcesOf } from '../resources/resources.js'
import { shapeOf } from '../resources/shapes.js'
import { nameKey } from '../resources/words.js'
import { KnownThings } from './things.js'
import { SeenValues } from './values.js'

/** What an operation is to a kind of thing. */
export interface Role {
  readonly resource: Resource
  readonly role: 'create' | 'list'
}

const keyOf = ({ method, path }: Operation): string => `${method} ${path}`

/** All that a pool keeps. Of what was only seen a bounded number; what the run created, all of it. */
export class Memory {
  readonly api: Api
  readonly resources: readonly Resource[]
  readonly things = new KnownThings()
  /** Ids by the name of what they refer to. */
  readonly references = new SeenValues()
  /** Values by the name of a member, with and without the kind of thing before it. */
  readonly values = new SeenValues()
  readonly created: (CreatedThing & { isDeleted: boolean })[] = []
  readonly byObserved = new WeakMap<Observed, readonly CreatedThing[]>()
  /** Cases whose creations are offered to nobody. */
  readonly held = new WeakSet<Case>()
  readonly #roles = new Map<string, Role[]>()

  constructor(api: Api) {
    this.api = api
    this.resources = resourcesOf(Object.values(api.surface.operations))
    for (const resource of this.resources) {
      for (const one of resource.creates) this.#add(one, { resource, role: 'create' })
      for (const one of resource.lists) this.#add(one, { resource, role: 'list' })
    }
  }

  /** What an operation is to the kinds of things that it creates or lists. */
  rolesOf(operation: Operation): readonly Role[] {
    return this.#roles.get(keyOf(operation)) ?? []
  }

  /** The kind of thing whose own path a path is. */
  resourceAt(path: string): Resource | undefined {
    const shape = shapeOf(path)
    return this.resources.find(({ itemPath }) => shapeOf(itemPath) === shape)
  }

  /** The name of what an operation answers with. */
  nounOf(operation: Operation): string {
    const resource = this.resourceAt(operation.path) ?? this.rolesOf(operation)[0]?.resource
    return (
      resource?.nouns[0] ?? nameKey(operation.path.split('/').findLast((one) => /^[^{]+$/.test(one)) ?? '')
    )
  }

  #add(operation: Operation, role: Role): void {
    this.#roles.set(keyOf(operation), [...(this.#roles.get(keyOf(operation)) ?? []), role])
  }
}
