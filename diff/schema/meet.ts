import { isObject, listOf, member, textOf, type JsonObject } from '../document/json.js'
import { targetOf } from '../document/resolve.js'
import type { Spot } from '../document/side.js'
import { itemsOf } from '../document/spots.js'
import type { Spots } from '../engine/node.js'
import { isAsserting } from './keywords.js'
import { isNever } from './trivial.js'
import { readUnion, type Union } from './union.js'

/** One schema object (or boolean) of those that apply together. */
export interface Part {
  readonly spot: Spot
  /** What it says; `true` says nothing and `false` forbids everything. */
  readonly schema: JsonObject
  readonly forbids: boolean
}

/** The parts that one place brings, and whether null is allowed whatever they say. */
export interface Group {
  readonly parts: readonly Part[]
  readonly nullable: boolean
}

/** A list of values that the value must be one of. */
export interface Values {
  readonly spot: Spot
  readonly values: readonly unknown[]
}

/**
 * Everything that applies to a value at once: a schema, what its references and its `allOf` bring, unions of one. No
 * keyword is merged or lost; each part keeps its own place.
 */
export interface Meet {
  readonly parts: readonly Part[]
  readonly groups: readonly Group[]
  readonly unions: readonly Union[]
  /** Lists of values that were spelled as unions of constants. */
  readonly listed: readonly Values[]
  /** Values that are known of an open-ended value. */
  readonly known: readonly Values[]
  /** References that cannot be followed. */
  readonly lost: readonly string[]
}

const empty: JsonObject = {}

class Gathering {
  readonly parts: Part[] = []
  readonly groups: Group[] = []
  readonly unions: Union[] = []
  readonly listed: Values[] = []
  readonly known: Values[] = []
  readonly lost: string[] = []
  readonly #seen = new Set<unknown>()

  /** Takes a place with all that it brings. */
  group(top: Spot): void {
    const start = this.parts.length
    let nullable = top.orNull === true
    const todo: { spot: Spot; top: boolean }[] = [{ spot: top, top: true }]
    for (const { spot, top: outer } of todo) {
      const { inner, same, orNull } = this.#take(spot)
      if (outer && orNull) nullable = true
      for (const one of same) todo.push({ spot: one, top: outer })
      for (const one of inner) todo.push({ spot: one, top: false })
    }
    this.groups.push({ parts: this.parts.slice(start), nullable })
  }

  #take(spot: Spot): { inner: readonly Spot[]; same: readonly Spot[]; orNull: boolean } {
    const { value } = spot
    if (typeof value === 'object' && value !== null) {
      if (this.#seen.has(value)) return { inner: [], same: [], orNull: false }
      this.#seen.add(value)
    }
    if (!isObject(value)) {
      this.parts.push({ spot, schema: empty, forbids: value === false })
      return { inner: [], same: [], orNull: false }
    }
    const targets = this.#targets(spot, value)
    if (targets.length > 0 && (spot.side.dialect === '3.0' || Object.keys(value).length === 1)) {
      return { inner: [], same: targets, orNull: false }
    }
    this.parts.push({ spot, schema: value, forbids: isNever(value) })
    const union = this.#unions(spot, value)
    const nullable = spot.side.dialect === '3.0' && value['nullable'] === true
    const all = itemsOf({ side: spot.side, value: member(value, 'allOf'), pointer: `${spot.pointer}/allOf` })
    // An `allOf` of one beside nothing else is the one; so is a reference.
    const alone = all.length === 1 && Object.keys(value).filter(isAsserting).length === 1
    return {
      same: [...targets, ...union.same, ...(alone ? all : [])],
      inner: alone ? [] : all,
      orNull: nullable || union.orNull,
    }
  }

  #targets(spot: Spot, value: JsonObject): Spot[] {
    const refs = [textOf(value['$ref']), textOf(value['$dynamicRef'])]
    return refs.flatMap((ref) => {
      if (ref === undefined) return []
      const target = targetOf(spot.side, ref)
      if (target === undefined) this.lost.push(ref)
      return target === undefined ? [] : [target]
    })
  }

  #unions(spot: Spot, value: JsonObject): { same: Spot[]; orNull: boolean } {
    const same: Spot[] = []
    let orNull = false
    for (const kind of ['anyOf', 'oneOf'] as const) {
      if (listOf(value[kind]).length === 0) continue
      const read = readUnion(spot, value, kind)
      orNull ||= read.orNull
      same.push(...read.same)
      if (read.union !== undefined) this.unions.push(read.union)
      if (read.types !== undefined) this.parts.push({ spot, schema: { type: read.types }, forbids: false })
      if (read.listed !== undefined) this.listed.push({ spot: read.spot, values: read.listed })
      if (read.known !== undefined) this.known.push({ spot: read.spot, values: read.known })
    }
    return { same, orNull }
  }
}

const cache = new WeakMap<object, Meet>()

const gathered = (spots: Spots): Meet => {
  const gathering = new Gathering()
  for (const spot of spots) gathering.group(spot)
  return gathering
}

/** What applies at places that apply together. Never recursive: references and `allOf` are followed in a list. */
export const meetOf = (spots: Spots): Meet => {
  const [spot] = spots
  if (spots.length !== 1 || spot === undefined || !isObject(spot.value) || spot.orNull === true) {
    return gathered(spots)
  }
  const known = cache.get(spot.value)
  if (known !== undefined && known.parts[0]?.spot.side === spot.side) return known
  const meet = gathered(spots)
  cache.set(spot.value, meet)
  return meet
}
