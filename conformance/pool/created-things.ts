import { isDeepStrictEqual } from 'node:util'
import { isObject, memberAt } from '../../document/index.js'
import { isUuid } from '../../runtime/formats.js'
import type { Operation } from '../../runtime/surface.js'
import { jsonBody } from '../exchange/exchange.js'
import { isSuccess, refusesCredentials } from '../exchange/reading.js'
import type { Case, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { nameKey } from '../resources/names.js'
import type { Resource } from '../resources/resources.js'
import { CleaningTime, type Sending } from './cleaning.js'
import { isSaidToBeNew } from './creations.js'
import type { Kinds } from './kinds.js'
import { type Address, ownAddressOf } from './addresses.js'
import { asCreated, type Creation, isGone, type KnownThing, type KnownThings } from './known-things.js'
import { scopeOfDeletion } from './scopes.js'

/** Whether a creation made a thing beside another one that has its path, and different query parameters. */
const isBeside = (created: Creation, by: Observed): boolean =>
  !isDeepStrictEqual(scopeOfDeletion(created), scopeOfDeletion({ ...created, by }))

/** After this many deletions in a row that failed or were forbidden, nothing more of a kind is created. */
const mostFailed = 5

/** The things that the run created. */
export class CreatedThings {
  /** In order, deleted or not. */
  readonly all: Creation[] = []
  /** The operations that created them, each with the one that deletes what it creates. */
  readonly operations = new Map<Operation, Operation | undefined>()
  /** The ids of those that have no paths. */
  readonly pathless = new Set<unknown>()
  readonly #kinds: Kinds
  readonly #things: KnownThings
  readonly #byUuid = new Map<string, KnownThing>()
  readonly #byObserved = new WeakMap<Observed, readonly Creation[]>()
  readonly #guesses = new WeakSet<CreatedThing>()
  /** Creations whose things have an address of their own by their type, and the other one below another thing. */
  readonly #byType = new WeakSet<Observed>()
  /** Cases of sequences; what they create is not offered to other cases. */
  readonly #held = new WeakSet<Case>()
  readonly #cleaning = new CleaningTime()
  /** How often a deletion has failed since it last succeeded. */
  readonly #failed = new Map<Operation, number>()

  constructor(kinds: Kinds, things: KnownThings) {
    this.#kinds = kinds
    this.#things = things
  }

  /** The estimated time for deleting what is left, in milliseconds. */
  cleaningMs(sending: Sending): number {
    return this.#cleaning.of(this.all, sending)
  }

  of(observed: Observed): readonly CreatedThing[] {
    return (this.#byObserved.get(observed) ?? []).filter((one) => !this.#guesses.has(one))
  }

  /** The thing with a UUID, which names the same thing in every path. */
  withUuid(id: unknown): KnownThing | undefined {
    return this.#byUuid.get(String(id))
  }

  /** Keeps how long a deletion took, and whether it failed. */
  learn(observed: Observed): void {
    this.#cleaning.learn(observed)
    const { case: { expectation, call }, exchange } = observed // prettier-ignore
    const { operation } = call
    if (operation.method !== 'delete') return
    const at = ownAddressOf(call)
    const own = at && this.#things.at(at)
    // What others made may be forbidden to delete, and so may what is gone.
    const isForbidden =
      refusesCredentials(exchange.response.status) && own?.created !== undefined && !isGone(own)
    if (isSuccess(exchange)) this.#failed.set(operation, 0)
    else if (expectation === 'valid' && (isForbidden || exchange.response.status >= 500))
      this.#failed.set(operation, (this.#failed.get(operation) ?? 0) + 1)
  }

  /** Whether what an operation creates would stay, because its deletions fail or are forbidden. */
  wouldStay(operation: Operation): boolean {
    const deletion = this.operations.get(operation)
    return deletion !== undefined && (this.#failed.get(deletion) ?? 0) >= mostFailed
  }

  markDeleted({ by, path }: CreatedThing): void {
    for (const one of this.#thingsOf(by)) if (one.created?.path === path) this.#things.forget(one)
  }

  /** Withholds what a case creates from other cases until it is released. */
  hold(sent: Case): void {
    this.#held.add(sent)
  }

  /** Offers a withheld thing to every case. */
  release({ by }: CreatedThing): void {
    for (const thing of this.#thingsOf(by)) thing.isHeld = false
  }

  keep(created: Creation): void {
    if (created.id !== undefined) this.pathless.add(created.id)
    this.all.push(created)
    this.operations.set(created.by.case.call.operation, created.deleteOperation)
  }

  /**
   * Keeps what a request created at an address.
   * @param isGuess the service may have changed the name, so sequences must not rely on the thing
   */
  add(address: Address | undefined, observed: Observed | undefined, isGuess = false): void {
    const resource = address && this.#kinds.at(address.itemPath)
    if (!resource || !observed) return
    const isAnew = this.#things.at(address)?.isBelowDeleted === true
    const thing = this.#things.see({ itemPath: resource.itemPath, values: address.values })
    thing.createdAt = observed.exchange.sentAt + observed.durationMs
    if (isAnew && thing.created) thing.created.isDeleted = true
    if (thing.created && !isGone(thing) && !isBeside(thing.created, observed)) return
    thing.isDeleted = false
    const id = String(address.values.at(-1))
    if (isUuid(id)) this.#byUuid.set(id, thing)
    const { call } = observed.case
    // Things that other credentials created may be refused to the run.
    thing.isHeld = (!isGuess && this.#held.has(observed.case)) || (call.credentials ?? 'own') !== 'own'
    const same = this.#sameAs(thing, resource, observed)
    if (same) {
      thing.created = same
      return
    }
    const created = asCreated(thing, observed)
    this.keep(created)
    if (isGuess) this.#guesses.add(created)
    this.#byObserved.set(observed, [...(this.#byObserved.get(observed) ?? []), created])
  }

  /** The creation of a thing at another path. Another id below the same path is that of another thing. */
  #sameAs(thing: KnownThing, resource: Resource, observed: Observed): Creation | undefined {
    const isOwn = resource.remove !== undefined && resource.isByMember !== true && !this.#byType.has(observed)
    const [same, ...others] = isOwn ? [] : (this.#byObserved.get(observed) ?? [])
    if (!same || others.length > 0) return undefined
    const isOther = this.#thingsOf(observed).some((one) => one !== thing && one.itemPath === thing.itemPath)
    return isOther ? undefined : same
  }

  /**
   * Keeps the address that a thing of JSON:API has by its type and id besides that below another one, whose deletion may
   * leave it.
   */
  addByType(created: readonly Resource[], observed: Observed): void {
    const data = memberAt(jsonBody(observed.exchange.response), 'data')
    const [type, id] = [memberAt(data, 'type'), memberAt(data, 'id')]
    const kind = this.#kinds
      .named(nameKey(String(type)))
      .find(({ parents, remove }) => remove !== undefined && parents.length === 0)
    const isThing = typeof id === 'string' && isObject(memberAt(data, 'attributes'))
    if (!kind || !isThing || created.includes(kind) || !isSaidToBeNew(observed)) return
    if (this.#things.wasThere({ itemPath: kind.itemPath, values: [id] }, observed.exchange.sentAt)) return
    this.add({ itemPath: kind.itemPath, values: [id] }, observed)
    this.#byType.add(observed)
  }

  /**
   * Keeps a thing that a request created inside another one, unless it is known or was there before.
   * @param isShownByWrite it exists again if it was deleted; a read may still show it
   */
  addNested({ itemPath, values }: Address, by: Observed | undefined, isShownByWrite = false): void {
    const known = this.#things.at({ itemPath, values })
    const isAgain = known !== undefined && isGone(known) && isShownByWrite
    if (!by || (known?.created && !isAgain)) return
    if (!known?.created && this.#things.wasThere({ itemPath, values }, by.exchange.sentAt)) return
    const thing = this.#things.see({ itemPath, values })
    thing.isDeleted = false
    this.all.push(asCreated(thing, by))
  }

  #thingsOf(by: Observed): readonly KnownThing[] {
    const all = this.#kinds.all.flatMap(({ itemPath }) => this.#things.of(itemPath))
    return all.filter(({ created }) => created?.by === by)
  }
}
