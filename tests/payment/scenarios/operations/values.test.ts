import { sample } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Arbitraries } from '../../../../payment/scenarios/operations/arbitrary.js'
import { seededOrder } from '../../../../payment/scenarios/operations/seeded.js'
import { wrongTexts } from '../../../../payment/scenarios/operations/wrong-texts.js'
import type { JsonSchema, JsonSchemaObject } from '../../../../runtime/json-schema.js'
import { compile } from '../../../conformance/support/compile.js'

const schemas: Record<string, JsonSchema> = {
  Tree: {
    type: 'object',
    required: ['name'],
    properties: { name: { type: 'string', minLength: 1 }, next: { $ref: '#/components/schemas/Tree' } },
  },
}

describe('values made from a schema are valid under it', () => {
  test.each<[string, JsonSchemaObject]>([
    ['lengths', { type: 'string', minLength: 3, maxLength: 5 }],
    ['one length', { type: 'string', minLength: 9, maxLength: 9 }],
    ['a pattern', { type: 'string', pattern: '^[A-Z]{3}$' }],
    ['an enumeration', { type: 'string', enum: ['a', 'b'] }],
    ['a range of whole numbers', { type: 'integer', minimum: 3, maximum: 7 }],
    ['exclusive limits', { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 5 }],
    ['numbers', { type: 'number', minimum: 0, maximum: 2 }],
    ['lists', { type: 'array', items: { type: 'boolean' }, minItems: 1, maxItems: 3 }],
    ['something or nothing', { type: ['string', 'null'] }],
    ['alternatives', { oneOf: [{ type: 'string' }, { type: 'integer' }] }],
    [
      'parts',
      {
        allOf: [
          { type: 'object', required: ['a'], properties: { a: { const: 1 } } },
          { type: 'object', properties: { b: { type: 'boolean' } } },
        ],
      },
    ],
    ['references in circles', { allOf: [{ $ref: '#/components/schemas/Tree' }] }],
  ])('%s', (_case, schema) => {
    const judge = compile({ ...schema, components: { schemas } })
    const values = sample(new Arbitraries(schemas).of(schema), { seed: 1, numRuns: 50 })
    expect(values.filter((value) => !judge(value))).toEqual([])
  })

  test('and the same for the same seed', () => {
    const [one, other] = [1, 2].map(() =>
      sample(new Arbitraries(schemas).of({ type: 'string' }), { seed: 5, numRuns: 9 }),
    )
    expect(one).toEqual(other)
  })

  test('limits are among them', () => {
    const values = sample(new Arbitraries({}).of({ type: 'integer', minimum: 1, maximum: 999 }), {
      seed: 3,
      numRuns: 50,
    })
    expect(values).toEqual(expect.arrayContaining([1, 999]))
  })
})

describe('texts that break a schema', () => {
  const salt = { letters: 'bc', by: 2 }
  test.each<[string, JsonSchemaObject, readonly string[]]>([
    ['an integer', { type: 'integer', minimum: 1, maximum: 9 }, ['xbc', '11', '-1']],
    ['an enumeration', { enum: ['a'] }, ['xbc']],
    ['an id', { type: 'string', format: 'uuid' }, ['xbc']],
    ['lengths', { type: 'string', minLength: 4, maxLength: 6 }, ['aaaaaaaa', 'aa']],
    ['a pattern', { type: 'string', pattern: '^a$' }, ['~xbc~']],
    ['a format that services judge in their own way', { type: 'string', format: 'email' }, []],
    ['an unlimited text', { type: 'string' }, []],
  ])('%s', (_case, schema, due) => {
    expect(wrongTexts([schema]).map(({ make }) => make(salt))).toEqual(due)
  })
})

describe('a seeded order', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const order = (seed: number, items = names) => seededOrder(items, seed, (name) => name)

  test('is the same for the same seed, and another for another', () => {
    expect(order(1)).toEqual(order(1))
    expect(order(1)).not.toEqual(order(2))
  })

  test('does not hang on how many others there are', () => {
    const few = names.slice(2, 5)
    expect(order(1).filter((name) => few.includes(name))).toEqual(order(1, few))
  })
})
