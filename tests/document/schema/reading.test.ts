import { expect, test } from 'vitest'
import {
  acceptsAll,
  acceptsNone,
  dialectOf,
  keywordsWithNull,
  readSchema,
  spellingOf,
} from '../../../document/index.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly withNull: [object, boolean, object][]
}>(import.meta.dirname, 'reading.yaml')

const ref = { $ref: '#/components/schemas/A' }
const both = ['3.0', '2020-12'] as const
const old = ['3.0'] as const
const fresh = ['2020-12'] as const

/** A schema, its keywords as they are read, and whether null is allowed besides. */
const readings: readonly (readonly [
  dialects: readonly ('3.0' | '2020-12')[],
  schema: object,
  keywords: object,
  orNull?: boolean,
])[] = [
  [both, { type: 'string', minLength: 1 }, { type: 'string', minLength: 1 }],
  [both, { type: 'string', nullable: true }, { type: 'string' }, true],
  [both, { type: 'string', nullable: false }, { type: 'string' }],
  [both, { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
  [both, { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
  [both, { exclusiveMinimum: true }, {}],
  [both, { maximum: 1, exclusiveMaximum: true }, { exclusiveMaximum: 1 }],
  [both, { maximum: 1, exclusiveMaximum: false }, { maximum: 1 }],
  [both, { minimum: 0, exclusiveMinimum: 1 }, { minimum: 0, exclusiveMinimum: 1 }],
  [both, { items: [{ type: 'string' }] }, { prefixItems: [{ type: 'string' }] }],
  [both, { items: { type: 'string' } }, { items: { type: 'string' } }],
  [both, { type: ['string', null] }, { type: ['string', 'null'] }],
  [both, { required: [] }, {}],
  [both, { required: 'a' }, {}],
  [both, { required: ['a'] }, { required: ['a'] }],
  [both, { allOf: [], anyOf: [], oneOf: [], enum: [], prefixItems: [] }, {}],
  [both, { allOf: [{}], examples: [] }, { allOf: [{}], examples: [] }],
  [both, { description: null, format: null }, {}],
  [both, { const: null, default: null, example: null }, { const: null, default: null, example: null }],
  [old, { ...ref, maxLength: 3 }, ref],
  [old, { ...ref, readOnly: true, writeOnly: true }, { ...ref, readOnly: true, writeOnly: true }],
  [old, { ...ref, readOnly: false, writeOnly: 'yes' }, ref],
  [old, { ...ref, nullable: true }, ref, true],
  [old, { ...ref, type: ['string', 'null'] }, ref, true],
  [old, { ...ref, type: ['string', null] }, ref, true],
  [old, { ...ref, type: ['string'] }, ref],
  [old, { ...ref, type: 'null' }, ref],
  [fresh, { ...ref, maxLength: 3 }, { ...ref, maxLength: 3 }],
  [fresh, { ...ref, type: ['string', 'null'] }, { ...ref, type: ['string', 'null'] }],
  [fresh, { ...ref, nullable: true }, ref, true],
]

const read = readings.flatMap(([dialects, schema, keywords, orNull = false]) =>
  dialects.map((dialect) => ({ dialect, schema, keywords, orNull })),
)

test.each(read)('OpenAPI of $dialect: $schema', ({ dialect, schema, keywords, orNull }) => {
  expect(readSchema({ ...schema }, dialect)).toEqual({ keywords, orNull })
})

test.each([
  { type: 'string' },
  { const: null },
  { examples: [] },
  { required: ['a'] },
  { exclusiveMinimum: 1, exclusiveMaximum: 2 },
  { items: {} },
])('%j needs no other spelling, and is read once', (schema) => {
  expect(readSchema(schema, '2020-12').keywords).toEqual(schema)
  expect(readSchema(schema, '2020-12')).toBe(readSchema(schema, '2020-12'))
})

test.each<[object, boolean, object]>(tables.withNull)('%j with null, %s, is %j', (keywords, orNull, all) => {
  expect(keywordsWithNull({ keywords: { ...keywords }, orNull })).toEqual(all)
})

test.each<[string, object, string]>([
  ['prefixItems', { items: [] }, 'items'],
  ['prefixItems', { prefixItems: [] }, 'prefixItems'],
  ['exclusiveMinimum', { exclusiveMinimum: true }, 'minimum'],
  ['exclusiveMinimum', { exclusiveMinimum: 1 }, 'exclusiveMinimum'],
  ['exclusiveMaximum', { exclusiveMaximum: true }, 'maximum'],
  ['exclusiveMaximum', { exclusiveMaximum: 1 }, 'exclusiveMaximum'],
  ['minimum', { minimum: true }, 'minimum'],
])('%s of %j is spelled %s', (keyword, schema, spelling) => {
  expect(spellingOf(keyword, { ...schema })).toBe(spelling)
})

const deep = (levels: number): unknown => (levels === 0 ? {} : { allOf: [deep(levels - 1)] })

test.each<[schema: unknown, all: boolean, none: boolean]>([
  [true, true, false],
  [false, false, true],
  [null, false, false],
  [{}, true, false],
  [{ title: 'A', nullable: true }, true, false],
  [{ type: 'string' }, false, false],
  [{ allOf: [{}, true] }, true, false],
  [{ allOf: [{}, { type: 'string' }] }, false, false],
  [{ anyOf: [{ type: 'string' }, {}] }, true, false],
  [{ anyOf: [{ type: 'string' }] }, false, false],
  [{ oneOf: [{}] }, true, false],
  [{ oneOf: [{}, {}] }, false, false],
  [{ not: {} }, false, true],
  [{ not: true }, false, true],
  [{ not: {}, title: 'A' }, false, false],
  [{ not: { type: 'string' } }, false, false],
  [deep(8), true, false],
  [deep(9), false, false],
])('%j accepts everything: %s, nothing: %s', (schema, all, none) => {
  expect([acceptsAll(schema), acceptsNone(schema)]).toEqual([all, none])
})

test.each([
  ['3.0.3', '3.0'],
  ['3.1.0', '2020-12'],
  ['3.2.0', '2020-12'],
  ['3.3.0', undefined],
  ['2.0', undefined],
  [3, undefined],
])('the dialect of OpenAPI %s is %s', (openapi, dialect) => {
  expect(dialectOf({ openapi })).toBe(dialect)
})
