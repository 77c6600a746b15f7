import {
  componentName,
  componentSchema,
  discriminatorIn,
  extendingByName,
  isSchema,
  partsOf,
  type Schemas,
} from '../../schema/reading.js'
import {
  below,
  type Bounds,
  type Clause,
  type Located,
  type Node,
  targetOf,
  type ValueSource,
} from '../model/source.js'
import { pointerOf } from '../../json/json.js'
import type { JsonSchema } from '../../../runtime/surface.js'

const refOf = (schema: JsonSchema): string | undefined =>
  typeof schema === 'object' ? componentName(schema.$ref) : undefined

const deepest = 8

/** The values of the discriminator property in a branch; undefined if it lists none. */
const tagsIn = (
  schema: JsonSchema | undefined,
  property: string,
  schemas: Schemas,
  depth = 0,
): readonly unknown[] | undefined => {
  if (typeof schema !== 'object' || depth > deepest) return undefined
  const { $ref, allOf = [], properties = {}, additionalProperties } = schema
  const own = Object.hasOwn(properties, property) ? properties[property] : undefined
  if (typeof own === 'object' && own.const !== undefined) return [own.const]
  if (typeof own === 'object' && own.enum !== undefined) return own.enum
  if (own === undefined && additionalProperties === false) return []
  const target = targetOf($ref, schemas)
  return [...allOf, target?.schema]
    .map((one) => tagsIn(one, property, schemas, depth + 1))
    .find((tags) => tags !== undefined)
}

/** The schema for the discriminator property that selects a branch; empty if the branch itself lists its values. */
const tagFor = (clause: Clause, branch: Located, schemas: Schemas): Located[] => {
  const discriminator = discriminatorIn(clause.schema)
  const name = refOf(branch.schema) ?? nameOf(branch.pointer)
  if (discriminator === undefined || name === undefined) return []
  const { property, mapping } = discriminator
  const mapped = [...mapping].filter(([, references]) =>
    references.some((ref) => componentName(ref) === name),
  )
  const named = mapped.length > 0 ? mapped.map(([tag]) => tag) : [name]
  const listed = tagsIn(branch.schema, property, schemas)
  const tags = listed === undefined ? named : named.filter((tag) => listed.includes(tag))
  if (tags.length === 0) return []
  const schema: JsonSchema = { required: [property], properties: { [property]: { enum: tags } } }
  return [{ schema, pointer: clause.pointer }]
}

const nameOf = (pointer: string): string | undefined => {
  const name = componentName(pointer)
  return name === undefined || name.includes('/') ? undefined : name
}

/** The component schemas that extend a schema with a discriminator through `allOf`. */
const childrenOf = (clause: Clause, schemas: Schemas): Located[] => {
  const name = nameOf(clause.pointer)
  if (name === undefined || clause.schema['discriminator'] === undefined) return []
  return (extendingByName(schemas).get(name) ?? []).flatMap((child) => {
    const schema = Object.hasOwn(schemas, child) ? schemas[child] : undefined
    return schema === undefined ? [] : [{ schema, pointer: pointerOf('components', 'schemas', child) }]
  })
}

/**
 * One way to satisfy schemas, as those that the value must satisfy at once: a branch of each union is chosen, and
 * references and `allOf` are resolved. `not` and the exclusivity of `oneOf` are checked by the judge.
 */
export type Alternative = readonly Clause[]

/** The schemas of one branch of a choice. */
type Way = readonly Located[]

/** A linked list, so that alternatives share a common tail without copies. */
interface Chain<Item> {
  readonly item: Item
  readonly next: Chain<Item> | undefined
}

/** A schema to satisfy, or a choice of ways. */
type Step = Located | readonly Way[]

interface State {
  readonly due: Chain<Step> | undefined
  readonly clauses: Chain<Clause> | undefined
  readonly size: number
}

/** The number of clauses that a lookup may scan per step. */
const clausesInStep = 1_000

const isChoice = (step: Step): step is readonly Way[] => Array.isArray(step)

const onto = <Item>(next: Chain<Item> | undefined, items: readonly Item[]): Chain<Item> | undefined =>
  items.reduceRight<Chain<Item> | undefined>((chain, item) => ({ item, next: chain }), next)

const inside = function* <Item>(chain: Chain<Item> | undefined): Iterable<Item> {
  for (let link = chain; link; link = link.next) yield link.item
}

const isNull = ({ schema }: Located): boolean => typeof schema === 'object' && schema.type === 'null'

/** The texts that a branch lists for any of its properties. */
const listedTexts = ({ schema }: Located, schemas: Schemas): readonly unknown[] =>
  partsOf(schema, (ref) => componentSchema(ref, schemas)).flatMap(({ properties = {} }) =>
    Object.values(properties).flatMap((one) =>
      typeof one === 'object' ? (one.enum ?? [one.const]).filter((value) => typeof value === 'string') : [],
    ),
  )

/** The texts by which the discriminator selects a branch. */
const selectors = (way: Located | undefined, property = ''): readonly unknown[] =>
  typeof way?.schema === 'object' ? (tagsIn(way.schema, property, {}) ?? []) : []

/**
 * Branches in the order in which they are tried: that of the caller, those with a preferred tag, null last. What a
 * discriminator selects by is more than what a branch lists, as a schema that all of them extend lists every tag.
 */
const ordered = (branches: readonly Located[], clause: Clause, source: ValueSource): readonly Way[] => {
  const { schemas, branch, preferredTags = [] } = source
  const chosen = branch?.(branches.map(({ schema }) => schema))
  const property = discriminatorIn(clause.schema)?.property
  const isPreferred = (texts: readonly unknown[]): boolean => preferredTags.some((tag) => texts.includes(tag))
  const rankOf = ([one, tag]: readonly [Located, ...Located[]]): number => {
    if (isNull(one)) return 4
    if (chosen !== undefined && one.schema === chosen) return 0
    if (isPreferred(selectors(tag, property))) return 1
    return isPreferred(listedTexts(one, schemas)) ? 2 : 3
  }
  return branches
    .map((one) => [one, ...tagFor(clause, one, schemas)] as const)
    .map((way) => ({ way, rank: rankOf(way) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ way }) => way)
}

const unions = (clause: Clause, source: ValueSource): (readonly Way[])[] =>
  (['oneOf', 'anyOf'] as const).flatMap((keyword) => {
    const stated = clause.schema[keyword] ?? []
    const branches = stated.map((branch, index) => below(clause.pointer, branch, keyword, index))
    const ways = ordered(branches, clause, source)
    return ways.length === 0 ? [] : [ways]
  })

const condition = ({ schema, pointer }: Clause): (readonly Way[])[] => {
  const { if: when, then = true, else: otherwise = true } = schema
  if (typeof when !== 'object' || when === null) return []
  const at = (keyword: string, one: unknown): Located[] =>
    isSchema(one) ? [below(pointer, one, keyword)] : []
  return [[[...at('if', when), ...at('then', then)], at('else', otherwise)]]
}

/** For a schema with a discriminator but without a union, the choice among the schemas that extend it. */
const extending = (clause: Clause, clauses: Chain<Clause>, source: ValueSource): (readonly Way[])[] => {
  if (clause.schema.oneOf ?? clause.schema.anyOf) return []
  const children = childrenOf(clause, source.schemas)
  if (children.length === 0) return []
  const seen = new Set<unknown>([...inside(clauses)].map(({ schema }) => schema))
  const own = children.find(({ schema }) => seen.has(schema))
  const among = own === undefined ? children : [own]
  return [ordered(among, clause, source)]
}

const stepsOf = (clause: Clause, clauses: Chain<Clause>, source: ValueSource): Step[] => {
  const { schemas } = source
  const { $ref, allOf = [] } = clause.schema
  const target = targetOf($ref, schemas)
  return [
    ...(target ? [target] : []),
    ...allOf.map((one, index) => below(clause.pointer, one, 'allOf', index)),
    ...unions(clause, source),
    ...condition(clause),
    ...extending(clause, clauses, source),
  ]
}

const isIn = (clauses: Chain<Clause> | undefined, schema: unknown): boolean => {
  for (const one of inside(clauses)) if (one.schema === schema) return true
  return false
}

/** @yields the ways to satisfy schemas, in order, preferred ones first and null last @throws Spent */
export function* alternativesOf(
  node: Node,
  source: ValueSource,
  given: Bounds,
): Generator<Alternative, void, Bounds> {
  let bounds = given
  const waiting: State[] = [{ due: onto(undefined, node), clauses: undefined, size: 0 }]
  for (let state = waiting.pop(); state; state = waiting.pop()) {
    const { due, clauses, size } = state
    bounds.take(1 + Math.floor(size / clausesInStep))
    if (!due) {
      bounds = yield [...inside(clauses)].toReversed()
      continue
    }
    const { item: step, next } = due
    if (isChoice(step)) {
      for (const way of step.toReversed()) waiting.push({ due: onto<Step>(next, way), clauses, size })
    } else if (typeof step.schema === 'object' && !isIn(clauses, step.schema)) {
      const clause: Clause = { schema: step.schema, pointer: step.pointer }
      const known = { item: clause, next: clauses }
      const rest = onto(next, stepsOf(clause, known, source))
      waiting.push({ due: rest, clauses: known, size: size + 1 })
    } else if (step.schema !== false) {
      waiting.push({ due: next, clauses, size })
    }
  }
}
