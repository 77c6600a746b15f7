import {
  acceptsAll,
  acceptsNone,
  appendKey,
  isAsserting,
  isNullAlone,
  isObject,
  type JsonObject,
  keywordsWithNull,
  listOf,
  readSchema,
  refOf,
} from '../../document/index.js'
import { isOfType } from '../../document/values/index.js'
import { canonical } from '../engine/equal.js'
import { childOf, type Fragment, fragmentAt, type Fragments, itemsOf, targetOf } from '../engine/node.js'

const isZero = (value: unknown): boolean => value === 0

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

/** Whether a schema of property names accepts all of them; that they are strings says nothing. */
export function acceptsAllNames(value: unknown): boolean {
  const { type, ...others } = isObject(value) ? value : { type: undefined }
  return type === 'string' ? assertionsOf(others).length === 0 : acceptsAll(value)
}

/** Whether a pattern matches every text. */
export function matchesAll(pattern: unknown): boolean {
  return pattern === '' || pattern === '.*'
}

/** Values with which a keyword asserts nothing. */
const neutral: Readonly<Record<string, (value: unknown, keywords: JsonObject) => boolean>> = {
  minLength: isZero,
  minItems: isZero,
  minProperties: isZero,
  uniqueItems: (value) => value === false,
  pattern: matchesAll,
  required: (value) => Array.isArray(value) && value.length === 0,
  properties: isEmpty,
  patternProperties: isEmpty,
  dependentRequired: isEmpty,
  dependentSchemas: isEmpty,
  additionalProperties: acceptsAll,
  unevaluatedProperties: acceptsAll,
  propertyNames: acceptsAllNames,
  items: acceptsAll,
  unevaluatedItems: acceptsAll,
  contentSchema: acceptsAll,
  allOf: (value) => Array.isArray(value) && value.every(acceptsAll),
  anyOf: (anyOf) => acceptsAll({ anyOf }),
  not: acceptsNone,
  contains: (_, keywords) => keywords['minContains'] === 0 && keywords['maxContains'] === undefined,
  minContains: (_, keywords) => keywords['contains'] === undefined,
  maxContains: (_, keywords) => keywords['contains'] === undefined,
}

/** The keywords of a schema that constrain values, without those whose value asserts nothing. */
export function assertionsOf(keywords: JsonObject): string[] {
  return Object.keys(keywords).filter(
    (key) =>
      isAsserting(key) && (!Object.hasOwn(neutral, key) || neutral[key]?.(keywords[key], keywords) !== true),
  )
}

const compositions = ['allOf', 'anyOf', 'oneOf'] as const

/** The schema that a fragment is only another spelling of, if it is one. */
const behind = (fragment: Fragment): Fragment | undefined => {
  if (!isObject(fragment.value)) return undefined
  const { keywords, orNull } = readSchema(fragment.value, fragment.document.dialect)
  const [only, ...others] = orNull ? [] : assertionsOf(keywords)
  if (only === undefined || others.length > 0) return undefined
  const ref = only === '$ref' ? refOf(keywords) : undefined
  if (ref !== undefined) return targetOf(fragment, ref)
  const list = compositions.some((key) => key === only) ? listOf(keywords[only]) : []
  return list.length === 1 ? itemsOf(fragmentAt(fragment, only, keywords[only]))[0] : undefined
}

const known = new WeakMap<object, Fragment>()

const knownBare = ({ value, document }: Fragment): Fragment | undefined => {
  const bare = isObject(value) ? known.get(value) : undefined
  return bare?.document === document ? bare : undefined
}

/** The schema behind references and lone compositions that assert nothing else; circular ones stay. */
export function bareSchema(fragment: Fragment): Fragment {
  const passed = new Set<object>()
  let bare = fragment
  for (let next: Fragment | undefined = fragment; next !== undefined; next = behind(bare)) {
    if (!isObject(next.value) || passed.has(next.value)) break
    const end = knownBare(next)
    bare = end ?? next
    if (end !== undefined) break
    passed.add(next.value)
  }
  for (const value of passed) known.set(value, bare)
  return bare
}

/** Whether a schema accepts every value, in any spelling. */
export function isFree(fragment: Fragment): boolean {
  return acceptsAll(fragment.value) || acceptsAll(bareSchema(fragment).value) || hasNone(fragment)
}

const hasNone = (fragment: Fragment): boolean => {
  const { value, document } = bareSchema(fragment)
  return isObject(value) && assertionsOf(readSchema(value, document.dialect).keywords).length === 0
}

const isOfBytes = ([one, ...more]: Fragments, [other, ...others]: Fragments): boolean => {
  const value = one && bareSchema(one).value
  const isBinary = isObject(value) && value['type'] === 'string' && value['format'] === 'binary'
  if (!isBinary || assertionsOf(value).length !== 2 || more.length + others.length > 0) return false
  if (other === undefined || isFree(other)) return true
  // A media type beside no type says what the bytes are.
  const counterpart = bareSchema(other).value
  return isObject(counterpart) && assertionsOf(counterpart).join() === 'contentMediaType'
}

/** Whether one side describes bytes by `format: binary`, as OpenAPI 3.0 does, and the other by no type, as 3.1. */
export function areBytes(from: Fragments, to: Fragments): boolean {
  return isOfBytes(from, to) || isOfBytes(to, from)
}

/** Whether a schema accepts no value, in any spelling. */
export function isForbidding(fragment: Fragment): boolean {
  return acceptsNone(fragment.value) || acceptsNone(bareSchema(fragment).value)
}

const choices = ['anyOf', 'oneOf'] as const

type Kinds = readonly Union['kind'][]

/** The members of the union that a member consists of. */
const nestedIn = (member: Fragment, kinds: Kinds): readonly Fragment[] => {
  const bare = bareSchema(member)
  if (!isObject(bare.value)) return []
  const { keywords, orNull } = readSchema(bare.value, bare.document.dialect)
  const kind = kinds.find((one) => assertionsOf(keywords).join() === one)
  return orNull || kind === undefined ? [] : itemsOf(fragmentAt(bare, kind, keywords[kind]))
}

// OpenAPI 3.0 ignores siblings of a reference.
const targetOfReference = (member: Fragment): unknown => {
  const ref = refOf(member.value)
  if (ref === undefined || member.document.dialect !== '3.0') return undefined
  return readSchema(Object(member.value), '3.0').orNull ? undefined : targetOf(member, ref)?.value
}

/** Removes duplicate members. */
const distinct = (members: readonly Fragment[]): readonly Fragment[] => {
  const seen = new Set<unknown>()
  return members.filter((member) => {
    const identity = targetOfReference(member) ?? canonical(member.value)
    return !seen.has(identity) && seen.add(identity)
  })
}

/**
 * The members of a union, with nested ones of its kind flattened and duplicates removed. A union with a discriminator
 * is returned unchanged, because it selects by position in the document. Never recursive.
 */
const flattened = ({ kind, holder, members }: Union, kinds: Kinds = [kind]): readonly Fragment[] => {
  if (members.length < 2 || childOf(holder, 'discriminator') !== undefined) return members
  const seen = new Set<unknown>([holder.value])
  const flat: Fragment[] = []
  const open = [...members].reverse()
  for (let member = open.pop(); member !== undefined; member = open.pop()) {
    const nested = nestedIn(member, kinds)
    const { value } = bareSchema(member)
    if (nested.length === 0) flat.push(member)
    else if (!seen.has(value)) open.push(...[...nested].reverse())
    seen.add(value)
  }
  return distinct(flat)
}

// One of several is any of them, but not the reverse.
const kindsInside = ({ kind }: Union): Kinds => (kind === 'anyOf' ? choices : [kind])

const isNesting = (union: Union): boolean =>
  union.members.some((one) => nestedIn(one, kindsInside(union)).length > 0)

/** Two unions to match; where one has unions inside and the other none, with the members of those. */
export function alike(one: Union, other: Union): readonly [Union, Union] {
  const isAlone = one.members.length === 1 || other.members.length === 1
  if (isAlone || isNesting(one) === isNesting(other)) return [one, other]
  const flat = (union: Union): Union => ({ ...union, members: flattened(union, kindsInside(union)) })
  return [flat(one), flat(other)]
}

/** A set of alternative schemas. */
export interface Union {
  readonly kind: 'anyOf' | 'oneOf'
  /** Location of the keyword. */
  readonly fragment: Fragment
  /** Location of the schema that holds it. */
  readonly holder: Fragment
  readonly members: readonly Fragment[]
}

/** The result of reading an `anyOf` or `oneOf`. */
interface ReadUnion {
  readonly fragment: Fragment
  /** Whether it has a null member and no assertions beside it. */
  readonly orNull: boolean
  /** Members that apply directly, because there is no choice. */
  readonly same: readonly Fragment[]
  readonly union?: Union
  readonly listed?: readonly unknown[]
  /** The types, if the members assert nothing else. */
  readonly types?: readonly unknown[]
  readonly known?: readonly unknown[]
}

const keywordsOf = (member: Fragment): JsonObject | undefined => {
  const { value, document } = bareSchema(member)
  return isObject(value) ? keywordsWithNull(readSchema(value, document.dialect)) : undefined
}

/** Whether a schema accepts null and nothing else. */
export function isNull(member: Fragment): boolean {
  if (isNullAlone(member.value)) return true
  const value = keywordsOf(member)
  if (value === undefined) return false
  const keys = assertionsOf(value)
  if (keys.length !== 1) return false
  const list = listOf(value['enum'])
  const isListed = value['const'] === null || (list.length === 1 && list[0] === null)
  return isListed || [value['type']].flat().join() === 'null'
}

const constants = new Set(['const', 'enum', 'type'])

const deepest = 4

/** Whether a value has one of the types stated beside it; any value does if none are stated. */
const mayBe = (types: unknown, value: unknown): boolean =>
  types === undefined || [types].flat().some((type) => isOfType(type, value))

/** The values of a member that is only a list of values, or a union of such lists. */
const valuesOf = (member: Fragment, depth = 0): readonly unknown[] | undefined => {
  const value = keywordsOf(member)
  if (value === undefined) return undefined
  const keys = assertionsOf(value)
  const [key, ...others] = keys.filter((one) => one !== 'type')
  const choice = others.length === 0 && depth < deepest ? choices.find((kind) => kind === key) : undefined
  if (choice !== undefined) {
    const inner = itemsOf(fragmentAt(bareSchema(member), choice, value[choice]))
    const lists = inner.map((one) => valuesOf(one, depth + 1))
    const isList = lists.every((list) => list !== undefined)
    return isList ? lists.flat().filter((one) => mayBe(value['type'], one)) : undefined
  }
  if (!keys.every((key) => constants.has(key))) return undefined
  const values = Object.hasOwn(value, 'const') ? [value['const']] : value['enum']
  return Array.isArray(values) ? listOf(values).filter((one) => mayBe(value['type'], one)) : undefined
}

const scalar = new Set(['string', 'integer', 'number'])

/** Whether a member accepts every string, or every number. */
const isAnyScalar = (member: Fragment): boolean => {
  const value = keywordsOf(member) ?? {}
  return assertionsOf(value).length === 1 && typeof value['type'] === 'string' && scalar.has(value['type'])
}

const isTakenBy = (free: Fragment, value: unknown): boolean => {
  const type = keywordsOf(free)?.['type']
  return type === typeof value || (type === 'integer' && Number.isInteger(value))
}

const inside = new Set(['items', 'additionalProperties'])

/** Whether the subschema under a keyword accepts everything, possibly through a reference. */
const isFreeInside = (member: Fragment, key: string): boolean => {
  const held = inside.has(key) ? childOf(bareSchema(member), key) : undefined
  return held !== undefined && isFree(held)
}

/** The types of members that assert nothing else; for `oneOf` only if they do not overlap. */
const typesOfMembers = ({ kind, members }: Union): readonly unknown[] | undefined => {
  const types = members.flatMap((member) => {
    const value = keywordsOf(member) ?? {}
    const keys = assertionsOf(value).filter((key) => !isFreeInside(member, key))
    return keys.join() === 'type' ? value['type'] : undefined
  })
  if (!types.every((type) => typeof type === 'string')) return undefined
  const isMixed = types.includes('integer') && types.includes('number')
  return kind === 'anyOf' || (new Set(types).size === types.length && !isMixed) ? types : undefined
}

const ofChoice = (union: Union, orNull: boolean): ReadUnion => {
  const { members, fragment } = union
  if (members.length === 1) return { fragment, orNull, same: members }
  const types = typesOfMembers({ ...union, members: flattened(union) })
  if (types !== undefined) return { fragment, orNull, same: [], types }
  const values = members.map((one) => valuesOf(one))
  if (values.every((one) => one !== undefined)) return { fragment, orNull, same: [], listed: values.flat() }
  const free = members.filter(isAnyScalar)
  const rest = members.flatMap((one, index) => (isAnyScalar(one) ? [] : [values[index]]))
  const [only] = free
  if (only !== undefined && free.length === 1 && union.kind === 'anyOf') {
    const known = rest.flatMap((one) => one ?? [])
    const isKnown = rest.every((one) => one !== undefined) && known.every((value) => isTakenBy(only, value))
    if (isKnown) return { fragment, orNull, same: free, known }
  }
  return { fragment, orNull, same: [], union }
}

/** Reads a union: null is separated, a single member stands for itself, constants become a list. */
export function readUnion(holder: Fragment, value: JsonObject, kind: Union['kind']): ReadUnion {
  const fragment = childOf(holder, kind) ?? { ...holder, pointer: appendKey(holder.pointer, kind) }
  const union = { kind, fragment, holder, members: itemsOf(fragment) }
  const alone = assertionsOf(value).length === 1
  // A single member beside null is kept whole, with its discriminator.
  const isOptional = alone && union.members.filter((one) => !isNull(one)).length === 1
  const all = kind === 'anyOf' && !isOptional ? flattened(union) : union.members
  const others = alone ? all.filter((one) => !isNull(one)) : all
  if (others.length === 0) return ofChoice({ ...union, members: all.slice(0, 1) }, false)
  return ofChoice({ ...union, members: others }, others.length < all.length)
}
