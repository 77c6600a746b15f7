import { describe, expect, it } from 'vitest'
import { ref, type SchemaCase } from './support/cases.js'
import { schemasDocument } from './support/documents.js'
import { surfaceOf, temporaryFolder, validatorOf } from './support/generated.js'

const folder = temporaryFolder()

const judge = (openapi: '3.0.3' | '3.1.0', cases: readonly SchemaCase[]): void => {
  it.each(cases)('$what', async ({ schema, others, accepts, refuses }) => {
    const surface = await surfaceOf(folder, schemasDocument({ It: schema, ...others }, openapi))
    const validate = await validatorOf(surface, 'It')
    for (const value of accepts)
      expect([value, validate(value), validate.errors]).toEqual([value, true, null])
    for (const value of refuses) expect([value, validate(value)]).toEqual([value, false])
  })
}

const text = { type: 'string' }
const named = { type: 'object', required: ['name'], properties: { name: text } }

describe('OpenAPI 3.0', () => {
  judge('3.0.3', [
    { what: 'nullable', schema: { ...text, nullable: true }, accepts: ['a', null], refuses: [1, undefined] },
    { what: 'nullable: false', schema: { ...text, nullable: false }, accepts: ['a'], refuses: [null] },
    {
      what: 'nullable without a type',
      schema: { nullable: true, minLength: 2 },
      accepts: [null, 'ab', 1],
      refuses: ['a'],
    },
    {
      what: 'nullable beside allOf',
      schema: { allOf: [ref('Named')], nullable: true },
      others: { Named: named },
      accepts: [null, { name: 'a' }],
      refuses: [{}, 'a'],
    },
    {
      what: 'nullable beside oneOf',
      schema: { oneOf: [text, { type: 'integer' }], nullable: true },
      accepts: [null, 'a', 1],
      refuses: [1.5, {}],
    },
    {
      what: 'nullable beside anyOf and type',
      schema: { type: 'string', anyOf: [{ minLength: 3 }, { maxLength: 1 }], nullable: true },
      accepts: [null, 'abc', 'a'],
      refuses: ['ab', 1],
    },
    {
      what: 'nullable beside not',
      schema: { not: { type: 'string' }, nullable: true },
      accepts: [null, 1],
      refuses: ['a'],
    },
    {
      what: 'nullable with an enumeration that lacks null',
      schema: { ...text, nullable: true, enum: ['a'] },
      accepts: ['a', null],
      refuses: ['b'],
    },
    {
      what: 'nullable with an enumeration that has null',
      schema: { ...text, nullable: true, enum: ['a', null] },
      accepts: ['a', null],
      refuses: ['b'],
    },
    {
      what: 'nullable in an array',
      schema: { type: 'array', items: { ...text, nullable: true } },
      accepts: [['a', null]],
      refuses: [[1]],
    },
    {
      what: 'nullable beside $ref, which authors mean although it has no siblings',
      schema: { ...ref('Text'), nullable: true },
      others: { Text: text },
      accepts: ['a', null],
      refuses: [1],
    },
    {
      what: 'siblings of $ref, which mean nothing',
      schema: { ...ref('Text'), minLength: 5 },
      others: { Text: text },
      accepts: ['a'],
      refuses: [1],
    },
    {
      what: 'a nullable component',
      schema: { type: 'object', required: ['a'], properties: { a: ref('Maybe') } },
      others: { Maybe: { ...text, nullable: true } },
      accepts: [{ a: null }],
      refuses: [{}, { a: 1 }],
    },
    {
      what: 'exclusiveMinimum: true',
      schema: { type: 'number', minimum: 1, exclusiveMinimum: true },
      accepts: [1.1],
      refuses: [1, 0],
    },
    {
      what: 'exclusiveMaximum: true',
      schema: { type: 'number', maximum: 1, exclusiveMaximum: true },
      accepts: [0.9],
      refuses: [1, 2],
    },
    {
      what: 'exclusiveMinimum: false',
      schema: { type: 'number', minimum: 1, exclusiveMinimum: false },
      accepts: [1],
      refuses: [0],
    },
    {
      what: 'an exclusive bound without a bound',
      schema: { type: 'number', exclusiveMaximum: true },
      accepts: [1e9],
      refuses: ['1'],
    },
    {
      what: 'example data that looks like a schema',
      schema: {
        type: 'object',
        example: { $id: 'x', $ref: '#/gone', type: 'strin' },
        properties: { example: { type: 'integer' } },
      },
      accepts: [{ example: 1 }],
      refuses: [{ example: 'x' }],
    },
    {
      what: 'discriminator without branches of its own',
      schema: { ...named, discriminator: { propertyName: 'name', mapping: { a: 'It' } } },
      accepts: [{ name: 'z' }],
      refuses: [{}],
    },
  ])
})

describe('OpenAPI 3.1', () => {
  judge('3.1.0', [
    { what: 'true', schema: true, accepts: [null, 1, {}], refuses: [] },
    { what: 'false', schema: false, accepts: [], refuses: [null, 1, {}] },
    {
      what: 'booleans inside',
      schema: { properties: { a: false }, items: false },
      accepts: [{}, { b: 1 }, []],
      refuses: [{ a: 1 }, [1]],
    },
    { what: 'types', schema: { type: ['string', 'null'] }, accepts: ['a', null], refuses: [1] },
    {
      what: 'a type that YAML read as null',
      schema: { type: ['string', null] },
      accepts: ['a', null],
      refuses: [1],
    },
    {
      what: 'integer',
      schema: { type: 'integer' },
      accepts: [1, 1.0, -0],
      refuses: [1.5, '1', Number.NaN, Infinity],
    },
    {
      what: 'nullable left from 3.0',
      schema: { ...text, nullable: true },
      accepts: [null, 'a'],
      refuses: [1],
    },
    {
      what: 'nullable left from 3.0 beside $ref',
      schema: { ...ref('Text'), nullable: true, maxLength: 3 },
      others: { Text: text },
      accepts: [null, 'a'],
      refuses: [1, 'long'],
    },
    {
      what: 'nullable beside types',
      schema: { type: ['string', 'integer'], nullable: true },
      accepts: [null, 'a', 1],
      refuses: [true],
    },
    {
      what: 'nullable beside const',
      schema: { const: 'a', nullable: true },
      accepts: [null, 'a'],
      refuses: ['b'],
    },
    { what: 'const null', schema: { const: null }, accepts: [null], refuses: [undefined, 0, ''] },
    {
      what: 'const object, in any order of members',
      schema: { const: { a: 1, b: [2] } },
      accepts: [{ b: [2], a: 1 }],
      refuses: [{ a: 1 }, { a: 1, b: [2], c: 3 }, { a: 1, b: [3] }],
    },
    {
      what: 'an enumeration of unlike values',
      schema: { enum: ['a', 1, null, { b: 2 }] },
      accepts: ['a', 1, null, { b: 2 }],
      refuses: ['1', true, {}],
    },
    {
      what: 'an empty enumeration, which says nothing',
      schema: { ...text, enum: [] },
      accepts: ['a'],
      refuses: [1],
    },
    {
      what: 'siblings of $ref',
      schema: { ...ref('Named'), required: ['name', 'age'] },
      others: { Named: named },
      accepts: [{ name: 'a', age: 1 }],
      refuses: [{ name: 'a' }, { age: 1 }, { name: 1, age: 1 }],
    },
    {
      what: 'a description beside $ref',
      schema: { ...ref('Named'), description: 'who' },
      others: { Named: named },
      accepts: [{ name: 'a' }],
      refuses: [{}],
    },
    {
      what: 'prefixItems',
      schema: { type: 'array', prefixItems: [text, { type: 'integer' }], items: false },
      accepts: [['a', 1], ['a'], []],
      refuses: [['a', 1, 2], [1], ['a', 'b']],
    },
    {
      what: 'items in the old spelling',
      schema: { type: 'array', items: [text, { type: 'integer' }] },
      accepts: [['a', 1, true]],
      refuses: [['a', 'b']],
    },
    {
      what: 'contains',
      schema: { contains: { const: 1 }, minContains: 2 },
      accepts: [
        [1, 1],
        [1, 2, 1],
      ],
      refuses: [[1], []],
    },
    {
      what: 'exclusive bounds',
      schema: { exclusiveMinimum: 1, exclusiveMaximum: 3 },
      accepts: [2, 'x'],
      refuses: [1, 3],
    },
    {
      what: 'dependentRequired',
      schema: { dependentRequired: { a: ['b'] } },
      accepts: [{}, { a: 1, b: 2 }, { b: 1 }],
      refuses: [{ a: 1 }],
    },
    {
      what: 'dependentSchemas',
      schema: { dependentSchemas: { a: { required: ['b'] } } },
      accepts: [{}, { a: 1, b: 2 }],
      refuses: [{ a: 1 }],
    },
    {
      what: 'if, then, else',
      schema: JSON.parse('{"if":{"required":["a"]},"then":{"required":["b"]},"else":{"required":["c"]}}'),
      accepts: [{ a: 1, b: 1 }, { c: 1 }],
      refuses: [{ a: 1, c: 1 }, {}],
    },
    {
      what: 'oneOf with very many branches',
      schema: { oneOf: Array.from({ length: 1500 }, (_, index) => ({ required: [`a${index % 1499}`] })) },
      accepts: [{ a1: 1 }, { a1498: 1 }],
      refuses: [{}, { a0: 1 }, { a1: 1, a2: 2 }],
    },
    {
      what: 'anyOf with very many branches',
      schema: {
        anyOf: Array.from({ length: 600 }, (_, index) => ({
          required: [`a${index}`],
          properties: { [`a${index}`]: text },
        })),
        unevaluatedProperties: false,
      },
      accepts: [{ a1: 'x' }, { a599: 'x', a0: 'y' }],
      refuses: [{}, { a1: 1 }, { a1: 'x', b: 'x' }, { a1: 'x', a2: 1 }],
    },
    {
      what: 'a tag with very many values',
      schema: {
        discriminator: { propertyName: 't' },
        oneOf: Array.from({ length: 600 }, (_, index) => ({
          type: 'object',
          required: ['t', `a${index}`],
          properties: { t: { const: `t${index}` } },
        })),
      },
      accepts: [
        { t: 't0', a0: 1 },
        { t: 't599', a599: 1 },
      ],
      refuses: [{}, { t: 't1', a0: 1 }, { t: 't600' }],
    },
    {
      what: 'patternProperties',
      schema: { patternProperties: { '^x-': text }, additionalProperties: false },
      accepts: [{ 'x-a': 'b' }],
      refuses: [{ 'x-a': 1 }, { a: 'b' }],
    },
    {
      what: 'patternProperties with needless escapes, in two spellings, and slow',
      schema: {
        patternProperties: { '^\\_x': text, '^_x': { minLength: 1 }, '^z(a+)+$': text },
        additionalProperties: false,
      },
      accepts: [{ _x: 'a' }, { zaa: 'a' }],
      refuses: [{ _x: 1 }, { _x: '' }, { zaa: 1 }, { [`z${'a'.repeat(50)}!`]: 'a' }],
    },
    {
      what: 'patternProperties that no engine takes, and what they leave over',
      schema: { patternProperties: { '(?i)^a': text, '^b': text }, additionalProperties: false },
      accepts: [{ a: 'b' }, { a: 1 }, { c: 1 }],
      refuses: [{ b: 1 }],
    },
    {
      what: 'propertyNames',
      schema: { propertyNames: { maxLength: 2 } },
      accepts: [{ ab: 1 }],
      refuses: [{ abc: 1 }],
    },
    {
      what: 'uniqueItems',
      schema: { uniqueItems: true },
      accepts: [[1, '1', { a: 1 }, { a: 2 }]],
      refuses: [
        [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      ],
    },
    {
      what: 'multipleOf cents',
      schema: { multipleOf: 0.01 },
      accepts: [19.99, 0.07, 1],
      refuses: [0.001, 19.999],
    },
    {
      what: 'multipleOf of whole numbers, however large the value',
      schema: { multipleOf: 9 },
      accepts: [18, -9, 0, 9 * 2 ** 60],
      refuses: [2 ** 63, 1e19, 0.9],
    },
    {
      what: 'lengths in code points',
      schema: { minLength: 2, maxLength: 2 },
      accepts: ['ab', '🦊🦊'],
      refuses: ['a', '🦊', '🦊🦊🦊'],
    },
    { what: 'an unknown format', schema: { ...text, format: 'iban' }, accepts: ['anything'], refuses: [1] },
    {
      what: 'required without properties',
      schema: { required: ['toString', 'constructor', '__proto__'] },
      accepts: [JSON.parse('{"toString":1,"constructor":2,"__proto__":3}')],
      refuses: [{}, { toString: 1 }],
    },
    {
      what: 'properties named like members of every object',
      schema: { properties: { constructor: text, hasOwnProperty: text } },
      accepts: [{}, { constructor: 'a' }],
      refuses: [{ constructor: 1 }, { hasOwnProperty: 1 }],
    },
    {
      what: 'a property named __proto__',
      schema: JSON.parse(
        '{"properties":{"__proto__":{"type":"string"},"b":{"type":"string"}},"additionalProperties":false}',
      ),
      accepts: [{}, JSON.parse('{"__proto__":"a","b":"c"}')],
      refuses: [JSON.parse('{"__proto__":1}'), { c: 1 }, { b: 1 }],
    },
    {
      what: 'the string of a seam',
      schema: { enum: ['"+"', '+', '"', '\\'], type: 'string' },
      accepts: ['+', '"+"', '"', '\\'],
      refuses: ['', '"'.repeat(2), '++'],
    },
    {
      what: 'a constant plus',
      schema: { type: 'object', required: ['+'], properties: { '+': { const: '+' } } },
      accepts: [{ '+': '+' }],
      refuses: [{}, { '+': '-' }],
    },
  ])
})

describe('patterns', () => {
  judge('3.1.0', [
    {
      what: 'needless escapes',
      schema: { pattern: String.raw`^[\w\-]+\@[a-z\_]+\.com$` },
      accepts: ['a-b@c_d.com'],
      refuses: ['a-b@c1.com'],
    },
    {
      what: 'a dash escaped outside a class',
      schema: { pattern: String.raw`^\d{2}\-\d{2}$` },
      accepts: ['12-34'],
      refuses: ['1234'],
    },
    { what: 'a plain brace', schema: { pattern: '^{[a-f]{2}}$' }, accepts: ['{ab}'], refuses: ['ab', '{a}'] },
    {
      what: 'a letter of another script',
      schema: { pattern: String.raw`^\p{L}+$` },
      accepts: ['Ünï'],
      refuses: ['1'],
    },
    {
      what: 'what another engine would read, which is not checked',
      schema: { pattern: '(?i)^abc$' },
      accepts: ['anything'],
      refuses: [],
    },
    {
      what: 'what is no text, which is not checked',
      schema: { type: 'string', pattern: 0 },
      accepts: ['anything'],
      refuses: [0],
    },
  ])
})

describe('recursion', () => {
  const tree = {
    type: 'object',
    required: ['value'],
    properties: { value: { type: 'integer' }, children: { type: 'array', items: ref('It') } },
    additionalProperties: false,
  }
  judge('3.1.0', [
    {
      what: 'a tree',
      schema: tree,
      accepts: [{ value: 1, children: [{ value: 2, children: [{ value: 3 }] }] }],
      refuses: [{ value: 1, children: [{ value: 2, children: [{}] }] }],
    },
    {
      what: 'two modules that need each other',
      schema: { type: 'object', properties: { b: ref('B') }, additionalProperties: false },
      others: { B: { type: 'object', properties: { a: ref('It') }, additionalProperties: false } },
      accepts: [{}, { b: { a: { b: {} } } }],
      refuses: [{ b: { a: { a: {} } } }],
    },
    {
      what: 'a member of itself',
      schema: { allOf: [ref('It'), { type: 'object' }], required: ['a'] },
      accepts: [{ a: 1 }],
      refuses: [{}, 'a'],
    },
    {
      what: 'a base that is a union of what extends it',
      schema: {
        type: 'object',
        required: ['kind', 'age'],
        properties: { kind: text, age: { type: 'integer' } },
        oneOf: [ref('Cat'), ref('Dog')],
        discriminator: { propertyName: 'kind' },
      },
      others: {
        Cat: { allOf: [ref('It'), { type: 'object', properties: { kind: { const: 'cat' } } }] },
        Dog: {
          allOf: [ref('It'), { type: 'object', required: ['bark'], properties: { kind: { const: 'dog' } } }],
        },
      },
      accepts: [
        { kind: 'cat', age: 1 },
        { kind: 'dog', age: 1, bark: 1 },
      ],
      refuses: [{ kind: 'cat' }, { kind: 'dog', age: 1 }, { kind: 'cow', age: 1 }],
    },
  ])

  it('of five thousand references, one after the other', async () => {
    const length = 5000
    const chain = Array.from({ length }, (_item, index) => [
      `S${index}`,
      index + 1 < length ? ref(`S${index + 1}`) : text,
    ])
    const surface = await surfaceOf(folder, schemasDocument(Object.fromEntries(chain)))
    const validate = await validatorOf(surface, 'S0')
    expect([validate('a'), validate(1)]).toEqual([true, false])
    expect(Object.keys(surface.schemas)).toHaveLength(length)
  })
})

describe('unevaluated properties', () => {
  const closed = { unevaluatedProperties: false }
  const base = { type: 'object', properties: { id: text } }
  judge('3.1.0', [
    {
      what: 'across allOf',
      schema: { allOf: [base, { properties: { name: text } }], ...closed },
      accepts: [{ id: 'a', name: 'b' }],
      refuses: [{ id: 'a', more: 1 }],
    },
    {
      what: 'across modules',
      schema: { allOf: [ref('Base')], properties: { name: text }, ...closed },
      others: { Base: base },
      accepts: [{ id: 'a', name: 'b' }],
      refuses: [{ more: 1 }, { id: 1 }],
    },
    {
      what: 'beside $ref',
      schema: { ...ref('Base'), ...closed },
      others: { Base: base },
      accepts: [{ id: 'a' }],
      refuses: [{ more: 1 }],
    },
    {
      what: 'through modules that only sometimes look at a property',
      schema: { ...ref('Base'), ...closed },
      others: {
        Base: {
          anyOf: [
            { required: ['a'], properties: { a: text } },
            { required: ['b'], properties: { b: text } },
          ],
        },
      },
      accepts: [{ a: 'x' }, { b: 'x' }, { a: 'x', b: 'x' }],
      refuses: [
        { a: 'x', b: 1 },
        { a: 'x', c: 1 },
      ],
    },
    {
      what: 'of a tagged union beside other members',
      schema: {
        type: 'object',
        allOf: [{ properties: { id: text } }],
        oneOf: [ref('Card'), ref('Bank')],
        discriminator: { propertyName: 'kind' },
        ...closed,
      },
      others: {
        Card: { type: 'object', required: ['kind'], properties: { kind: { const: 'card' }, number: text } },
        Bank: { type: 'object', required: ['kind'], properties: { kind: { const: 'bank' }, iban: text } },
      },
      accepts: [
        { id: 'a', kind: 'card', number: '1' },
        { id: 'a', kind: 'bank', iban: '1' },
      ],
      refuses: [
        { kind: 'card', iban: '1' },
        { kind: 'bank', number: '1' },
      ],
    },
    {
      what: 'of one item after another',
      schema: {
        type: 'array',
        items: { oneOf: [ref('Card'), ref('Bank')], discriminator: { propertyName: 'kind' }, ...closed },
      },
      others: {
        Card: { type: 'object', required: ['kind'], properties: { kind: { const: 'card' }, number: text } },
        Bank: { type: 'object', required: ['kind'], properties: { kind: { const: 'bank' }, iban: text } },
      },
      accepts: [
        [
          { kind: 'card', number: '1' },
          { kind: 'bank', iban: '1' },
        ],
      ],
      refuses: [
        [
          { kind: 'card', number: '1' },
          { kind: 'bank', number: '1' },
        ],
        [
          { kind: 'bank', iban: '1' },
          { kind: 'card', iban: '1' },
        ],
      ],
    },
    {
      what: 'items',
      schema: { prefixItems: [text], unevaluatedItems: false },
      accepts: [['a'], []],
      refuses: [['a', 'b']],
    },
    {
      what: 'items across modules',
      schema: { ...ref('Pair'), unevaluatedItems: false },
      others: { Pair: { prefixItems: [text, text] } },
      accepts: [['a', 'b']],
      refuses: [['a', 'b', 'c']],
    },
  ])

  it('that one schema has seen are not taken for seen by the next', async () => {
    const schemas = {
      Base: base,
      Wide: { allOf: [ref('Base'), { properties: { more: text } }], ...closed },
      Narrow: { allOf: [ref('Base')], ...closed },
      Wider: { ...ref('Base'), anyOf: [{ properties: { extra: text } }], ...closed },
    }
    const surface = await surfaceOf(folder, schemasDocument(schemas))
    const [wide, narrow, wider] = await Promise.all(
      ['Wide', 'Narrow', 'Wider'].map((name) => validatorOf(surface, name)),
    )
    expect([wide?.({ id: 'a', more: 'b' }), wider?.({ id: 'a', extra: 'b' })]).toEqual([true, true])
    expect([narrow?.({ id: 'a' }), narrow?.({ more: 'b' }), narrow?.({ extra: 'b' })]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('readOnly and writeOnly', () => {
  const user = {
    type: 'object',
    required: ['id', 'password', 'name'],
    properties: { id: { ...text, readOnly: true }, password: { ...text, writeOnly: true }, name: text },
  }
  const request = { password: 'p', name: 'n' }
  const response = { id: 'i', name: 'n' }

  it.each([
    ['in the schema itself', { It: user }],
    [
      'in a base',
      { It: { allOf: [ref('Base')], required: user.required }, Base: { ...user, required: undefined } },
    ],
    [
      'in a sibling of what requires them',
      { It: { allOf: [ref('Base'), { required: user.required }] }, Base: { ...user, required: undefined } },
    ],
    [
      "on the property's own component",
      { It: { ...user, properties: { ...user.properties, id: ref('Id') } }, Id: { ...text, readOnly: true } },
    ],
    [
      'on a property that may be null',
      {
        It: {
          ...user,
          properties: { ...user.properties, id: { allOf: [ref('Id')], nullable: true, readOnly: true } },
        },
        Id: text,
      },
    ],
  ])('decide what is owed, %s', async (_where, schemas) => {
    const surface = await surfaceOf(folder, schemasDocument(schemas, '3.0.3'))
    const asRequest = await validatorOf(surface, 'It', 'request')
    const asResponse = await validatorOf(surface, 'It', 'response')
    expect([asRequest(request), asRequest(response), asRequest({ name: 'n' })]).toEqual([true, false, false])
    expect([asResponse(response), asResponse(request), asResponse({ name: 'n' })]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('reach through references, in both directions', async () => {
    const surface = await surfaceOf(
      folder,
      schemasDocument({
        User: user,
        Page: { type: 'object', properties: { items: { type: 'array', items: ref('User') } } },
      }),
    )
    const asRequest = await validatorOf(surface, 'Page', 'request')
    const asResponse = await validatorOf(surface, 'Page', 'response')
    expect([asRequest({ items: [request] }), asResponse({ items: [request] })]).toEqual([true, false])
  })

  it('cost nothing where they are not used', async () => {
    const surface = await surfaceOf(folder, schemasDocument({ Named: named }))
    expect(surface.schemaValidators['Named']).toEqual({ request: 'Named', response: 'Named' })
  })
})
