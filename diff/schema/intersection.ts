import {
  isObject,
  readSchema,
  spellingOf,
  textOf,
  type JsonObject,
  acceptsNone,
  isAsserting,
} from '../../document/index.js'
import { schemaBehind, targetOf } from '../fragments/references.js'
import { type Fragment, fragmentAt, itemsOf } from '../fragments/fragment.js'
import type { Fragments } from '../engine/node.js'
import { isFree } from './assertions.js'
import { isNull, readUnion, type Union } from './union.js'

/** One of the schema objects (or booleans) that apply together. */
export interface Subschema {
  readonly fragment: Fragment
  /** The keywords, as `readSchema` reads them; a `true` or `false` schema has none. */
  readonly schema: JsonObject
  readonly forbids: boolean
  /** Whether null is allowed in addition to what the keywords allow. */
  readonly orNull: boolean
}

/** Spellings of one schema, and whether null is allowed in addition to what they allow. */
export interface Group {
  readonly subschemas: readonly Subschema[]
  readonly unions: readonly Union[]
  /** Value lists spelled as unions of constants. */
  readonly listed: readonly Values[]
  readonly nullable: boolean
}

/** A list of allowed values. */
export interface Values {
  readonly fragment: Fragment
  readonly values: readonly unknown[]
}

/**
 * Everything that applies to a value at once: a schema, its references, its `allOf`, and unions of one member.
 * Keywords are not merged, and each subschema keeps its location.
 */
export interface Intersection {
  readonly subschemas: readonly Subschema[]
  readonly groups: readonly Group[]
  readonly unions: readonly Union[]
  /** Value lists spelled as unions of constants. */
  readonly listed: readonly Values[]
  /** Known values of open-ended lists. */
  readonly known: readonly Values[]
  /** References that cannot be followed. */
  readonly unresolved: readonly string[]
}

/** The schemas that one schema object adds. */
interface Taken {
  /** Schemas that apply in addition. */
  readonly inner: readonly Fragment[]
  /** Schemas that it is another spelling of. */
  readonly same: readonly Fragment[]
  readonly orNull: boolean
}

const nothing: Taken = { inner: [], same: [], orNull: false }

class Collector {
  readonly subschemas: Subschema[] = []
  readonly groups: Group[] = []
  readonly unions: Union[] = []
  readonly listed: Values[] = []
  readonly known: Values[] = []
  readonly unresolved: string[] = []
  readonly #seen = new Set<unknown>()

  /** Collects a fragment and everything that applies with it. */
  take(top: Fragment): void {
    const todo = [{ fragment: top, nullable: false }]
    for (const { fragment, nullable } of todo) {
      const group = this.#group(fragment, nullable)
      for (const one of group.inner) todo.push({ fragment: one, nullable: group.nullable })
    }
  }

  /** Collects a fragment and other spellings of the same schema; if it allows null, so do all schemas inside. */
  #group(top: Fragment, isInNullable: boolean): { inner: readonly Fragment[]; nullable: boolean } {
    const { subschemas, unions, listed } = this
    const [first, firstUnion, firstList] = [subschemas.length, unions.length, listed.length]
    let nullable = isInNullable || top.orNull === true
    const inner: Fragment[] = []
    const same = [top]
    for (const fragment of same) {
      const taken = this.#take(fragment)
      nullable ||= taken.orNull
      inner.push(...taken.inner)
      same.push(...taken.same)
    }
    this.groups.push({
      subschemas: subschemas.slice(first),
      unions: unions.slice(firstUnion),
      listed: listed.slice(firstList),
      nullable,
    })
    return { inner, nullable }
  }

  #take(fragment: Fragment): Taken {
    const { value } = fragment
    if (!isObject(value)) {
      this.subschemas.push({ fragment, schema: {}, forbids: value === false, orNull: false })
      return nothing
    }
    if (this.#seen.has(value)) return nothing
    this.#seen.add(value)
    const { keywords, orNull } = readSchema(value, fragment.document.dialect)
    const targets = this.#targets(fragment, keywords)
    if (targets.length > 0 && Object.keys(keywords).length === 1) return { inner: [], same: targets, orNull }
    this.subschemas.push({ fragment, schema: keywords, forbids: acceptsNone(value), orNull })
    const union = this.#unions(fragment, keywords)
    const all = itemsOf(fragmentAt(fragment, 'allOf', keywords['allOf']))
    const inner = [...targets, ...union.same, ...all]
    // A reference or a composition with one member and no siblings is equivalent to the member. Siblings do
    // not allow the null that the member allows.
    const isAlone = inner.length === 1 && Object.keys(keywords).filter(isAsserting).length === 1
    return { same: isAlone ? inner : [], inner: isAlone ? [] : inner, orNull: orNull || union.orNull }
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
      const members = itemsOf(fragmentAt(fragment, kind, value[kind]))
      if (members.length === 0) continue
      // An `anyOf` member that accepts everything leaves no choice; its annotations apply to all values.
      const free = kind === 'anyOf' ? members.find((one) => isFree(one) && !isNull(one)) : undefined
      if (free !== undefined) {
        same.push(free)
        continue
      }
      const read = readUnion(fragment, value, kind)
      orNull ||= read.orNull
      same.push(...read.same)
      if (read.union !== undefined) this.unions.push(read.union)
      if (read.types !== undefined)
        this.subschemas.push({ fragment, schema: { type: read.types }, forbids: false, orNull: read.orNull })
      if (read.listed !== undefined) this.listed.push({ fragment: read.fragment, values: read.listed })
      if (read.known !== undefined) this.known.push({ fragment: read.fragment, values: read.known })
    }
    return { same, orNull }
  }
}

/** The location of a keyword in a subschema, as spelled in its document. */
export function keywordOf({ fragment, schema }: Subschema, key: string): Fragment | undefined {
  if (!Object.hasOwn(schema, key)) return undefined
  const spelling = isObject(fragment.value) ? spellingOf(key, fragment.value) : key
  return fragmentAt(fragment, spelling, schema[key])
}

const cache = new WeakMap<object, Intersection>()

const gathered = (fragments: Fragments): Intersection => {
  const gathering = new Collector()
  for (const fragment of fragments) gathering.take(fragment)
  return gathering
}

/**
 * The intersection of fragments that apply together. References and `allOf` are followed with a work list, never by
 * recursion.
 */
export function intersect(fragments: Fragments): Intersection {
  const fragment = fragments[0] && schemaBehind(fragments[0])
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
