import { isUuid } from '../../runtime/formats.js'
import type { Call, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { shapeOf } from '../resources/paths.js'
import { componentOf } from '../resources/operation-paths.js'
import { beginsToCreate, isAsking, type Resource } from '../resources/resources.js'
import {
  addressesGiven,
  answersWithItself,
  kindsElsewhere,
  madeByAction,
  madeElsewhere,
  pathlessIn,
  readCreation,
} from './creations.js'
import type { Knowledge } from './knowledge.js'
import { type Address, addressesIn, ownAddressOf } from './addresses.js'

/** Something that a request created, and whose path is unknown. */
export function withoutPath(by: Observed): CreatedThing {
  return { api: by.api, by, pathValues: {}, isDeleted: false }
}

/** Keeps what requests created, as their responses show it. */
export class NewThings {
  readonly #known: Knowledge

  constructor(known: Knowledge) {
    this.#known = known
  }

  /** Keeps what a successful request created, by the kinds that its operation creates. */
  learn(observed: Observed): void {
    const { creations, kinds, unnamed } = this.#known
    const created = kinds.createdBy(observed.case.call.operation)
    if (created.length === 0) return this.#createUnaddressed(observed)
    creations.addByType(created, observed)
    // Those that can be deleted come first, because the others may be further paths of the same thing.
    const areUnnamed = created
      .toSorted((a, b) => Number(b.remove !== undefined) - Number(a.remove !== undefined))
      .map((resource) => this.learnOf(resource, observed))
    if (areUnnamed.includes(false)) return
    const linked = this.#linkedIn(observed)
    if (linked) creations.add(linked, observed, true)
    else unnamed.add(withoutPath(observed))
  }

  /** Keeps what a response created, except for things that existed before. @returns whether nothing names it */
  learnOf(resource: Resource, observed: Observed): boolean {
    const { itemPath } = resource
    const { addresses: all, named, isUnnamed } = readCreation(resource, observed)
    const addresses = all.filter((values) => !this.#isThatAbove({ itemPath, values }, observed))
    const isNew = (values: readonly unknown[]): boolean => !this.#wasThere({ itemPath, values }, observed)
    for (const values of addresses.filter(isNew)) this.#known.creations.add({ itemPath, values }, observed)
    if (named && isNew(named)) this.#known.creations.add({ itemPath, values: named }, observed, true)
    return isUnnamed || addresses.length < all.length
  }

  /** Whether a creation answered with the thing that it is below: `POST /groups/{group}/pets` with the group. */
  #isThatAbove({ itemPath, values }: Address, { case: { call } }: Observed): boolean {
    const above = addressesIn(call).at(-1)
    if (!above || shapeOf(above.itemPath) === shapeOf(itemPath)) return false
    const id = String(above.values.at(-1))
    if (id !== String(values.at(-1))) return false
    const read = this.#known.kinds.at(above.itemPath)?.read
    const kind = componentOf(call.operation, ['201', '202', '200'])
    // Counted things of two kinds often have the same number.
    return (
      !/^\d+$/.test(id) || (read !== undefined && kind !== undefined && kind === componentOf(read, ['200']))
    )
  }

  /** Keeps a new id in a POST response for which the document has no path. */
  #createUnaddressed(observed: Observed): void {
    const { creations, kinds, unnamed } = this.#known
    const { call } = observed.case
    const isKnown = creations.of(observed).length > 0
    if (call.operation.method !== 'post' || isAsking(call.operation.path) || isKnown) return
    const isCreating = creations.operations.has(call.operation)
    const [made] = [
      ...this.#mayMake(call).flatMap((kind) => madeByAction(kind, observed) ?? []),
      ...kindsElsewhere(call.operation, kinds).flatMap(
        (kind) => madeElsewhere(kind, observed, isCreating) ?? [],
      ),
    ]
    if (made && !this.#wasThere(made, observed)) return creations.add(made, observed)
    const at = addressesIn(call).at(-1)
    const own = at && kinds.at(at.itemPath)
    if (own && answersWithItself(observed, own)) return
    const isKnownId = (name: string, id: string): boolean => this.#isKnownId(name, id, observed)
    const pathless = pathlessIn(observed, kinds.nounOf(call.operation), isCreating, isKnownId)
    const linked = this.#linkedIn(observed, pathless?.id)
    if (linked) return creations.add(linked, observed, true)
    const areBeside = kinds.beside(call.operation).length > 0
    if (pathless && (pathless.id !== undefined || !areBeside))
      creations.keep({ ...withoutPath(observed), ...pathless })
    // The path of a thing names what is created or changed there.
    else if (!ownAddressOf(call) && (areBeside || beginsToCreate(call.operation.path)))
      unnamed.add(withoutPath(observed))
  }

  /** Whether an id is that of another thing. A UUID is of one: `POST /login/test` answers with the user that logged in. */
  #isKnownId(name: string, id: string, { exchange }: Observed): boolean {
    return (
      this.#known.offered.idsOf(name).map(String).includes(id) ||
      (isUuid(id) && this.#known.things.wasShown(id, exchange.sentAt))
    )
  }

  /** The kinds of which an action may create things: that of the thing it acts on, and where it surely creates, others. */
  #mayMake(call: Call): readonly Resource[] {
    const { kinds, isCreated } = this.#known
    const above = addressesIn(call).at(-1)
    const own = above && kinds.at(above.itemPath)
    const isSure = kinds.saysCreated(call.operation) || isCreated(call)
    return [...(own ? [own] : []), ...(isSure ? kinds.all.filter(({ remove }) => remove) : [])]
  }

  #linkedIn(observed: Observed, id?: string): Address | undefined {
    return addressesGiven(observed, this.#known.kinds.all, id).find((one) => !this.#wasThere(one, observed))
  }

  /** Whether a thing existed before a request and was not created by the run. */
  #wasThere(address: Address, { exchange }: Observed): boolean {
    return this.#known.things.wasThere(address, exchange.sentAt)
  }
}
