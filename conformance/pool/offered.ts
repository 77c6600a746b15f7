import { cached, isObject } from '../../document/index.js'
import type { ValuePath } from '../../document/values/index.js'
import type { JsonSchema, Operation, Parameter } from '../../runtime/surface.js'
import { jsonBody } from '../exchange/exchange.js'
import { isSuccess } from '../exchange/reading.js'
import type { Api, Observed, ParameterValues } from '../model/case.js'
import { isMadeUp, nameKey, nounIn, referredBy } from '../resources/names.js'
import { parametersIn, pathUpTo, shapeOf, valuesByName } from '../resources/paths.js'
import type { Kinds } from './kinds.js'
import { isGone, type KnownThing, type KnownThings, usable } from './known-things.js'
import { choose, harvest, holderOf, knownValues, memberKey, SeenValues } from './values.js'

/** Names of parameters that are one of two things of a kind. */
const sided =
  /^(?:from|to|source|target|src|dst|dest|destination|base|head|left|right|first|second|other|before|after) (.+)$/

/** Names of members whose values are rarely shared between things, or shared only by chance. */
const unique =
  /(^| )(name|title|email|e mail|phone|username|login|password|url|uri|text|description|token|secret|date|time|at)$/

/** A body, or the members of the object that it is. */
const partsIn = (body: unknown): readonly unknown[] => (isObject(body) ? Object.values(body) : [body])

/** Values by name of a path parameter or member, which a user knows. */
export type Known = Readonly<Record<string, readonly unknown[]>>

/** Values for parameters and members of later calls: ids of known things, and values that responses showed. */
export class OfferedValues {
  readonly #api: Api
  readonly #kinds: Kinds
  readonly #things: KnownThings
  readonly #known: Known
  readonly #references = new SeenValues()
  readonly #values = new SeenValues()
  /** Whether a read is forbidden to the run on things that the run created, or shows no content of them. */
  readonly #showsNothing = new Map<Operation, boolean>()

  constructor(api: Api, kinds: Kinds, things: KnownThings, known: Known) {
    this.#api = api
    this.#kinds = kinds
    this.#things = things
    this.#known = known
  }

  /** Keeps the values of a body. */
  learn(body: unknown, operation: Operation): void {
    harvest(body, this.#kinds.nounOf(operation), this.#references, this.#values)
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
    // `{external_id}` where things are else addressed by `{id}`.
    const [own, other] = [resource?.parameter.name ?? name, referredBy(name)]
    const isOther = other !== undefined && nameKey(own) !== nameKey(name) && !nouns.includes(other)
    const things = [...(isOther ? this.#referred([other]) : []), ...this.#pathValues(operation, name, given)]
    // A thing's id may be a member that its path does not use, so it comes last.
    const found = this.#choose([...knownValues(this.#known, name, nouns), ...things], schema)
    // Some services look at the last id alone, which below a thing of the run may be that of somebody.
    const isOwn =
      operation.method !== 'get' && isMadeUp(nameKey(name)) && name !== parametersIn(operation.path)[0]
    const known = found.length > 0 ? found : this.#choose(this.#referred(nouns, isOwn), schema)
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

  /**
   * Values for a body member: ids of the things that its name refers to, or the object that it is in, and values that
   * several things share.
   * @param path the names that lead to it
   * @param onlyGiven none but those that the user gave
   */
  memberValues(
    name: string,
    schema?: JsonSchema,
    path: ValuePath = [],
    onlyGiven = false,
  ): readonly unknown[] {
    const referred = referredBy(name)
    // An id that the client chooses belongs to one thing only.
    if (onlyGiven || /^(external|correlation|idempotency)$/.test(referred ?? ''))
      return this.#choose(knownValues(this.#known, name, []), schema)
    const meant = referred ?? holderOf(path)
    const nouns = meant === undefined ? [nameKey(name)] : [meant, meant.split(' ').at(-1) ?? '']
    const isShared = referred === undefined && !unique.test(nameKey(name))
    const shared = isShared ? this.#values.of(nameKey(name), 3) : []
    // A thing that belongs to one only would be taken from it.
    const isOwn = path.at(-1) === '0' && nouns.some((noun) => this.#kinds.creatable(noun).length > 0)
    const referredTo = [
      ...this.#referred(meant === undefined ? [] : this.#longerNouns(meant), isOwn),
      ...this.#referred(nouns, isOwn),
    ]
    return this.#choose([...knownValues(this.#known, name, []), ...referredTo, ...shared], schema)
  }

  /** The nouns of the only kind that a shorter one may mean: `pet type` for `type`; none where that is a kind itself. */
  #longerNouns(noun: string): readonly string[] {
    const all = this.#kinds.all.map(({ nouns }) => nouns)
    if (all.some((nouns) => nouns.includes(noun))) return []
    const [first, ...others] = all.filter((nouns) => nouns.some((one) => one.endsWith(` ${noun}`)))
    return others.length === 0 ? (first ?? []) : []
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
    // What belongs to a user is often forbidden to the one who created the user, and what is new has no parts.
    const things = this.#showsNothing.get(operation)
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
    const own = memberKey(this.#kinds.nounOf(operation), name.replace(/^filter\[|\]$/g, ''))
    const known = knownValues(this.#known, name, [])
    return [
      ...known,
      ...this.#referred([nounIn(name)]),
      ...this.#values.of(own),
      ...this.#values.of(nameKey(name), 2),
    ]
  }

  /** Ids of things of some kinds, created ones first or alone, without gone or withheld ones. */
  #referred(nouns: readonly string[], onlyCreated = false): readonly unknown[] {
    const kinds = this.#kinds.all.filter((one) => one.nouns.some((noun) => nouns.includes(noun)))
    const all = kinds.flatMap(({ itemPath }) => this.#things.of(shapeOf(itemPath)))
    const idOf = ({ values }: KnownThing): unknown => values.at(-1)
    const usual = usable(all)
    if (onlyCreated) return usual.filter(({ created }) => created !== undefined).map(idOf)
    const left = new Set(all.filter((one) => isGone(one) || one.isHeld).map((one) => String(idOf(one))))
    const seen = nouns.flatMap((noun) => this.#references.of(noun))
    return [...usual.map(idOf), ...seen.filter((value) => !left.has(String(value)))]
  }

  #choose(values: readonly unknown[], schema: JsonSchema | undefined): readonly unknown[] {
    return choose(values, schema, this.#api.surface.schemas)
  }
}
