import {
  acceptsAll,
  acceptsNone,
  isAsserting,
  isObject,
  type JsonObject,
  listOf,
  readSchema,
  refOf,
} from '../../document/index.js'
import { type Fragment, type Fragments, fragmentAt, itemsOf, targetOf } from '../engine/node.js'

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
