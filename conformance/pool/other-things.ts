import { listOf, member, memberAt, objectOf } from '../../document/index.js'
import type { Api, Call } from '../model/case.js'
import { namedIn } from '../requests/distinct.js'
import { isMadeUp, nameKey, referredBy } from '../resources/names.js'
import { shapeOf } from '../resources/paths.js'
import { beginsToCreate, isAsking } from '../resources/resources.js'
import type { Kinds } from './kinds.js'
import { type Creation, type KnownThing, type KnownThings, ownAddressOf } from './known-things.js'

/** How the body of a request concerns things that the run did not create. */
export interface OfOthers {
  /** It names one by an id, and the POST does not say that it creates. */
  readonly actsOnOther: boolean
  /** An object inside of it gives a name, by its id, to one: some services rename that. */
  readonly namesOther: boolean
  /**
   * It has an id that may be that of one, and its path another: some services change what the body names, and some
   * overwrite what they are asked to create.
   */
  readonly isOfOtherId: boolean
}

/** Whether a value may be the id of any thing of a service that counts them, and may cut off fractions. */
const isNumberOfThing = (id: string | number): boolean => Number(id) >= 1

/** Things that the run did not create, as bodies name them. */
export class OtherThings {
  readonly #api: Api
  readonly #kinds: Kinds
  readonly #things: KnownThings
  readonly #created: readonly Creation[]

  constructor(api: Api, kinds: Kinds, things: KnownThings, created: readonly Creation[]) {
    this.#api = api
    this.#kinds = kinds
    this.#things = things
    this.#created = created
  }

  in(call: Call): OfOthers {
    return {
      actsOnOther: this.#actsOnOther(call),
      namesOther: this.#namesOther(call),
      isOfOtherId: this.#isOfOtherId(call) || this.#listsOther(call),
    }
  }

  #actsOnOther({ operation, body }: Call): boolean {
    const { method, path, responses } = operation
    if (method !== 'post' || Object.hasOwn(responses, '201') || this.#kinds.createdBy(operation).length > 0)
      return false
    if (beginsToCreate(path) || isAsking(path)) return false
    return Object.entries(objectOf(body?.value)).some(
      ([name, value]) => isMadeUp(nameKey(name)) && this.#isOther(referredBy(name), value),
    )
  }

  #namesOther({ operation, body }: Call): boolean {
    if (isAsking(operation.path)) return false
    return namedIn(this.#api, body?.value).some((id) => !this.#isOwn(id))
  }

  /** Whether a body lists things by their ids, as in `DELETE /lists/3/entries/batch`, and one may be of others. */
  #listsOther({ operation, body }: Call): boolean {
    if (operation.method === 'get' || isAsking(operation.path)) return false
    if (this.#kinds.createdBy(operation).length > 0) return false
    return listOf(member(body?.value, 'ids')).some((id) => {
      const mayBe =
        typeof id === 'number'
          ? isNumberOfThing(id)
          : this.#kinds.all.some(({ nouns: [noun] }) => this.#isOther(noun, id))
      return mayBe && !this.#isOwn(id)
    })
  }

  #isOwn(id: unknown): boolean {
    return this.#created.some((one) =>
      [...Object.values(one.pathValues), one.id].map(String).includes(String(id)),
    )
  }

  #isOfOtherId(call: Call): boolean {
    const { operation, body } = call
    const id = member(body?.value, 'id') ?? memberAt(body?.value, 'data', 'id')
    if (operation.method === 'get' || (typeof id !== 'string' && typeof id !== 'number')) return false
    const address = ownAddressOf(call)
    if (!address) return this.#kinds.createdBy(operation).some(({ nouns: [noun] }) => this.#isOther(noun, id))
    if (String(id) === String(address.values.at(-1))) return false
    const known = this.#things.find(shapeOf(address.itemPath), [...address.values.slice(0, -1), id])
    return known ? !known.created : isNumberOfThing(id)
  }

  /** Whether an id is that of a known thing of a kind which the run did not create. */
  #isOther(noun: string | undefined, id: unknown): boolean {
    if (noun === undefined) return false
    const isIt = (one: KnownThing): boolean =>
      !one.created && !one.isDeleted && String(one.values.at(-1)) === String(id)
    return this.#kinds.all.some(
      ({ nouns, itemPath }) => nouns.includes(noun) && this.#things.of(shapeOf(itemPath)).some(isIt),
    )
  }
}
