import { isObject, type JsonObject } from '../../document/index.js'
import { nameKey, referredBy } from '../resources/words.js'
import type { SeenValues } from './values.js'

const deepest = 4
const mostMembers = 2000

/** Where what an answer shows is kept. */
export interface Harvest {
  /** Ids by the name of what they refer to. */
  readonly references: SeenValues
  /** Values by the name of the member, with and without the kind of thing before it. */
  readonly values: SeenValues
}

/** The key of a member's values of one kind of thing. */
export function memberKey(noun: string, name: string): string {
  return `${noun}/${nameKey(name)}`
}

const identifying = /^(_?id|uuid|guid)$/i

class Harvester {
  readonly #harvest: Harvest
  #left = mostMembers

  constructor(harvest: Harvest) {
    this.#harvest = harvest
  }

  /** @param noun the kind of thing that the value is, as far as its surroundings say */
  take(value: unknown, noun: string, depth: number): void {
    if (depth > deepest || this.#left <= 0) return
    if (Array.isArray(value)) for (const one of value) this.take(one, noun, depth + 1)
    else if (isObject(value)) this.#object(value, noun, depth)
  }

  #object(object: JsonObject, noun: string, depth: number): void {
    for (const [name, value] of Object.entries(object)) {
      if (this.#left-- <= 0) return
      this.#member(name, value, noun)
      // `data` and the like say nothing of what is in them; any other name does.
      if (typeof value === 'object') this.take(value, isEnvelope(name) ? noun : nameKey(name), depth + 1)
    }
  }

  #member(name: string, value: unknown, noun: string): void {
    const { references, values } = this.#harvest
    const referred = identifying.test(name) ? noun : referredBy(name)
    for (const one of Array.isArray(value) ? value : [value]) {
      if (referred !== undefined && typeof one !== 'boolean') references.add(referred, one)
      values.add(memberKey(noun, name), one)
      values.add(nameKey(name), one)
    }
  }
}

const envelopes = new Set([
  'data',
  'items',
  'results',
  'content',
  'records',
  '_embedded',
  'attributes',
  'edges',
  'node',
])

const isEnvelope = (name: string): boolean => envelopes.has(name)

/** Keeps the values of all members of a body, by their names. */
export function harvest(body: unknown, noun: string, into: Harvest): void {
  new Harvester(into).take(body, noun, 0)
}
