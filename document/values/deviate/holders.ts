import { isObject, type JsonObject } from '../../json/values.js'
import type { Shape } from '../schema/shape.js'
import type { Deviation } from './deviation.js'

const without = (value: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([one]) => one !== name))

const surplus = 'surplus'

/**
 * Objects that break one keyword which counts or names their members.
 * @yields each, when it is asked for
 */
export function* wrongObjects(shape: Shape, base: JsonObject): Iterable<Deviation> {
  for (const { schema, pointer } of shape.clauses) {
    for (const name of schema.required ?? [])
      if (Object.hasOwn(base, name) && shape.required.includes(name))
        yield {
          value: without(base, name),
          keyword: 'required',
          at: [name],
          pointer,
          says: 'is missing, and required',
        }
    for (const keyword of ['additionalProperties', 'unevaluatedProperties'])
      if (schema[keyword] === false && !Object.hasOwn(base, surplus))
        yield {
          value: { ...base, [surplus]: 'sample' },
          keyword,
          at: [surplus],
          pointer,
          says: 'is there, and no member of that name is allowed',
        }
    yield* wrongCounts(schema['minProperties'], schema['maxProperties'], base, pointer)
  }
}

const wrongCounts = function* (
  least: unknown,
  most: unknown,
  base: JsonObject,
  pointer: string,
): Iterable<Deviation> {
  if (typeof least === 'number' && least > 0) {
    const value = Object.fromEntries(Object.entries(base).slice(0, least - 1))
    const says = `has ${least - 1} members, and at least ${least}`
    yield { value, keyword: 'minProperties', at: [], pointer, says }
  }
  if (typeof most !== 'number' || most > 1000) return
  const extra = Array.from({ length: most + 1 }, (_none, index) => [
    `sample${index}`,
    Object.values(base)[0] ?? 'sample',
  ])
  const value = Object.fromEntries([...Object.entries(base), ...extra].slice(0, most + 1))
  yield {
    value,
    keyword: 'maxProperties',
    at: [],
    pointer,
    says: `has ${most + 1} members, and at most ${most}`,
  }
}

const mostItems = 10_000

/**
 * Lists that break one keyword which counts or compares their items.
 * @yields each, when it is asked for
 */
export function* wrongLists(
  shape: Shape,
  list: readonly unknown[],
  distinct: (count: number) => readonly unknown[] | undefined,
): Iterable<Deviation> {
  for (const { schema, pointer } of shape.clauses) {
    const { minItems = 0, maxItems, uniqueItems } = schema
    if (minItems > 0) {
      const says = `has ${minItems - 1} items, and at least ${minItems}`
      yield { value: list.slice(0, minItems - 1), keyword: 'minItems', at: [], pointer, says }
    }
    if (maxItems !== undefined && maxItems < mostItems) {
      const value = distinct(maxItems + 1)
      const says = `has ${maxItems + 1} items, and at most ${maxItems}`
      if (value !== undefined) yield { value, keyword: 'maxItems', at: [], pointer, says }
    }
    const [first, ...others] = list
    if (uniqueItems === true && first !== undefined && (maxItems ?? 2) > 1)
      yield {
        value: [first, ...others.slice(0, Math.max(0, (maxItems ?? Infinity) - 2)), first],
        keyword: 'uniqueItems',
        at: [],
        pointer,
        says: 'has an item twice, and each once at most',
      }
  }
}

/**
 * An object with another tag than any that its union knows.
 * @yields each, when it is asked for
 */
export function* unknownTags(shape: Shape, base: unknown): Iterable<Deviation> {
  if (!isObject(base)) return
  for (const { schema, pointer } of shape.clauses) {
    const { discriminator } = schema
    const property = isObject(discriminator) ? discriminator['propertyName'] : undefined
    if (typeof property === 'string' && Object.hasOwn(base, property))
      yield {
        value: { ...base, [property]: 'unknown-kind' },
        keyword: 'discriminator',
        at: [property],
        pointer,
        says: 'is "unknown-kind", and names one of the kinds',
      }
  }
}
