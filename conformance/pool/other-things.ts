import {
  componentSchema,
  entriesOf,
  listOf,
  member,
  memberAt,
  objectOf,
  partsOf,
  parametersIn,
} from '../../document/index.js'
import { isUuid } from '../../runtime/formats.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api, Call } from '../model/case.js'
import { namedIn } from '../requests/distinct.js'
import { isPlain, nameKey, referredBy } from '../resources/names.js'
import { beginsToCreate, isAsking, type Resource } from '../resources/resources.js'
import type { Kinds } from './kinds.js'
import { type Address, addressesIn, ownAddressOf } from './addresses.js'
import { type Creation, type KnownThing, type KnownThings, isGone } from './known-things.js'
import type { FirstLists } from './first-lists.js'
import { type Reference, referencesIn } from './references.js'

/** How the body of a request concerns things that the run did not create. */
export interface OfOthers {
  /** It names one by an id, and does not say that it creates. */
  readonly actsOnOther: boolean
  /** It refers to one, though the run has a thing of that kind, which it could refer to. */
  readonly refersToOther: boolean
  /** An object inside it gives a name, by its id, to one: some services rename that. */
  readonly namesOther: boolean
  /**
   * It has an id that may be that of one, and its path another: some services change what the body names, and some
   * overwrite what they are asked to create.
   */
  readonly isOfOtherId: boolean
  /** It may take the place of one: see `FirstLists`. */
  readonly takesPlace: boolean
}

/** The number that a service may read an id as, which converts types and cuts off fractions: `true` and `[1]` as 1. */
const numberIn = (id: unknown): number => Math.trunc(Number(id))

/** Whether a value may be the id of any thing of a service that counts them. */
const isNumberOfThing = (id: unknown): boolean => numberIn(id) >= 1

/** Whether a service may read a value as the id of a thing. */
const isSameId = (known: unknown, id: unknown): boolean =>
  String(known) === String(id) || (isNumberOfThing(id) && Number(known) === numberIn(id))

/** A resource identifier object of JSON:API, in a list of them. */
interface Identifier {
  readonly type: unknown
  readonly id: unknown
}

const linkedIn = (value: unknown): readonly Identifier[] => {
  if (!Array.isArray(value)) return Object.values(objectOf(value)).flatMap(linkedIn)
  return value.flatMap((one: unknown) => {
    const [type, id] = [member(one, 'type'), member(one, 'id')]
    return type === undefined || id === undefined ? linkedIn(one) : [{ type, id }]
  })
}

const isNamed =
  (noun: string | undefined) =>
  (nouns: readonly string[]): boolean =>
    noun !== undefined && nouns.includes(noun)

/** The knowledge of the pool about things. */
interface Sources {
  readonly api: Api
  readonly kinds: Kinds
  readonly things: KnownThings
  readonly created: readonly Creation[]
  readonly lists: FirstLists
  /** The ids of a noun that responses showed. */
  readonly idsOf: (noun: string) => readonly unknown[]
}

/** Things that the run did not create, as requests name them. */
export class OtherThings {
  readonly #api: Api
  readonly #kinds: Kinds
  readonly #things: KnownThings
  readonly #created: readonly Creation[]
  /** The ids of a noun that responses showed. */
  readonly #idsOf: (noun: string) => readonly unknown[]
  readonly #lists: FirstLists

  constructor({ api, kinds, things, created, lists, idsOf }: Sources) {
    this.#api = api
    this.#kinds = kinds
    this.#things = things
    this.#created = created
    this.#lists = lists
    this.#idsOf = idsOf
  }

  /**
   * Whether a path leads below a thing to one that the run did not create, of a kind that has a path of its own as
   * well, or with an id that was seen below another thing alone: some services look at the last id alone, and take
   * `/owners/{ours}/pets/1` for pet 1.
   */
  areBelow(call: Call): boolean {
    if (this.#isReference(call.operation)) return true
    const isOther = ({ itemPath, values }: Address): boolean => {
      const known = this.#things.at({ itemPath, values })
      if (known?.created) return false
      const isSame = (one: KnownThing): boolean =>
        one.created === undefined && String(one.values.at(-1)) === String(values.at(-1))
      if (!known && this.#things.of(itemPath).some(isSame)) return true
      const alone = this.#namedAny(this.#kinds.at(itemPath)?.nouns ?? []).filter(
        (one) => one.parents.length === 0,
      )
      const isOwn = (one: Resource): boolean =>
        this.#isCreatedAt({ itemPath: one.itemPath, values: values.slice(-1) })
      return alone.length > 0 && !alone.some(isOwn)
    }
    return addressesIn(call).slice(1).some(isOther)
  }

  /**
   * Whether a path has the id of a thing that the run did not create and that another path shows: `/pets/3` is not found
   * while `/trash/{petId}` shows it.
   */
  areElsewhere(call: Call): boolean {
    return addressesIn(call).some((address) => {
      if (this.#isCreatedAt(address)) return false
      const kinds = this.#namedAny(this.#kinds.at(address.itemPath)?.nouns ?? [])
      const isThere = (one: KnownThing): boolean =>
        !one.created && !isGone(one) && isSameId(one.values.at(-1), address.values.at(-1))
      return kinds.some((one) => one.itemPath !== address.itemPath && this.#thingsOf(one).some(isThere))
    })
  }

  /**
   * Whether an operation changes what a thing refers to, which has a path of its own: `PATCH /products/3/category`, the
   * category of other products, too.
   */
  #isReference({ method, path }: Operation): boolean {
    const [, last = ''] = /\}\)?\/([^/{}]+)$/.exec(path) ?? []
    const noun = nameKey(last)
    if (noun !== last.toLowerCase() || !['put', 'patch', 'delete'].includes(method)) return false
    return this.#kinds.named(noun).some(({ nouns, parents }) => parents.length === 0 && nouns[0] === noun)
  }

  in(call: Call): OfOthers {
    const { operation } = call
    const isReading = operation.method === 'get' || isAsking(operation.path)
    const references = isReading ? [] : referencesIn(call)
    return {
      actsOnOther:
        this.#isAction(operation) &&
        (references.some((one) => this.#isOfOther(one, operation)) ||
          this.#lists.areNamed(this.#kinds.beside(operation), call)),
      refersToOther:
        references.some((one) => this.#mayBeOwn(one, call) && this.#isOfOther(one, operation)) ||
        (!isReading && this.#isBelowOther(call)),
      namesOther: this.#namesOther(call),
      isOfOtherId: this.#isOfOtherId(call) || this.#hasOtherKey(call) || this.#listsOther(call),
      takesPlace: !isReading && this.#takesPlace(call),
    }
  }

  /** Below what the run created there is no thing of others. */
  #takesPlace(call: Call): boolean {
    const addresses = addressesIn(call)
    const own = addresses.at(-1)
    const isItem = own !== undefined && !this.#kinds.createdBy(call.operation).length
    if ((isItem ? addresses.slice(0, -1) : addresses).some((one) => this.#isCreatedAt(one))) return false
    const { operation } = call
    const kinds = [...this.#kinds.createdBy(operation), ...this.#kinds.beside(operation)]
    if (isItem) kinds.push(...[this.#kinds.at(own.itemPath)].filter((one) => one !== undefined))
    return this.#lists.areReplaced(kinds, call)
  }

  /** Whether an operation is not a creation by what it says, and changes something else than the thing at its path. */
  #isAction(operation: Operation): boolean {
    const { method, path } = operation
    const isChange = method === 'post' || ((method === 'put' || method === 'patch') && !path.endsWith('}'))
    const isCreation = this.#kinds.createdBy(operation).length > 0 || beginsToCreate(path)
    return isChange && !isCreation && !this.#kinds.saysCreated(operation)
  }

  /**
   * Whether the run created a thing of a kind that a reference may mean; of a list it may also create one: what belongs
   * to one thing only is taken from another one by `{ pets: [7] }`, and deleted with the new one.
   */
  #mayBeOwn({ name, nouns, value, isListed }: Reference, call: Call): boolean {
    if (isListed && nouns.some((noun) => this.#kinds.creatable(noun).length > 0)) return true
    const kinds = this.kindsMeant(nouns)
    // A number that means no kind, as in `{ leadId: 1 }`, may be left out.
    if (kinds.length === 0 && referredBy(name) !== undefined && isNumberOfThing(value))
      return !this.#isWanted(name, call)
    return kinds.flatMap((one) => this.#thingsOf(one)).some(({ created }) => created !== undefined)
  }

  /** Whether a path leads below a thing of others, though the run created one of its kind. */
  #isBelowOther(call: Call): boolean {
    const own = ownAddressOf(call)
    return addressesIn(call).some((one) => {
      const known = this.#things.at(one)
      const isOther = known !== undefined && !known.created && !isGone(known) && !this.#isOwnUuid(one)
      if (!isOther || one.itemPath === own?.itemPath) return false
      return this.#things.of(one.itemPath).some(({ created }) => created !== undefined)
    })
  }

  /** The kinds that nouns mean, by their names or by the ids that responses showed. */
  readonly kindsMeant = (nouns: readonly string[]): readonly Resource[] =>
    this.#things.kindsMeant(nouns, nouns.flatMap(this.#idsOf), this.#kinds)

  /**
   * Whether a reference may be to a thing that the run did not create. An id without a noun
   * refers to the things beside the operation, such as `from` of `POST /accounts/transfer`, or of any kind.
   */
  #isOfOther({ nouns, value, isId }: Reference, operation: Operation): boolean {
    const [meant, seen] = [this.kindsMeant(nouns), nouns.flatMap(this.#idsOf)]
    if (meant.length === 0 && seen.length === 0 && !isId) return false
    const open = meant.length > 0 ? [] : this.#kinds.beside(operation)
    const kinds = [meant, open, this.#kinds.all].find((some) => some.length > 0) ?? []
    const things = kinds.flatMap((one) => this.#thingsOf(one))
    const same = things.filter((one) => isSameId(one.values.at(-1), value))
    const isOther = ({ created }: KnownThing): boolean => created === undefined
    const isNumber = isNumberOfThing(value)
    // Things of several kinds have the same number.
    if (same.length > 0 && isNumber && meant.length === 0) return same.some(isOther)
    // A thing may have several paths, and the id of a user is in those of what is linked to the user.
    const fewest = Math.min(...same.map(({ values }) => values.length))
    if (same.length > 0) return same.filter(({ values }) => values.length === fewest).every(isOther)
    if (this.#isOwn(value) && !(meant.length > 0 && isNumber)) return false
    const known = [...things.map(({ values }) => values.at(-1)), ...seen]
    const areCounted = known.length === 0 || known.some(isNumberOfThing)
    return seen.some((one) => isSameId(one, value)) || (areCounted && isNumber)
  }

  #namedAny(nouns: readonly string[]): readonly Resource[] {
    return nouns.flatMap((noun) => this.#kinds.named(noun))
  }

  #thingsOf({ itemPath }: Resource): readonly KnownThing[] {
    return this.#things.of(itemPath)
  }

  #namesOther({ operation, body }: Call): boolean {
    if (isAsking(operation.path)) return false
    return namedIn(this.#api, body?.value).some((id) => !this.#isOwn(id))
  }

  /**
   * Whether a body lists things by their ids, as in `DELETE /lists/3/entries/batch` and `PUT /lists/3/order`, and one
   * may be of others. Where it links things, as JSON:API does or as `{ add, remove }`, what belongs to one thing only is
   * taken from another one.
   */
  #listsOther(call: Call): boolean {
    const { operation, body } = call
    if (operation.method === 'get' || isAsking(operation.path)) return false
    const isOfOther = (id: unknown): boolean =>
      this.#isOther(id, (nouns) => nouns.length > 0) || (isNumberOfThing(id) && !this.#isOwn(id))
    const moved = ['add', 'remove'].flatMap((name) => listOf(member(body?.value, name)).filter(isPlain))
    if (linkedIn(body?.value).some((one) => !this.#isOwnOf(one)) || moved.some(isOfOther)) return true
    // It creates nothing below the thing in its path, and changes that one.
    const isLinking = moved.length > 0 || linkedIn(listOf(member(body?.value, 'data'))).length > 0
    if (isLinking && addressesIn(call).some((one) => !this.#isCreatedAt(one))) return true
    if (listOf(body?.value).filter(isPlain).some(isOfOther)) return true
    return this.#kinds.createdBy(operation).length === 0 && listOf(member(body?.value, 'ids')).some(isOfOther)
  }

  #isCreatedAt({ itemPath, values }: Address): boolean {
    return this.#things.at({ itemPath, values })?.created !== undefined
  }

  /** Whether the run created the thing that is meant, which may have the number of one of another kind. */
  #isOwnOf({ type, id }: Identifier): boolean {
    const kinds = this.#kinds.named(nameKey(String(type)))
    if (kinds.length === 0) return this.#isOwn(id)
    return kinds
      .flatMap((one) => this.#thingsOf(one))
      .some(({ values, created }) => created !== undefined && isSameId(values.at(-1), id))
  }

  /** Things that are not counted have the same id at each of their paths. */
  #isOwnUuid({ values }: Address): boolean {
    return isUuid(String(values.at(-1))) && this.#isOwn(values.at(-1))
  }

  #isOwn(id: unknown): boolean {
    return this.#created.some((one) =>
      [...Object.values(one.pathValues), one.id].map(String).includes(String(id)),
    )
  }

  #isOfOtherId(call: Call): boolean {
    const { operation, body } = call
    const id = member(body?.value, 'id') ?? memberAt(body?.value, 'data', 'id')
    if (operation.method === 'get' || id === undefined || id === null) return false
    const address = ownAddressOf(call)
    if (!address)
      return this.#kinds
        .createdBy(operation)
        .some(({ nouns: [noun] }) => this.#isOther(id, isNamed(noun)) || this.#mayCount(call, id))
    if (isSameId(address.values.at(-1), id)) return false
    const known = this.#things.at({ ...address, values: [...address.values.slice(0, -1), id] })
    // A thing that gets the id of a deleted one is left over under it.
    return known ? !known.created || isGone(known) : isNumberOfThing(id)
  }

  /** Whether a write sends what is the address of another thing, as `alias` of `/aliases/{alias}`: some overwrite it. */
  #hasOtherKey(call: Call): boolean {
    const { operation, path, body } = call
    const values = parametersIn(operation.path).map((name) => path[name])
    const at = ownAddressOf(call) && this.#kinds.at(operation.path)
    const above = at ? values.slice(0, -1) : values
    return [...this.#kinds.createdBy(operation), ...(at ? [at] : [])].some((resource) => {
      const own = nameKey(resource.parameter.name)
      const [, key] = entriesOf(body?.value).find(([name]) => nameKey(name) === own) ?? []
      const known = this.#things.at({ itemPath: resource.itemPath, values: [...above, key] })
      return known !== undefined && !known.created && !known.isDeleted
    })
  }

  /** Whether a creation sends a number as an id that the document does not want: the service may count its things. */
  #mayCount(call: Call, id: unknown): boolean {
    return !this.#isWanted('id', call) && isNumberOfThing(id) && !this.#isOwn(id)
  }

  #isWanted(name: string, { operation, body }: Call): boolean {
    const { schemas } = this.#api.surface
    const schema = operation.requestBody?.content[body?.mediaType ?? '']?.schema
    const parts = partsOf(schema, (ref) => componentSchema(ref, schemas))
    return parts.some(({ required = [] }) => required.includes(name))
  }

  /** Whether an id is that of a known thing, of a kind whose nouns are meant, which the run did not create. */
  #isOther(id: unknown, isMeant: (nouns: readonly string[]) => boolean): boolean {
    const isIt = (one: KnownThing): boolean =>
      !one.created && !one.isDeleted && isSameId(one.values.at(-1), id)
    return this.#kinds.all.some(
      ({ nouns, itemPath }) => isMeant(nouns) && this.#things.of(itemPath).some(isIt),
    )
  }
}
