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

/** The keywords that stand in the way of any value; undefined where there is one. */
type Expected = readonly string[] | undefined

const rows: [string, JsonSchema, Expected, Schemas?][] = [
  ['a pattern of a fixed and huge length', { ...text, pattern: '^[a-z]{900000000}$' }, ['pattern']],
  ['a pattern of loops in loops', { ...text, pattern: '^((([a-z]{1000}){1000}){1000})$' }, ['pattern']],
  ['a pattern that may be short', { ...text, pattern: '^[a-z]{2,900000000}$' }, undefined],
  ['a pattern that backtracks', { ...text, pattern: '^((a+)+)+b$', minLength: 40 }, undefined],
  ['a pattern of many loops', { ...text, pattern: `^${'[a-z]*'.repeat(60)}1$` }, undefined],
  [
    'a pattern of 5,000 words',
    { ...text, pattern: `^(${times(5000, (index) => `w${index}`).join('|')})$` },
    undefined,
  ],
  ['a huge least length', { ...text, minLength: 2_000_000_000 }, ['minLength']],
  [
    'a huge least length, and a pattern',
    { ...text, minLength: 2_000_000_000, pattern: '^a*$' },
    ['minLength'],
  ],
  ['a huge greatest length', { ...text, maxLength: 2_000_000_000 }, undefined],
  ['a huge least number of items', { type: 'array', items: text, minItems: 1_000_000_000 }, ['minItems']],
  ['lists in lists', nested(6, (items) => ({ type: 'array', minItems: 500, items })), ['combinations']],
  [
    'a huge list of different items',
    { type: 'array', uniqueItems: true, minItems: 1000, items: text },
    undefined,
  ],
  ['a huge least number of members', { type: 'object', minProperties: 1_000_000_000 }, ['minProperties']],
  ['100,000 listed values', { enum: times(100_000, (index) => `v${index}`) }, undefined],
  ['a tiny step', { type: 'number', multipleOf: 1e-300, minimum: 3 }, undefined],
  ['no step at all', { type: 'number', multipleOf: 5e-324, exclusiveMinimum: 1 }, []],
  [
    'itself, through required members',
    ref('Self'),
    [],
    { Self: requiring({ a: ref('Self'), b: ref('Self') }) },
  ],
  [
    'others, each through 30 required members',
    ref('s0'),
    [],
    Object.fromEntries(
      times(40, (index) => [`s${index}`, requiring(named(30, (to) => ref(`s${(index + to + 1) % 40}`)))]),
    ),
  ],
  [
    'others, each through 30 optional members',
    ref('s0'),
    undefined,
    Object.fromEntries(
      times(40, (index) => [
        `s${index}`,
        { type: 'object', properties: named(30, (to) => ref(`s${(index + to + 1) % 40}`)) },
      ]),
    ),
  ],
  ['itself, twice at once', ref('Self'), [], { Self: { allOf: times(2, () => ref('Self')), not: {} } }],
  ['objects 5,000 deep', nested(5000, (a) => requiring({ a })), ['nesting']],
  ['a union of 500', { oneOf: times(500, (index) => ({ const: index })) }, undefined],
  [
    'unions of 500 in unions of 500',
    requiring(named(5, () => ({ oneOf: times(500, (index) => ({ properties: { a: { const: index } } })) }))),
    undefined,
  ],
  [
    'unions that exclude each other',
    { allOf: times(30, () => ({ oneOf: [text, { type: 'null' }] })) },
    undefined,
  ],
  [
    'unions without a way through',
    { allOf: [...times(40, () => ({ anyOf: [text, { minLength: 2 }] })), false] },
    ['combinations'],
  ],
  ['a chain of 1,000 allOf', nested(1000, (one) => ({ allOf: [one] })), undefined],
  ['an allOf of 10,000', { allOf: times(10_000, (index) => ({ minLength: index % 10 })) }, undefined],
  ['10,000 optional members', { type: 'object', properties: named(10_000, () => text) }, undefined],
  ['1,000 required members', requiring(named(1000, () => text)), undefined],
  [
    'an example that is too large',
    { ...text, example: 'x'.repeat(2_000_000), minLength: 1_500_000 },
    ['size'],
  ],
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
  it.each(rows)(
    '%s: values take a bounded number of steps, or there are none',
    (_, schema, expected, schemas = {}) => {
      const bounds = new Bounds()
      const source = sourceOf(schemas, { bounds })
      const smallest = smallestValue(schema, source)
      expect(smallest === undefined ? [...bounds.exceeded] : undefined).toEqual(expected)
      const values = [
        smallest,
        ...first(coveringValues(schema, source), wanted).map(({ value }) => value),
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

  it('leaves out the member that is too large, and no other', () => {
    const properties = { huge: { ...text, minLength: 2_000_000_000 }, name: text }
    const values = [...coveringValues({ type: 'object', properties }, sourceOf())].map(({ value }) => value)
    expect(values).toContainEqual({ name: 'Sample' })
    expect(values.some((value) => 'huge' in (value as object))).toBe(false)
  })
})
