import {
  acceptsNone,
  entriesOf,
  foreignMark,
  isAsserting,
  isObject,
  type JsonObject,
  once,
  readSchema,
  spellingOf,
  textOf,
  textsOf,
} from '../../document/index.js'
import {
  dynamicTargetOf,
  type Facts,
  type Flow,
  type Fragment,
  fragmentAt,
  type Fragments,
  itemsOf,
  type SchemaForm,
  schemaBehind,
  targetOf,
} from '../engine/node.js'
import { isFree, isNull, readUnion, type Union } from './union.js'

/** Two schemas to compare, with everything that applies to each. */
export interface SchemaPair {
  readonly from: Intersection
  readonly to: Intersection
  readonly fromFragments: Fragments
  readonly toFragments: Fragments
  /** Types that both allow, as bits of `types.ts`. */
  readonly shared: number
  readonly form: SchemaForm
}

/** Whether a schema has a keyword in one of its subschemas. */
export function hasKeyword(intersection: Intersection, key: string): boolean {
  return intersection.subschemas.some(({ schema }) => Object.hasOwn(schema, key))
}

/** All locations of a keyword. */
export function keywordFragments(intersection: Intersection, key: string): Fragment[] {
  return intersection.subschemas.flatMap((subschema) => keywordOf(subschema, key) ?? [])
}

/** The value of a keyword in the first subschema that has it. */
export function keywordValue(intersection: Intersection, key: string): unknown {
  return firstWith(intersection, key)?.schema[key]
}

const firstWith = ({ subschemas }: Intersection, key: string): Subschema | undefined =>
  subschemas.find(({ schema }) => Object.hasOwn(schema, key))

/** The subschema at the location of a fragment of the other schema, or the first one. */
export function correspondingSchema(pair: SchemaPair, side: 'from' | 'to', other?: Fragment) {
  const { subschemas } = pair[side]
  const wanted = other?.pointer ?? ''
  const pointers = new Set([wanted, wanted.slice(0, wanted.lastIndexOf('/'))])
  const same = subschemas.find(({ fragment }) => pointers.has(fragment.pointer))
  return same?.fragment ?? subschemas[0]?.fragment ?? pair[`${side}Fragments`][0]
}

/** Both locations of a keyword; if a schema lacks it, the location of the schema. */
export function keywordLocations(pair: SchemaPair, key: string): Pick<Facts, 'from' | 'to'> {
  const { from, to } = pair
  return {
    from: keywordFragments(from, key)[0] ?? correspondingSchema(pair, 'from', firstWith(to, key)?.fragment),
    to: keywordFragments(to, key)[0] ?? correspondingSchema(pair, 'to', firstWith(from, key)?.fragment),
  }
}

/** Both locations of the schemas themselves. */
export function schemaLocations(pair: SchemaPair): Pick<Facts, 'from' | 'to'> {
  return { from: correspondingSchema(pair, 'from'), to: correspondingSchema(pair, 'to') }
}

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

const proseOf = (schema: unknown): JsonObject =>
  Object.fromEntries(entriesOf(schema).filter(([key]) => key === 'title' || key === 'description'))

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
    return (['$ref', '$dynamicRef'] as const).flatMap((key) => {
      const ref = textOf(value[key])
      if (ref === undefined) return []
      const target = key === '$ref' ? targetOf(fragment, ref) : dynamicTargetOf(fragment, ref)
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
      if (read.types !== undefined) {
        this.subschemas.push({ fragment, schema: { type: read.types }, forbids: false, orNull: read.orNull })
        // The annotations of one of the types are all that its member has beside it.
        for (const one of members.filter(({ value: rest }) => isObject(rest)))
          this.subschemas.push({ fragment: one, schema: proseOf(one.value), forbids: false, orNull: false })
      }
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

/** Everything that applies together, found by a work list and never by recursion. */
export function intersect(fragments: Fragments): Intersection {
  const [only, ...others] = fragments
  const fragment = only && others.length === 0 ? schemaBehind(only) : undefined
  if (!isObject(fragment?.value) || fragment.orNull === true) return gathered(fragments)
  const known = cache.get(fragment.value)
  const first = known?.subschemas[0]?.fragment
  // YAML aliases put one value at several locations, and both documents can share values.
  if (first?.document === fragment.document && first.pointer === fragment.pointer)
    return known ?? gathered(fragments)
  const intersection = gathered(fragments)
  cache.set(fragment.value, intersection)
  return intersection
}

/** The directions in which a property is not sent. */
interface Marks {
  readonly readOnly: boolean
  readonly writeOnly: boolean
}

/** A property with everything that applies to it. */
export interface Property {
  readonly name: string
  readonly fragments: readonly Fragment[]
  /** Its own marks, and those of referenced schemas. */
  readonly marks: Marks
  readonly required: boolean
}

/** A property under construction, to which more subschemas may add. */
interface Found extends Property {
  readonly fragments: Fragment[]
  marks: Marks
}

/** Names of required properties. */
export function requiredOf(intersection: Intersection): ReadonlySet<string> {
  return new Set(keywordFragments(intersection, 'required').flatMap(({ value }) => textsOf(value)))
}

/** The marks of a schema, which many properties can refer to. */
const marksOf = once(({ subschemas }: Intersection): Marks => {
  const has = (key: keyof Marks): boolean => subschemas.some(({ schema }) => schema[key] === true)
  return { readOnly: has('readOnly'), writeOnly: has('writeOnly') }
})

/** All properties of an intersection by name. */
export const propertiesOf = once((intersection: Intersection): ReadonlyMap<string, Property> => {
  const required = requiredOf(intersection)
  const found = new Map<string, Found>()
  for (const list of keywordFragments(intersection, 'properties')) {
    if (!isObject(list.value)) continue
    for (const name of Object.keys(list.value)) {
      const fragment = fragmentAt(list, name, list.value[name])
      const known = found.get(name)
      if (known !== undefined) known.fragments.push(fragment)
      else {
        const fragments = [fragment]
        const marks = marksOf(intersect(fragments))
        found.set(name, { name, fragments, marks, required: required.has(name) })
      }
    }
  }
  for (const property of found.values())
    if (property.fragments.length > 1) property.marks = marksOf(intersect(property.fragments))
  return found
})

/** Whether a property is sent: read-only ones are in no request, write-only ones in no response. */
export function isSent({ marks }: Property, flow: Flow): boolean {
  return !marks[foreignMark[flow]]
}

/** Whether a property has a default. */
export function hasDefault(property: Property): boolean {
  return keywordValue(intersect(property.fragments), 'default') !== undefined
}
