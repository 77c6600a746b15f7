import { entriesOf, type JsonObject } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Call, Observed, ParameterValues } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { isTurnedDown, nestedScalars } from '../exchange/reading.js'
import { isDistinct } from '../requests/distinct.js'
import { nameKey } from '../resources/names.js'
import { lastParameter } from '../resources/paths.js'
import { Absences } from './absences.js'
import { CreatedThings } from './created-things.js'
import { FailedPuts } from './failed-puts.js'
import { FirstLists } from './first-lists.js'
import { FirstObjects } from './first-objects.js'
import { Kinds } from './kinds.js'
import type { Knowledge } from './knowledge.js'
import { type Address, addressesIn } from './addresses.js'
import { asCreated, currentCall, type KnownThing, KnownThings, perhapsCreated } from './known-things.js'
import { type CarriedOut, Learner } from './learner.js'
import { NestedThings } from './nested.js'
import { type Known, OfferedValues } from './offered.js'
import { OtherThings } from './other-things.js'
import { Removals } from './removals.js'
import { scopeOf, sharedIds } from './scopes.js'
import { Unnamed } from './unnamed.js'

/** Things with addresses, and values of members, from responses. Each kind is bounded, except what the run created. */
export class Pool implements Knowledge {
  readonly api: Api
  readonly kinds: Kinds
  readonly things = new KnownThings()
  readonly unnamed: Unnamed
  readonly others: OtherThings
  readonly firstLists = new FirstLists()
  readonly firstObjects = new FirstObjects()
  readonly nested: NestedThings
  readonly failedPuts = new FailedPuts()
  readonly removals = new Removals()
  readonly creations: CreatedThings
  readonly absences: Absences
  /** Values for later calls. */
  readonly offered: OfferedValues
  readonly makesCases: boolean
  readonly #learner: Learner

  /** @param known values by name of a path parameter or member, which take precedence; absent where no cases are made */
  constructor(api: Api, known?: Known) {
    this.api = api
    this.kinds = new Kinds(api)
    this.unnamed = new Unnamed(this.kinds)
    this.nested = new NestedThings(this.kinds)
    this.creations = new CreatedThings(this.kinds, this.things)
    this.offered = new OfferedValues(api, this.kinds, this.things, this.creations.pathless, known ?? {})
    this.others = new OtherThings({
      api,
      kinds: this.kinds,
      things: this.things,
      created: this.creations.all,
      lists: this.firstLists,
      idsOf: (noun) => this.offered.idsOf(noun),
    })
    this.absences = new Absences(api)
    this.makesCases = known !== undefined
    this.#learner = new Learner(this)
  }

  /** Everything created, in order, deleted or not; last the creations whose response named nothing. */
  get created(): readonly CreatedThing[] {
    const { all, operations } = this.creations
    return this.unnamed.isEmpty ? all : [...all, ...this.unnamed.createdIn(operations)]
  }

  /** Refused creations whose things lists showed since this was last asked. */
  takeCarriedOut(): readonly CarriedOut[] {
    return this.#learner.takeCarriedOut()
  }

  /** Keeps the values of a response. Refusals are ignored, except for missing things. */
  learn(observed: Observed): void {
    this.#learner.learn(observed)
  }

  /** Whether the last read of a call's path, or of a thing above it, found nothing, with no write since. */
  readonly isAbsent = (call: Call): boolean =>
    this.absences.include(call) && !this.others.areBelow(call) && !this.others.areElsewhere(call)

  /** Whether a call addresses a thing that the run created and did not delete, or something below it. */
  readonly isCreated = (call: Call): boolean => {
    const known = addressesIn(call).map(
      (one) => this.things.at(one) ?? this.creations.withUuid(one.values.at(-1)),
    )
    const meant = known.length > 0 ? known : [this.#meantByBody(call)]
    const isOwn = meant.some((thing) => thing?.created !== undefined && !thing.isDeleted)
    return isOwn && !this.others.areBelow(call)
  }

  /** The required query parameters and ids with which a call finds the thing of its path, where the run created that. */
  scopeOf(call: Call): { readonly query: ParameterValues; readonly body: JsonObject } {
    const created = addressesIn(call).flatMap((one) => this.things.at(one)?.created ?? [])
    const [innermost] = created.toReversed()
    if (!innermost) return { query: {}, body: {} }
    return { query: scopeOf(call.operation, innermost.by), body: sharedIds(call, innermost.by) }
  }

  /** Whether a response showed that the thing of a call exists, or one above it. */
  isSeen(call: Call): boolean {
    return addressesIn(call).some((one) => this.things.at(one) !== undefined)
  }

  /** Whether an operation created something with the id that ends its path. */
  hasCreatedAt(operation: Operation): boolean {
    return this.creations.operations.has(operation) && lastParameter(operation.path) !== undefined
  }

  /** Whether no response showed the outermost thing in the path of a call. */
  isUnknown(call: Call): boolean {
    const [outermost] = addressesIn(call)
    return outermost !== undefined && this.things.at(outermost) === undefined
  }

  /** Whether a creation returned this address after a time. @param since Unix time in milliseconds */
  isCreatedSince(address: Address, since: number): boolean {
    return (this.things.at(address)?.createdAt ?? 0) >= since
  }

  /** A call about an existing thing, where the original one was deleted since. */
  current(call: Call): Call {
    return currentCall(this.things, call)
  }

  /**
   * A thing that a list shows at the end, and that a request of the run may have created, which no response said. It may
   * be deleted if it has a text that only the run can have made up, or if an accepted creation sent its id, or if any
   * request did that may have been carried out, and the list was whole before.
   */
  leftAt(address: Address, thing: JsonObject, wasWhole = false): CreatedThing | undefined {
    const [resource, id] = [this.kinds.at(address.itemPath), address.values.at(-1)]
    const creation = resource && this.nested.creationOf(id, resource)
    const by = creation ?? (resource && this.nested.traceOf(thing, id, resource))
    const known = this.things.at(address)
    if (!by || known?.created || this.things.wasThere(address, by.exchange.sentAt)) return undefined
    const { path, body } = by.case.call
    const sent = nestedScalars([path, body?.value]).map(String)
    const isSent = wasWhole && !isTurnedDown(by.exchange) && sent.includes(String(id))
    const isOwn = isSent || Object.values(thing).some((one) => isDistinct(this.api, one))
    return (isOwn || creation ? asCreated : perhapsCreated)(known ?? this.things.see(address), by)
  }

  /** The thing that an update identifies in its body, where the path does not. */
  #meantByBody({ operation, body }: Call): KnownThing | undefined {
    const id = entriesOf(body?.value).find(([name]) => nameKey(name) === 'id')?.[1]
    if (operation.method === 'post' || id === undefined) return undefined
    const isMeant = ({ path }: Operation): boolean => path === operation.path
    const resource = this.kinds.all.find((one) => one.updatesByBody.some(isMeant))
    return resource && this.things.at({ itemPath: resource.itemPath, values: [id] })
  }
}
