import { describe, expect, it } from 'vitest'
import { coveringValues, peculiaritiesOf, smallestValue } from '../../../document/values/index.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import { covering, drawn, sourceOf } from './support.js'

const kindsOf = (value: unknown): string[] => peculiaritiesOf(value).map(({ kind }) => kind)

const text = { type: 'string' } as const

describe('the smallest value', () => {
  it.each<[string, JsonSchema, unknown]>([
    [
      'has what is required',
      { type: 'object', required: ['a'], properties: { a: text, b: text } },
      { a: 'Sample' },
    ],
    ['is the example', { type: 'string', example: 'Rex' }, 'Rex'],
    [
      'takes members of the example',
      { required: ['a'], properties: { a: text }, example: { a: 'Rex', b: 1 } },
      { a: 'Rex' },
    ],
    [
      'leaves out what only answers have',
      { required: ['id'], properties: { id: { ...text, readOnly: true } } },
      {},
    ],
    ['satisfies all of allOf', { allOf: [{ type: 'integer', minimum: 3 }, { multipleOf: 5 }] }, 5],
    [
      'satisfies a pattern',
      { type: 'string', pattern: '^[A-Z]{2}-7$', maxLength: 4 },
      expect.stringMatching(/^[A-Z]{2}-7$/),
    ],
    [
      'has as many items as needed',
      { type: 'array', minItems: 2, uniqueItems: true, items: { enum: ['a', 'b'] } },
      ['a', 'b'],
    ],
    [
      'has what other members need',
      { type: 'object', required: ['a'], dependentRequired: { a: ['b'] }, properties: { a: text, b: text } },
      { a: 'Sample', b: 'Sample' },
    ],
    [
      'has as many members as needed',
      { type: 'object', minProperties: 2, additionalProperties: { type: 'integer' } },
      { sample: 1, sample1: 1 },
    ],
    ['avoids what it may not be', { type: 'integer', not: { const: 1 } }, 0],
    ['matches one branch alone', { oneOf: [{ type: 'integer' }, { type: 'number', minimum: 9 }] }, 1],
    ['contains what it has to', { type: 'array', contains: { const: 'x' } }, ['x']],
  ])('%s', (_name, schema, expected) => {
    expect(smallestValue(schema, sourceOf())).toEqual(expected)
  })

  it('is what is known of a name', () => {
    const known = (name: string): unknown[] => (name === 'petId' ? ['p-7'] : [])
    const schema = { type: 'object', required: ['petId'], properties: { petId: text } }
    expect(smallestValue(schema, sourceOf({}, { known }))).toEqual({ petId: 'p-7' })
  })

  it('is another one each time where names are to differ', () => {
    let count = 0
    const source = sourceOf({}, { distinct: () => `n${count++}` })
    const schema = {
      type: 'object',
      required: ['name', 'email'],
      properties: { name: text, email: { ...text, format: 'email' } },
    }
    expect(smallestValue(schema, source)).toEqual({ name: 'Sample-n0', email: 'sample.n1@example.com' })
    expect(smallestValue(schema, source)).toEqual({ name: 'Sample-n2', email: 'sample.n3@example.com' })
  })

  it('is undefined where nothing satisfies', () => {
    const open = { type: 'object', properties: { a: text } }
    expect(smallestValue({ oneOf: [open, open] }, sourceOf())).toBeUndefined()
    expect(smallestValue({ allOf: [text, { type: 'integer' }] }, sourceOf())).toBeUndefined()
  })

  it('ends where a schema requires itself', () => {
    const schemas = {
      Node: {
        type: 'object',
        required: ['next'],
        properties: { next: { $ref: '#/components/schemas/Node' } },
      },
    }
    expect(smallestValue({ $ref: '#/components/schemas/Node' }, sourceOf(schemas))).toBeUndefined()
    expect(drawn({ $ref: '#/components/schemas/Node' }, 1, schemas)).toEqual([undefined])
  })
})

describe('covering values', () => {
  it.each<[string, JsonSchema, readonly unknown[]]>([
    ['each listed value', { enum: ['a', 'b', 'c'] }, ['a', 'b', 'c']],
    ['both booleans', { type: 'boolean' }, [true, false]],
    ['null where allowed', { type: ['string', 'null'] }, [null]],
    ['the bounds', { type: 'integer', minimum: 3, maximum: 50 }, [3, 4, 49, 50]],
    ['bounds that are excluded', { type: 'integer', exclusiveMinimum: 3, exclusiveMaximum: 8 }, [4, 7]],
    ['numbers beyond 32 bits', { type: 'integer' }, [0, -1, 2_147_483_648, -2_147_483_649]],
    ['no more than 32 bits', { type: 'integer', format: 'int32' }, [2_147_483_647, -2_147_483_648]],
    ['multiples', { type: 'number', multipleOf: 0.5, maximum: 100 }, [0, 1.5, 100]],
    ['lengths', { type: 'string', minLength: 2, maxLength: 5 }, ['xx', 'xxxxx']],
    ['texts that services stumble over', { type: 'string' }, ['', 'a\0b', ' ', 'x'.repeat(10_000)]],
    ['days that are rare', { type: 'string', format: 'date' }, ['2024-02-29']],
    [
      'times with an offset and a fraction',
      { type: 'string', format: 'date-time' },
      ['2026-01-15T10:00:00+05:30', '2024-02-29T23:59:59.999Z'],
    ],
    ['lists of no, one and two items', { type: 'array', items: { enum: [1] } }, [[], [1], [1, 1]]],
    [
      'each branch',
      { anyOf: [{ type: 'boolean' }, { enum: ['x'] }, { type: 'null' }] },
      [true, false, 'x', null],
    ],
  ])('have %s', (_name, schema, expected) => {
    expect(covering(schema)).toEqual(expect.arrayContaining([...expected]))
  })

  it('have each two optional members both, neither, and each alone', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f']
    const properties = Object.fromEntries(names.map((name) => [name, { const: 1 }]))
    const found = covering({ type: 'object', properties }).map((value) => Object.keys(value as object))
    for (const a of names)
      for (const b of names.filter((name) => name !== a))
        for (const wanted of ['11', '10', '01', '00'])
          expect(
            found.some((keys) => `${Number(keys.includes(a))}${Number(keys.includes(b))}` === wanted),
          ).toBe(true)
  })

  it('name the kind that a discriminator selects', () => {
    const pet = {
      type: 'object',
      required: ['kind'],
      properties: { kind: text },
      discriminator: { propertyName: 'kind', mapping: { cat: '#/components/schemas/Cat' } },
    }
    const of = (member: string) => ({
      allOf: [
        { $ref: '#/components/schemas/Pet' },
        { required: [member], properties: { [member]: { type: 'boolean' } } },
      ],
    })
    const schemas = { Pet: pet, Cat: of('purrs'), Dog: of('barks') }
    expect(covering({ $ref: '#/components/schemas/Pet' }, schemas).slice(0, 2)).toEqual([
      { kind: 'cat', purrs: true },
      { kind: 'Dog', barks: true },
    ])
    expect(
      covering(
        { oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }] },
        schemas,
      ),
    ).toContainEqual({ kind: 'Dog', barks: true })
  })

  it('nest what may be nested, and say what is peculiar', () => {
    const schemas = { Node: { type: 'object', properties: { next: { $ref: '#/components/schemas/Node' } } } }
    const found = [...coveringValues({ $ref: '#/components/schemas/Node' }, sourceOf(schemas))]
    expect(found.map(({ aim, value }) => `${aim}: ${kindsOf(value).join(' ')}`)).toContain(
      '"next" nested deeply: deep empty-object',
    )
  })

  it('are plain first, and without what a validator refuses', () => {
    const schema = { type: 'object', properties: { name: text } }
    const accepts = (value: unknown): boolean => JSON.stringify(value).length < 100
    const found = [...coveringValues(schema, sourceOf({}, { accepts }))]
    expect(found.slice(0, 3).map(({ value }) => value)).toEqual([{}, { name: 'Sample' }, { name: 'x' }])
    expect(found.slice(0, 3).flatMap(({ value }) => kindsOf(value))).toEqual(['empty-object'])
    expect(found.every(({ value }) => accepts(value))).toBe(true)
  })
})
