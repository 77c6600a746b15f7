import { describe, expect, test } from 'vitest'
import { type Hint, Sampler } from '../../../document/index.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import { compile } from '../../conformance/support/compile.js'
import { tableIn } from '../../support/table.js'

const tables = tableIn<{
  readonly accepted: [string, JsonSchema][]
}>(import.meta.dirname, 'sampler.yaml')

const sampler = (
  hint: Hint = () => undefined,
  schemas: Record<string, JsonSchema> = {},
  tags: readonly string[] = [],
) => new Sampler({ schemas, hint, preferredTags: tags })

describe('a value is one that its schema accepts', () => {
  test.each(tables.accepted)('%s', (_case, schema) => {
    const value = sampler().sample(schema)
    expect(compile(schema as object)(value), JSON.stringify(value)).toBe(true)
  })

  test.each<[JsonSchema, unknown]>([
    [{ properties: { a: { type: 'string' } }, required: ['a'] }, { a: 'Sample' }],
    [{ required: ['a'] }, { a: 'Sample' }],
    [{ properties: {} }, {}],
    [{ items: { type: 'string' }, minItems: 1 }, ['Sample']],
    [{ type: ['null', 'integer'] }, 1],
    [{ type: 'number', multipleOf: 0, minimum: 3 }, 3],
    [{ type: 'number', multipleOf: -1, minimum: 3 }, 3],
    [{ type: 'boolean' }, false],
    [{ type: 'string', pattern: '(' }, 'Sample'],
    [{ type: 'string', enum: ['a', null], default: null, example: 'b' }, 'a'],
    [true, {}],
    [{ oneOf: [{ type: 'null' }, true, { const: 1 }] }, 1],
  ])('%j is sampled as %j', (schema, value) => {
    expect(sampler().sample(schema)).toEqual(value)
  })

  test.each([
    [{ name: 'a', example: 'shown' }, 'shown'],
    [{ name: 'a', example: [1] }, '[1]'],
    [{ name: 'a', schema: { type: 'string' as const } }, 'Sample'],
    [{ name: 'a', schema: { type: 'integer' as const } }, '1'],
    [{ name: 'a', content: { json: { schema: { const: 'x' } } } }, 'x'],
    [{ name: 'a' }, 'Sample'],
  ])('the parameter %j is sent as %s', (parameter, value) => {
    expect(sampler().parameter(parameter)).toBe(value)
  })

  test('ends twelve members deep', () => {
    const schemas = {
      Node: { type: 'object', required: ['a'], properties: { a: { $ref: '#/components/schemas/Node' } } },
    } as const
    const value = sampler(undefined, schemas).sample({ $ref: '#/components/schemas/Node' })
    expect(JSON.stringify(value).match(/"a"/g)).toHaveLength(13)
  })

  test('is the same each time', () => {
    const schema: JsonSchema = {
      type: 'object',
      required: ['a'],
      properties: { a: { type: 'string', format: 'uuid' } },
    }
    expect(sampler().sample(schema)).toEqual(sampler().sample(schema))
  })
})

describe('hints', () => {
  const schema: JsonSchema = {
    type: 'object',
    required: ['kind'],
    properties: {
      kind: { $ref: '#/components/schemas/Kind' },
      note: { type: 'string' },
      inner: { type: 'object', properties: { note: { type: 'string' } } },
    },
  }
  const schemas: Record<string, JsonSchema> = { Kind: { type: 'string', enum: ['individual', 'company'] } }

  test('fill optional members, and give way to enumerations that do not have them', () => {
    const hint: Hint = (place) => ({ kind: 'Person', note: 'hello' })[place.at(-1) ?? '']
    expect(sampler(hint, schemas).sample(schema)).toEqual({ kind: 'individual', note: 'hello' })
  })

  test('are taken where an enumeration has them', () => {
    const hint: Hint = (place) => (place.join('.') === 'kind' ? 'company' : undefined)
    expect(sampler(hint, schemas).sample(schema)).toEqual({ kind: 'company' })
  })
})

test('a hint is asked once for each place', () => {
  const asked: string[] = []
  const hint: Hint = (place) => {
    asked.push(place.join('/'))
    return place.at(-1) === 'b' ? 'hinted' : undefined
  }
  const inner: JsonSchema = { type: 'object', required: ['b'], properties: { b: { type: 'string' } } }
  const schema: JsonSchema = { type: 'object', required: ['a'], properties: { a: inner } }
  expect(sampler(hint).sample(schema)).toEqual({ a: { b: 'hinted' } })
  expect(asked.filter((place) => place === 'a/b')).toEqual(['a/b'])
})

describe('examples', () => {
  const body = (examples?: Record<string, unknown>) => ({
    pointer: '#/b',
    required: true,
    content: {
      'application/xml': { pointer: '#/x', schema: { type: 'string' as const } },
      'application/json; charset=utf-8': {
        pointer: '#/j',
        schema: {
          type: 'object',
          required: ['email', 'country'],
          properties: { email: { type: 'string' }, country: { type: 'string' } },
        },
        ...(examples && { examples }),
      },
    },
  })

  test('of a body are followed but for what a hint knows better', () => {
    const hint: Hint = (place) => (place.at(-1) === 'email' ? 'new@example.com' : undefined)
    const shown = { one: { email: 'old@example.com', country: 'PRT', more: 1 } }
    expect(sampler(hint).body(body(shown))).toEqual({ email: 'new@example.com', country: 'PRT' })
  })

  test('are not needed, nor is a body', () => {
    expect(sampler().body(body())).toEqual({ email: 'Sample', country: 'Sample' })
    expect(sampler().body(undefined)).toEqual({})
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
    expect(sampler(undefined, schemas, ['Fiat']).sample(union)).toEqual({ type: 'Fiat', n: 1 })
    expect(sampler(undefined, schemas).sample(union)).toEqual({ type: 'Crypto', n: 1 })
  })
})

test('schemas that refer to themselves end', () => {
  const schemas: Record<string, JsonSchema> = {
    Node: { type: 'object', required: ['next'], properties: { next: { $ref: '#/components/schemas/Node' } } },
    Loop: { $ref: '#/components/schemas/Loop' },
  }
  expect(JSON.stringify(sampler(undefined, schemas).sample({ $ref: '#/components/schemas/Node' }))).toContain(
    'next',
  )
  expect(sampler(undefined, schemas).sample({ $ref: '#/components/schemas/Loop' })).toBeDefined()
})
