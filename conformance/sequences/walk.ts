import {
  componentSchema,
  endOfReferences,
  isJsonType,
  isObject,
  type JsonObject,
  keysOf,
  memberAt,
  partsOf,
  resolvePath,
  type Schemas,
} from '../../document/index.js'
import type { JsonSchema, JsonSchemaObject, Operation, Parameter } from '../../runtime/surface.js'
import { formOf } from '../resources/resources.js'
import { propertiesOf, typesOf, wrappersIn, isIdentifying, referredBy } from '../resources/names.js'
import { leavesOf } from './related.js'
import { setTimeout as pause } from 'node:timers/promises'
import type { Case, Observed, ExploreViolation } from '../model/case.js'
import { type Explorer, type GivenValues, unlessForbidden } from '../model/explorer.js'
import type { CreatedThing } from '../model/report.js'
import { plannedCases } from '../cases/plans.js'
import type { Pool } from '../pool/pool.js'

export interface BodyForm {
  /** Names of the members that wrap the thing, outermost first. */
  readonly wrappers: readonly string[]
  /** The schemas of its members, nested ones by path, as in `leavesOf`. */
  readonly members: readonly (readonly [name: string, schema: JsonSchemaObject])[]
  /** Names of the members that are required, apart from nested ones. */
  readonly required: readonly string[]
}

const deepest = 2

const membersOf = (
  schema: JsonSchema | undefined,
  schemas: Schemas,
  depth = 0,
): [string, JsonSchemaObject][] =>
  Object.entries(propertiesOf(schema, schemas)).flatMap(([name, one]): [string, JsonSchemaObject][] => {
    const end = endOfReferences(one, schemas)
    const inner = depth < deepest ? membersOf(end, schemas, depth + 1) : []
    if (inner.length > 0) return inner.map(([own, schema]) => [`${name}.${own}`, schema])
    return typeof end === 'object' ? [[name, end]] : []
  })

/** @param noun the kind of thing, in the singular */
export function bodyFormOf({ requestBody }: Operation, schemas: Schemas, noun = ''): BodyForm {
  const [, content] = Object.entries(requestBody?.content ?? {}).find(([type]) => isJsonType(type)) ?? []
  const wrappers = wrappersIn(formOf(content?.schema, schemas), noun)
  const inner = wrappers.reduce<JsonSchema | undefined>(
    (schema, name) => propertiesOf(schema, schemas)[name],
    content?.schema,
  )
  const parts = partsOf(inner, (ref) => componentSchema(ref, schemas))
  const required = parts.flatMap((one) => one.required ?? [])
  return { wrappers, members: membersOf(inner, schemas), required }
}

/** A body with other values, by the names of a form, for some members; those whose object is missing are left out. */
const withLeaves = (body: unknown, leaves: JsonObject, { wrappers }: BodyForm): JsonObject => {
  const set = (value: unknown, path: readonly string[], leaf: unknown): JsonObject => {
    const [name = '', ...rest] = path
    const object = isObject(value) ? value : {}
    return { ...object, [name]: rest.length === 0 ? leaf : set(object[name], rest, leaf) }
  }
  // Setting a member of a missing object would create the object without its required members.
  const hasHolder = (path: readonly string[]): boolean =>
    path.length === 1 || isObject(memberAt(body, ...wrappers, ...path.slice(0, -1)))
  return Object.entries(leaves)
    .map(([name, leaf]) => [name.split('.'), leaf] as const)
    .filter(([path]) => hasHolder(path))
    .reduce<JsonObject>(
      (made, [path, leaf]) => set(made, [...wrappers, ...path], leaf),
      isObject(body) ? body : {},
    )
}

/** The members of a request body, without wrappers. */
export function leavesIn(body: unknown, noun: string): JsonObject {
  const inner = memberAt(body, ...wrappersIn(body, noun))
  return isObject(inner) ? leavesOf(inner) : {}
}

const words = ['amber', 'basil', 'cedar', 'delta', 'ember', 'fjord', 'grove', 'heron'] as const

const textFor = ({ minLength = 0, maxLength = 200 }: JsonSchemaObject, count: number): string =>
  `${words[count % words.length] ?? ''}${count}`.padEnd(minLength, 'x').slice(0, maxLength)

const numberFor = ({ minimum = 1, maximum = minimum + 1000 }: JsonSchemaObject, count: number): number =>
  Math.ceil(minimum) + ((count * 37 + 11) % Math.max(1, Math.floor(maximum - minimum)))

const dayMs = 86_400_000

/** Dates far apart, so that a shift by a time zone does not change which one it is. */
const momentFor = (count: number): string => new Date(Date.UTC(2031, 0, 1) + count * 3 * dayMs).toISOString()

/** Formats whose texts have no meaning beyond themselves: how they are recognized and made. */
const formats: Readonly<
  Record<string, { readonly is: RegExp; readonly make: (text: string, count: number) => string }>
> = {
  email: { is: /^[^\s@]+@[^\s@]+\.\w+$/, make: (text) => `${text}@example.com` },
  uri: { is: /^https?:\/\//, make: (text) => `https://example.com/${text}` },
  'date-time': { is: /^\d{4}-\d\d-\d\dT[\d:.]+/, make: (_, count) => momentFor(count) },
  date: { is: /^\d{4}-\d\d-\d\d$/, make: (_, count) => momentFor(count).slice(0, 10) },
}

/** Codes, numbers and ids, which are not made up where a schema names no format. */
const isCode = /^([A-Z]{2,4}|[+-]?[\d. ]+|[\da-fA-F]{8}-[\da-fA-F-]{27})$/

/** A text in the format of its schema, or else in the form of the present one; undefined for a code. */
const formattedText = (schema: JsonSchemaObject, count: number, before: unknown): string | undefined => {
  const [text, present] = [textFor(schema, count), typeof before === 'string' ? before : '']
  if (schema.format === undefined && isCode.test(present)) return undefined
  const format = schema.format ?? Object.keys(formats).find((one) => formats[one]?.is.test(present))
  return formats[format ?? '']?.make(text, count) ?? text
}

const isFree = ({ format, pattern, const: only, multipleOf, readOnly }: JsonSchemaObject): boolean =>
  [pattern, only, multipleOf].every((one) => one === undefined) &&
  readOnly !== true &&
  (format === undefined || Object.hasOwn(formats, format) || /^(int|float|double)/.test(format))

const valueFor = (
  path: string,
  schema: JsonSchemaObject,
  schemas: Schemas,
  { count, before }: { readonly count: number; readonly before: unknown },
): unknown => {
  const name = path.split('.').at(-1) ?? ''
  if (schema.enum && schema.readOnly !== true) {
    const values = schema.enum.filter((one) => one !== null)
    return values[count % values.length]
  }
  const types = typesOf(schema, schemas)
  if (types.includes('boolean')) return count % 2 === 0
  // References have a meaning, as do most formats.
  if (!isFree(schema) || referredBy(name) !== undefined || (isIdentifying(name) && name !== 'name'))
    return undefined
  if (types.includes('string')) return formattedText(schema, count, before)
  return types.includes('integer') || types.includes('number') ? numberFor(schema, count) : undefined
}

/**
 * Values for members of a body, unrelated to those of another count.
 * @param before the present values, whose form is kept
 * @param choices only enumerations and flags
 */
export function variationOf(
  { members }: BodyForm,
  schemas: Schemas,
  count: number,
  before: JsonObject = {},
  choices = false,
): JsonObject {
  const isChoice = (schema: JsonSchemaObject): boolean =>
    schema.enum !== undefined || typesOf(schema, schemas).includes('boolean')
  const entries = members
    .filter(([, schema]) => !choices || isChoice(schema))
    .map(
      ([name, schema]) => [name, valueFor(name, schema, schemas, { count, before: before[name] })] as const,
    )
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The members that determine a thing's address, with their values; changing one would move the thing. */
export function addressIn({ members }: BodyForm, thing: JsonObject, values: readonly unknown[]): JsonObject {
  const texts = new Set(values.map(String))
  const names = new Set(members.map(([name]) => name))
  return Object.fromEntries(
    Object.entries(thing).filter(([name, value]) => names.has(name) && texts.has(String(value))),
  )
}

/** The required members of a thing; undefined where it has no other that an update could remove. */
export function requiredMembers({ members, required }: BodyForm, thing: JsonObject): JsonObject | undefined {
  const own = members.map(([name]) => name).filter((name) => Object.hasOwn(thing, name))
  const kept = own.filter((name) => required.includes(name.split('.')[0] ?? ''))
  return kept.length === own.length ? undefined : Object.fromEntries(kept.map((name) => [name, thing[name]]))
}

/** New values for all members of a thing; PUT keeps those that cannot be varied, such as a unique code. */
export function changedMembers(
  walk: Walk,
  form: BodyForm,
  { method }: Operation,
  thing: JsonObject,
  values: readonly unknown[],
): JsonObject {
  const kept = form.members.filter(
    ([name, { readOnly }]) => readOnly !== true && (thing[name] ?? null) !== null,
  )
  return {
    ...(method === 'put' && Object.fromEntries(kept.map(([name]) => [name, thing[name]]))),
    ...variationOf(form, walk.schemas, walk.count(), thing),
    ...addressIn(form, thing, values),
  }
}

export interface Asking extends Omit<GivenValues, 'body'> {
  /** Values for members of the body, by the names of its form. */
  readonly leaves?: JsonObject
  /** The kind of thing, whose name may wrap the body. */
  readonly noun?: string | undefined
  /** Withholds what it creates from other cases. */
  readonly hold?: true
  /** Sends nothing where the document does not allow the given values. */
  readonly exact?: true
  /** A path and query below the base URL, in place of the filled template. */
  readonly target?: string
  /** The last ETag of the thing, for operations with a precondition. */
  readonly etag?: string | undefined
  /** Which one of the body's values is wrong, by number; none where it is absent. */
  readonly wrong?: number
}

/** Thrown when a sequence has used up its share of the time; it continues in another round. */
export class TurnOver extends Error {
  override readonly name = 'TurnOver'
}

/** Shared by the walks of one round. */
export interface Round {
  readonly explorer: Explorer
  readonly pool: Pool
  /** Milliseconds before each retry of a read, for changes that show late. */
  readonly waits: readonly number[]
  /** Returns a new number with each call. */
  readonly count: () => number
}

/** The precondition that an operation declares. */
export function conditionOf({ parameters }: Operation): Parameter | undefined {
  return parameters.find(({ name, in: where }) => where === 'header' && name.toLowerCase() === 'if-match')
}

const withEtag = (sent: Case, etag: string | undefined): Case => {
  const { call } = sent
  const condition = conditionOf(call.operation)
  if (!condition || etag === undefined) return sent
  return { ...sent, call: { ...call, header: { ...call.header, [condition.name]: etag } } }
}

/** The wrong cases that one is chosen from, and those that are looked at for them. */
const mostWrong = 20
const mostLookedAt = 200

/** The number of times that a suspicion extends the time, and the extension beyond the waits. */
const mostOvertimes = 2
const overtimeMs = 1_000

/** One sequence: its client, created things and suspicions. */
export class Walk {
  readonly explorer: Explorer
  readonly pool: Pool
  readonly count: () => number
  readonly #waits: readonly number[]
  #until: number
  #overtimes = mostOvertimes
  readonly #held: CreatedThing[] = []
  /** Possible violations, before a second attempt confirms them. */
  readonly suspicions: ExploreViolation[] = []

  /** @param until Unix time in milliseconds at which it stops sending */
  constructor({ explorer, pool, waits, count }: Round, until: number) {
    this.explorer = explorer
    this.pool = pool
    this.count = count
    this.#waits = waits
    this.#until = until
  }

  get schemas(): Schemas {
    return this.explorer.api.surface.schemas
  }

  /** The structure of an operation's body. @param noun the kind of thing */
  formOf(operation: Operation, noun: string | undefined): BodyForm {
    return bodyFormOf(operation, this.schemas, noun)
  }

  /** Makes a case; undefined where that is impossible, or the settings forbid it. */
  async prepare(operation: Operation, asking: Asking = {}): Promise<Case | undefined> {
    const { hold, target, etag, exact, leaves, noun, wrong, ...given } = asking
    // Permission for the concrete thing is checked on sending.
    if (!this.explorer.mayCall(operation, true)) return undefined
    const body = leaves && (await this.#bodyWith(operation, leaves, noun, given))
    const chosen = await this.explorer.validCase(operation, { ...given, ...(body && { body }) })
    // The document may not allow the given values.
    const isOpen = chosen?.expectation === 'open'
    if (exact && isOpen) return undefined
    const right = isOpen ? await this.explorer.validCase(operation, given) : chosen
    const made =
      right && wrong !== undefined ? await this.#wrongCase(right, this.formOf(operation, noun), wrong) : right
    if (!made) return undefined
    const sent: Case = { ...withEtag(made, etag), origin: 'sequence' }
    const aimed = target === undefined ? sent : { ...sent, call: { ...sent.call, target } }
    if (hold) this.pool.hold(aimed)
    return aimed
  }

  /**
   * A case with one wrong value in its body, of the right type if possible, because services may check types before all
   * else.
   */
  async #wrongCase({ call }: Case, form: BodyForm, number: number): Promise<Case | undefined> {
    const { body } = call
    const all: (readonly [sent: Case, keyword: string])[] = []
    const names = new Set(form.members.map(([name]) => name))
    let left = mostLookedAt
    for await (const one of plannedCases('invalid', this.explorer.api, call.operation, this.pool.offered)) {
      const { deviation, call: wrong } = one
      if (left-- === 0) break
      if (!body || deviation?.in !== 'body' || deviation.isCoercible) continue
      const path = keysOf(deviation.at)
      const name = path.slice(form.wrappers.length).join('.')
      if (deviation.keyword === 'required' || !names.has(name)) continue
      const leaves = { [name]: resolvePath(wrong.body?.value, path) }
      const value = withLeaves(body.value, leaves, form)
      all.push([{ ...one, call: { ...call, body: { ...body, value } } }, deviation.keyword])
      if (all.length === mostWrong) break
    }
    const ofType = all.filter(([, keyword]) => keyword !== 'type')
    const among = ofType.length > 0 ? ofType : all
    return among[number % among.length]?.[0]
  }

  /** A generated body with other values for some members. */
  async #bodyWith(
    operation: Operation,
    leaves: JsonObject,
    noun: string | undefined,
    given: GivenValues,
  ): Promise<JsonObject> {
    const form = this.formOf(operation, noun)
    const isFlat = form.wrappers.length === 0 && Object.keys(leaves).every((name) => !name.includes('.'))
    const base = isFlat ? undefined : await this.explorer.validCase(operation, given)
    return withLeaves(base?.call.body?.value, leaves, form)
  }

  /** Sends a case; undefined where the settings forbid it. @throws Stopped @throws TurnOver */
  async send(sent: Case): Promise<Observed | undefined> {
    if (Date.now() >= this.#until) throw new TurnOver()
    const observed = await unlessForbidden(this.explorer.send(sent))
    if (observed) this.#held.push(...this.pool.createdBy(observed))
    return observed
  }

  /** Calls an operation; undefined where it cannot be called. @throws Stopped @throws TurnOver */
  async call(operation: Operation, asking: Asking = {}): Promise<Observed | undefined> {
    const sent = await this.prepare(operation, asking)
    return sent && this.send(sent)
  }

  /** Repeats a read with growing waits until it is as expected. */
  async settle<Seen>(first: Seen, isFine: (seen: Seen) => boolean, look: () => Promise<Seen>): Promise<Seen> {
    let seen = first
    for (const wait of this.#waits) {
      if (isFine(seen)) return seen
      if (seen === first && this.#overtimes-- > 0) this.#extend()
      await pause(wait)
      seen = await look()
    }
    return seen
  }

  #extend(): void {
    const waits = this.#waits.reduce((sum, wait) => sum + wait, 0)
    this.#until = Math.max(this.#until, Date.now() + waits + overtimeMs)
  }

  /** Releases its created things to all cases. */
  release(): void {
    for (const thing of this.#held) this.pool.release(thing)
  }
}
