import { describe, expect, test } from 'vitest'
import { Bounds, type Hint, smallestValue, type ValueSource } from '../../../document/values/index.js'
import type { JsonSchema } from '../../../runtime/surface.js'
import { compile } from '../../conformance/support/compile.js'
import { tableIn } from '../../support/table.js'
import { drawn, sourceOf } from './support.js'

const tables = tableIn<{
  readonly accepted: [string, JsonSchema][]
}>(import.meta.dirname, 'smallest.yaml')

const sampled = (
  schema: JsonSchema | undefined,
  source: Partial<ValueSource> = {},
  schemas: Record<string, JsonSchema> = {},
): unknown => smallestValue(schema, sourceOf(schemas, source))

describe('the smallest value', () => {
  test.each(tables.accepted)('is one that its schema accepts: %s', (_case, schema) => {
    const value = sampled(schema)
    expect(compile(schema as object)(value), JSON.stringify(value)).toBe(true)
  })

  test.each<[JsonSchema | undefined, unknown]>([
    [{ properties: { a: { type: 'string' } }, required: ['a'] }, { a: 'Sample' }],
    [{ required: ['a'] }, { a: 'Sample' }],
    [{ properties: {} }, {}],
    [{ items: { type: 'string' }, minItems: 1 }, ['Sample']],
    [{ type: ['null', 'integer'] }, 1],
    [{ type: 'number', multipleOf: 0, minimum: 3 }, 3],
    [{ type: 'number', multipleOf: -1, minimum: 3 }, 3],
    [{ type: 'boolean' }, true],
    [{ type: 'string', pattern: '(' }, 'Sample'],
    [{ type: 'string', format: 'uuid5' }, '886313e1-3b8a-5372-9b90-0c9aee199e4e'],
    [{ type: 'string', enum: ['a', null], default: null, example: 'b' }, 'a'],
    [true, {}],
    [undefined, {}],
    [{ oneOf: [{ type: 'null' }, { const: 1 }] }, 1],
  ])('of %j is %j', (schema, value) => {
    expect(sampled(schema)).toEqual(value)
  })

  test('has the members of its direction', () => {
    const schema: JsonSchema = {
      required: ['read', 'written'],
      properties: { read: { const: 1, readOnly: true }, written: { const: 2, writeOnly: true } },
    }
    expect(sampled(schema)).toEqual({ written: 2 })
    expect(sampled(schema, { direction: 'response' })).toEqual({ read: 1 })
  })

  test('is none where a schema requires itself without end', () => {
    const schemas: Record<string, JsonSchema> = {
      Node: {
        type: 'object',
        required: ['next'],
        properties: { next: { $ref: '#/components/schemas/Node' } },
      },
      Loop: { $ref: '#/components/schemas/Loop' },
    }
    expect(sampled({ $ref: '#/components/schemas/Node' }, {}, schemas)).toBeUndefined()
    expect(drawn({ $ref: '#/components/schemas/Node' }, 1, schemas)).toEqual([undefined])
    expect(sampled({ $ref: '#/components/schemas/Loop' }, {}, schemas)).toEqual({})
  })

  test('is the same each time', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', format: 'uuid' } },
    }
    expect(sampled(schema)).toEqual(sampled(schema))
  })
})

describe('hints', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { $ref: '#/components/schemas/Kind' },
      note: { type: 'string', maxLength: 5 },
      inner: { type: 'object', properties: { note: { type: 'string' } } },
      list: {
        type: 'array',
        minItems: 1,
        items: { type: 'object', properties: { note: { type: 'string' } } },
      },
    },
  }
  const schemas: Record<string, JsonSchema> = { Kind: { type: 'string', enum: ['individual', 'company'] } }

  test('fill optional members, and give way to schemas that refuse them', () => {
    const hint: Hint = (path) => ({ kind: 'Person', note: 'hello' })[path.at(-1) ?? '']
    expect(sampled(schema, { hint }, schemas)).toEqual({ kind: 'individual', note: 'hello' })
    expect(sampled(schema, { hint: () => 'too long' }, schemas)).toEqual({ kind: 'individual' })
  })

  test('are taken where an enumeration has them', () => {
    const hint: Hint = (path) => (path.join('.') === 'kind' ? 'company' : undefined)
    expect(sampled(schema, { hint }, schemas)).toEqual({ kind: 'company' })
  })

  test('are asked below what is included, by path', () => {
    const hint: Hint = (path) => (path.at(-1) === 'note' ? path.join('/') : undefined)
    const includes = (path: readonly string[]): boolean => /inner|list/.test(path.join('/'))
    expect(sampled(schema, { hint, includes, path: ['whole'] }, schemas)).toEqual({
      kind: 'individual',
      inner: { note: 'whole/inner/note' },
      list: [{ note: 'whole/list/0/note' }],
    })
    expect(sampled(schema, { includes }, schemas)).toMatchObject({ inner: {}, list: [{}] })
  })

  test('are asked once for each place, and not for the whole', () => {
    const asked: string[] = []
    const hint: Hint = (path) => {
      asked.push(path.join('/'))
      return path.at(-1) === 'b' ? 'hinted' : undefined
    }
    const inner: JsonSchema = { type: 'object', required: ['b'], properties: { b: { type: 'string' } } }
    const whole: JsonSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: inner, b: { type: 'string' } },
    }
    expect(sampled(whole, { hint })).toEqual({ a: { b: 'hinted' }, b: 'hinted' })
    expect(asked.toSorted()).toEqual(['a', 'a/b', 'b'])
  })
})

describe('unions', () => {
  const branch = (tag: string): JsonSchema => ({
    allOf: [
      { type: 'object', required: ['type'], properties: { type: { type: 'string', enum: [tag] } } },
      { $ref: '#/components/schemas/Rest' },
    ],
  })
  const schemas: Record<string, JsonSchema> = {
    Rest: { type: 'object', required: ['n'], properties: { n: { type: 'integer' } } },
    Fiat: branch('Fiat'),
  }
  const union: JsonSchema = { anyOf: [branch('Crypto'), { $ref: '#/components/schemas/Fiat' }] }

  test('take the branch with a preferred tag, else the first', () => {
    expect(sampled(union, { preferredTags: ['Fiat'] }, schemas)).toEqual({ type: 'Fiat', n: 1 })
    expect(sampled(union, {}, schemas)).toEqual({ type: 'Crypto', n: 1 })
  })

  test('take the branch of the caller, whatever it has for tags, if it has a value', () => {
    const branches: readonly JsonSchema[] = [{ const: 'a' }, { type: 'null' }, { const: 'b' }, false]
    const taken = (index: number): unknown => sampled({ anyOf: branches }, { branch: (all) => all[index] })
    expect([0, 2, 3].map(taken)).toEqual(['a', 'b', 'a'])
  })
})

test('a value takes one alternative of each union', () => {
  const of = (inner: JsonSchema): JsonSchema => ({
    allOf: Array.from({ length: 12 }, () => ({ anyOf: [{ type: 'object' }, { required: ['a'] }] })),
    required: ['a'],
    properties: { a: inner },
  })
  const nested = Array.from({ length: 6 }).reduce<JsonSchema>(of, { type: 'string' })
  const source = sourceOf({}, { bounds: new Bounds() })
  expect(JSON.stringify(smallestValue(nested, source))).toMatch(/^({"a":){6}"Sample"}{6}$/)
  expect(source.bounds?.mostSteps).toBeLessThan(2000)
})
