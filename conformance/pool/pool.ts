import { entriesOf } from '../../document/index.js'
import type { JsonSchema, Operation, Parameter } from '../../runtime/surface.js'
import type { Api } from '../model/api.js'
import type { Call, ParameterValues } from '../model/call.js'
import type { Case } from '../model/case.js'
import type { CreatedThing } from '../model/thing.js'
import type { Observed } from '../model/observed.js'
import { parametersIn, pathUpTo, shapeOf, valuesByName } from '../resources/shapes.js'
import { nameKey, referredBy } from '../resources/words.js'
import { addressesIn } from './addresses.js'
import { choose, type Known, knownValues, usable } from './choice.js'
import { memberKey } from './harvest.js'
import { learn } from './learner.js'
import { Memory } from './memory.js'
import type { KnownThing } from './things.js'

/** Which values are asked for. */
export interface PoolQuestion {
  /** Values of the path that are settled: things below others of the same kind are left out. */
  readonly given?: ParameterValues
  /** Of things that were deleted, in place of those that are there. */
  readonly deleted?: true
}

/**
 * What the answers of a service showed: things with their addresses, and values of members. Of each kind a bounded
 * number is kept; what the run created is kept all.
 */
export class Pool {
  readonly #memory: Memory
  readonly #known: Known

  /** @param known values by name of a path parameter or of a member, which come before all others */
  constructor(api: Api, known: Known) {
    this.#memory = new Memory(api)
    this.#known = known
  }

  /** Everything that the run created, in the order of creation, with what is deleted again. */
  get created(): readonly CreatedThing[] {
    return this.#memory.created
  }

  /** What an answer created. */
  createdBy(observed: Observed): readonly CreatedThing[] {
    return this.#memory.byObserved.get(observed) ?? []
  }

  /** Keeps what an answer shows. Refusals show nothing, but for things that are not there. */
  learn(observed: Observed): void {
    learn(observed, this.#memory)
  }

  /**
   * Values for a parameter, best first: given by the settings, of things that the run created, of things that were seen,
   * of members of that name. Never those of things that were deleted, unless they are asked for.
   */
  valuesFor(
    operation: Operation,
    parameter: Pick<Parameter, 'name' | 'in' | 'schema'>,
    question: PoolQuestion = {},
  ): readonly unknown[] {
    const { name } = parameter
    const schema = parameter.schema ?? schemaOf(operation, parameter)
    if (parameter.in !== 'path') return this.#choose(this.#queryValues(operation, name), schema)
    const nouns = this.#memory.resourceAt(pathUpTo(operation.path, name))?.nouns ?? [nounIn(name)]
    const own = this.#ownValues(operation, name, question)
    if (question.deleted) return this.#choose(own, schema)
    const known = knownValues(this.#known, name, nouns)
    // The id of a thing may be a member by which its path does not find it: only where there is nothing better.
    const found = this.#choose([...known, ...own], schema)
    return found.length > 0 ? found : this.#choose(this.#referred(nouns), schema)
  }

  /** Values of all parameters of an operation's path that are known to belong together, best first. */
  pathsFor({ path }: Operation, question: PoolQuestion = {}): readonly ParameterValues[] {
    for (const name of parametersIn(path).toReversed()) {
      const start = pathUpTo(path, name)
      const things = usable(this.#memory.things.of(shapeOf(start)), question.deleted)
      if (things.length > 0) return things.map(({ values }) => valuesByName(start, values))
    }
    return []
  }

  /** Values for a member of a body: ids of what its name refers to, and what several things have in common. */
  memberValues(name: string, schema?: JsonSchema): readonly unknown[] {
    const referred = referredBy(name)
    const nouns = referred === undefined ? [nameKey(name)] : [referred, referred.split(' ').at(-1) ?? '']
    const isShared = referred === undefined && !unique.test(nameKey(name))
    const shared = isShared ? this.#memory.values.of(nameKey(name), 3) : []
    return this.#choose([...knownValues(this.#known, name, []), ...this.#referred(nouns), ...shared], schema)
  }

  /** Says that a thing was deleted, by whomever. */
  markDeleted(thing: CreatedThing): void {
    const own = this.#memory.created.find((one) => one === thing)
    if (own) own.isDeleted = true
    const known = this.#thingsOf(thing.by).find(({ created }) => created === thing)
    if (known) known.isDeleted = true
  }

  /** Whether a call is about a thing that the run created and that is still there, or about something of it. */
  isCreated(call: Call): boolean {
    const { things } = this.#memory
    const known = addressesIn(call).map(({ itemPath, values }) => things.find(shapeOf(itemPath), values))
    const meant = known.length > 0 ? known : [this.#meantByBody(call)]
    return meant.some((thing) => thing?.created !== undefined && !thing.isDeleted)
  }

  /** From now on what a case creates is offered to nobody, until it is released. */
  hold(sent: Case): void {
    this.#memory.held.add(sent)
  }

  /** Lets a thing that was held be used by everybody. */
  release({ by }: CreatedThing): void {
    for (const thing of this.#thingsOf(by)) thing.isHeld = false
  }

  #choose(values: readonly unknown[], schema: JsonSchema | undefined): readonly unknown[] {
    return choose(values, schema, this.#memory.api.surface.schemas)
  }

  #thingsOf(by: Observed): readonly KnownThing[] {
    const { resources, things } = this.#memory
    const all = resources.flatMap(({ itemPath }) => things.of(shapeOf(itemPath)))
    return all.filter(({ created }) => created?.by === by)
  }

  #ownValues({ path }: Operation, name: string, { given, deleted }: PoolQuestion): readonly unknown[] {
    const start = pathUpTo(path, name)
    const above = parametersIn(start).slice(0, -1)
    const isBelow = ({ values }: KnownThing): boolean =>
      above.every((one, index) => isSame(given?.[one] ?? values[index], values[index]))
    const things = usable(this.#memory.things.of(shapeOf(start)), deleted)
    return things.filter(isBelow).map(({ values }) => values.at(-1))
  }

  #queryValues(operation: Operation, name: string): readonly unknown[] {
    const { values } = this.#memory
    const own = memberKey(this.#memory.nounOf(operation), name.replace(/^filter\[|\]$/g, ''))
    const known = knownValues(this.#known, name, [])
    return [...known, ...this.#referred([nounIn(name)]), ...values.of(own), ...values.of(nameKey(name), 2)]
  }

  /** Ids of things of some kinds: created ones first; those of things that are gone, or held, are left out. */
  #referred(nouns: readonly string[]): readonly unknown[] {
    const { resources, things, references } = this.#memory
    const kinds = resources.filter((one) => one.nouns.some((noun) => nouns.includes(noun)))
    const all = kinds.flatMap(({ itemPath }) => things.of(shapeOf(itemPath)))
    const idOf = ({ values }: KnownThing): unknown => values.at(-1)
    const left = new Set(all.filter((one) => one.isDeleted || one.isHeld).map((one) => String(idOf(one))))
    const seen = nouns.flatMap((noun) => references.of(noun)).filter((value) => !left.has(String(value)))
    return [...usable(all).map(idOf), ...seen]
  }

  /** The thing that the body of an update means, where its path does not say. */
  #meantByBody({ operation, body }: Call): KnownThing | undefined {
    const { resources, things } = this.#memory
    const resource = resources.find((one) => one.updatesByBody.some(({ path }) => path === operation.path))
    const id = entriesOf(body?.value).find(([name]) => nameKey(name) === 'id')?.[1]
    const isKnown = operation.method !== 'post' && resource !== undefined && id !== undefined
    return isKnown ? things.find(shapeOf(resource.itemPath), [id]) : undefined
  }
}

// Ids of paths are texts in one answer, and numbers in another.
const isSame = (a: unknown, b: unknown): boolean => asText(a) === asText(b)

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const nounIn = (name: string): string => referredBy(name) ?? nameKey(name)

const schemaOf = (
  { parameters }: Operation,
  wanted: Pick<Parameter, 'name' | 'in'>,
): JsonSchema | undefined =>
  parameters.find(({ name, in: location }) => name === wanted.name && location === wanted.in)?.schema

/** Names of members whose values things seldom share, or that mean nothing where they do. */
const unique =
  /(^| )(name|title|email|e mail|phone|username|login|password|url|uri|text|description|token|secret|date|time|at)$/
