import {
  compositionKeywords,
  isObject,
  type JsonObject,
  keywordsWithNull,
  listOf,
  once,
  readSchema,
  schemaMapKeywords,
  textOf,
  acceptsAll,
  isAsserting,
} from '../../document/index.js'
import { nameOfReference } from '../fragments/references.js'
import { canonical } from '../equal/canonical.js'

// Schemas that are equal down to this depth count as equal.
const deepest = 12

const compositions: ReadonlySet<string> = new Set(compositionKeywords)

const unordered = new Set(['required', 'enum', 'type', ...compositions])

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
  return isOne && key !== undefined && compositions.has(key) ? listOf(list)[0] : undefined
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
  if (depth > deepest) return '…'
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

/**
 * The assertions of a schema as text, without annotations and regardless of the order of members. References are
 * compared by name. Equal texts mean equal schemas; the reverse does not hold.
 */
export function shapeText(value: unknown): string {
  return isObject(value) ? shapeOf(value) : canonical(value)
}
