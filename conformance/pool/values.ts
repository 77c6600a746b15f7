import { endOfReferences, isObject, type JsonObject, type Schemas } from '../../document/index.js'
import type { ValuePath } from '../../document/values/index.js'
import type { JsonSchema } from '../../runtime/surface.js'
import { fitted, isPlain, typesOf, nameKey, referredBy } from '../resources/names.js'

const mostValues = 50
const mostKeys = 3000
const longest = 200

/** Values by key with their number of occurrences; the oldest are dropped. */
export class SeenValues {
  readonly #byKey = new Map<string, Map<unknown, number>>()

  /** Keeps a text, number or boolean; other values and very long texts are ignored. */
  add(key: string, value: unknown): void {
    if (!isPlain(value) || value === '' || String(value).length > longest) return
    const known = this.#byKey.get(key) ?? new Map<unknown, number>()
    if (known.size === 0 && this.#byKey.size >= mostKeys) return
    this.#byKey.set(key, known)
    const times = known.get(value) ?? 0
    known.delete(value)
    known.set(value, times + 1)
    if (known.size > mostValues) known.delete(known.keys().next().value)
  }

  /** The values of a key that occurred at least `least` times, the most frequent first. */
  of(key: string, least = 1): readonly unknown[] {
    const entries = [...(this.#byKey.get(key) ?? [])].filter(([, times]) => times >= least)
    return entries.toSorted(([, a], [, b]) => b - a).map(([value]) => value)
  }
}

/** The key for a member of one kind of thing. */
export function memberKey(noun: string, name: string): string {
  return `${noun}/${nameKey(name)}`
}

const deepest = 4
const mostMembers = 2000
const identifying = /^(_?id|uuid|guid)$/i
/** Members that only wrap others. */
const envelopes = /^(data|items|results|content|records|_embedded|attributes|edges|node)$/

/** The noun of the thing whose id a member is, by the names that lead to it: `category` of `category/data/id`. */
export function holderOf(path: ValuePath): string | undefined {
  const [name = '', ...above] = path.filter((key) => key !== '0').toReversed()
  const holder = identifying.test(name) ? above.find((one) => !envelopes.test(one)) : undefined
  return holder === undefined ? undefined : nameKey(holder)
}

/** A value in a body: the name of its member, the kind of thing that it is in, and the noun of the thing that it is an id of. */
interface Member {
  readonly name: string
  readonly value: unknown
  readonly kind: string
  readonly referred: string | undefined
  /** It is an item of a list, or the id of one. */
  readonly isListed: boolean
}

/**
 * Walks all members of a body, and of what is inside it.
 * @param noun the kind of thing in the body
 * @yields each value, and each item of a list by itself
 */
export function* membersIn(body: unknown, noun: string): Iterable<Member> {
  let left = mostMembers
  const walk = function* (value: unknown, kind: string, depth: number, isItem = false): Iterable<Member> {
    if (depth > deepest || left <= 0) return
    if (Array.isArray(value)) for (const one of value) yield* walk(one, kind, depth + 1, true)
    for (const [name, one] of isObject(value) ? Object.entries(value) : []) {
      if (left-- <= 0) return
      const isId = identifying.test(name)
      const referred = isId ? kind : referredBy(name)
      const isListed = Array.isArray(one) || (isId && isItem)
      for (const item of Array.isArray(one) ? one : [one])
        yield { name, value: item, kind, referred, isListed }
      if (typeof one === 'object') yield* walk(one, envelopes.test(name) ? kind : nameKey(name), depth + 1)
    }
  }
  yield* walk(body, noun, 0)
}

/**
 * Keeps the values of all members of a body; `noun` is the kind of thing in the body.
 * @param references gets ids by the noun that they refer to
 * @param values gets values by member name, with and without the kind of thing as prefix
 */
export function harvest(body: unknown, noun: string, references: SeenValues, values: SeenValues): void {
  for (const { name, value, kind, referred } of membersIn(body, noun)) {
    if (referred !== undefined && typeof value !== 'boolean') references.add(referred, value)
    values.add(memberKey(kind, name), value)
    values.add(nameKey(name), value)
  }
}

/** The values from the settings for a name in any spelling, or for the id of its kind of thing. */
export function knownValues(
  known: Readonly<Record<string, readonly unknown[]>> = {},
  name: string,
  nouns: readonly string[],
): readonly unknown[] {
  const keys = new Set([nameKey(name), ...nouns.map((noun) => `${noun} ${nameKey(name)}`)])
  const exact = Object.hasOwn(known, name) ? (known[name] ?? []) : []
  const others = Object.entries(known).filter(([one]) => one !== name && keys.has(nameKey(one)))
  return [...exact, ...others.flatMap(([, values]) => values)]
}

/** Values converted to fit a schema, without duplicates; for a list schema, lists of one item. */
export function choose(
  values: readonly unknown[],
  schema: JsonSchema | undefined,
  schemas: Schemas,
): readonly unknown[] {
  const end = endOfReferences(schema, schemas)
  const isList = typeof end === 'object' && typesOf(end, schemas).includes('array')
  const items = isList ? (end.items ?? true) : end
  const fitting = values.map((value) => fitted(value, items, schemas)).filter((value) => value !== undefined)
  const unique = [...new Set(fitting)].slice(0, mostValues)
  return isList ? unique.map((value) => [value]) : unique
}

const folded = (value: unknown): string => String(value).toLowerCase()

/** Whether a value tells things apart: not an empty text, nor a secret that the service masks. */
const says = (value: unknown): boolean => isPlain(value) && !/^\**$/.test(String(value))

/** Whether a response shows the sent object, in any letter case; a search by POST returns others. */
export function speaksOf(sent: JsonObject, thing: JsonObject): boolean {
  const common = Object.keys(sent).filter((name) => says(sent[name]) && says(thing[name]))
  return common.length === 0 || common.some((name) => folded(sent[name]) === folded(thing[name]))
}
