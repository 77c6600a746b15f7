import type { JsonSchema, JsonSchemaObject } from '../../runtime/json-schema.js'
import { isObject } from '../../document/index.js'
import { type Lookup, partsOf } from './parts.js'

/** The branch of a union that each value of its tag selects. */
export interface TaggedUnion {
  readonly property: string
  readonly branches: ReadonlyMap<string, number>
}

/** The values that one schema allows for the tag; empty if it does not list any. */
const ownTags = (schema: JsonSchemaObject, property: string, lookup: Lookup): (readonly unknown[])[] =>
  partsOf(schema.properties?.[property], lookup).flatMap((tag) => {
    if (tag.const !== undefined) return [[tag.const]]
    return Array.isArray(tag.enum) ? [tag.enum] : []
  })

/**
 * The values that one branch of a union allows for its tag; undefined if the branch does not require it of objects.
 */
const tagsOf = (branch: JsonSchema, property: string, lookup: Lookup): readonly string[] | undefined => {
  const parts = partsOf(branch, lookup)
  const isDemanded = parts.some(({ required }) => required?.includes(property))
  const [first, ...others] = parts.flatMap((part) => ownTags(part, property, lookup))
  if (!first || !isDemanded || !parts.some(({ type }) => type === 'object')) return undefined
  const tags = first.filter((tag) => others.every((other) => other.includes(tag)))
  return tags.every((tag) => typeof tag === 'string') ? tags : undefined
}

/**
 * For a `oneOf` or `anyOf` with a discriminator whose branches are objects with distinct required tag values: the
 * branch that each value selects. Validating only that branch is then equivalent to validating all, and errors
 * concern one branch. Undefined for any other union, which is validated in full.
 */
export function taggedBranches(schema: JsonSchemaObject, lookup: Lookup): TaggedUnion | undefined {
  const union = schema.oneOf ?? schema.anyOf
  const discriminator = schema['discriminator']
  const property = isObject(discriminator) ? discriminator['propertyName'] : undefined
  if (!union || typeof property !== 'string' || (schema.oneOf && schema.anyOf)) return undefined
  const branches = new Map<string, number>()
  for (const [index, branch] of union.entries()) {
    for (const tag of tagsOf(branch, property, lookup) ?? [undefined]) {
      if (tag === undefined || branches.has(tag)) return undefined
      branches.set(tag, index)
    }
  }
  return { property, branches }
}
