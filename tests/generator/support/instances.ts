import { isObject } from '../../../document/index.js'
import { changedAt, places } from '../../support/changed-at.js'

/** Numbers from 0 to 1 that are the same in every run (a linear congruential generator). */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

type Random = () => number
type Resolve = (ref: string) => unknown

const pick = <T>(random: Random, items: readonly T[]): T | undefined =>
  items[Math.floor(random() * items.length)]

const texts: Readonly<Record<string, string>> = {
  date: '2026-08-01',
  'date-time': '2026-08-01T12:00:00Z',
  uuid: '01890a5d-ac96-774b-bcce-b302099a8057',
  decimal: '12.50',
  email: 'a@b.example',
  uri: 'https://a.example',
  byte: 'AAAA',
  ipv4: '127.0.0.1',
}

const objects = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const names = (value: unknown): string[] => objects(value).filter((name) => typeof name === 'string')
const numberOf = (value: unknown, otherwise: number): number =>
  typeof value === 'number' ? value : otherwise

/** Draws values that mostly satisfy a schema: it follows the keywords that documents use most, and guesses at the rest. */
export class Instances {
  readonly #random: Random
  readonly #resolve: Resolve

  constructor(random: Random, resolve: Resolve) {
    this.#random = random
    this.#resolve = resolve
  }

  /** One value for a schema; optional members become rarer with depth, so that recursion ends. */
  draw(schema: unknown, depth = 0): unknown {
    if (!isObject(schema) || depth > 8) return pick(this.#random, ['a', 1, null])
    if (typeof schema['$ref'] === 'string') return this.draw(this.#resolve(schema['$ref']), depth + 1)
    if ('const' in schema) return schema['const']
    const example = 'example' in schema ? [schema['example']] : objects(schema['examples'])
    if (example.length > 0 && this.#random() < 0.5) return pick(this.#random, example)
    if (Array.isArray(schema['enum'])) return pick(this.#random, schema['enum'])
    return this.#composed(schema, depth)
  }

  #composed(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
    const parts = objects(schema['allOf']).map((part) => this.draw(part, depth + 1))
    const branches = [...objects(schema['oneOf']), ...objects(schema['anyOf'])]
    if (branches.length > 0) parts.push(this.draw(pick(this.#random, branches), depth + 1))
    const own = this.#own(schema, depth)
    const all = parts.length === 0 ? [own] : [...parts, ...('properties' in schema ? [own] : [])]
    return all.every((part) => isObject(part)) ? Object.assign({}, ...all) : all[0]
  }

  #own(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
    const type = Array.isArray(schema['type']) ? pick(this.#random, schema['type']) : schema['type']
    if (schema['nullable'] === true && this.#random() < 0.2) return null
    if (type === 'object' || 'properties' in schema) return this.#object(schema, depth)
    if (type === 'array') return this.#array(schema, depth)
    if (type === 'string') return this.#text(schema)
    if (type === 'boolean') return this.#random() < 0.5
    if (type === 'integer' || type === 'number') return numberOf(schema['minimum'], 1)
    return type === 'null' ? null : pick(this.#random, ['a', 1, {}, null])
  }

  #object(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
    const required = names(schema['required'])
    const members = Object.entries(isObject(schema['properties']) ? schema['properties'] : {})
    const kept = members.filter(([name]) => required.includes(name) || this.#random() < 0.7 / (depth + 1))
    return Object.fromEntries(kept.map(([name, member]) => [name, this.draw(member, depth + 1)]))
  }

  #array(schema: Readonly<Record<string, unknown>>, depth: number): unknown {
    const least = numberOf(schema['minItems'], depth > 4 ? 0 : 1)
    return Array.from({ length: least }, () => this.draw(schema['items'], depth + 1))
  }

  #text(schema: Readonly<Record<string, unknown>>): string {
    const known = texts[String(schema['format'])]
    return known ?? 'a'.repeat(Math.max(1, numberOf(schema['minLength'], 1)))
  }
}

/** A value with one thing about it changed: another type, a member too few, a member too many. */
export function broken(value: unknown, random: Random): unknown {
  const path = pick(random, places(value)) ?? []
  const junk = pick(random, [null, 'x', '', -1, 1.5, true, [], {}, { more: 1 }, [null]])
  return changedAt(value, path, (old) => {
    if (!isObject(old) || random() < 0.4) return junk
    const lost = pick(random, Object.keys(old))
    if (random() < 0.5) return { ...old, surplus: junk }
    return Object.fromEntries(Object.entries(old).filter(([name]) => name !== lost))
  })
}
