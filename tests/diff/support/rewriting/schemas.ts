import { isObject, type JsonObject } from '../../../../document/index.js'
import { isSelected } from './references.js'
import { type Context, isOld, type Rewrite, rewriteSchemas } from './walk.js'

const words = ['title', 'description', 'externalDocs', 'example', 'examples', 'default', 'deprecated', 'readOnly']
  .concat('writeOnly', 'xml', '$comment')

const isWord = (key: string): boolean => words.includes(key) || key.startsWith('x-')

const split = (value: JsonObject, takes: (key: string) => boolean): [JsonObject, JsonObject] => {
  const entries = Object.entries(value)
  return [
    Object.fromEntries(entries.filter(([key]) => takes(key))),
    Object.fromEntries(entries.filter(([key]) => !takes(key))),
  ]
}

const has = (value: JsonObject, ...keys: readonly string[]): boolean =>
  keys.some((key) => Object.hasOwn(value, key))

const size = (value: unknown): number => Object.keys(Object(value)).length

const unionKeys = ['allOf', 'anyOf', 'oneOf', '$ref', '$dynamicRef'] as const

/** A component that others refer to stays findable; a reference of 3.0 has no siblings. */
const schemasOf =
  (change: Rewrite) =>
  (root: unknown): unknown =>
    rewriteSchemas(root, (value, context) =>
      isSelected(context) || (isOld(root) && has(value, '$ref')) ? value : change(value, context),
    )

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

/** Everything in a composition of one; words stay outside where there are assertions. */
export const wrap = (kind: 'allOf' | 'anyOf' | 'oneOf', isWhole: boolean) =>
  schemasOf((value) => {
    const [outside, inside] = split(value, (key) => !isWhole && isWord(key))
    return size(inside) === 0 ? value : { ...outside, [kind]: [inside] }
  })

/** A composition of one as the one. */
export const unwrap = (root: unknown) =>
  schemasOf((value) => {
    for (const key of ['allOf', 'anyOf', 'oneOf']) {
      const list = value[key]
      const [one] = Array.isArray(list) && list.length === 1 ? (list as unknown[]) : []
      if (!isObject(one)) continue
      const [, rest] = split(value, (name) => name === key)
      const isAlone = Object.keys(rest).length === 0
      const isClear = Object.keys(rest).every((name) => isWord(name) && !has(one, name)) && !isOld(root)
      if (isAlone || isClear) return { ...rest, ...one }
    }
    return value
  })(root)

/** A composition of several in a composition of two, all but the first in a composition of their own. */
export const nest = (kind: 'allOf' | 'anyOf') =>
  schemasOf((value) => {
    const list = value[kind]
    if (!Array.isArray(list) || list.length < 3 || isObject(value['discriminator'])) return value
    return { ...value, [kind]: [list[0] as unknown, { [kind]: list.slice(1) }] }
  })

const objectKeys = new Set(['type', 'properties', 'required', 'description', 'title'])

const isPlainObject = (value: unknown): value is JsonObject =>
  isObject(value) && Object.keys(value).every((key) => objectKeys.has(key)) && value['type'] === 'object'

const namesIn = (value: unknown): string[] => (isObject(value) ? Object.keys(Object(value['properties'])) : [])

/** The members of `allOf` that are plain objects, merged into one where no property is in two of them. */
export const mergeObjects = schemasOf((value) => {
  const list = value['allOf']
  if (!Array.isArray(list)) return value
  const plain = list.filter(isPlainObject).map((one) => split(one, (key) => !isWord(key))[0])
  const names = plain.flatMap(namesIn)
  if (plain.length < 2 || new Set(names).size < names.length) return value
  if (list.filter(isPlainObject).some((one) => has(one, 'title', 'description'))) return value
  const merged = {
    type: 'object',
    properties: Object.assign({}, ...plain.map((one) => Object(one['properties']) as object)) as unknown,
    required: [...new Set(plain.flatMap((one) => (Array.isArray(one['required']) ? one['required'] : [])))],
  }
  return { ...value, allOf: [...list.filter((one) => !isPlainObject(one)), merged] }
})

/** The properties of an object in two members of `allOf`, the object itself around them. */
export const splitObjects = schemasOf((value) => {
  const entries = Object.entries(Object(value['properties']))
  if (entries.length < 2 || has(value, 'additionalProperties', 'unevaluatedProperties', 'patternProperties'))
    return value
  if (has(value, ...unionKeys)) return value
  const required: unknown[] = Array.isArray(value['required']) ? value['required'] : []
  const half = Math.ceil(entries.length / 2)
  const partOf = (some: typeof entries): object => {
    const names = some.map(([name]) => name)
    const listed = required.filter((name) => names.includes(String(name)))
    return { properties: Object.fromEntries(some), ...(listed.length > 0 ? { required: listed } : {}) }
  }
  const [, rest] = split(value, (key) => key === 'properties' || key === 'required')
  const undeclared = required.filter((name) => !Object.hasOwn(Object(value['properties']), String(name)))
  return {
    ...rest,
    ...(undeclared.length > 0 ? { required: undeclared } : {}),
    allOf: [partOf(entries.slice(0, half)), partOf(entries.slice(half))],
  }
})

const adjacent = new Set(['type', 'properties', 'patternProperties', 'additionalProperties', 'nullable'])
  .add('items').add('prefixItems').add('if').add('then').add('else').add('contains').add('minContains')
  .add('maxContains').add('unevaluatedProperties').add('unevaluatedItems').add('minimum').add('maximum')
  .add('exclusiveMinimum').add('exclusiveMaximum').add('discriminator').add('contentEncoding')
  .add('contentMediaType').add('contentSchema')

/** Each assertion that stands for itself in a member of `allOf` of its own. */
export const spreadKeywords = schemasOf((value) => {
  if (has(value, 'allOf') || value['nullable'] === true || isObject(value['discriminator'])) return value
  const [alone, rest] = split(
    value,
    (key) => !isWord(key) && !adjacent.has(key) && !key.startsWith('$') && key !== 'enum' && key !== 'const',
  )
  const members = Object.entries(alone).map(([key, one]) => ({ [key]: one }))
  return members.length === 0 ? value : { ...rest, allOf: members }
})

/** The type as far as a schema has one. */
const typesOf = (value: JsonObject): unknown[] =>
  Array.isArray(value['type']) ? value['type'] : [value['type']]

const neutral: readonly (readonly [type: string, members: object])[] = [
  ['string', { minLength: 0 }],
  ['array', { minItems: 0, uniqueItems: false }],
  ['object', { minProperties: 0, additionalProperties: true }],
]

/** What holds anyway, written out. */
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
