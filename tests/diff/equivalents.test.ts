import { describe, expect, test } from 'vitest'
import { diff, documentOf, idsOf, settings, type Json } from './support/documents.js'

const text = { type: 'string' }
const a = { type: 'object', properties: { a: text }, required: ['a'] }
const b = { type: 'object', properties: { b: text } }
const c = { type: 'array', items: text }

const either = { oneOf: [text, { type: 'array', items: a, maxItems: 2 }] }
const crossed = { type: 'object', properties: { a: either, b: c } }
const straight = { type: 'object', properties: { a: c, b: either } }

type Row = readonly [from: Json, to: Json]

const spellings: readonly Row[] = [
  [{ const: 'a' }, { enum: ['a'] }],
  [{ const: 'a' }, { type: 'string', const: 'a' }],
  [{ oneOf: [{ const: 'a' }, { const: 'b', title: 'B' }] }, { enum: ['b', 'a'] }],
  [{ enum: [1, 2] }, { type: 'integer', enum: [2, 1] }],
  [{ enum: ['a', 'b', 'c'] }, { oneOf: [{ const: 'a' }, { anyOf: [{ const: 'c' }, { enum: ['b'] }] }] }],
  // Values of another type than the declared one, as documents have them.
  [
    { type: 'integer', enum: ['1'] },
    { type: 'integer', oneOf: [{ const: '1' }] },
  ],
  [{ type: 'integer', enum: ['1', '2'] }, { allOf: [{ type: 'integer' }, { enum: ['2', '1'] }] }],
  [{ type: 'boolean' }, { enum: [false, true] }],
  [{ type: 'boolean' }, { oneOf: [{ const: true }, { const: false }] }],
  [{ enum: [{ x: 1, y: 2 }] }, { enum: [{ y: 2, x: 1 }] }],
  [{ anyOf: [text] }, text],
  [{ oneOf: [a] }, a],
  [{ allOf: [a] }, a],
  [{ allOf: [{ allOf: [a] }] }, { anyOf: [{ oneOf: [a] }] }],
  [{ allOf: [a, b] }, { allOf: [b, a] }],
  [{ oneOf: [a, b, c] }, { oneOf: [c, b, a] }],
  [
    { allOf: [a, { type: 'object', properties: { b: text } }] },
    { type: 'object', properties: { b: text, a: text }, required: ['a'] },
  ],
  [{ type: 'string' }, { type: ['string'] }],
  [{ type: ['null', 'string'] }, { type: ['string', 'null'] }],
  [{ type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
  [{ anyOf: [a, { type: 'null' }] }, { anyOf: [a, { type: ['null'] }] }],
  [{ anyOf: [a, { type: 'null' }] }, { anyOf: [a, { nullable: true }] }],
  [{ oneOf: [a, b, { type: 'null' }] }, { oneOf: [a, { nullable: true, title: 'None' }, b] }],
  [{ type: ['string', 'null'] }, { oneOf: [{ const: null }, text] }],
  [{ type: ['number', 'integer'] }, { type: 'number' }],
  [{ anyOf: [text, { type: 'integer' }] }, { type: ['integer', 'string'] }],
  [{ anyOf: [{}, { type: 'null' }] }, { nullable: true }],
  [{ anyOf: [{ properties: { a: text } }, true] }, {}],
  [{ maxLength: 5 }, { maxLength: 5, anyOf: [text, { anyOf: [{}, { type: 'integer' }] }] }],
  [{ oneOf: [text, { type: 'null' }, { type: 'boolean' }] }, { type: ['string', 'boolean', 'null'] }],
  [{ type: 'string', pattern: '' }, text],
  [
    { type: 'string', pattern: '^[0-9]{9}$' },
    { type: 'string', pattern: '^(?:\\d{9})$', minLength: 9, maxLength: 9 },
  ],
  [
    { type: 'string', pattern: '^[A-Za-z ]*$', minLength: 1, maxLength: 140 },
    { type: 'string', pattern: '^[ a-zA-Z]{1,140}$' },
  ],
  [
    { type: 'string', pattern: '^a|b' },
    { type: 'string', pattern: 'b|^a' },
  ],
  [{ type: ['string', 'null'], not: { type: 'null' } }, text],
  [{ type: 'string', not: { type: 'null' } }, text],
  [{ type: 'string', not: { type: 'object' } }, text],
  [
    { type: 'string', not: { enum: ['a'] } },
    { type: 'string', not: { enum: ['a', null] } },
  ],
  [{}, true],
  [false, { not: {} }],
  [{ oneOf: [crossed, straight] }, { oneOf: [straight, crossed] }],
  [
    { oneOf: [text, { type: 'array', items: {} }] },
    { oneOf: [text, { type: 'array', items: { $ref: '#/components/schemas/Anything' } }] },
  ],
  [{ type: 'object' }, { type: 'object', required: [] }],
  [{ type: 'object' }, { type: 'object', additionalProperties: {} }],
  [{ type: 'object' }, { type: 'object', additionalProperties: true }],
  [
    { type: 'object', additionalProperties: true },
    { type: 'object', additionalProperties: { description: 'x' } },
  ],
  [{ type: 'object' }, { type: 'object', properties: {} }],
  [
    { type: 'object', additionalProperties: false },
    { type: 'object', additionalProperties: { not: {} } },
  ],
  [{ type: 'array' }, { type: 'array', items: {} }],
  [text, { type: 'string', minLength: 0 }],
  [{ type: 'array' }, { type: 'array', minItems: 0, uniqueItems: false }],
  [{ type: 'object' }, { type: 'object', minProperties: 0 }],
  [
    { type: 'integer', minimum: 1 },
    { type: 'integer', exclusiveMinimum: 0 },
  ],
  [
    { type: 'integer', minimum: 1 },
    { type: 'integer', minimum: 0.5, multipleOf: 1 },
  ],
  [
    { type: 'string', format: 'byte' },
    { type: 'string', contentEncoding: 'base64' },
  ],
  [{ type: 'string', deprecated: false, readOnly: false }, text],
  [
    { type: 'string', example: 'a' },
    { type: 'string', examples: ['a'] },
  ],
  [a, { $ref: '#/components/schemas/Other' }],
  [{ $ref: '#/components/schemas/Other' }, { $ref: '#/components/schemas/Renamed' }],
  [
    { anyOf: [{ $ref: '#/components/schemas/Other' }, c] },
    { anyOf: [c, { $ref: '#/components/schemas/Renamed' }] },
  ],
  [
    { type: 'object', properties: { x: { $ref: '#/components/schemas/Other' } } },
    { type: 'object', properties: { x: { allOf: [{ $ref: '#/components/schemas/Renamed' }] } } },
  ],
  [{ $ref: '#/components/schemas/Node' }, { $ref: '#/components/schemas/Tree' }],
  [{ $ref: '#named' }, { $ref: '#/components/schemas/Other' }],
]

const node = (name: string): object => ({
  type: 'object',
  properties: {
    next: { $ref: `#/components/schemas/${name}` },
    all: { type: 'array', items: { $ref: `#/components/schemas/${name}` } },
  },
})

const schemas = {
  Other: { $anchor: 'named', ...a },
  Renamed: a,
  Anything: {},
  Node: node('Node'),
  Tree: node('Tree'),
}

const withComponents = (members: object, openapi?: string): object =>
  documentOf({ ...members, components: { schemas: { ...schemas, ...inner(members) } } }, openapi)

const inner = (members: object): object => {
  const components: unknown = Reflect.get(members, 'components')
  return typeof components === 'object' && components !== null
    ? Object(Reflect.get(components, 'schemas'))
    : {}
}

describe.each(settings)('spellings of one schema in a $name', ({ build }) => {
  test.each(spellings.map(([from, to]) => [JSON.stringify(from), JSON.stringify(to), from, to]))(
    '%s is %s',
    (_from, _to, from, to) => {
      expect(idsOf(diff(withComponents(build(from)), withComponents(build(to))))).toEqual([])
      expect(idsOf(diff(withComponents(build(to)), withComponents(build(from))))).toEqual([])
    },
  )
})

const across: readonly Row[] = [
  [{ type: 'string', nullable: true }, { type: ['string', 'null'] }],
  [
    { type: 'string', nullable: true, enum: ['a', null] },
    { type: ['string', 'null'], enum: ['a', null] },
  ],
  [{ type: 'string', nullable: false }, text],
  [
    { nullable: true, allOf: [{ $ref: '#/components/schemas/Other' }] },
    { anyOf: [{ $ref: '#/components/schemas/Other' }, { type: 'null' }] },
  ],
  [
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', exclusiveMinimum: 1 },
  ],
  [
    { type: 'number', maximum: 1, exclusiveMaximum: false },
    { type: 'number', maximum: 1 },
  ],
  [
    { type: 'string', format: 'binary' },
    { type: 'string', contentMediaType: 'application/octet-stream' },
  ],
  [{ $ref: '#/components/schemas/Other', maxLength: 3 }, { $ref: '#/components/schemas/Other' }],
  [
    { anyOf: ['x', 'y'].map((title) => ({ title, $ref: '#/components/schemas/Other' })) },
    { $ref: '#/components/schemas/Other' },
  ],
  [
    { nullable: true, oneOf: [{ $ref: '#/components/schemas/Other' }, text] },
    { anyOf: [{ oneOf: [{ $ref: '#/components/schemas/Other' }, text] }, { type: 'null' }] },
  ],
]

describe.each(settings.filter(({ name }) => !name.includes('webhook')))(
  '3.0 against 3.1 in a $name',
  ({ build }) => {
    test.each(across.map(([from, to]) => [JSON.stringify(from), JSON.stringify(to), from, to]))(
      '%s is %s',
      (_from, _to, from, to) => {
        const [old, fresh] = [withComponents(build(from), '3.0.3'), withComponents(build(to), '3.1.0')]
        expect(idsOf(diff(old, fresh))).toEqual(['info-changed'])
        expect(idsOf(diff(fresh, old))).toEqual(['info-changed'])
      },
    )
  },
)

const operations: readonly (readonly [from: object, to: object])[] = [
  [
    { parameters: [{ name: 'a', in: 'query', schema: { type: 'array' } }] },
    {
      parameters: [
        { name: 'a', in: 'query', style: 'form', explode: true, required: false, schema: { type: 'array' } },
      ],
    },
  ],
  [
    { parameters: [{ name: 'a', in: 'query', explode: false, schema: text }] },
    { parameters: [{ name: 'a', in: 'query', schema: text }] },
  ],
  [
    {
      parameters: [
        { name: 'X-A', in: 'header', schema: text },
        { name: 'b', in: 'query', schema: text },
      ],
    },
    {
      parameters: [
        { name: 'b', in: 'query', schema: text },
        { name: 'x-a', in: 'header', schema: text },
      ],
    },
  ],
  [
    { parameters: [{ name: 'a', in: 'query', schema: { type: 'string' } }] },
    { parameters: [{ name: 'a', in: 'query', schema: { type: ['string', 'integer'] } }] },
  ],
  [{}, { parameters: [{ name: 'Accept', in: 'header', schema: text }] }],
  [{ responses: { '4xx': {} } }, { responses: { '4XX': {} } }],
  [{ responses: { 200: { headers: { 'X-A': {} } } } }, { responses: { 200: { headers: { 'x-a': {} } } } }],
  [
    { responses: { 200: { content: { 'Application/JSON; charset=utf-8': {} } } } },
    { responses: { 200: { content: { 'application/json': {} } } } },
  ],
  ...['101', '204', '205', '304'].map(
    (status) =>
      [
        { responses: { [status]: { content: { 'application/json': { schema: text } } } } },
        { responses: { [status]: {} } },
      ] as const,
  ),
  [{ security: [] }, { security: [{}] }],
  [{ security: [{ a: [], b: [] }, { c: [] }] }, { security: [{ c: [] }, { b: [], a: [] }] }],
  [{ deprecated: false, tags: [] }, {}],
]

test.each(operations.map(([from, to]) => [JSON.stringify(from), JSON.stringify(to), from, to] as const))(
  '%s is %s',
  (_from, _to, from, to) => {
    const [old, fresh] = [
      documentOf({ paths: { '/a': { get: from } } }),
      documentOf({ paths: { '/a': { get: to } } }),
    ]
    expect(idsOf(diff(old, fresh))).toEqual([])
    expect(idsOf(diff(fresh, old))).toEqual([])
  },
)

test('a parameter of the path item is one of each operation', () => {
  const parameter = { name: 'a', in: 'query', schema: text }
  const outer = documentOf({ paths: { '/a': { parameters: [parameter], get: {}, post: {} } } })
  const inside = documentOf({
    paths: { '/a': { get: { parameters: [parameter] }, post: { parameters: [parameter] } } },
  })
  expect(idsOf(diff(outer, inside))).toEqual([])
})
