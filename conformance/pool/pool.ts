import { isDeepStrictEqual } from 'node:util'
import { cached, entriesOf, groupedBy, type JsonObject } from '../../document/index.js'
import type { ValuePath } from '../../document/values/index.js'
import type { JsonSchema, Operation, Parameter } from '../../runtime/surface.js'
import { headerValue, jsonBody } from '../exchange/exchange.js'
import { isSuccess } from '../exchange/reading.js'
import type { Api, Call, ParameterValues, Case, Observed } from '../model/case.js'
import type { CreatedThing } from '../model/report.js'
import { parametersIn, pathUpTo, shapeOf, valuesByName } from '../resources/paths.js'
import { isAsking, isCreating, type Resource, resourcesOf } from '../resources/resources.js'
import { isPlain, thingsIn, nameKey, nounIn, type PlainValue, referredBy } from '../resources/names.js'
import { Absences, foundNothing } from './absences.js'
import {
  type Address,
  addressesIn,
  addressesOf,
  addressOf,
  type Creation,
  asCreated,
  currentCall,
  isGone,
  type KnownThing,
  KnownThings,
  movedTo,
  ownAddressOf,
  usable,
} from './known-things.js'
import {
  copyIn,
  distinctSent,
  isSaidToBeNew,
  madeAs,
  namedAs,
  pathlessIn,
  readCreation,
} from './creations.js'
import { choose, harvest, holderOf, knownValues, memberKey, SeenValues } from './values.js'

/** The time for which an estimate is cached, in milliseconds, because it is needed before every request. */
const estimatedMs = 200

const isCreatedBy = ({ creates, createsMany }: Resource, operation: Operation): boolean =>
  creates.includes(operation) || createsMany.includes(operation)

const folderOf = (path: string): string => shapeOf(path).replace(/[^/]*$/, '')

/** Whether an operation may create things of a kind: one beside it may create some, such as `POST /pets/upload`. */
const mayBeOf = (resource: Resource, operation: Operation): boolean =>
  isCreatedBy(resource, operation) || folderOf(operation.path) === folderOf(resource.itemPath)

/** Things with addresses, and values of members, from responses. Each kind is bounded, except what the run created. */
export class Pool {
  readonly #api: Api
  readonly #resources: readonly Resource[]
  readonly #byShape: ReadonlyMap<string, Resource>
  /** The paths directly below which things are. */
  readonly #folders: ReadonlySet<string>
  readonly #things = new KnownThings()
  readonly #references = new SeenValues()
  readonly #values = new SeenValues()
  readonly #created: Creation[] = []
  #cleaning = { at: 0, ms: 0 }
  /** Responses of creations that do not say what was created. */
  readonly #unnamed = new Set<CreatedThing>()
  readonly #byObserved = new WeakMap<Observed, readonly Creation[]>()
  /** Cases of sequences; what they create is not offered to other cases. */
  readonly #held = new WeakSet<Case>()
  readonly #absences: Absences
  /** Whether an operation is forbidden to the run on things that the run created. */
  readonly #isForbidden = new Map<Operation, boolean>()
  /** Undefined where no cases are made; then only things are kept, and no values of members. */
  readonly #known: Readonly<Record<string, readonly unknown[]>> | undefined

  /** @param known values by name of a path parameter or member, which take precedence; absent where no cases are made */
  constructor(api: Api, known?: Readonly<Record<string, readonly unknown[]>>) {
    this.#api = api
    this.#resources = resourcesOf(Object.values(api.surface.operations), api.surface.schemas)
    this.#byShape = new Map(this.#resources.map((one) => [shapeOf(one.itemPath), one]))
    this.#folders = new Set(this.#resources.map(({ itemPath }) => folderOf(itemPath)))
    this.#absences = new Absences(api)
    this.#known = known
  }

  /** Everything created, in order, deleted or not; last the creations whose response named nothing. */
  get created(): readonly CreatedThing[] {
    if (this.#unnamed.size === 0) return this.#created
    const creating = new Set(this.#created.map(({ by }) => by.case.call.operation))
    const creates = ({ by }: CreatedThing): boolean =>
      creating.has(by.case.call.operation) ||
      by.exchange.response.status === 202 ||
      headerValue(by.exchange.response.headers, 'location') !== undefined ||
      isCreating(by.case.call.operation.path) ||
      namedAs(this.#nounOf(by.case.call.operation), by) !== undefined
    return [...this.#created, ...[...this.#unnamed].filter(creates)]
  }

  /**
   * The estimated time for deleting what is left, in milliseconds: as long as creating it takes without other delays.
   */
  get cleaningMs(): number {
    if (Date.now() - this.#cleaning.at < estimatedMs) return this.#cleaning.ms
    const left = this.#created.filter((one) => one.deleteOperation !== undefined && !one.isDeleted)
    const durations = [...groupedBy(left, ({ by }) => by.case.call.operation).values()].map((group) =>
      group.map(({ by }) => by.durationMs),
    )
    const ms = durations.reduce((sum, all) => sum + Math.min(...all) * all.length, 0)
    this.#cleaning = { at: Date.now(), ms }
    return ms
  }

  /** Calls of the lists that may show by its unique name what no response named, with their path values in order. */
  get namingLists(): readonly (readonly [list: Operation, values: readonly PlainValue[]])[] {
    const named = [...this.#unnamed].filter(({ by }) => distinctSent(by).length > 0)
    const creations = groupedBy(named, ({ by: { case: { call } } }) => `${call.operation.pointer} ${JSON.stringify(call.path)}`) // prettier-ignore
    const calls = new Map<string, readonly [Operation, readonly PlainValue[]]>()
    for (const [
      {
        by: {
          case: { call },
        },
      },
    ] of creations.values())
      for (const { lists } of this.#resources.filter((one) => mayBeOf(one, call.operation)))
        for (const list of lists) {
          const values = parametersIn(list.path).map((name) => call.path[name])
          if (values.every(isPlain)) calls.set(`${list.path} ${values.join('/')}`, [list, values])
        }
    return [...calls.values()]
  }

  createdBy(observed: Observed): readonly CreatedThing[] {
    return this.#byObserved.get(observed) ?? []
  }

  createdKinds(operation: Operation): readonly Resource[] {
    return this.#resources.filter((one) => isCreatedBy(one, operation))
  }

  #listedKinds({ path }: Operation): readonly Resource[] {
    return this.#resources.filter(({ lists }) => lists.some((one) => one.path === path))
  }

  /** Keeps the values of a response. Refusals are ignored, except for missing things. */
  learn(observed: Observed): void {
    const { call } = observed.case
    const { request, sentAt } = observed.exchange
    const method = request.method.toLowerCase()
    const wasAbsent = this.isAbsent(call)
    this.#absences.learn(observed)
    const isOwnCall = (call.credentials ?? 'own') === 'own' && this.isCreated(call)
    if (isOwnCall && isSuccess(observed.exchange)) this.#isForbidden.set(call.operation, false)
    else if (isOwnCall && observed.exchange.response.status === 403)
      cached(this.#isForbidden, call.operation, () => true)
    const own = this.#ownThing(call)
    // A created thing stays known, because it may appear later and has to be deleted in any case.
    if (own && foundNothing(observed)) {
      if (own.other) this.#things.see(own.itemPath, own.other)
      if (!own.created) own.isDeleted = true
      else if (own.mayBeDeleted === true) this.#things.forget(own)
    }
    // A request that got no response because the time was up may have been carried out.
    if (observed.exchange.response.status === 0 && this.createdKinds(call.operation).length > 0)
      this.#unnamed.add(this.#withoutPath(observed))
    if (!isSuccess(observed.exchange) || method !== call.operation.method) return this.#move(own, observed)
    for (const { itemPath, values } of addressesIn(call)) this.#things.see(itemPath, values)
    const isUpdate = method === 'put' || method === 'patch' || (method === 'post' && own !== undefined)
    // A successful update proves that a deleted thing exists again, even if it overtook the deletion.
    const isAgain = isUpdate && own?.created?.isDeleted === true
    const isNew = method === 'post' && (wasAbsent || (own?.isDeleted !== false && isSaidToBeNew(observed)))
    if (isAgain || isNew || (isUpdate && wasAbsent)) this.#createAt(ownAddressOf(call), observed)
    if (isUpdate && own) own.updatedAt = sentAt + observed.durationMs
    if (method === 'delete') {
      if (!own) return this.#forgetListed(observed)
      // A concurrent update may have recreated the thing; only a read shows it.
      if ((own.updatedAt ?? 0) < sentAt) this.#things.forget(own)
      else own.mayBeDeleted = true
      return
    }
    this.#learnBody(observed)
    this.#move(own, observed)
  }

  /** Whether the last read of a call's path, or of a thing above it, found nothing, with no write since. */
  isAbsent(call: Call): boolean {
    return this.#absences.include(call)
  }

  /** Whether a call addresses a thing that the run created and did not delete, or something below it. */
  isCreated(call: Call): boolean {
    const known = addressesIn(call).map((one) => this.#at(one))
    const meant = known.length > 0 ? known : [this.#meantByBody(call)]
    return meant.some((thing) => thing?.created !== undefined && !thing.isDeleted)
  }

  /** Whether a response showed that the thing of a call exists, or one above it. */
  isSeen(call: Call): boolean {
    return addressesIn(call).some((one) => this.#at(one) !== undefined)
  }

  /** Whether a creation returned this address after a time. @param since Unix time in milliseconds */
  isCreatedSince(address: Address, since: number): boolean {
    return (this.#at(address)?.createdAt ?? 0) >= since
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
    const resource = this.#resourceAt(pathUpTo(operation.path, name))
    const nouns = resource?.nouns ?? [nounIn(name)]
    // `{external_id}` where things are else addressed by `{id}`.
    const [own, other] = [resource?.parameter.name ?? name, referredBy(name)]
    const isOther = other !== undefined && nameKey(own) !== nameKey(name) && !nouns.includes(other)
    const things = [...(isOther ? this.#referred([other]) : []), ...this.#pathValues(operation, name, given)]
    // A thing's id may be a member that its path does not use, so it comes last.
    const found = this.#choose([...knownValues(this.#known, name, nouns), ...things], schema)
    const known = found.length > 0 ? found : this.#choose(this.#referred(nouns), schema)
    if (known.length > 0) return known
    // `{to_ref}` is a `{ref}` too.
    const sideless = sided.exec(nameKey(name))?.[1]
    if (sideless !== undefined) return this.#choose(this.#referred([nounIn(sideless)]), schema)
    // The run may not own what is known by its name alone, so it is read, and not changed.
    const isNew = resource === undefined || this.#things.of(shapeOf(resource.itemPath)).length === 0
    return isNew && operation.method === 'get' ? this.#choose(this.#namesFor(operation, name), schema) : []
  }

  /** Values for a parameter of a path at which no thing is known. */
  #namesFor({ path }: Operation, name: string): readonly unknown[] {
    const [collection = ''] = pathUpTo(path, name).split('/').slice(-2)
    // `{shareToken}` of `/shares/{shareToken}/pet`, and `{pluginName}` is the name of a plugin.
    const [noun, word = ''] = [referredBy(name), nameKey(name).split(' ').at(-1)]
    const named = noun === undefined ? [] : this.#values.of(memberKey(noun, word))
    return [...this.#referred([nameKey(collection)]), ...named]
  }

  /** Values of all path parameters of an operation that belong together, best first. */
  pathsFor({ path }: Pick<Operation, 'path'>): readonly ParameterValues[] {
    for (const name of parametersIn(path).toReversed()) {
      const start = pathUpTo(path, name)
      const things = usable(this.#things.of(shapeOf(start)))
      if (things.length > 0) return things.map(({ values }) => valuesByName(start, values))
    }
    return []
  }

  /** A call about an existing thing, where the original one was deleted since. */
  current(call: Call): Call {
    return currentCall(this.#things, call)
  }

  /**
   * Values for a body member: ids of the things that its name refers to, or the object that it is in, and values that
   * several things share.
   * @param path the names that lead to it
   */
  memberValues(name: string, schema?: JsonSchema, path: ValuePath = []): readonly unknown[] {
    const referred = referredBy(name)
    // An id that the client chooses belongs to one thing only.
    if (/^(external|correlation|idempotency)$/.test(referred ?? ''))
      return this.#choose(knownValues(this.#known, name, []), schema)
    const meant = referred ?? holderOf(path)
    const nouns = meant === undefined ? [nameKey(name)] : [meant, meant.split(' ').at(-1) ?? '']
    const isShared = referred === undefined && !unique.test(nameKey(name))
    const shared = isShared ? this.#values.of(nameKey(name), 3) : []
    return this.#choose([...knownValues(this.#known, name, []), ...this.#referred(nouns), ...shared], schema)
  }

  /** A thing whose name is part of its address has another one after an update. */
  #move(own: KnownThing | undefined, observed: Observed): void {
    const resource = own && this.#resourceAt(own.itemPath)
    const values = resource && movedTo(resource, observed)
    if (values && values.join() !== own.values.join()) this.#things.move(own, values)
  }

  #learnBody(observed: Observed): void {
    const { case: { call }, exchange } = observed // prettier-ignore
    const body = jsonBody(exchange.response)
    const at = exchange.sentAt + observed.durationMs
    const created = this.createdKinds(call.operation)
    // Those that can be deleted come first, because the others may be further paths of the same thing.
    const areUnnamed = created
      .toSorted((a, b) => Number(b.remove !== undefined) - Number(a.remove !== undefined))
      .map((resource) => this.#learnCreated(resource, observed))
    if (created.length === 0) this.#createUnaddressed(observed)
    else if (!areUnnamed.includes(false)) this.#unnamed.add(this.#withoutPath(observed))
    for (const resource of call.operation.method === 'get' ? this.#listedKinds(call.operation) : []) {
      const unnamed = this.#unnamedOf(resource)
      for (const thing of thingsIn(body, resource.nouns[0] ?? '', 'list').things) {
        const [values, other] = addressesOf(thing, resource, observed)
        if (!values) continue
        this.#things.see(resource.itemPath, values).other ??= other
        this.#things.show(resource.itemPath, values, at)
        this.#findUnnamed({ itemPath: resource.itemPath, values }, thing, unnamed)
      }
    }
    const own = ownAddressOf(call)
    // Some services answer with an empty object where nothing is.
    if (own && !isDeepStrictEqual(body, {})) this.#things.show(own.itemPath, own.values, at)
    if (this.#known) harvest(body, this.#nounOf(call.operation), this.#references, this.#values)
  }

  #unnamedOf(resource: Resource): readonly CreatedThing[] {
    return [...this.#unnamed].filter(({ by }) => mayBeOf(resource, by.case.call.operation))
  }

  /** Finds things that a 202 did not name in a later list, by the unique text that they were created with. */
  #findUnnamed(address: Address, thing: JsonObject, unnamed: readonly CreatedThing[]): void {
    const known = this.#at(address)
    if (known?.created && !known.isDeleted) return
    const found = unnamed.find(
      (one) =>
        this.#unnamed.has(one) &&
        madeAs(thing, one.by) &&
        !this.#things.wasThere(address.itemPath, address.values, one.by.exchange.sentAt),
    )
    if (found && this.#unnamed.delete(found)) this.#createAt(address, found.by)
  }

  /** The deletion of a whole list returns what it deleted. */
  #forgetListed(observed: Observed): void {
    const { case: { call }, exchange: { response } } = observed // prettier-ignore
    for (const resource of this.#listedKinds(call.operation))
      for (const one of thingsIn(jsonBody(response), resource.nouns[0] ?? '', 'list').things) {
        const values = addressOf(one, resource, observed)
        const thing = values && this.#at({ itemPath: resource.itemPath, values })
        if (thing) this.#things.forget(thing)
      }
  }

  /** Keeps what a response created, except for things that existed before. @returns whether nothing names it */
  #learnCreated(resource: Resource, observed: Observed): boolean {
    const { itemPath } = resource
    const { addresses, named, isUnnamed } = readCreation(resource, observed)
    const isNew = (values: readonly unknown[]): boolean =>
      !this.#things.wasThere(itemPath, values, observed.exchange.sentAt)
    for (const values of addresses.filter(isNew)) this.#createAt({ itemPath, values }, observed)
    if (named && isNew(named)) this.#createAt({ itemPath, values: named }, observed, true)
    return isUnnamed
  }

  /** Keeps a new id in a POST response for which the document has no path. */
  #createUnaddressed(observed: Observed): void {
    const { call } = observed.case
    const isKnown = this.createdBy(observed).length > 0
    if (call.operation.method !== 'post' || isAsking(call.operation.path) || isKnown) return
    const above = addressesIn(call).at(-1)
    const resource = above && this.#resourceAt(above.itemPath)
    const copy = resource && copyIn(above, resource, observed)
    if (copy && !this.#things.wasThere(copy.itemPath, copy.values, observed.exchange.sentAt))
      return this.#createAt(copy, observed)
    const made = pathlessIn(observed, this.#nounOf(call.operation))
    if (made) this.#created.push({ ...this.#withoutPath(observed), ...made })
    else if (this.#folders.has(folderOf(call.operation.path))) this.#unnamed.add(this.#withoutPath(observed))
  }

  #withoutPath(by: Observed): CreatedThing {
    return { api: this.#api, by, pathValues: {}, isDeleted: false }
  }

  /** @param isGuess the service may have changed the name, so sequences must not rely on the thing */
  #createAt(address: Address | undefined, observed: Observed, isGuess = false): void {
    const resource = address && this.#resourceAt(address.itemPath)
    if (!resource) return
    const isAnew = this.#at(address)?.isBelowDeleted === true
    const thing = this.#things.see(resource.itemPath, address.values)
    thing.createdAt = observed.exchange.sentAt + observed.durationMs
    if (isAnew && thing.created) thing.created.isDeleted = true
    if (thing.created && !thing.created.isDeleted && !thing.isDeleted) return
    const isOwn = resource.remove !== undefined && resource.isByMember !== true
    const [same, ...others] = isOwn ? [] : (this.#byObserved.get(observed) ?? [])
    thing.isDeleted = false
    const { call } = observed.case
    // Things that other credentials created may be refused to the run.
    thing.isHeld = (!isGuess && this.#held.has(observed.case)) || (call.credentials ?? 'own') !== 'own'
    if (same && others.length === 0) {
      thing.created = same
      return
    }
    const created = asCreated(thing, observed)
    this.#created.push(created)
    if (!isGuess) this.#byObserved.set(observed, [...(this.#byObserved.get(observed) ?? []), created])
  }

  #at({ itemPath, values }: Address): KnownThing | undefined {
    return this.#things.find(shapeOf(itemPath), values)
  }

  #ownThing(call: Call): KnownThing | undefined {
    const address = ownAddressOf(call)
    return address && this.#at(address)
  }

  #resourceAt(path: string): Resource | undefined {
    return this.#byShape.get(shapeOf(path))
  }

  #nounOf(operation: Operation): string {
    const [resource] = [
      this.#resourceAt(operation.path) ?? [],
      this.createdKinds(operation),
      operation.method === 'get' ? this.#listedKinds(operation) : [],
    ].flat()
    const last = operation.path.split('/').findLast((one) => /^[^{]+$/.test(one)) ?? ''
    return resource?.nouns[0] ?? nameKey(last)
  }

  #choose(values: readonly unknown[], schema: JsonSchema | undefined): readonly unknown[] {
    return choose(values, schema, this.#api.surface.schemas)
  }

  #thingsOf(by: Observed): readonly KnownThing[] {
    const all = this.#resources.flatMap(({ itemPath }) => this.#things.of(shapeOf(itemPath)))
    return all.filter(({ created }) => created?.by === by)
  }

  #pathValues(operation: Operation, name: string, given: ParameterValues): readonly unknown[] {
    const { path } = operation
    const start = pathUpTo(path, name)
    const above = parametersIn(start).slice(0, -1)
    // An id may be a text in one response and a number in another.
    const isBelow = ({ values }: KnownThing): boolean =>
      above.every((one, index) => String(given[one] ?? values[index]) === String(values[index]))
    const known = usable(this.#things.of(shapeOf(start)))
    const isCreated = ({ created }: KnownThing): boolean => created !== undefined
    // What belongs to a user is often forbidden to the one who created the user.
    const things = this.#isForbidden.get(operation)
      ? known.toSorted((a, b) => Number(isCreated(a)) - Number(isCreated(b)))
      : known
    if (things.length === 0) {
      // `{owner}` of `/repos/{owner}/{repo}` is no thing by itself.
      const whole = this.pathsFor({ path }).filter((values) =>
        above.every((one) => values[one] === given[one]),
      )
      return [...new Set(whole.map((values) => values[name]).filter((value) => value !== undefined))]
    }
    return things.filter(isBelow).map(({ values }) => values.at(-1))
  }

  #queryValues(operation: Operation, name: string): readonly unknown[] {
    const own = memberKey(this.#nounOf(operation), name.replace(/^filter\[|\]$/g, ''))
    const known = knownValues(this.#known, name, [])
    return [
      ...known,
      ...this.#referred([nounIn(name)]),
      ...this.#values.of(own),
      ...this.#values.of(nameKey(name), 2),
    ]
  }

  /** Ids of things of some kinds, created ones first, without gone or withheld ones. */
  #referred(nouns: readonly string[]): readonly unknown[] {
    const kinds = this.#resources.filter((one) => one.nouns.some((noun) => nouns.includes(noun)))
    const all = kinds.flatMap(({ itemPath }) => this.#things.of(shapeOf(itemPath)))
    const idOf = ({ values }: KnownThing): unknown => values.at(-1)
    const left = new Set(all.filter((one) => isGone(one) || one.isHeld).map((one) => String(idOf(one))))
    const seen = nouns.flatMap((noun) => this.#references.of(noun))
    return [...usable(all).map(idOf), ...seen.filter((value) => !left.has(String(value)))]
  }

  /** The thing that an update identifies in its body, where the path does not. */
  #meantByBody({ operation, body }: Call): KnownThing | undefined {
    const resource = this.#resources.find((one) =>
      one.updatesByBody.some(({ path }) => path === operation.path),
    )
    const id = entriesOf(body?.value).find(([name]) => nameKey(name) === 'id')?.[1]
    const isKnown = operation.method !== 'post' && resource !== undefined && id !== undefined
    return isKnown ? this.#things.find(shapeOf(resource.itemPath), [id]) : undefined
  }
}

/** Names of parameters that are one of two things of a kind. */
const sided =
  /^(?:from|to|source|target|src|dst|dest|destination|base|head|left|right|first|second|other|before|after) (.+)$/

/** Names of members whose values are rarely shared between things, or shared only by chance. */
const unique =
  /(^| )(name|title|email|e mail|phone|username|login|password|url|uri|text|description|token|secret|date|time|at)$/
