import type { JsonObject } from '../../document/index.js'
import { jsonBody } from '../exchange/exchange.js'
import { isEmptyAnswer, isMissing, isOutage, isRefusal, isSafe, isSuccess } from '../exchange/reading.js'
import type { Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { thingsIn } from '../resources/names.js'
import type { Resource } from '../resources/resources.js'
import { foundNothing, isReadOfPath } from './absences.js'
import { isPutAnew, isSaidToBeNew, leadsToNew, readCreation } from './creations.js'
import type { Knowledge } from './knowledge.js'
import {
  type Address,
  addressesIn,
  addressesOf,
  addressInLocation,
  addressOf,
  heldIn,
  movedTo,
  ownAddressOf,
} from './addresses.js'
import { isGone, keyOf, type KnownThing, type KnownThings, perhapsCreated } from './known-things.js'
import { NewThings, withoutPath } from './new-things.js'
import { isInScope } from './scopes.js'

/** The thing that a call is about, before the response to it. */
interface Subject {
  readonly at: Address | undefined
  readonly own: KnownThing | undefined
  /** Whether the last read of the path found nothing. */
  readonly wasAbsent: boolean
}

/** A refused creation, and the list that shows its thing. */
export interface CarriedOut {
  readonly refused: Observed
  readonly list: Observed
}

/** Statuses of requests that services refuse before they read the body. */
const unread: ReadonlySet<number> = new Set([401, 403, 404, 405])

/** Whether a service read a creation and refused it, of which it may have carried out a part. */
const isRefused = ({ exchange }: Observed): boolean =>
  exchange.response.status >= 400 && !unread.has(exchange.response.status)

/** Whether a service refuses to read a path by its form. */
const isMalformed = (observed: Observed): boolean =>
  observed.case.expectation === 'valid' &&
  [400, 422].includes(observed.exchange.response.status) &&
  isReadOfPath(observed)

const methodOf = ({ exchange }: Observed): string => exchange.request.method.toLowerCase()

/** Whether a request has the method of its operation; others are sent to find undeclared ones. */
const hasOwnMethod = (observed: Observed): boolean =>
  methodOf(observed) === observed.case.call.operation.method

const isOwnRead = ({ case: { call } }: Observed): boolean =>
  call.operation.method === 'get' && (call.credentials ?? 'own') === 'own'

/** When a response had arrived, as Unix time in milliseconds. */
const arrivalOf = ({ exchange, durationMs }: Observed): number => exchange.sentAt + durationMs

/** Changes what is known of a service by its responses. */
export class Learner {
  readonly #known: Knowledge
  readonly #things: KnownThings
  readonly #new: NewThings
  readonly #carriedOut: CarriedOut[] = []

  constructor(known: Knowledge) {
    this.#known = known
    this.#things = known.things
    this.#new = new NewThings(known)
  }

  /** Refused creations whose things lists showed since this was last asked. */
  takeCarriedOut(): readonly CarriedOut[] {
    return this.#carriedOut.splice(0)
  }

  /** Keeps the values of a response. Refusals are ignored, except for missing things. */
  learn(observed: Observed): void {
    const { call } = observed.case
    const wasAbsent = this.#known.isAbsent(call)
    this.#look(observed)
    const at = ownAddressOf(call)
    const own = at && this.#things.at(at)
    if (own) this.#learnPresence(own, observed)
    const subject = { at, own, wasAbsent }
    this.#learnUnsure(subject, observed)
    if (isSuccess(observed.exchange) && hasOwnMethod(observed)) this.#learnSuccess(subject, observed)
    else this.#move(own, observed)
  }

  /** Shows an exchange to all that keep their own knowledge. */
  #look(observed: Observed): void {
    const { absences, creations, firstLists, firstObjects, nested, offered, removals, unnamed } = this.#known
    const { case: { call }, exchange } = observed // prettier-ignore
    absences.learn(observed)
    removals.learn(observed)
    firstObjects.learn(observed)
    creations.learn(observed)
    unnamed.see(observed)
    const isWrite = !isSafe(exchange.request.method)
    if (isWrite && !isRefusal(exchange)) firstLists.write(exchange.sentAt)
    // A service may carry out a part of what it refuses.
    if (isWrite) nested.send(observed)
    if (methodOf(observed) === 'post' && isMissing(exchange)) offered.missed(call.operation)
    // Writes stay with what the run created in any case.
    if (isOwnRead(observed) && this.#known.isCreated(call)) offered.learnRead(observed)
  }

  /** Keeps whether the thing of a call was found. */
  #learnPresence(own: KnownThing, observed: Observed): void {
    const { created } = own
    if (created && isMissing(observed.exchange) && !isInScope(observed.case.call, created.by)) return
    if (created && isOwnRead(observed) && !isGone(own) && own.mayBeDeleted !== true) {
      if (foundNothing(observed)) created.isMissed ??= true
      else if (isSuccess(observed.exchange)) created.isMissed = false
      else if (isMalformed(observed)) this.#addressByNumber(own.itemPath)
    }
    if (!hasOwnMethod(observed)) return
    own.misses = isMissing(observed.exchange) ? (own.misses ?? 0) + 1 : 0
    // Some services answer 403 for what is not there.
    const isForbidden =
      own.mayBeDeleted === true && isOwnRead(observed) && observed.exchange.response.status === 403
    if (!isForbidden && !foundNothing(observed)) return
    if (own.other) this.#things.see({ itemPath: own.itemPath, values: own.other })
    // A created thing stays known, because it may appear later and has to be deleted in any case.
    if (!own.created) own.isDeleted = true
    else if (own.mayBeDeleted === true) this.#things.forget(own)
  }

  /** Keeps what a request may have created whose response does not say so. */
  #learnUnsure({ at, own, wasAbsent }: Subject, observed: Observed): void {
    const { failedPuts, kinds, unnamed } = this.#known
    const { case: { call }, exchange } = observed // prettier-ignore
    const creates = kinds.createdBy(call.operation)
    // A request that got no response because the time was up may have been carried out.
    if (exchange.response.status === 0 && creates.length > 0) unnamed.add(withoutPath(observed))
    const wasThere = !wasAbsent && own?.isDeleted !== true
    if (at && !wasThere && methodOf(observed) === 'put' && isOutage(exchange)) failedPuts.add(at, observed)
    if (!hasOwnMethod(observed)) return
    if (isRefused(observed) && creates.length > 0) unnamed.refuse(withoutPath(observed))
    if (call.operation.method === 'post') unnamed.fail(withoutPath(observed))
    if (leadsToNew(observed)) for (const kind of creates) this.#new.learnOf(kind, observed)
  }

  #learnSuccess(subject: Subject, observed: Observed): void {
    const { call } = observed.case
    for (const one of addressesIn(call)) this.#things.see(one)
    if (['post', 'put', 'patch'].includes(call.operation.method)) this.#learnWrite(subject, observed)
    if (call.operation.method === 'delete') return this.#learnDeletion(subject.own, observed)
    this.#learnBody(observed)
    this.#move(subject.own, observed)
  }

  #learnWrite({ at, own, wasAbsent }: Subject, observed: Observed): void {
    const { method } = observed.case.call.operation
    const isUpdate = method !== 'post' || own !== undefined
    // A successful update proves that a deleted thing exists again, even if it overtook the deletion.
    const isAgain = isUpdate && own?.created?.isDeleted === true
    const mayBeNew = own?.isDeleted !== false
    const isNew = method === 'post' && (wasAbsent || (mayBeNew && isSaidToBeNew(observed)))
    const isFirst = mayBeNew && isPutAnew(observed)
    const elsewhere = isUpdate && at ? this.#createdElsewhere(at, observed) : undefined
    if (elsewhere || isAgain || isNew || isFirst || (isUpdate && wasAbsent))
      this.#known.creations.add(elsewhere ?? at, observed)
    // Some services accept a change of nothing to what is not there.
    if (isAgain && method === 'patch') own.mayBeDeleted = true
    if (isUpdate && own) own.updatedAt = arrivalOf(observed)
  }

  #learnDeletion(own: KnownThing | undefined, observed: Observed): void {
    if (!own) return this.#forgetListed(observed)
    if (own.created && !isInScope(observed.case.call, own.created.by)) return
    // A concurrent update may have recreated the thing, and a creation have got its id; only a read shows it.
    if (Math.max(own.updatedAt ?? 0, own.createdAt ?? 0) < observed.exchange.sentAt) this.#things.forget(own)
    else own.mayBeDeleted = true
  }

  /** The deletion of a whole list returns what it deleted. */
  #forgetListed(observed: Observed): void {
    for (const resource of this.#known.kinds.listedBy(observed.case.call.operation))
      for (const one of heldIn(resource, observed, 'list').things) {
        const values = addressOf(one, resource, observed)
        const thing = values && this.#things.at({ itemPath: resource.itemPath, values })
        if (thing) this.#things.forget(thing)
      }
  }

  /** Where a write created a thing with a different id than its path has. */
  #createdElsewhere(at: Address, observed: Observed): Address | undefined {
    const resource = this.#known.kinds.at(at.itemPath)
    const values = resource && isSaidToBeNew(observed) ? addressInLocation(resource, observed) : undefined
    if (!values || keyOf(values) === keyOf(at.values)) return undefined
    const elsewhere = { itemPath: at.itemPath, values }
    return this.#things.wasThere(elsewhere, observed.exchange.sentAt) ? undefined : elsewhere
  }

  /** Moves created things to their numbers, where a parameter declared as a text was taken for a name: `{author}`. */
  #addressByNumber(itemPath: string): void {
    const [resource, things] = [this.#known.kinds.at(itemPath), this.#things.of(itemPath)]
    if (!resource || things.some(({ created }) => created?.isMissed === false)) return
    resource.parameter.isNumber = true
    for (const one of things) {
      const [values] = one.created ? readCreation(resource, one.created.by).addresses : []
      if (values && keyOf(values) !== keyOf(one.values)) this.#things.move(one, values)
    }
  }

  /** A thing whose name is part of its address has another one after an update. */
  #move(own: KnownThing | undefined, observed: Observed): void {
    const resource = own && this.#known.kinds.at(own.itemPath)
    const values = resource && movedTo(resource, observed)
    if (values && values.join() !== own.values.join()) this.#things.move(own, values)
  }

  #learnBody(observed: Observed): void {
    const { creations, kinds, makesCases, nested, offered } = this.#known
    const { case: { call }, exchange } = observed // prettier-ignore
    this.#new.learn(observed)
    for (const [part, by] of nested.shownBy(observed))
      creations.addNested(part, by, !isSafe(exchange.request.method))
    if (call.operation.method === 'get')
      for (const resource of kinds.listedBy(call.operation)) this.#learnList(resource, observed)
    this.#learnThing(observed)
    if (makesCases) offered.learn(jsonBody(exchange.response), call.operation)
  }

  /** Keeps the things that a list shows, and finds those of creations whose responses did not name them. */
  #learnList(resource: Resource, list: Observed): void {
    const { creations, firstLists, nested, unnamed } = this.#known
    const { itemPath } = resource
    const ofKind = unnamed.of(resource)
    const { isList, things, isOfValues = false } = heldIn(resource, list, 'list')
    if (isList && things.length === 0 && !isOfValues) unnamed.seeEmpty(list)
    for (const thing of things) {
      const [values, other] = addressesOf(thing, resource, list)
      if (!values) continue
      const address = { itemPath, values }
      const known = this.#things.see(address)
      known.other ??= other
      if (known.created) known.created.isMissed = false
      this.#things.show(address, arrivalOf(list))
      const among = [...ofKind, ...unnamed.refusedAs(thing, resource)]
      if (among.length > 0) this.#findUnnamed(address, thing, list, among)
      this.#findFailed(address, thing)
      creations.addNested(address, nested.sentFor(thing, resource))
    }
    firstLists.see({ resource, list })
  }

  /** Keeps that the thing of a call is there, as its response shows. */
  #learnThing(observed: Observed): void {
    const { creations, failedPuts, kinds } = this.#known
    const { case: { call }, exchange } = observed // prettier-ignore
    const own = ownAddressOf(call)
    if (!own) return
    const body = jsonBody(exchange.response)
    if (!isEmptyAnswer(exchange)) this.#things.show(own, arrivalOf(observed))
    if (call.operation.method === 'get' && !failedPuts.isEmpty)
      for (const thing of thingsIn(body, kinds.nounOf(call.operation), 'thing').things)
        creations.add(own, failedPuts.take(own, thing))
  }

  /** Finds the creation of a thing in a list, where the response to it did not name the thing. */
  #findUnnamed(address: Address, thing: JsonObject, list: Observed, among: readonly CreatedThing[]): void {
    const { creations, unnamed } = this.#known
    const known = this.#things.at(address)
    const creation = known?.isDeleted === false ? known.created : undefined
    if (creation && !among.some(({ by }) => by === creation.by)) return
    const found = unnamed.find(thing, list.case.call, among, (at) => this.#things.wasThere(address, at))
    // A list may still show what was deleted, and services reuse ids of deleted things.
    const isLater = (known?.createdAt ?? 0) < (found?.by.exchange.sentAt ?? 0)
    if (!found || creation || !isLater) return
    creations.add(address, found.by)
    if (unnamed.isOnlyRefused(thing, found.by)) this.#carriedOut.push({ refused: found.by, list })
  }

  /** Keeps a thing that a failed request made, or seems to have made. */
  #findFailed(address: Address, thing: JsonObject): void {
    const { creations, failedPuts, kinds, unnamed } = this.#known
    const put = failedPuts.take(address, thing)
    if (put) return creations.add(address, put)
    const [known, resource] = [this.#things.at(address), kinds.at(address.itemPath)]
    if (!known || known.created || !resource) return
    const failed = unnamed.takeFailed(thing, resource, (sentAt) => this.#things.wasThere(address, sentAt))
    if (failed) unnamed.add(perhapsCreated(known, failed.by))
  }
}
