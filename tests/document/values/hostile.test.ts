import { describe, expect, it } from 'vitest'
import type { Schemas } from '../../../document/index.js'
import {
  Bounds,
  coveringValues,
  deviatingValues,
  randomValue,
  reachedPoints,
  schemaPoints,
  smallestValue,
  tellingValues,
} from '../../../document/values/index.js'
import type { JsonSchema, JsonSchemaObject } from '../../../runtime/surface.js'
import { sampleOf } from '../../support/whole.js'
import { seeded, sourceOf } from './support.js'

const text = { type: 'string' } as const
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const times = <Item>(count: number, item: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => item(index))
const named = <Item>(count: number, item: (index: number) => Item): Record<string, Item> =>
  Object.fromEntries(times(count, (index) => [`m${index}`, item(index)]))
const nested = (depth: number, wrap: (inner: JsonSchemaObject) => JsonSchemaObject): JsonSchemaObject =>
  times(depth, () => wrap).reduce<JsonSchemaObject>((inner, one) => one(inner), text)
const requiring = (properties: Record<string, JsonSchema>): JsonSchemaObject => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})

/** Schemas of which each refers to 30 others. */
const woven = (make: (properties: Record<string, JsonSchema>) => JsonSchema): Schemas =>
  Object.fromEntries(
    times(40, (index) => [`s${index}`, make(named(30, (to) => ref(`s${(index + to + 1) % 40}`)))]),
  )
const ones = (count: number) => times(count, (index) => ({ const: index }))
const huge = 2_000_000_000

/** Schemas without a value, and the keywords that prevent one. */
const rows: [string, JsonSchema, (readonly string[] | undefined)?, Schemas?][] = [
  ['a pattern of a fixed and huge length', { ...text, pattern: '^[a-z]{900000000}$' }, ['pattern']],
  ['a pattern of loops in loops', { ...text, pattern: '^((([a-z]{1000}){1000}){1000})$' }, ['pattern']],
  ['a pattern that may be short', { ...text, pattern: '^[a-z]{2,900000000}$' }],
  ['a pattern that backtracks', { ...text, pattern: '^((a+)+)+b$', minLength: 40 }],
  ['a pattern of many loops', { ...text, pattern: `^${'[a-z]*'.repeat(60)}1$` }],
  ['a pattern of 5,000 words', { ...text, pattern: `^(${times(5000, (at) => `w${at}`).join('|')})$` }],
  ['a huge least length', { ...text, minLength: huge }, ['minLength']],
  ['a huge least length, and a pattern', { ...text, minLength: huge, pattern: '^a*$' }, ['minLength']],
  ['a huge greatest length', { ...text, maxLength: huge }],
  ['a huge least number of items', { type: 'array', items: text, minItems: 1_000_000_000 }, ['minItems']],
  ['lists in lists', nested(6, (items) => ({ type: 'array', minItems: 500, items })), ['combinations']],
  ['a huge list of different items', { type: 'array', uniqueItems: true, minItems: 1000, items: text }],
  ['a huge least number of members', { type: 'object', minProperties: 1_000_000_000 }, ['minProperties']],
  ['100,000 listed values', { enum: times(100_000, (index) => `v${index}`) }],
  ['a tiny step', { type: 'number', multipleOf: 1e-300, minimum: 3 }],
  ['no step at all', { type: 'number', multipleOf: 5e-324, exclusiveMinimum: 1 }, []],
  ['itself, by required members', ref('A'), [], { A: requiring({ a: ref('A'), b: ref('A') }) }],
  ['others, each through 30 required members', ref('s0'), [], woven(requiring)],
  ['others, by optional ones', ref('s0'), undefined, woven((properties) => ({ type: 'object', properties }))],
  ['itself, twice at once', ref('A'), [], { A: { allOf: times(2, () => ref('A')), not: {} } }],
  ['objects 5,000 deep', nested(5000, (a) => requiring({ a })), ['nesting']],
  ['a union of 500', { oneOf: ones(500) }],
  [
    'unions of 500 in unions of 500',
    requiring(named(5, () => ({ oneOf: ones(500).map((a) => ({ properties: { a } })) }))),
  ],
  ['unions that exclude each other', { allOf: times(30, () => ({ oneOf: [text, { type: 'null' }] })) }],
  [
    'unions without a way through',
    { allOf: [...times(40, () => ({ anyOf: [text, { minLength: 2 }] })), false] },
    ['combinations'],
  ],
  ['a chain of 1,000 allOf', nested(1000, (one) => ({ allOf: [one] }))],
  ['an allOf of 10,000', { allOf: times(10_000, (index) => ({ minLength: index % 10 })) }],
  ['10,000 optional members', { type: 'object', properties: named(10_000, () => text) }],
  ['1,000 required members', requiring(named(1000, () => text))],
  ['a too large example', { ...text, example: 'x'.repeat(2_000_000), minLength: 1_500_000 }, ['size']],
]

const first = <Item>(items: Iterable<Item>, most: number): Item[] => {
  const found: Item[] = []
  for (const item of items) if (found.push(item) >= most) break
  return found
}

const wanted = 15
const mostSteps = 110_000
const largest = 1_000_000

describe('a schema that asks for much', () => {
  it.each(sampleOf(rows, 0.5))(
    '%s: values take a bounded number of steps, or there are none',
    (_, schema, expected, schemas = {}) => {
      const bounds = new Bounds()
      const source = sourceOf(schemas, { bounds })
      const smallest = smallestValue(schema, source)
      expect(smallest === undefined ? [...bounds.exceeded] : undefined).toEqual(expected)
      const values = [
        smallest,
        ...first(coveringValues(schema, source), wanted),
        ...first(deviatingValues(schema, source), wanted).map(({ value }) => value),
        ...first(tellingValues(schema, source), wanted).map(({ value }) => value),
        ...times(3, () => randomValue(schema, source, seeded(1))),
      ]
      for (const value of values) expect(JSON.stringify(value)?.length ?? 0).toBeLessThanOrEqual(largest)
      expect(bounds.mostSteps).toBeLessThan(mostSteps)
      expect(reachedPoints(smallest, schema, source).length).toBeLessThan(largest)
      expect(first(schemaPoints(schema, source), 50_000).length).toBeLessThan(50_000)
    },
  )

  it('takes few steps where it asks for little', () => {
    const bounds = new Bounds()
    const schema = requiring({ name: { ...text, maxLength: 10 }, size: { type: 'integer', minimum: 1 } })
    expect([...coveringValues(schema, sourceOf({}, { bounds }))].length).toBeGreaterThan(10)
    expect(bounds.mostSteps).toBeLessThan(100)
  })

  it('looks into lists of lists only to a limit', () => {
    const list = times(100_000, () => 1).reduce<unknown>((inner) => [inner], [])
    expect(reachedPoints(list, ref('List'), sourceOf({ List: { items: ref('List') } }))).toEqual([])
  })

  it('leaves out the member that is too large, and no other', () => {
    const properties = { huge: { ...text, minLength: 2_000_000_000 }, name: text }
    const values = [...coveringValues({ type: 'object', properties }, sourceOf())]
    expect(values).toContainEqual({ name: 'Sample' })
    expect(values.some((value) => 'huge' in (value as object))).toBe(false)
  })
})
