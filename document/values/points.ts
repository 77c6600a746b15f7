import { deepEqual } from '../../runtime/json.js'
import type { JsonSchema } from '../../runtime/surface.js'
import { appendKey, isObject, member } from '../json/json.js'
import { isSchema } from '../schema/reading.js'
import { Judge } from './judge/judge.js'
import {
  below,
  Bounds,
  type Clause,
  type CoveragePoint,
  isLeftOut,
  type Located,
  Spent,
  targetOf,
  type ValueSource,
} from './model/source.js'

/** Limit on the values of an enum that count as points. */
const mostListed = 1_000

const enumPoint = (pointer: string, value: unknown): CoveragePoint =>
  `enum ${pointer} ${JSON.stringify(value)}`

/** The members that requests, or responses, may have, each with its schema. */
const membersOf = ({ schema, pointer }: Clause, source: ValueSource): [name: string, Located][] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, one]) =>
    isLeftOut(one, source) ? [] : [[name, below(pointer, one, 'properties', name)]],
  )

/** Whether omitting a member is a coverage point: only for optional members of requests. */
const mayBeAbsent = ({ schema }: Clause, name: string, { direction }: ValueSource): boolean =>
  direction === 'request' && schema.required?.includes(name) !== true

const branchesOf = ({ schema, pointer }: Clause): Located[] =>
  (['oneOf', 'anyOf'] as const).flatMap((keyword) =>
    (schema[keyword] ?? []).map((branch, index) => below(pointer, branch, keyword, index)),
  )

/** Schemas that unconditionally apply to the same value. */
const besides = ({ schema, pointer }: Clause, { schemas }: ValueSource): Located[] => {
  const target = targetOf(schema.$ref, schemas)
  const all = (schema.allOf ?? []).map((one, index) => below(pointer, one, 'allOf', index))
  return target ? [target, ...all] : all
}

const itemsOf = ({ schema, pointer }: Clause): Located[] => [
  ...(schema.prefixItems ?? []).map((one, index) => below(pointer, one, 'prefixItems', index)),
  ...(isSchema(schema.items) ? [below(pointer, schema.items, 'items')] : []),
]

/** @yields every point that values of a schema can reach; `seen` schemas are skipped */
export function* schemaPoints(
  schema: JsonSchema | undefined,
  source: ValueSource,
  seen: Set<unknown> = new Set(),
): Iterable<CoveragePoint> {
  const waiting: Located[] = [{ schema: schema ?? true, pointer: source.pointer }]
  for (const one of waiting) {
    if (typeof one.schema !== 'object' || seen.has(one.schema)) continue
    seen.add(one.schema)
    const found: Clause = { schema: one.schema, pointer: one.pointer }
    for (const value of (found.schema.enum ?? []).slice(0, mostListed)) yield enumPoint(found.pointer, value)
    const branches = branchesOf(found)
    for (const { pointer } of branches) yield `branch ${pointer}`
    const members = membersOf(found, source)
    for (const [, { pointer }] of members) yield `property ${pointer}`
    for (const [name, { pointer }] of members)
      if (mayBeAbsent(found, name, source)) yield `property ${pointer} absent`
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
const mostItems = 20

/** Collects the points that one value reaches. */
class Reached {
  readonly points = new Set<CoveragePoint>()
  readonly #source: ValueSource
  readonly #judge: Judge

  constructor(source: ValueSource) {
    this.#source = source
    // A response that matches several of its declared alternatives is still declared.
    const mostBranches = source.direction === 'response' ? Infinity : 1
    this.#judge = new Judge(source, new Bounds(), mostBranches)
  }

  /** @param judging schemas already visited for this value, since references may be circular */
  visit(value: unknown, { schema, pointer }: Located, depth: number, judging = new Set<unknown>()): void {
    if (typeof schema !== 'object' || depth > deepest || judging.has(schema)) return
    judging.add(schema)
    const found: Clause = { schema, pointer }
    const listed = schema.enum?.find((one) => deepEqual(one, value))
    if (listed !== undefined) this.points.add(enumPoint(pointer, listed))
    for (const one of besides(found, this.#source)) this.visit(value, one, depth + 1, judging)
    for (const branch of branchesOf(found)) {
      if (!this.#judge.holds(value, branch.schema)) continue
      this.points.add(`branch ${branch.pointer}`)
      this.visit(value, branch, depth + 1, judging)
    }
    if (isObject(value)) this.#members(value, found, depth)
    if (Array.isArray(value)) this.#items(value, found, depth)
  }

  #members(value: Readonly<Record<string, unknown>>, found: Clause, depth: number): void {
    const { properties = {}, additionalProperties: more } = found.schema
    for (const [name, inner] of membersOf(found, this.#source)) {
      const isThere = Object.hasOwn(value, name)
      if (isThere) this.points.add(`property ${inner.pointer}`)
      else if (mayBeAbsent(found, name, this.#source)) this.points.add(`property ${inner.pointer} absent`)
      if (isThere) this.visit(member(value, name), inner, depth + 1)
    }
    if (!isObject(more)) return
    for (const [name, one] of Object.entries(value))
      if (!Object.hasOwn(properties, name))
        this.visit(one, below(found.pointer, more, 'additionalProperties'), depth + 1)
  }

  #items(value: readonly unknown[], { schema, pointer }: Clause, depth: number): void {
    for (const [index, item] of value.slice(0, mostItems).entries()) {
      const first = schema.prefixItems?.[index]
      if (first !== undefined) this.visit(item, below(pointer, first, 'prefixItems', index), depth + 1)
      else if (schema.items !== undefined) this.visit(item, below(pointer, schema.items, 'items'), depth + 1)
    }
  }
}

/** The points of a schema that a value reaches, or those found before the limit on steps. */
export function reachedPoints(
  value: unknown,
  schema: JsonSchema | undefined,
  source: ValueSource,
): readonly CoveragePoint[] {
  const reached = new Reached(source)
  try {
    reached.visit(value, { schema: schema ?? true, pointer: source.pointer }, 0)
  } catch (error) {
    if (!(error instanceof Spent)) throw error
  }
  return [...reached.points]
}

/** One that is longer than what a database usually holds: `VARCHAR(255)`. */
const longText = 256
const longList = 50
const deepestValue = 12
const hugeNumber = 2 ** 31 - 1

const ofText = {
  'empty-text': (text: string) => text === '',
  'blank-text': (text: string) => text !== '' && text !== text.trim(),
  nul: (text: string) => text.includes('\0'),
  // eslint-disable-next-line no-control-regex -- The pattern is about them.
  control: (text: string) => /[\u0001-\u001f\u007f-\u009f]/.test(text),
  'lone-surrogate': (text: string) => /\p{Surrogate}/u.test(text),
  unicode: (text: string) => /[^\0-\u009f]/.test(text),
  quotes: (text: string) => /['"\\`<>%${}]|\.\.\//.test(text),
  'long-text': (text: string) => text.length >= longText,
}

const ofNumber = {
  zero: (value: number) => value === 0,
  negative: (value: number) => value < 0,
  fraction: (value: number) => !Number.isInteger(value),
  'huge-number': (value: number) => Math.abs(value) > hugeNumber,
}

type OfHolders = 'null' | 'deep' | 'empty-list' | 'long-list' | 'empty-object'

export type PeculiarityKind = keyof typeof ofText | keyof typeof ofNumber | OfHolders

/** Something peculiar in a value. */
interface ValuePeculiarity {
  readonly kind: PeculiarityKind
  /** JSON Pointer in the value. */
  readonly at: string
}

const kindsIn = <Kind extends string, Value>(tests: Record<Kind, (value: Value) => boolean>, value: Value) =>
  (Object.keys(tests) as Kind[]).filter((kind) => tests[kind](value))

const kindsOf = (value: unknown, depth: number): readonly PeculiarityKind[] => {
  if (value === null) return ['null']
  if (typeof value === 'string') return kindsIn(ofText, value)
  if (typeof value === 'number') return kindsIn(ofNumber, value)
  const deep: readonly PeculiarityKind[] = depth === deepestValue ? ['deep'] : []
  if (Array.isArray(value)) {
    if (value.length === 0) return ['empty-list', ...deep]
    return value.length >= longList ? ['long-list', ...deep] : deep
  }
  return isObject(value) && Object.keys(value).length === 0 ? ['empty-object', ...deep] : deep
}

/** The peculiarities anywhere in a value, whether it was generated or not. */
export function peculiaritiesOf(value: unknown): readonly ValuePeculiarity[] {
  const found: ValuePeculiarity[] = []
  const visit = (value: unknown, at: string, depth: number): void => {
    for (const kind of kindsOf(value, depth)) found.push({ kind, at })
    if (Array.isArray(value))
      for (const [index, item] of value.entries()) visit(item, appendKey(at, index), depth + 1)
    else if (isObject(value))
      for (const [name, member] of Object.entries(value)) {
        for (const kind of kindsOf(name, 0))
          if (kind !== 'quotes') found.push({ kind, at: appendKey(at, name) })
        visit(member, appendKey(at, name), depth + 1)
      }
  }
  visit(value, '', 0)
  return found
}
