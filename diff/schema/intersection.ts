import { isObject, listOf, member, textOf, type JsonObject } from '../../document/index.js'
import { targetOf } from '../fragments/references.js'
import { type Fragment, itemsOf } from '../fragments/fragment.js'
import type { Fragments } from '../engine/node.js'
import { isAsserting } from './keywords.js'
import { acceptsNone } from './trivial.js'
import { readUnion, type Union } from './union.js'

/** One schema object (or boolean) of those that apply together. */
export interface Subschema {
  readonly fragment: Fragment
  /** The keywords; a `true` or `false` schema has none. */
  readonly schema: JsonObject
  readonly forbids: boolean
}

/** The subschemas that one fragment brings, and whether null is allowed whatever they demand. */
export interface Group {
  readonly subschemas: readonly Subschema[]
  readonly nullable: boolean
}

/** A list of values that the value must be one of. */
export interface Values {
  readonly fragment: Fragment
  readonly values: readonly unknown[]
}

/**
 * Everything that applies to a value at once: a schema, what its references and its `allOf` bring, unions of one. No
 * keyword is merged or lost; each subschema keeps its own location.
 */
export interface Intersection {
  readonly subschemas: readonly Subschema[]
  readonly groups: readonly Group[]
  readonly unions: readonly Union[]
  /** Lists of values that were written as unions of constants. */
  readonly listed: readonly Values[]
  /** Values that are known of an open-ended value. */
  readonly known: readonly Values[]
  /** References that cannot be followed. */
  readonly unresolved: readonly string[]
}

const empty: JsonObject = {}

class Collector {
  readonly subschemas: Subschema[] = []
  readonly groups: Group[] = []
  readonly unions: Union[] = []
  readonly listed: Values[] = []
  readonly known: Values[] = []
  readonly unresolved: string[] = []
  readonly #seen = new Set<unknown>()

  /** Takes a fragment with all that it brings. */
  group(top: Fragment): void {
    const start = this.subschemas.length
    let nullable = top.orNull === true
    const todo: { fragment: Fragment; top: boolean }[] = [{ fragment: top, top: true }]
    for (const { fragment, top: outer } of todo) {
      const { inner, same, orNull } = this.#take(fragment)
      if (outer && orNull) nullable = true
      for (const one of same) todo.push({ fragment: one, top: outer })
      for (const one of inner) todo.push({ fragment: one, top: false })
    }
    this.groups.push({ subschemas: this.subschemas.slice(start), nullable })
  }

  #take(fragment: Fragment): { inner: readonly Fragment[]; same: readonly Fragment[]; orNull: boolean } {
    const { value } = fragment
    if (typeof value === 'object' && value !== null) {
      if (this.#seen.has(value)) return { inner: [], same: [], orNull: false }
      this.#seen.add(value)
    }
    if (!isObject(value)) {
      this.subschemas.push({ fragment, schema: empty, forbids: value === false })
      return { inner: [], same: [], orNull: false }
    }
    const targets = this.#targets(fragment, value)
    if (targets.length > 0 && (fragment.document.dialect === '3.0' || Object.keys(value).length === 1)) {
      return { inner: [], same: targets, orNull: false }
    }
    this.subschemas.push({ fragment, schema: value, forbids: acceptsNone(value) })
    const union = this.#unions(fragment, value)
    const nullable = fragment.document.dialect === '3.0' && value['nullable'] === true
    const all = itemsOf({
      document: fragment.document,
      value: member(value, 'allOf'),
      pointer: `${fragment.pointer}/allOf`,
    })
    // An `allOf` of one beside nothing else is the one; so is a reference.
    const alone = all.length === 1 && Object.keys(value).filter(isAsserting).length === 1
    return {
      same: [...targets, ...union.same, ...(alone ? all : [])],
      inner: alone ? [] : all,
      orNull: nullable || union.orNull,
    }
  }

  #targets(fragment: Fragment, value: JsonObject): Fragment[] {
    const refs = [textOf(value['$ref']), textOf(value['$dynamicRef'])]
    return refs.flatMap((ref) => {
      if (ref === undefined) return []
      const target = targetOf(fragment, ref)
      if (target === undefined) this.unresolved.push(ref)
      return target === undefined ? [] : [target]
    })
  }

  #unions(fragment: Fragment, value: JsonObject): { same: Fragment[]; orNull: boolean } {
    const same: Fragment[] = []
    let orNull = false
    for (const kind of ['anyOf', 'oneOf'] as const) {
      if (listOf(value[kind]).length === 0) continue
      const read = readUnion(fragment, value, kind)
      orNull ||= read.orNull
      same.push(...read.same)
      if (read.union !== undefined) this.unions.push(read.union)
      if (read.types !== undefined)
        this.subschemas.push({ fragment, schema: { type: read.types }, forbids: false })
      if (read.listed !== undefined) this.listed.push({ fragment: read.fragment, values: read.listed })
      if (read.known !== undefined) this.known.push({ fragment: read.fragment, values: read.known })
    }
    return { same, orNull }
  }
}

const cache = new WeakMap<object, Intersection>()

const gathered = (fragments: Fragments): Intersection => {
  const gathering = new Collector()
  for (const fragment of fragments) gathering.group(fragment)
  return gathering
}

/** The intersection of fragments that apply together. Never recursive: references and `allOf` are followed in a list. */
export function intersect(fragments: Fragments): Intersection {
  const [fragment] = fragments
  if (
    fragments.length !== 1 ||
    fragment === undefined ||
    !isObject(fragment.value) ||
    fragment.orNull === true
  ) {
    return gathered(fragments)
  }
  const known = cache.get(fragment.value)
  if (known !== undefined && known.subschemas[0]?.fragment.document === fragment.document) return known
  const intersection = gathered(fragments)
  cache.set(fragment.value, intersection)
  return intersection
}
