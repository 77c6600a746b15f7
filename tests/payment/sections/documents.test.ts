import { endOfReferences } from '../../../document/index.js'
import { describe, expect, test } from 'vitest'
import { namedDefault } from '../../../payment/sections/spec-documents/section.js'
import { schemaShape } from '../../../payment/schema/schema-shape.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'

describe('the default of a version list', () => {
  const dates = ['2025-03-13', '2026-07-01', '2026-08-01']
  const old = '2025-03-13'
  const entries = (more: (date: string) => object) =>
    dates.map((date) => ({ version: date, url: `/spec/${date}`, ...more(date) }))

  test.each<[string, unknown, ReturnType<typeof namedDefault>]>([
    ['as a member', { default: old, versions: dates }, 'right'],
    ['as a member inside', { meta: { default_version: old }, versions: dates }, 'right'],
    ['as an entry', { default: { version: old, url: '/x' }, versions: dates }, 'right'],
    ['as a location', { default: '/spec/2025-03-13.json', versions: dates }, 'right'],
    ['as a flag', entries((date) => ({ is_default: date === old })), 'right'],
    ['as a flag in words', entries((date) => ({ default: date === old ? 'yes' : 'no' })), 'right'],
    ['as a remark', entries((date) => ({ role: date === old ? 'default' : 'dated' })), 'right'],
    [
      'as one of several remarks',
      entries((date) => ({ tags: date === old ? ['default', 'stable'] : [] })),
      'right',
    ],
    ['as a flag below a date', { versions: { [old]: { default: true }, '2026-07-01': {} } }, 'right'],
    ['another one', { default: '2026-08-01', versions: dates }, 'wrong'],
    ['another one, flagged', entries((date) => ({ default: date === '2026-08-01' })), 'wrong'],
    ['another one below a date', { [old]: {}, '2026-07-01': { isDefault: true } }, 'wrong'],
    ['something else', { default: 'the first', versions: dates }, 'unclear'],
    ['in another word', { current: old, versions: dates }, 'unclear'],
    ['nowhere', { versions: dates }, 'none'],
    ['nowhere among entries', entries(() => ({})), 'none'],
    ['null', { default: null, versions: dates }, 'none'],
  ])('%s', (_case, list, due) => {
    expect(namedDefault(list)).toBe(due)
  })
})

describe('the shape of a schema', () => {
  const schemas: Record<string, JsonSchema> = {
    Text: { $ref: '#/components/schemas/Plain' },
    Plain: { type: 'string' },
    Loop: { type: 'object', properties: { next: { $ref: '#/components/schemas/Loop' } } },
    Around: { $ref: '#/components/schemas/Around' },
  }
  const shape = (schema: JsonSchema) => Object.fromEntries(schemaShape(schema, schemas))
  const tagged = (tag: string): JsonSchema => ({
    type: 'object',
    required: ['t'],
    properties: { t: { const: tag } },
  })

  test('is told place by place', () => {
    expect(
      shape({
        type: 'object',
        required: ['a'],
        properties: {
          a: { $ref: '#/components/schemas/Text' },
          b: { type: 'array', items: { enum: ['y', 'x'] } },
        },
      }),
    ).toEqual({
      '/': 'type=object',
      '/a': 'required; type=string',
      '/b': 'optional; type=array',
      '/b/*': 'enum="x","y"',
    })
  })

  test.each<[string, JsonSchema, JsonSchema]>([
    ['names of components', { $ref: '#/components/schemas/Text' }, { type: 'string' }],
    ['limits and remarks', { type: 'string', maxLength: 3, description: 'x' }, { type: 'string' }],
    ['const and enum', { const: 'a' }, { enum: ['a'] }],
    ['order', { enum: ['a', 'b'], type: ['string', 'null'] }, { enum: ['b', 'a'], type: 'string' }],
    [
      'order of tagged branches',
      { oneOf: [tagged('a'), tagged('b')] },
      { anyOf: [tagged('b'), tagged('a')] },
    ],
    [
      'parts',
      { allOf: [{ type: 'object', properties: { a: { type: 'string' } } }] },
      { type: 'object', properties: { a: { type: 'string' } } },
    ],
  ])('does not depend on %s', (_case, one, other) => {
    expect(shape(one)).toEqual(shape(other))
  })

  test.each<[string, JsonSchema, JsonSchema]>([
    ['a type', { type: 'string' }, { type: 'integer' }],
    ['a value', { enum: ['a'] }, { enum: ['a', 'b'] }],
    ['a member', { properties: { a: true } }, { properties: { b: true } }],
    ['what is required', { properties: { a: true } }, { required: ['a'], properties: { a: true } }],
    ['a branch', { oneOf: [tagged('a')] }, { oneOf: [tagged('a'), tagged('b')] }],
  ])('depends on %s', (_case, one, other) => {
    expect(shape(one)).not.toEqual(shape(other))
  })

  test('ends where schemas go in circles', () => {
    expect(Object.keys(shape({ $ref: '#/components/schemas/Loop' })).length).toBeLessThan(20)
    expect(shape({ $ref: '#/components/schemas/Around' })).toEqual({})
    expect(endOfReferences({ $ref: '#/components/schemas/Missing' }, schemas)).toBeUndefined()
  })
})
