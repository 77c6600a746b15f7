import { cached, entriesOf, isObject, parametersIn } from '../../document/index.js'
import type { ValuePath } from '../../document/values/index.js'
import type { TypedIds } from '../cases/start.js'
import type { JsonSchema, Operation, Parameter } from '../../runtime/surface.js'
import { jsonBody } from '../exchange/exchange.js'
import { isSuccess } from '../exchange/reading.js'
import type { Api, Observed, ParameterValues } from '../model/case.js'
import { isMadeUp, mayBeId, nameKey, nounIn, referredBy, typesOf } from '../resources/names.js'
import { lastParameter, pathUpTo, slashed, valuesByName } from '../resources/paths.js'
import { componentOf } from '../resources/operation-paths.js'
import type { Kinds } from './kinds.js'
import { isGone, type KnownThing, type KnownThings, usable } from './known-things.js'
import { isIdName, nounsMeant, unique } from './references.js'
import { choose, harvest, holderOf, knownValues, memberKey, SeenValues } from './values.js'

/** The component that an operation shows when it succeeds. */
const shownBy = (operation: Operation): string | undefined => componentOf(operation, ['200', '201', '202'])

/** Names of parameters that are one of two things of a kind. */
const sided =
  /^(?:from|to|source|target|src|dst|dest|destination|base|head|left|right|first|second|other|before|after) (.+)$/

/** A body, or the members of the object that it is. */
const partsIn = (body: unknown): readonly unknown[] => (isObject(body) ? Object.values(body) : [body])

/** Values by name of a path parameter or member, which a user knows. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Values for parameters and members of later calls: ids of known things, and values that responses showed. */
export class OfferedValues {
  readonly #api: Api
  readonly #kinds: Kinds
  readonly #things: KnownThings
  /** The ids of created things that have no paths. */
  readonly #pathless: ReadonlySet<unknown>
  readonly #known: Known
  readonly #references = new SeenValues()
  readonly #values = new SeenValues()
  /** Whether a read is forbidden to the run on things that the run created, or shows no content of them. */
  readonly #showsNothing = new Map<Operation, boolean>()
  /** POSTs that found nothing at an id that the run had made up, so they do not create there. */
  readonly #needsThing = new Set<Operation>()

  constructor(api: Api, kinds: Kinds, things: KnownThings, pathless: ReadonlySet<unknown>, known: Known) {
    this.#api = api
    this.#kinds = kinds
    this.#things = things
    this.#pathless = pathless
    this.#known = known
  }

  /** Keeps the values of a body. */
  learn(body: unknown, operation: Operation): void {
    harvest(body, this.#kinds.nounOf(operation), this.#references, this.#values)
    const shown = shownBy(operation)
    if (shown === undefined) return
    for (const [name, value] of entriesOf(body)) this.#values.add(memberKey(shown, name), value)
  }

  /** Keeps whether a read of a thing that the run created is forbidden, or shows lists that are empty. */
  learnRead({ case: { call }, exchange }: Observed): void {
    const { operation } = call
    const lists = partsIn(jsonBody(exchange.response)).filter(Array.isArray)
    const isEmpty = lists.length > 0 && lists.every((one) => one.length === 0)
    if (isSuccess(exchange) && !isEmpty) this.#showsNothing.set(operation, false)
    else if (isSuccess(exchange) || exchange.response.status === 403)
      cached(this.#showsNothing, operation, () => true)
  }

  /** Keeps that a POST found nothing at its path. */
  missed(operation: Operation): void {
    this.#needsThing.add(operation)
  }

  /** Whether the client chooses the id of what an operation creates: `POST /users/{name}` with 201. */
  #createsAt(operation: Operation, name: string): boolean {
    const isLast = operation.method === 'post' && lastParameter(operation.path) === name
    return isLast && this.#kinds.saysCreated(operation) && !this.#needsThing.has(operation)
  }

  /** The ids of a noun that responses showed, in whatever member. */
  idsOf(noun: string): readonly unknown[] {
    return this.#references.of(noun)
  }

  /** Values for a parameter, best first, never of deleted things. @param given fixed values of the path */
  valuesFor(
    operation: Operation,
    { name, in: location, schema: declared }: Pick<Parameter, 'name' | 'in' | 'schema'>,
    given: ParameterValues = {},
  ): readonly unknown[] {
    const isMeant = (one: Parameter): boolean => one.name === name && one.in === location
    const schema = declared ?? operation.parameters.find(isMeant)?.schema
    // `*` matches every version of a thing; made-up ETags match none.
    if (location === 'header' && /^if-match$/i.test(name)) return this.#choose(['*'], schema)
    if (location !== 'path') return this.#choose(this.#queryValues(operation, name), schema)
    const resource = this.#kinds.at(pathUpTo(operation.path, name))
    const nouns = resource?.nouns ?? [nounIn(name)]
    if (this.#createsAt(operation, name)) return this.#choose(knownValues(this.#known, name, nouns), schema)
    // `{external_id}` where things are else addressed by `{id}`.
    const [own, other] = [resource?.parameter.name ?? name, referredBy(name)]
    const isOther = other !== undefined && nameKey(own) !== nameKey(name) && !nouns.includes(other)
    const things = [...(isOther ? this.#referred([other]) : []), ...this.#pathValues(operation, name, given)]
    // A thing's id may be a member that its path does not use, so it comes last.
    const elsewhere = operation.method === 'get' ? [] : this.#createdElsewhere(operation.path, name, nouns)
    const found = this.#choose([...knownValues(this.#known, name, nouns), ...elsewhere, ...things], schema)
    // Some services look at the last id alone, which below a thing of the run may be that of somebody.
    const isOwn =
      operation.method !== 'get' && isMadeUp(nameKey(name)) && name !== parametersIn(operation.path)[0]
    const known = found.length > 0 ? found : this.#choose(this.#referred(nouns, isOwn), schema)
    if (known.length > 0) return known
    // `{to_ref}` is a `{ref}` too.
    const sideless = sided.exec(nameKey(name))?.[1]
    if (sideless !== undefined) return this.#choose(this.#referred([nounIn(sideless)]), schema)
    // The run may not own what is known by its name alone, so it is read, and not changed.
    const isNew = resource === undefined || this.#things.of(resource.itemPath).length === 0
    return isNew && operation.method === 'get' ? this.#choose(this.#namesFor(operation, name), schema) : []
  }

  /** Ids that the run created at other paths, where all things known at the first id of a path belong to others. */
  #createdElsewhere(path: string, name: string, nouns: readonly string[]): readonly unknown[] {
    const known = usable(this.#things.of(pathUpTo(path, name)))
    const isOfOthers = known.length > 0 && known.every(({ created }) => created === undefined)
    return isOfOthers && parametersIn(path)[0] === name ? this.#referred(nouns, true) : []
  }

  /** Values for a parameter of a path at which no thing is known. */
  #namesFor({ path }: Operation, name: string): readonly unknown[] {
    const [collection = ''] = slashed(pathUpTo(path, name)).split('/').slice(-2)
    // `{shareToken}` of `/shares/{shareToken}/pet`, and `{pluginName}` is the name of a plugin.
    const [noun, word = ''] = [referredBy(name), nameKey(name).split(' ').at(-1)]
    const named = noun === undefined ? [] : this.#values.of(memberKey(noun, word))
    return [...this.#referred([nameKey(collection)]), ...named]
  }

  /** Values of all path parameters of an operation that belong together, best first. */
  pathsFor({ path }: Pick<Operation, 'path'>): readonly ParameterValues[] {
    for (const name of parametersIn(path).toReversed()) {
      const start = pathUpTo(path, name)
      const things = usable(this.#things.of(start))
      if (things.length > 0) return things.map(({ values }) => valuesByName(start, values))
    }
    return []
  }

  /**
   * Values for a body member: ids of the things that its name refers to, or the object that it is in, and values that
   * several things share. Of things that the run created it offers those alone.
   * @param path the names that lead to it
   * @param operation the one that it is sent to
   * @param onlyGiven none but those that the user gave
   */
  memberValues(
    name: string,
    schema?: JsonSchema,
    path: ValuePath = [],
    operation?: Operation,
    onlyGiven = false,
  ): readonly unknown[] {
    const [key, referred] = [nameKey(name), referredBy(name)]
    // An id that the client chooses, or the address of what it creates, belongs to one thing only.
    const isOfOne = /^(external|correlation|idempotency)$/.test(referred ?? '')
    if (onlyGiven || isOfOne || (operation && path.length < 2 && this.#isKeyOfNew(key, operation, schema)))
      return this.#choose(knownValues(this.#known, name, []), schema)
    const typed =
      operation && path.length < 2
        ? this.#typedIds(operation, path.length === 0 ? 'query' : 'body', name)
        : []
    if (typed.length > 0) return this.#choose([...knownValues(this.#known, name, []), ...typed], schema)
    const meant = referred ?? holderOf(path)
    const nouns = nounsMeant(key, meant)
    const isShared = referred === undefined && !unique.test(key)
    const shared = isShared ? this.#values.of(key, 3) : []
    const short = meant ?? (mayBeId(schema, this.#api.surface.schemas) ? key : undefined)
    const longer = short === undefined ? [] : this.#kinds.longerNouns(short, operation)
    const seen = nouns.flatMap((noun) => this.idsOf(noun))
    const kinds = this.#things.kindsMeant(nouns, seen, this.#kinds)
    const own = [longer, nouns, ...kinds.map((kind) => kind.nouns)].flatMap((some) =>
      this.#referred(some, true),
    )
    // Of a list, what belongs to one thing only would be taken from it.
    const isListed = path.at(-1) === '0' && nouns.some((noun) => this.#kinds.creatable(noun).length > 0)
    const isOwn = own.length > 0 || isListed
    const referredTo = isOwn ? own : [longer, nouns].flatMap((some) => this.#referred(some))
    const isOpen = referredTo.length === 0 && operation !== undefined && (isIdName(key) || name === 'keys')
    const near = isOpen ? [...this.#kinds.beside(operation), ...this.#kinds.inside(operation)] : []
    const nounsNear = near.flatMap((one) => one.nouns)
    const values = [...referredTo, ...this.#referred(nounsNear, true), ...shared]
    return this.#choose([...knownValues(this.#known, name, []), ...values], schema)
  }

  /**
   * Whether a member is the address of what an operation creates, and of no other kind, `alias` of `/aliases/{alias}`,
   * or a text that is named after its kind: `collection` of `/collections/{id}`.
   */
  #isKeyOfNew(key: string, operation: Operation, schema: JsonSchema | undefined): boolean {
    const created = this.#kinds.createdBy(operation)
    const isKey = created.some(({ parameter }) => nameKey(parameter.name) === key)
    if (isKey && this.#kinds.named(key).every((one) => created.includes(one))) return true
    const { schemas } = this.#api.surface
    const isText = typesOf(schema, schemas).includes('string') && !mayBeId(schema, schemas)
    return isText && created.some(({ nouns: [noun] }) => noun === key)
  }

  #pathValues(operation: Operation, name: string, given: ParameterValues): readonly unknown[] {
    const { path } = operation
    const start = pathUpTo(path, name)
    const above = parametersIn(start).slice(0, -1)
    // An id may be a text in one response and a number in another.
    const isBelow = ({ values }: KnownThing): boolean =>
      above.every((one, index) => String(given[one] ?? values[index]) === String(values[index]))
    const known = usable(this.#things.of(start))
    const isCreated = ({ created }: KnownThing): boolean => created !== undefined
    // The caller often may not read the things of a user that it created, and new things have no parts.
    const things = this.#showsNothing.get(operation)
      ? known.toSorted((a, b) => Number(isCreated(a)) - Number(isCreated(b)))
      : known
    const below = parametersIn(path).slice(above.length + 1)
    // `{owner}` of `/repos/{owner}/{repo}` is not a thing by itself, and that of `/owners/{owner}/pets/{pet}` has a pet.
    const isWhole = (values: ParameterValues): boolean =>
      above.every((one) => values[one] === given[one]) &&
      (things.length === 0 || below.some((one) => values[one] !== undefined))
    const whole = things.length > 0 && below.length === 0 ? [] : this.pathsFor({ path }).filter(isWhole)
    const ofWhole = whole.map((values) => values[name]).filter((value) => value !== undefined)
    return [...new Set([...ofWhole, ...things.filter(isBelow).map(({ values }) => values.at(-1))])]
  }

  /** The ids that a member may have, by the kinds that the type beside it names, those of created things first. */
  #typedIds(operation: Operation, where: 'query' | 'body', name: string): readonly unknown[] {
    const types = this.#kinds
      .typedReferences(operation)
      .flatMap((one) => (one.in === where && one.id === name ? one.types : []))
    return [true, false].flatMap((onlyCreated) =>
      types.flatMap((type) => this.#referred([nameKey(type)], onlyCreated)),
    )
  }

  /** The ids in the query and body of an operation whose kind another member says, with the known ones of each kind. */
  typedIds(operation: Operation): readonly TypedIds[] {
    return this.#kinds.typedReferences(operation).map(({ in: where, id, schema, type, types }) => ({
      in: where,
      id,
      type,
      ids: new Map(types.map((one) => [one, this.#choose(this.#referred([nameKey(one)]), schema)])),
    }))
  }

  #queryValues(operation: Operation, name: string): readonly unknown[] {
    const own = memberKey(this.#kinds.nounOf(operation), name.replace(/^filter\[|\]$/g, ''))
    const known = knownValues(this.#known, name, [])
    // `GET /flows/find?id=` takes the id of what `POST /flows/begin` shows: of the same component.
    const shown = shownBy(operation)
    return [
      ...known,
      ...this.#typedIds(operation, 'query', name),
      ...this.#referred([nounIn(name)]),
      ...this.#values.of(own),
      ...(shown === undefined ? [] : this.#values.of(memberKey(shown, name))),
      ...this.#values.of(nameKey(name), 2),
    ]
  }

  /** Ids of things of some kinds, created ones first or alone, without gone or withheld ones. */
  #referred(nouns: readonly string[], onlyCreated = false): readonly unknown[] {
    // Before anything is known, each operation of a document would look through the kinds of all others.
    const named = this.#things.isEmpty ? [] : nouns.flatMap((noun) => this.#kinds.named(noun))
    const all = [...new Set(named)].flatMap(({ itemPath }) => this.#things.of(itemPath))
    const idOf = ({ values }: KnownThing): unknown => values.at(-1)
    const seen = nouns.flatMap((noun) => this.#references.of(noun))
    const pathless = seen.filter((id) => this.#pathless.has(String(id)))
    const usual = usable(all)
    const created = usual.filter((one) => one.created !== undefined).map(idOf)
    if (onlyCreated) return [...created, ...pathless]
    const left = new Set(all.filter((one) => isGone(one) || one.isHeld).map((one) => String(idOf(one))))
    return [...usual.map(idOf), ...pathless, ...seen.filter((value) => !left.has(String(value)))]
  }

  #choose(values: readonly unknown[], schema: JsonSchema | undefined): readonly unknown[] {
    return choose(values, schema, this.#api.surface.schemas)
  }
}
