import type { JsonObject } from '../../../../document/index.js'
import { has, isWord, schemasOf, size, split, unionKeys } from './schema-edits.js'
import { type Context, isOld } from './walk.js'

/** `enum` as a union of constants. */
export const enumAsUnion = (kind: 'oneOf' | 'anyOf') => (root: unknown) =>
  schemasOf((value) => {
    const list = value['enum']
    if (!Array.isArray(list) || list.length === 0 || has(value, ...unionKeys)) return value
    if (new Set(list).size < list.length || value['nullable'] === true) return value
    const [, rest] = split(value, (key) => key === 'enum')
    return { ...rest, [kind]: list.map((one: unknown) => (isOld(root) ? { enum: [one] } : { const: one })) }
  })(root)

/** An `enum` of one as `const`. */
export const enumAsConst = schemasOf((value) => {
  const list = value['enum']
  if (!Array.isArray(list) || list.length !== 1) return value
  const [, rest] = split(value, (key) => key === 'enum')
  return { ...rest, const: list[0] as unknown }
})

/** A type as a list of one. */
export const typeAsList = schemasOf((value) =>
  typeof value['type'] === 'string' ? { ...value, type: [value['type']] } : value,
)

/** A list of types with null as a union with null, words outside. */
export const nullAsUnion = (kind: 'oneOf' | 'anyOf') =>
  schemasOf((value) => {
    const type = value['type']
    if (!Array.isArray(type) || !type.includes('null') || type.length < 2) return value
    if (has(value, 'enum', 'const', 'if', 'not', ...unionKeys)) return value
    const [outside, inside] = split(value, isWord)
    const rest = type.filter((one) => one !== 'null')
    const inner = { ...inside, type: rest.length === 1 ? (rest[0] as unknown) : rest }
    return { ...outside, [kind]: [{ type: 'null' }, inner] }
  })

/** A list of types as a union of them. */
export const typesAsUnion = schemasOf((value) => {
  const type = value['type']
  if (!Array.isArray(type) || type.length < 2 || has(value, ...unionKeys)) return value
  const [, rest] = split(value, (key) => key === 'type')
  return { ...rest, anyOf: type.map((one: unknown) => ({ type: one })) }
})

/** The type as far as a schema has one. */
const typesOf = (value: JsonObject): unknown[] =>
  Array.isArray(value['type']) ? value['type'] : [value['type']]

const neutral: readonly (readonly [type: string, members: object])[] = [
  ['string', { minLength: 0 }],
  ['array', { minItems: 0, uniqueItems: false }],
  ['object', { minProperties: 0, additionalProperties: true }],
]

/** Writes the defaults of schemas out. */
export const writeDefaults = (root: unknown) =>
  schemasOf((value) => {
    const types = typesOf(value)
    const added = neutral.filter(([type]) => types.includes(type)).map(([, members]) => members)
    const dialect = isOld(root) ? { nullable: false } : {}
    const flags = { deprecated: false, readOnly: false, writeOnly: false, ...dialect }
    return has(value, '$ref') ? value : { ...flags, ...(Object.assign({}, ...added) as object), ...value }
  })(root)

/** The same in other words: schemas that accept everything. */
export const writeTrivia = (root: unknown) =>
  schemasOf((value) => {
    if (has(value, '$ref', 'allOf')) return value
    const isObjectType = typesOf(value).includes('object')
    const isArrayType = typesOf(value).includes('array')
    return {
      ...(isObjectType ? { additionalProperties: {}, properties: {} } : {}),
      ...(isArrayType && !isOld(root) ? { items: {} } : {}),
      ...(isOld(root) ? { allOf: [{}] } : { allOf: [true, {}] }),
      ...value,
    }
  })(root)

/** Limits of integers as exclusive ones. */
export const exclusiveLimits = schemasOf((value) => {
  if (value['type'] !== 'integer' || typeof value['minimum'] !== 'number') return value
  if (has(value, 'exclusiveMinimum')) return value
  const [, rest] = split(value, (key) => key === 'minimum')
  return { ...rest, exclusiveMinimum: Math.ceil(value['minimum']) - 1 }
})

/** The same of OpenAPI 3.0, where the limit is marked. */
export const markedLimits = schemasOf((value) => {
  if (value['type'] !== 'integer' || typeof value['minimum'] !== 'number') return value
  if (has(value, 'exclusiveMinimum')) return value
  return { ...value, minimum: Math.ceil(value['minimum']) - 1, exclusiveMinimum: true }
})

/** A reference with words beside it instead of inside an `allOf`, or the reverse. */
export const besideReference = schemasOf((value: JsonObject, _context: Context) => {
  if (!has(value, '$ref') || size(value) < 2) return value
  const [ref, rest] = split(value, (key) => key === '$ref')
  return has(rest, 'allOf') ? value : { ...rest, allOf: [ref] }
})
