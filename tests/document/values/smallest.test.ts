import { describe, expect, test } from 'vitest'
import { Bounds, type Hint, smallestValue, type ValueSource } from '../../../document/values/index.js'
import type { JsonSchema } from '../../../runtime/surface.js'
import { drawn, sourceOf } from './support.js'

const sampled = (
  schema: JsonSchema | undefined,
  source: Partial<ValueSource> = {},
  schemas: Record<string, JsonSchema> = {},
): unknown => smallestValue(schema, sourceOf(schemas, source))

describe('the smallest value', () => {
  test.each([true, undefined])('of %j is an object', (schema) => {
    expect(sampled(schema)).toEqual({})
  })

  test('has the members of its direction', () => {
    const schema: JsonSchema = {
      required: ['read', 'written'],
      properties: { read: { const: 1, readOnly: true }, written: { const: 2, writeOnly: true } },
    }
    expect(sampled(schema)).toEqual({ written: 2 })
    expect(sampled(schema, { direction: 'response' })).toEqual({ read: 1 })
  })

  test('has a map as it is shown', () => {
    const labels = { type: 'object', additionalProperties: { type: 'string' } } as const
    const schema: JsonSchema = { required: ['labels'], properties: { labels } }
    expect(sampled(schema)).toEqual({ labels: {} })
    expect(sampled(schema, { examples: [{ labels: { a: 'b' } }] })).toEqual({ labels: { a: 'b' } })
    // An example that breaks the schema is not sent.
    expect(sampled(schema, { examples: [{ labels: { a: 1 } }] })).toEqual({ labels: {} })
    const shown = { ...labels, example: { c: 'd' } }
    expect(sampled({ ...schema, properties: { labels: shown } })).toEqual({ labels: { c: 'd' } })
  })

  test('repeats a password', () => {
    const names = ['password', 'password_repeat', 'passwordConfirmation', 'password2']
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
    expect(new Set(Object.values(sampled({ required: names, properties }) as object)).size).toBe(1)
  })

  test('is not a thing that lasts', () => {
    const properties = {
      enabled: { type: 'boolean' },
      builtIn: { type: 'boolean' },
      is_system: { type: 'boolean' },
    } as const
    const schema: JsonSchema = { required: Object.keys(properties), properties }
    expect(sampled(schema)).toEqual({ enabled: true, builtIn: false, is_system: false })
    expect(sampled({ ...schema, properties: { ...properties, builtIn: { const: true } } })).toHaveProperty(
      'builtIn',
      true,
    )
  })

  test('is none where a schema requires itself without end', () => {
    const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
    const Node = { type: 'object', required: ['next'], properties: { next: ref('Node') } }
    const schemas = { Node, Loop: ref('Loop') }
    expect(sampled(ref('Node'), {}, schemas)).toBeUndefined()
    expect(drawn(ref('Node'), 1, schemas)).toEqual([undefined])
    expect(sampled(ref('Loop'), {}, schemas)).toEqual({})
  })
})

describe('hints', () => {
  const noted: JsonSchema = { type: 'object', properties: { note: { type: 'string' } } }
  const schema: JsonSchema = {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { $ref: '#/components/schemas/Kind' },
      note: { type: 'string', maxLength: 5 },
      inner: noted,
      list: { type: 'array', minItems: 1, items: noted },
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
    const listed: JsonSchema = { type: 'object', properties: { tags: { type: 'array', items: {} } } }
    const withItem = [(path: readonly string[]) => path[0] === 'tags', () => false].map((one) =>
      sampled(listed, { includes: one }),
    )
    expect(withItem).toEqual([{ tags: ['Sample'] }, {}])
    expect(sampled(listed, { includes: (path) => path.join('/') === 'tags' })).toEqual({ tags: [] })
  })

  test('are asked once for each place, and not for the whole', () => {
    const asked: string[] = []
    const hint: Hint = (path) => {
      asked.push(path.join('/'))
      return path.at(-1) === 'b' ? 'hinted' : undefined
    }
    const b = { type: 'string' }
    const a = { type: 'object', required: ['b'], properties: { b } }
    const whole = { type: 'object', required: ['a'], properties: { a, b } }
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
