import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject } from '../load/pointer.js'

type Lookup = (ref: string) => JsonSchema | undefined

/** The values that one branch of a union allows for its tag; undefined when it does not demand any. */
const tagsOf = (
  schema: JsonSchema | undefined,
  property: string,
  lookup: Lookup,
  seen: ReadonlySet<string>,
): readonly string[] | undefined => {
  if (typeof schema !== 'object') return undefined
  if (schema.$ref !== undefined) {
    return seen.has(schema.$ref)
      ? undefined
      : tagsOf(lookup(schema.$ref), property, lookup, new Set([...seen, schema.$ref]))
  }
  const own = schema.required?.includes(property) ? ownTags(schema, property) : undefined
  if (own) return own
  return schema.allOf?.map((part) => tagsOf(part, property, lookup, seen)).find((tags) => tags !== undefined)
}

const ownTags = (schema: JsonSchemaObject, property: string): readonly string[] | undefined => {
  const tag = schema.properties?.[property]
  if (typeof tag !== 'object') return undefined
  const values = tag.const === undefined ? tag.enum : [tag.const]
  return values?.every((value) => typeof value === 'string') ? values : undefined
}

/**
 * For a `oneOf` or `anyOf` with a discriminator whose branches all demand their own values of the tag: which
 * branch each value selects. Then judging only that branch means the same as judging them all, and errors
 * speak of one branch. Undefined for any other union, which keeps its plain meaning.
 */
export function taggedBranches(
  schema: JsonSchemaObject,
  lookup: Lookup,
): { readonly property: string; readonly branches: ReadonlyMap<string, number> } | undefined {
  const union = schema.oneOf ?? schema.anyOf
  const discriminator = schema['discriminator']
  const property = isObject(discriminator) ? discriminator['propertyName'] : undefined
  if (!union || typeof property !== 'string' || (schema.oneOf && schema.anyOf)) return undefined
  const branches = new Map<string, number>()
  for (const [index, branch] of union.entries()) {
    for (const tag of tagsOf(branch, property, lookup, new Set()) ?? [undefined]) {
      if (tag === undefined || branches.has(tag)) return undefined
      branches.set(tag, index)
    }
  }
  return { property, branches }
}
