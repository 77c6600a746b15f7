import { describe, expect, it } from 'vitest'
import { deviatingValues } from '../../../document/values/index.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import { deviations, sourceOf } from './support.js'

const text = { type: 'string' } as const

describe('values that deviate', () => {
  it.each<[string, JsonSchema, readonly string[]]>([
    ['a member is missing', { type: 'object', required: ['a'], properties: { a: text } }, ['required /a']],
    ['a type is another', { type: 'object', properties: { a: { type: 'integer' } } }, ['type /a', 'type ']],
    ['null', { type: 'object', properties: { a: text } }, ['type /a']],
    [
      'bounds',
      { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2 },
      ['minimum ', 'maximum ', 'multipleOf '],
    ],
    [
      'bounds that are excluded',
      { type: 'number', exclusiveMinimum: 1, exclusiveMaximum: 9 },
      ['exclusiveMinimum ', 'exclusiveMaximum '],
    ],
    ['lengths', { ...text, minLength: 2, maxLength: 4 }, ['minLength ', 'maxLength ']],
    ['a pattern', { ...text, pattern: '^[a-z]+$' }, ['pattern ']],
    [
      'formats',
      {
        properties: {
          a: { ...text, format: 'date' },
          b: { ...text, format: 'uuid' },
          c: { ...text, format: 'email' },
        },
        type: 'object',
      },
      ['format /a', 'format /b', 'format /c'],
    ],
    [
      'listed values',
      { properties: { a: { enum: ['x', 'y'] }, b: { const: 'z' } }, type: 'object' },
      ['enum /a', 'const /b'],
    ],
    [
      'lists',
      { type: 'array', minItems: 1, maxItems: 3, uniqueItems: true, items: text },
      ['minItems ', 'maxItems ', 'uniqueItems ', 'type /0'],
    ],
    [
      'members that are not allowed',
      { type: 'object', additionalProperties: false, properties: { a: text } },
      ['additionalProperties /surplus'],
    ],
    [
      'numbers of members',
      { type: 'object', minProperties: 1, maxProperties: 2, additionalProperties: text },
      ['minProperties ', 'maxProperties '],
    ],
    [
      'what is deep',
      {
        type: 'array',
        items: { type: 'object', properties: { a: { type: 'array', items: { type: 'boolean' } } } },
      },
      ['type /0/a/0'],
    ],
  ])('in %s', (_name, schema, expected) => {
    expect(deviations(schema)).toEqual(expect.arrayContaining([...expected]))
  })

  it('say what is wrong, where, and what would be right', () => {
    const schema = {
      type: 'object',
      properties: { page: { type: 'object', properties: { limit: { type: 'integer', maximum: 100 } } } },
    }
    const found = [...deviatingValues(schema, sourceOf())].find(({ keyword }) => keyword === 'maximum')
    expect(found).toEqual({
      value: { page: { limit: 101 } },
      keyword: 'maximum',
      at: '/page/limit',
      pointer: '#/components/schemas/It/properties/page/properties/limit',
      says: '"page.limit" is 101, but must be at most 100',
    })
  })

  it('break no keyword that is about another type', () => {
    const found = deviations({ type: 'object', properties: { a: { type: 'integer', format: 'date' } } })
    expect(found).toContain('type /a')
    expect(found).not.toContain('format /a')
  })

  it('mark what frameworks read as valid on purpose', () => {
    const schema = { type: 'object', properties: { a: { type: 'integer' } } }
    const found = [...deviatingValues(schema, sourceOf())].filter(({ at }) => at === '/a')
    const coercible = found.flatMap(({ value, isCoercible }) => (isCoercible === true ? [value] : []))
    expect(coercible).toEqual([{ a: 1.5 }, { a: null }, { a: true }, { a: '5' }])
    expect(found.map(({ value }) => value)).toContainEqual({ a: 'sample' })
  })

  it('are none that another branch allows', () => {
    const schema = { anyOf: [{ type: 'integer', maximum: 9 }, { type: 'string' }, { type: 'null' }] }
    const found = [...deviatingValues(schema, sourceOf())].map(({ value }) => value)
    expect(found).toContain(10)
    expect(found).not.toContain('sample')
    expect(found).not.toContain(null)
  })
})
