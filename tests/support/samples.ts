import { isObject, locationsOf, resolvePointer } from '../../document/index.js'
import { changedAt, places } from './changed-at.js'

/** Numbers from 0 to 1. */
export type Random = () => number
type Json = Readonly<Record<string, unknown>>

/** Such numbers, the same in every run (a linear congruential generator). */
export function randomFrom(seed: number): Random {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/** Values for what a schema leaves open. */
const usual: readonly unknown[] = ['a', 1, null, {}]
/** Values that few schemas take. */
const junk: readonly unknown[] = [null, 'x', '', -1, 1.5, true, [], {}, { more: 1 }, [null]]

/** A random one of several. */
export const pick = <T>(random: Random, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)]
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const entries = (value: unknown): [string, unknown][] => (isObject(value) ? Object.entries(value) : [])
const least = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

const texts: Readonly<Record<string, string>> = {
  date: '2026-08-01',
  'date-time': '2026-08-01T12:00:00Z',
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  decimal: '12.50',
  email: 'a@b.example',
  uri: 'https://a.example',
  ipv4: '127.0.0.1',
  hostname: 'a.example',
}

const combined = (parts: readonly unknown[]): unknown =>
  parts.every(isObject) ? Object.assign({}, ...parts) : (parts.find((part) => !isObject(part)) ?? parts[0])

/** Draws values that mostly satisfy a schema, without members that do not travel in a direction. */
export class Samples {
  readonly #document: unknown
  readonly #random: Random
  readonly #pool: readonly unknown[]
  readonly #mark: 'readOnly' | 'writeOnly' | undefined
  readonly #hidden: ReadonlySet<string>

  constructor(document: unknown, random: Random, pool = usual, mark?: 'readOnly' | 'writeOnly') {
    this.#document = document
    this.#random = random
    this.#pool = pool
    this.#mark = mark
    this.#hidden = new Set(
      [...locationsOf(isObject(document) ? document : {})]
        .flatMap(({ kind, node }) => (kind === 'schema' && isObject(node) ? entries(node['properties']) : []))
        .flatMap(([name, one]) => (this.#isHidden(one) ? [name] : [])),
    )
  }

  /** One value for a schema; optional members become rarer with depth, so that recursion ends. */
  draw(schema: unknown, depth = 0): unknown {
    const [random, pool] = [this.#random, this.#pool]
    if (depth > 9) return null
    if (!isObject(schema) || random() < 0.04) return pick(random, pool)
    const parts: unknown[] = []
    if (typeof schema['$ref'] === 'string')
      parts.push(this.draw(resolvePointer(this.#document, schema['$ref']), depth + 1))
    if ('const' in schema) return schema['const']
    const examples = 'example' in schema ? [schema['example']] : list(schema['examples'])
    if (examples.length > 0 && random() < 0.5) return pick(random, examples)
    if (list(schema['enum']).length > 0) return pick(random, list(schema['enum']))
    if ((schema['nullable'] === true || list(schema['type']).includes('null')) && random() < 0.3) return null
    for (const part of list(schema['allOf'])) parts.push(this.draw(part, depth + 1))
    for (const key of ['oneOf', 'anyOf'])
      if (list(schema[key]).length > 0) parts.push(this.draw(pick(random, list(schema[key])), depth + 1))
    const type = this.#typeOf(schema)
    if (type !== undefined) parts.push(this.#own(type, schema, depth))
    return parts.length === 0 ? pick(random, pool) : combined(parts)
  }

  /** Whether a value has a member that does not travel in this direction. */
  shows(value: unknown): boolean {
    if (Array.isArray(value)) return value.some((one) => this.shows(one))
    return entries(value).some(([name, one]) => this.#hidden.has(name) || this.shows(one))
  }

  #typeOf(schema: Json): unknown {
    const { type } = schema
    if (Array.isArray(type)) return pick(this.#random, type)
    if (type !== undefined) return type
    if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return 'object'
    return 'items' in schema || 'prefixItems' in schema ? 'array' : undefined
  }

  #own(type: unknown, schema: Json, depth: number): unknown {
    const [random, pool] = [this.#random, this.#pool]
    if (type === 'object') return this.#object(schema, depth)
    if (type === 'array') {
      const min = Math.min(5, least(schema['minItems'], 0))
      const length = min + Math.floor(random() * 2) + (depth < 3 ? 1 : 0)
      const first = Array.isArray(schema['items']) ? schema['items'] : list(schema['prefixItems'])
      return Array.from({ length: Math.min(length, least(schema['maxItems'], 9)) }, (_none, index) =>
        this.draw(first[index] ?? schema['items'], depth + 1),
      )
    }
    if (type === 'string') {
      const known = texts[String(schema['format'])]
      return (
        known ??
        (random() < 0.6
          ? 'a'.repeat(Math.min(200, Math.max(1, least(schema['minLength'], 1))))
          : (pick(
              random,
              pool.filter((one) => typeof one === 'string'),
            ) ?? 'a'))
      )
    }
    if (type === 'boolean') return random() < 0.5
    if (type === 'integer' || type === 'number')
      return random() < 0.5
        ? least(schema['minimum'], 1)
        : (pick(
            random,
            pool.filter((one) => typeof one === 'number'),
          ) ?? 1)
    return null
  }

  #isHidden(schema: unknown, depth = 0): boolean {
    if (!isObject(schema) || depth > 6 || this.#mark === undefined) return false
    if (schema[this.#mark] === true) return true
    const target =
      typeof schema['$ref'] === 'string' ? resolvePointer(this.#document, schema['$ref']) : undefined
    return (
      this.#isHidden(target, depth + 1) ||
      ['allOf', 'anyOf', 'oneOf'].some((key) =>
        list(schema[key]).some((part) => this.#isHidden(part, depth + 1)),
      )
    )
  }

  #object(schema: Json, depth: number): unknown {
    const required = list(schema['required'])
    const members = entries(schema['properties']).filter(([name]) => !this.#hidden.has(name))
    const isFull = this.#random() < 0.3
    const kept = members.filter(
      ([name]) => required.includes(name) || isFull || this.#random() < 0.8 / (depth + 1),
    )
    const own = Object.fromEntries(kept.map(([name, one]) => [name, this.draw(one, depth + 1)]))
    const others =
      this.#random() < 0.3 && schema['additionalProperties'] !== false
        ? { surplus: this.draw(schema['additionalProperties'], depth + 1) }
        : {}
    const missing = required
      .filter(
        (name) =>
          typeof name === 'string' &&
          !(name in own) &&
          !this.#hidden.has(name) &&
          !members.some(([one]) => one === name),
      )
      .map((name) => [name, pick(this.#random, this.#pool)])
    return { ...own, ...others, ...Object.fromEntries(missing) }
  }
}

/** A value with one change. */
export function altered(value: unknown, random: Random, pool = junk): unknown {
  const path = pick(random, places(value)) ?? []
  return changedAt(value, path, (old) => {
    if (!isObject(old) || random() < 0.4) return pick(random, pool)
    const lost = pick(random, Object.keys(old))
    if (random() < 0.5) return { ...old, [pick(random, ['surplus', 'a', 'b']) ?? 'a']: pick(random, pool) }
    return Object.fromEntries(Object.entries(old).filter(([name]) => name !== lost))
  })
}
