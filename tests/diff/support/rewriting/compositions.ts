import { isObject, type JsonObject } from '../../../../document/index.js'
import { has, isWord, schemasOf, size, split, unionKeys } from './schema-edits.js'
import { isOld } from './walk.js'

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

const namesIn = (value: unknown): string[] =>
  isObject(value) ? Object.keys(Object(value['properties'])) : []

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
    const names = new Set(some.map(([name]) => name))
    const listed = required.filter((name) => names.has(String(name)))
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
  .add('items')
  .add('prefixItems')
  .add('if')
  .add('then')
  .add('else')
  .add('contains')
  .add('minContains')
  .add('maxContains')
  .add('unevaluatedProperties')
  .add('unevaluatedItems')
  .add('minimum')
  .add('maximum')
  .add('exclusiveMinimum')
  .add('exclusiveMaximum')
  .add('discriminator')
  .add('contentEncoding')
  .add('contentMediaType')
  .add('contentSchema')

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
