import { isDeepStrictEqual } from 'node:util'
import { entriesOf, type JsonObject } from '../../document/index.js'
import { jsonBody } from '../exchange/exchange.js'
import { isMissing, isOutage, isRefusal, isSafe, isSuccess } from '../exchange/reading.js'
import { isUuid } from '../../runtime/formats.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Call, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { isDistinct } from '../requests/distinct.js'
import { nameKey, thingsIn } from '../resources/names.js'
import { lastParameter, shapeOf } from '../resources/paths.js'
import { beginsToCreate, componentOf, isAsking, type Resource } from '../resources/resources.js'
import { Absences, foundNothing, isReadOfPath } from './absences.js'
import { CreatedThings } from './created-things.js'
import {
  type Address,
  addressesIn,
  addressInLocation,
  addressesOf,
  addressOf,
  asCreated,
  currentCall,
  isGone,
  keyOf,
  type KnownThing,
  KnownThings,
  movedTo,
  ownAddressOf,
  perhapsCreated,
} from './known-things.js'
import {
  addressesGiven,
  answersWithItself,
  isPutAnew,
  isSaidToBeNew,
  leadsToNew,
  kindsElsewhere,
  madeByAction,
  madeElsewhere,
  pathlessIn,
  readCreation,
} from './creations.js'
import { FailedPuts } from './failed-puts.js'
import { FirstLists } from './first-lists.js'
import { FirstObjects } from './first-objects.js'
import { Kinds } from './kinds.js'
import { type Known, OfferedValues } from './offered.js'
import { OtherThings } from './other-things.js'
import { NestedThings } from './nested.js'
import { Removals } from './removals.js'
import { Unnamed } from './unnamed.js'

/** Statuses of requests that services refuse before they read the body. */
const unread: ReadonlySet<number> = new Set([401, 403, 404, 405])

/** Whether a service read a creation and refused it, of which it may have carried out a part. */
const isRefused = ({ exchange: { response: { status } } }: Observed): boolean => status >= 400 && !unread.has(status) // prettier-ignore

/** Whether a service refuses to read a path by its form. */
const isMalformed = (observed: Observed): boolean =>
  observed.case.expectation === 'valid' &&
  [400, 422].includes(observed.exchange.response.status) &&
  isReadOfPath(observed)

/** A refused creation, and the list that shows its thing. */
export interface CarriedOut {
  readonly refused: Observed
  readonly list: Observed
}

/** Things with addresses, and values of members, from responses. Each kind is bounded, except what the run created. */
export class Pool {
  readonly kinds: Kinds
  readonly unnamed: Unnamed
  readonly others: OtherThings
  readonly firstLists = new FirstLists()
  readonly firstObjects = new FirstObjects()
  readonly nested: NestedThings
  readonly failedPuts = new FailedPuts()
  readonly removals = new Removals()
  readonly creations: CreatedThings
  /** Values for later calls. */
  readonly offered: OfferedValues
  readonly #api: Api
  readonly #things = new KnownThings()
  readonly #carriedOut: CarriedOut[] = []
  readonly #absences: Absences
  /** Otherwise only things are kept, and no values of members. */
  readonly #makesCases: boolean

  /** @param known values by name of a path parameter or member, which take precedence; absent where no cases are made */
  constructor(api: Api, known?: Known) {
    this.#api = api
    this.kinds = new Kinds(api)
    this.unnamed = new Unnamed(this.kinds)
    this.nested = new NestedThings(this.kinds)
    this.creations = new CreatedThings(this.kinds, this.#things)
    this.offered = new OfferedValues(api, this.kinds, this.#things, this.creations.pathless, known ?? {})
    this.others = new OtherThings({
      api,
      kinds: this.kinds,
      things: this.#things,
      created: this.creations.all,
      lists: this.firstLists,
      idsOf: this.#idsOf,
    })
    this.#absences = new Absences(api)
    this.#makesCases = known !== undefined
  }

  readonly #idsOf = (noun: string): readonly unknown[] => this.offered.idsOf(noun)

  /** Everything created, in order, deleted or not; last the creations whose response named nothing. */
  get created(): readonly CreatedThing[] {
    const { all, operations } = this.creations
    return this.unnamed.isEmpty ? all : [...all, ...this.unnamed.createdIn(operations)]
  }

  /** Refused creations whose things lists showed since this was last asked. */
  takeCarriedOut(): readonly CarriedOut[] {
    return this.#carriedOut.splice(0)
  }

  /** Keeps the values of a response. Refusals are ignored, except for missing things. */
  learn(observed: Observed): void {
    const { call } = observed.case
    const { request, sentAt } = observed.exchange
    const method = request.method.toLowerCase()
    const wasAbsent = this.isAbsent(call)
    this.#absences.learn(observed)
    this.removals.learn(observed)
    this.firstObjects.learn(observed)
    this.creations.learn(observed)
    this.unnamed.see(observed)
    if (!isSafe(request.method) && !isRefusal(observed.exchange)) this.firstLists.write(sentAt)
    // A service may carry out a part of what it refuses.
    if (!isSafe(request.method)) this.nested.send(observed)
    if (method === 'post' && isMissing(observed.exchange)) this.offered.missed(call.operation)
    // Writes stay with what the run created in any case.
    const isOwnRead = call.operation.method === 'get' && (call.credentials ?? 'own') === 'own'
    if (isOwnRead && this.isCreated(call)) this.offered.learnRead(observed)
    const at = ownAddressOf(call)
    const own = at && this.#at(at)
    if (own?.created && isOwnRead && !isGone(own) && own.mayBeDeleted !== true) {
      if (foundNothing(observed)) own.created.isMissed ??= true
      else if (isSuccess(observed.exchange)) own.created.isMissed = false
      else if (isMalformed(observed)) this.#addressByNumber(own.itemPath)
    }
    const isOwnMethod = method === call.operation.method
    if (own && isOwnMethod) own.misses = isMissing(observed.exchange) ? (own.misses ?? 0) + 1 : 0
    // Some services answer 403 for what is not there.
    const isForbidden = own?.mayBeDeleted === true && isOwnRead && observed.exchange.response.status === 403
    // A created thing stays known, because it may appear later and has to be deleted in any case.
    if (own && isOwnMethod && (isForbidden || foundNothing(observed))) {
      if (own.other) this.#things.see(own.itemPath, own.other)
      if (!own.created) own.isDeleted = true
      else if (own.mayBeDeleted === true) this.#things.forget(own)
    }
    // A request that got no response because the time was up may have been carried out.
    if (observed.exchange.response.status === 0 && this.kinds.createdBy(call.operation).length > 0)
      this.unnamed.add(this.#withoutPath(observed))
    if (isOwnMethod && isRefused(observed) && this.kinds.createdBy(call.operation).length > 0)
      this.unnamed.refuse(this.#withoutPath(observed))
    if (isOwnMethod && method === 'post') this.unnamed.fail(this.#withoutPath(observed))
    const wasThere = !wasAbsent && own?.isDeleted !== true
    if (at && !wasThere && method === 'put' && isOutage(observed.exchange)) this.failedPuts.add(at, observed)
    if (isOwnMethod && leadsToNew(observed))
      for (const kind of this.kinds.createdBy(call.operation)) this.#learnCreated(kind, observed)
    if (!isSuccess(observed.exchange) || !isOwnMethod) return this.#move(own, observed)
    for (const { itemPath, values } of addressesIn(call)) this.#things.see(itemPath, values)
    const isUpdate = method === 'put' || method === 'patch' || (method === 'post' && own !== undefined)
    // A successful update proves that a deleted thing exists again, even if it overtook the deletion.
    const isAgain = isUpdate && own?.created?.isDeleted === true
    const mayBeNew = own?.isDeleted !== false
    const isNew = method === 'post' && (wasAbsent || (mayBeNew && isSaidToBeNew(observed)))
    const isFirst = mayBeNew && isPutAnew(observed)
    const elsewhere = isUpdate && at ? this.#createdElsewhere(at, observed) : undefined
    if (elsewhere || isAgain || isNew || isFirst || (isUpdate && wasAbsent))
      this.creations.add(elsewhere ?? at, observed)
    // Some services accept a change of nothing to what is not there.
    if (isAgain && method === 'patch') own.mayBeDeleted = true
    if (isUpdate && own) own.updatedAt = sentAt + observed.durationMs
    if (method === 'delete') {
      if (!own) return this.#forgetListed(observed)
      // A concurrent update may have recreated the thing, and a creation have got its id; only a read shows it.
      if (Math.max(own.updatedAt ?? 0, own.createdAt ?? 0) < sentAt) this.#things.forget(own)
      else own.mayBeDeleted = true
      return
    }
    this.#learnBody(observed)
    this.#move(own, observed)
  }

  /** Whether the last read of a call's path, or of a thing above it, found nothing, with no write since. */
  isAbsent(call: Call): boolean {
    return this.#absences.include(call) && !this.others.areBelow(call) && !this.others.areElsewhere(call)
  }

  /** Whether a call addresses a thing that the run created and did not delete, or something below it. */
  isCreated(call: Call): boolean {
    const known = addressesIn(call).map((one) => this.#at(one) ?? this.creations.withUuid(one.values.at(-1)))
    const meant = known.length > 0 ? known : [this.#meantByBody(call)]
    const isOwn = meant.some((thing) => thing?.created !== undefined && !thing.isDeleted)
    return isOwn && !this.others.areBelow(call)
  }

  /** Whether a response showed that the thing of a call exists, or one above it. */
  isSeen(call: Call): boolean {
    return addressesIn(call).some((one) => this.#at(one) !== undefined)
  }

  /** Whether an operation created something with the id that ends its path. */
  hasCreatedAt(operation: Operation): boolean {
    return this.creations.operations.has(operation) && lastParameter(operation.path) !== undefined
  }

  /** Whether no response showed the outermost thing in the path of a call. */
  isUnknown(call: Call): boolean {
    const [outermost] = addressesIn(call)
    return outermost !== undefined && this.#at(outermost) === undefined
  }

  /** Whether a creation returned this address after a time. @param since Unix time in milliseconds */
  isCreatedSince(address: Address, since: number): boolean {
    return (this.#at(address)?.createdAt ?? 0) >= since
  }

  /** A call about an existing thing, where the original one was deleted since. */
  current(call: Call): Call {
    return currentCall(this.#things, call)
  }

  /** Where a write created a thing with another id than its path has. */
  #createdElsewhere(at: Address, observed: Observed): Address | undefined {
    const resource = this.kinds.at(at.itemPath)
    const values = resource && isSaidToBeNew(observed) ? addressInLocation(resource, observed) : undefined
    if (!values || keyOf(values) === keyOf(at.values)) return undefined
    const wasThere = this.#things.wasThere(at.itemPath, values, observed.exchange.sentAt)
    return wasThere ? undefined : { itemPath: at.itemPath, values }
  }

  /** Moves created things to their numbers, where a parameter declared as a text was taken for a name: `{author}`. */
  #addressByNumber(itemPath: string): void {
    const [resource, things] = [this.kinds.at(itemPath), this.#things.of(shapeOf(itemPath))]
    if (!resource || things.some(({ created }) => created?.isMissed === false)) return
    resource.parameter.isNumber = true
    for (const one of things) {
      const [values] = one.created ? readCreation(resource, one.created.by).addresses : []
      if (values && keyOf(values) !== keyOf(one.values)) this.#things.move(one, values)
    }
  }

  /** A thing whose name is part of its address has another one after an update. */
  #move(own: KnownThing | undefined, observed: Observed): void {
    const resource = own && this.kinds.at(own.itemPath)
    const values = resource && movedTo(resource, observed)
    if (values && values.join() !== own.values.join()) this.#things.move(own, values)
  }

  #learnBody(observed: Observed): void {
    const { case: { call }, exchange } = observed // prettier-ignore
    const body = jsonBody(exchange.response)
    const at = exchange.sentAt + observed.durationMs
    const created = this.kinds.createdBy(call.operation)
    // Those that can be deleted come first, because the others may be further paths of the same thing.
    if (created.length > 0) this.creations.addByType(created, observed)
    const areUnnamed = created
      .toSorted((a, b) => Number(b.remove !== undefined) - Number(a.remove !== undefined))
      .map((resource) => this.#learnCreated(resource, observed))
    if (created.length === 0) this.#createUnaddressed(observed)
    else if (!areUnnamed.includes(false)) {
      const linked = this.#linkedIn(observed)
      if (linked) this.creations.add(linked, observed, true)
      else this.unnamed.add(this.#withoutPath(observed))
    }
    for (const [part, by] of this.nested.shownBy(observed))
      this.creations.addNested(part, by, !isSafe(exchange.request.method))
    for (const resource of call.operation.method === 'get' ? this.kinds.listedBy(call.operation) : []) {
      const unnamed = this.unnamed.of(resource)
      const { isList, things } = thingsIn(body, resource.nouns[0] ?? '', 'list')
      if (isList && things.length === 0) this.unnamed.seeEmpty(observed)
      for (const thing of things) {
        const [values, other] = addressesOf(thing, resource, observed)
        if (!values) continue
        const known = this.#things.see(resource.itemPath, values)
        known.other ??= other
        if (known.created) known.created.isMissed = false
        this.#things.show(resource.itemPath, values, at)
        const among = [...unnamed, ...this.unnamed.refusedAs(thing, resource)]
        if (among.length > 0)
          this.#findUnnamed({ itemPath: resource.itemPath, values }, thing, observed, among)
        this.#findFailed({ itemPath: resource.itemPath, values }, thing)
        this.creations.addNested(
          { itemPath: resource.itemPath, values },
          this.nested.sentFor(thing, resource),
        )
      }
      this.firstLists.see({ resource, list: observed })
    }
    const own = ownAddressOf(call)
    // Some services answer with an empty object where nothing is.
    if (own && !isDeepStrictEqual(body, {})) this.#things.show(own.itemPath, own.values, at)
    if (own && call.operation.method === 'get' && !this.failedPuts.isEmpty)
      for (const thing of thingsIn(body, this.kinds.nounOf(call.operation), 'thing').things)
        this.creations.add(own, this.failedPuts.take(own, thing))
    if (this.#makesCases) this.offered.learn(body, call.operation)
  }

  /** Finds the creation of a thing in a list, where the response to it did not name the thing. */
  #findUnnamed(address: Address, thing: JsonObject, list: Observed, unnamed: readonly CreatedThing[]): void {
    const { itemPath, values } = address
    const known = this.#at(address)
    const creation = known?.isDeleted === false ? known.created : undefined
    if (creation && !unnamed.some(({ by }) => by === creation.by)) return
    const found = this.unnamed.find(thing, list.case.call, unnamed, (at) =>
      this.#things.wasThere(itemPath, values, at),
    )
    // A list may still show what was deleted, and services reuse ids of deleted things.
    const isLater = (known?.createdAt ?? 0) < (found?.by.exchange.sentAt ?? 0)
    if (!found || creation || !isLater) return
    this.creations.add(address, found.by)
    if (this.unnamed.isOnlyRefused(thing, found.by)) this.#carriedOut.push({ refused: found.by, list })
  }

  /** Keeps a thing that a failed request made, or seems to have made. */
  #findFailed(address: Address, thing: JsonObject): void {
    const put = this.failedPuts.take(address, thing)
    if (put) return this.creations.add(address, put)
    const [known, resource] = [this.#at(address), this.kinds.at(address.itemPath)]
    if (!known || known.created || !resource) return
    const failed = this.unnamed.takeFailed(thing, resource, (sentAt) =>
      this.#things.wasThere(address.itemPath, address.values, sentAt),
    )
    if (failed) this.unnamed.add(perhapsCreated(known, failed.by))
  }

  /** The deletion of a whole list returns what it deleted. */
  #forgetListed(observed: Observed): void {
    const { case: { call }, exchange: { response } } = observed // prettier-ignore
    for (const resource of this.kinds.listedBy(call.operation))
      for (const one of thingsIn(jsonBody(response), resource.nouns[0] ?? '', 'list').things) {
        const values = addressOf(one, resource, observed)
        const thing = values && this.#at({ itemPath: resource.itemPath, values })
        if (thing) this.#things.forget(thing)
      }
  }

  /** Keeps what a response created, except for things that existed before. @returns whether nothing names it */
  #learnCreated(resource: Resource, observed: Observed): boolean {
    const { itemPath } = resource
    const { addresses: all, named, isUnnamed } = readCreation(resource, observed)
    const addresses = all.filter((values) => !this.#isThatAbove({ itemPath, values }, observed))
    const isNew = (values: readonly unknown[]): boolean =>
      !this.#things.wasThere(itemPath, values, observed.exchange.sentAt)
    for (const values of addresses.filter(isNew)) this.creations.add({ itemPath, values }, observed)
    if (named && isNew(named)) this.creations.add({ itemPath, values: named }, observed, true)
    return isUnnamed || addresses.length < all.length
  }

  /** Whether a creation answered with the thing that it is below: `POST /groups/{group}/pets` with the group. */
  #isThatAbove({ itemPath, values }: Address, { case: { call } }: Observed): boolean {
    const above = addressesIn(call).at(-1)
    if (!above || shapeOf(above.itemPath) === shapeOf(itemPath)) return false
    const id = String(above.values.at(-1))
    if (id !== String(values.at(-1))) return false
    const read = this.kinds.at(above.itemPath)?.read
    const kind = componentOf(call.operation, ['201', '202', '200'])
    // Counted things of two kinds often have the same number.
    return (
      !/^\d+$/.test(id) || (read !== undefined && kind !== undefined && kind === componentOf(read, ['200']))
    )
  }

  /** Keeps a new id in a POST response for which the document has no path. */
  #createUnaddressed(observed: Observed): void {
    const { call } = observed.case
    const isKnown = this.creations.of(observed).length > 0
    if (call.operation.method !== 'post' || isAsking(call.operation.path) || isKnown) return
    const isCreating = this.creations.operations.has(call.operation)
    const [made] = [
      ...this.#mayMake(call).flatMap((kind) => madeByAction(kind, observed) ?? []),
      ...kindsElsewhere(call.operation, this.kinds).flatMap(
        (kind) => madeElsewhere(kind, observed, isCreating) ?? [],
      ),
    ]
    if (made && !this.#things.wasThere(made.itemPath, made.values, observed.exchange.sentAt))
      return this.creations.add(made, observed)
    const at = addressesIn(call).at(-1)
    const own = at && this.kinds.at(at.itemPath)
    if (own && answersWithItself(observed, own)) return
    const noun = this.kinds.nounOf(call.operation)
    // A UUID is of one thing: `POST /login/test` answers with the user that logged in.
    const isKnownId = (name: string, id: string): boolean =>
      this.#idsOf(name).map(String).includes(id) ||
      (isUuid(id) && this.#things.wasShown(id, observed.exchange.sentAt))
    const pathless = pathlessIn(observed, noun, isCreating, isKnownId)
    const linked = this.#linkedIn(observed, pathless?.id)
    if (linked) return this.creations.add(linked, observed, true)
    const areBeside = this.kinds.beside(call.operation).length > 0
    if (pathless && (pathless.id !== undefined || !areBeside))
      this.creations.keep({ ...this.#withoutPath(observed), ...pathless })
    // The path of a thing names what is created or changed there.
    else if (!ownAddressOf(call) && (areBeside || beginsToCreate(call.operation.path)))
      this.unnamed.add(this.#withoutPath(observed))
  }

  /** The kinds of which an action may create things: that of the thing it acts on, and where it surely creates, others. */
  #mayMake(call: Call): readonly Resource[] {
    const above = addressesIn(call).at(-1)
    const own = above && this.kinds.at(above.itemPath)
    const isSure = this.kinds.saysCreated(call.operation) || this.isCreated(call)
    return [...(own ? [own] : []), ...(isSure ? this.kinds.all.filter(({ remove }) => remove) : [])]
  }

  #linkedIn(observed: Observed, id?: string): Address | undefined {
    return addressesGiven(observed, this.kinds.all, id).find(
      ({ itemPath, values }) => !this.#things.wasThere(itemPath, values, observed.exchange.sentAt),
    )
  }

  #withoutPath(by: Observed): CreatedThing {
    return { api: this.#api, by, pathValues: {}, isDeleted: false }
  }

  /**
   * A thing that a list shows at the end, and that a request of the run may have created, which no response said. It may
   * be deleted if it has a text that only the run can have made up, or if an accepted creation sent its id.
   */
  leftAt({ itemPath, values }: Address, thing: JsonObject): CreatedThing | undefined {
    const resource = this.kinds.at(itemPath)
    const creation = resource && this.nested.creationOf(values.at(-1), resource)
    const by = creation ?? (resource && this.nested.traceOf(thing, values.at(-1), resource))
    const known = this.#things.find(shapeOf(itemPath), values)
    if (!by || known?.created || this.#things.wasThere(itemPath, values, by.exchange.sentAt)) return undefined
    const isOwn = Object.values(thing).some((one) => isDistinct(this.#api, one))
    return (isOwn || creation ? asCreated : perhapsCreated)(known ?? this.#things.see(itemPath, values), by)
  }

  #at({ itemPath, values }: Address): KnownThing | undefined {
    return this.#things.find(shapeOf(itemPath), values)
  }

  /** The thing that an update identifies in its body, where the path does not. */
  #meantByBody({ operation, body }: Call): KnownThing | undefined {
    const id = entriesOf(body?.value).find(([name]) => nameKey(name) === 'id')?.[1]
    if (operation.method === 'post' || id === undefined) return undefined
    const isMeant = ({ path }: Operation): boolean => path === operation.path
    const resource = this.kinds.all.find((one) => one.updatesByBody.some(isMeant))
    return resource && this.#things.find(shapeOf(resource.itemPath), [id])
  }
}
