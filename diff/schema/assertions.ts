import {
  acceptsAll,
  acceptsNone,
  compositionKeywords,
  isAsserting,
  isObject,
  type JsonObject,
  keywordsWithNull,
  listOf,
  once,
  readSchema,
  refOf,
  schemaMapKeywords,
  textOf,
} from '../../document/index.js'
import { canonical } from '../engine/equal.js'
import { type Fragment, fragmentAt, itemsOf, nameOfReference, targetOf } from '../engine/node.js'

const isZero = (value: unknown): boolean => value === 0

const isEmpty = (value: unknown): boolean => isObject(value) && Object.keys(value).length === 0

/** Values with which a keyword asserts nothing. */
const neutral: Readonly<Record<string, (value: unknown, keywords: JsonObject) => boolean>> = {
  minLength: isZero,
  minItems: isZero,
  minProperties: isZero,
  uniqueItems: (value) => value === false,
  pattern: (value) => value === '',
  required: (value) => Array.isArray(value) && value.length === 0,
  properties: isEmpty,
  patternProperties: isEmpty,
  dependentRequired: isEmpty,
  dependentSchemas: isEmpty,
  additionalProperties: acceptsAll,
  unevaluatedProperties: acceptsAll,
  propertyNames: acceptsAll,
  items: acceptsAll,
  unevaluatedItems: acceptsAll,
  contentSchema: acceptsAll,
  allOf: (value) => Array.isArray(value) && value.every(acceptsAll),
  anyOf: (anyOf) => acceptsAll({ anyOf }),
  not: acceptsNone,
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

/** Whether a schema accepts no value, in any spelling. */
export function isForbidding(fragment: Fragment): boolean {
  return acceptsNone(fragment.value) || acceptsNone(bareSchema(fragment).value)
}

// Schemas that are equal down to this depth count as equal.
const deepestShape = 12

const compositionNames: ReadonlySet<string> = new Set(compositionKeywords)

const unordered = new Set(['required', 'enum', 'type', ...compositionNames])

const named: ReadonlySet<string> = new Set(schemaMapKeywords)

const shapesIn = (value: unknown, depth: number): unknown =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shaped(one, depth + 1)]))
    : value

const listIn = (key: string, value: readonly unknown[], depth: number): unknown => {
  const items = value.map((item: unknown) => (isObject(item) ? shaped(item, depth + 1) : item))
  if (!unordered.has(key)) return items
  const texts = items.map((item) => [canonical(item), item] as const)
  return texts.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, item]) => item)
}

const onlyMember = (members: readonly (readonly [string, unknown])[]): unknown => {
  const [key, list] = members[0] ?? []
  const isOne = members.length === 1 && Array.isArray(list) && list.length === 1
  return isOne && key !== undefined && compositionNames.has(key) ? listOf(list)[0] : undefined
}

const isNeutral = (key: string, value: unknown): boolean =>
  (key === 'additionalProperties' && acceptsAll(value)) || (key === 'required' && listOf(value).length === 0)

/** Normalizes alternative spellings. */
const normal = (value: JsonObject): JsonObject => {
  const types = listOf(value['type'])
  const type = types.length === 1 ? types[0] : value['type']
  const { exclusiveMinimum: minimum, ...rest } = value
  const isWhole = type === 'integer' && typeof minimum === 'number' && rest['minimum'] === undefined
  return {
    ...(isWhole ? { ...rest, minimum: Math.floor(minimum) + 1 } : value),
    ...(type === undefined ? {} : { type }),
  }
}

const shaped = (value: unknown, depth: number): unknown => {
  if (!isObject(value)) return value === true ? {} : value
  if (depth > deepestShape) return '…'
  const ref = textOf(value['$ref'])
  const members = Object.entries(normal(keywordsWithNull(readSchema(value, '2020-12')))).filter(
    ([key, one]) => isAsserting(key) && !isNeutral(key, one),
  )
  const only = onlyMember(members)
  if (only !== undefined) return shaped(only, depth + 1)
  return Object.fromEntries(
    members.map(([key, one]) => {
      if (key === '$ref' && ref !== undefined) return [key, nameOfReference(ref)]
      if (named.has(key)) return [key, shapesIn(one, depth)]
      if (Array.isArray(one)) return [key, listIn(key, one, depth)]
      return [key, shaped(one, depth)]
    }),
  )
}

const shapeOf = once((value: JsonObject): string => canonical(shaped(value, 0)))

/** The assertions of a schema as text, references by name: equal texts mean equal schemas. */
export function shapeText(value: unknown): string {
  return isObject(value) ? shapeOf(value) : canonical(value)
}
