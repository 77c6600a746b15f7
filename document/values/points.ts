import { isObject, member } from '../json/values.js'
import type { JsonSchemaObject } from '../../runtime/json-schema.js'
import { deepEqual } from '../../runtime/deep-equal.js'
import { Judge } from './judge/judge.js'
import { below, type Located, targetOf } from './schema/node.js'
import { isReadOnly } from './schema/read-only.js'
import type { CoveragePoint, ValueSource } from './model/source.js'
import type { JsonSchema } from '../../runtime/json-schema.js'

const enumPoint = (pointer: string, value: unknown): CoveragePoint =>
  `enum ${pointer} ${JSON.stringify(value)}`

/** Members that requests may have, each with its schema. */
const membersOf = ({ schema, pointer }: Found, { schemas }: ValueSource): [name: string, Located][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    isReadOnly(one, schemas) ? [] : [[name, below(pointer, one, 'properties', name)]],
  )

interface Found {
  readonly schema: JsonSchemaObject
  readonly pointer: string
}

const branchesOf = ({ schema, pointer }: Found): Located[] =>
  (['oneOf', 'anyOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((branch, index) => below(pointer, branch, keyword, index)),
  )

/** Schemas that judge the same value, whatever it is. */
const besides = ({ schema, pointer }: Found, { schemas }: ValueSource): Located[] => {
  const target = schema.$ref === undefined ? undefined : targetOf(schema.$ref, schemas)
  const all = (schema.allOf ?? []).map((one, index) => below(pointer, one, 'allOf', index))
  return target ? [target, ...all] : all
}

const isSchema = (value: unknown): value is JsonSchema => typeof value === 'boolean' || isObject(value)

const itemsOf = ({ schema, pointer }: Found): Located[] => [
  ...(schema.prefixItems ?? []).map((one, index) => below(pointer, one, 'prefixItems', index)),
  ...(isSchema(schema.items) ? [below(pointer, schema.items, 'items')] : []),
]

/**
 * Every point of a schema that a value of it can reach. Schemas are gone through once.
 * @param seen those that were gone through before
 * @yields each, when it is asked for
 */
export function* schemaPoints(
  schema: JsonSchema | undefined,
  source: ValueSource,
  seen: Set<unknown> = new Set(),
): Iterable<CoveragePoint> {
  const waiting: Located[] = [{ schema: schema ?? true, pointer: source.pointer }]
  for (const one of waiting) {
    if (typeof one.schema !== 'object' || seen.has(one.schema)) continue
    seen.add(one.schema)
    const found: Found = { schema: one.schema, pointer: one.pointer }
    for (const value of found.schema.enum ?? []) yield enumPoint(found.pointer, value)
    const branches = branchesOf(found)
    for (const { pointer } of branches) yield `branch ${pointer}`
    const members = membersOf(found, source)
    for (const [, { pointer }] of members) yield `property ${pointer}`
    for (const [name, { pointer }] of members)
      if (found.schema.required?.includes(name) !== true) yield `property ${pointer} absent`
    const { additionalProperties: more } = found.schema
    const others = isObject(more) ? [below(found.pointer, more, 'additionalProperties')] : []
    waiting.push(
      ...besides(found, source),
      ...branches,
      ...members.map(([, inner]) => inner),
      ...itemsOf(found),
      ...others,
    )
  }
}

const deepest = 60

/** The points of a schema that a value reaches. */
export function reachedPoints(
  value: unknown,
  schema: JsonSchema | undefined,
  source: ValueSource,
): readonly CoveragePoint[] {
  const judge = new Judge(source.schemas)
  const points = new Set<CoveragePoint>()
  const visit = (value: unknown, { schema, pointer }: Located, depth: number): void => {
    if (typeof schema !== 'object' || depth > deepest) return
    const found: Found = { schema, pointer }
    const listed = schema.enum?.find((one) => deepEqual(one, value))
    if (listed !== undefined) points.add(enumPoint(pointer, listed))
    for (const one of besides(found, source)) visit(value, one, depth + 1)
    for (const branch of branchesOf(found)) {
      if (!judge.holds(value, branch.schema)) continue
      points.add(`branch ${branch.pointer}`)
      visit(value, branch, depth + 1)
    }
    if (isObject(value)) visitMembers(value, found, depth)
    if (Array.isArray(value)) visitItems(value, found, depth)
  }
  const visitMembers = (value: Readonly<Record<string, unknown>>, found: Found, depth: number): void => {
    const members = membersOf(found, source)
    for (const [name, inner] of members) {
      const isThere = Object.hasOwn(value, name)
      if (isThere) points.add(`property ${inner.pointer}`)
      else if (found.schema.required?.includes(name) !== true) points.add(`property ${inner.pointer} absent`)
      if (isThere) visit(member(value, name), inner, depth + 1)
    }
    const { additionalProperties: more } = found.schema
    if (!isObject(more)) return
    for (const [name, one] of Object.entries(value))
      if (!Object.hasOwn(found.schema.properties ?? {}, name))
        visit(one, below(found.pointer, more, 'additionalProperties'), depth + 1)
  }
  const visitItems = (value: readonly unknown[], { schema, pointer }: Found, depth: number): void => {
    for (const [index, item] of value.slice(0, 20).entries()) {
      const first = schema.prefixItems?.[index]
      if (first !== undefined) visit(item, below(pointer, first, 'prefixItems', index), depth + 1)
      else if (schema.items !== undefined) visit(item, below(pointer, schema.items, 'items'), depth + 1)
    }
  }
  visit(value, { schema: schema ?? true, pointer: source.pointer }, 0)
  return [...points]
}
