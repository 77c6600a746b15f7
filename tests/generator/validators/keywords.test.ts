import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { assertionKeywords } from '../../../document/index.js'
import { formats } from '../../../runtime/formats.js'
import type { Surface } from '../../../runtime/surface.js'
import type { ValidationError } from '../../../runtime/validator.js'
import { schemasDocument } from '../support/documents.js'
import { surfaceOf, temporaryFolder, validatorOf } from '../support/generated.js'

const folder = temporaryFolder()

const ajv = new Ajv2020({
  allErrors: true,
  strict: false,
  strictNumbers: true,
  multipleOfPrecision: 9,
  ownProperties: true,
  validateSchema: false,
  logger: false,
  formats: { ...formats },
})

const letters = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']
const nine = Object.fromEntries(letters.slice(0, 9).map((name) => [name, { type: 'string' }]))
const conditionWords = ['if', 'then', 'else']
// A literal with `then` would be taken for a promise.
const condition = (...schemas: readonly unknown[]): object =>
  Object.fromEntries(schemas.map((schema, index) => [conditionWords[index], schema]))

const text = { type: 'string' }
const orNull = { anyOf: [text, { type: 'null' }] }
/** An object of which one member selects a branch. */
const tag = (name: string): object => ({
  type: 'object',
  required: [name],
  properties: { [name]: { type: 'string', const: 'x' } },
})

const table: readonly (readonly [schema: object | boolean, ...values: readonly unknown[]])[] = [
  [true, 1, null],
  [false, 1],
  [{}, 1, {}],
  [{ type: 'string' }, 'a', 1, null],
  [{ type: 'integer' }, 1, 1.5, '1', 1e300],
  [{ type: 'number' }, 1.5, '1', Number.NaN, Infinity],
  [{ type: 'boolean' }, true, 0],
  [{ type: 'null' }, null, 0],
  [{ type: 'array' }, [], {}],
  [{ type: 'object' }, {}, [], null],
  [{ type: ['object', 'array', 'null'] }, {}, [], null, 'a'],
  [{ type: ['string', 'integer'], minLength: 2, maximum: 3 }, 'ab', 'a', 3, 4, true],
  [{ enum: ['a', 1, null] }, 'a', 1, null, 'b', '1'],
  [{ enum: letters }, 'a', 'j', 'k', 0],
  [{ enum: [{ a: [1] }, [2], 'c'] }, { a: [1] }, [2], 'c', { a: [2] }, []],
  [{ const: 'a' }, 'a', 'b'],
  [{ const: null }, null, 0],
  [{ const: { a: { b: null } } }, { a: { b: null } }, { a: {} }],
  [{ const: [1, { b: 2 }] }, [1, { b: 2 }], [1, { b: 3 }]],
  [{ format: 'date' }, '2026-01-31', '2026-02-30', 1],
  [{ format: 'int32' }, 1, 1.5, 2 ** 40, 'a'],
  [{ type: 'number', format: 'date' }, 1, 'a'],
  [{ format: 'unheard-of' }, 'a'],
  [{ multipleOf: 2 }, 4, 3, 1e300],
  [{ multipleOf: 0.01 }, 1.13, 1.135, 'a'],
  [{ minimum: 2, maximum: 3 }, 2, 3, 1.9, 3.1, 'a'],
  [{ exclusiveMinimum: 2, exclusiveMaximum: 3 }, 2.5, 2, 3],
  [{ minimum: -0, maximum: 1e21 }, 0, 1e21, 1e22, -1],
  [{ minLength: 1 }, 'a', '', 1],
  [{ minLength: 2, maxLength: 3 }, 'ab', '😀😀', 'a', '😀', 'abcd', '😀😀😀😀'],
  [{ pattern: '^"\\+"\\/$' }, '"+"/', 'x', 1],
  [{ pattern: '^\\p{L}+$' }, 'aé', '1'],
  [{ pattern: '' }, 'a'],
  [{ minItems: 1, maxItems: 2 }, [1], [], [1, 2, 3], 'a'],
  [{ uniqueItems: true }, [1, 2], [1, '1'], [1, 2, 1], [{ a: 1 }, { a: 1 }], [[1], [1], [2]]],
  [{ uniqueItems: true }, [...letters, { a: [1] }, { a: [2] }], [...letters, { a: [1] }, { a: [1] }]],
  [{ uniqueItems: false }, [1, 1]],
  [{ items: { type: 'string' } }, ['a'], [1, 'a', 2], {}],
  [{ items: false }, [], [1]],
  [{ items: { type: 'string', enum: ['a', 'b'] } }, ['a', 'b'], ['c', 1]],
  [{ items: { type: 'string', const: 'a' } }, ['a'], ['b', 1]],
  [{ items: { items: { type: 'string' }, type: 'array' } }, [['a']], [[1], 1]],
  [{ type: 'string', enum: ['a', 1] }, 'a', 1, 'b'],
  [{ not: { type: 'string', enum: ['a', 'b'] } }, 'c', 1, 'a'],
  [{ prefixItems: [{ type: 'string' }, true, { const: 1 }] }, ['a'], ['a', 1, 1], [1, 1, 2]],
  [{ prefixItems: [{ type: 'string' }], items: { type: 'number' } }, ['a', 1], ['a', 'b'], [1]],
  [{ prefixItems: [{ type: 'string' }], items: false }, ['a'], ['a', 'b']],
  [{ contains: { type: 'string' } }, [1, 'a'], [1], []],
  [{ contains: { type: 'string' }, minContains: 2, maxContains: 3 }, ['a', 'b'], ['a'], [...letters]],
  [{ contains: true, maxContains: 1 }, [1], [1, 2], []],
  [{ contains: { const: 1 }, minContains: 0, maxContains: 1 }, [], [1], [1, 1]],
  [{ contains: { const: 1 }, minContains: 2, maxContains: 1 }, [1, 1]],
  [{ minProperties: 1, maxProperties: 2 }, { a: 1 }, {}, { a: 1, b: 1, c: 1 }, []],
  [{ required: ['a', 'b/c~d', 'toString'] }, { a: 1, 'b/c~d': 1, toString: 1 }, {}, []],
  [{ required: ['a'], properties: { a: { type: 'string' } } }, { a: 'b' }, { a: 1 }, {}],
  [{ required: ['a'], properties: { a: false } }, {}, { a: 1 }],
  [{ required: ['a'], properties: { a: true } }, {}, { a: 1 }],
  [
    { required: ['a/b'], properties: { 'a/b': { type: 'string', const: 'x' } } },
    { 'a/b': 'x' },
    {},
    { 'a/b': 1 },
  ],
  [
    { required: ['toString'], properties: { toString: { type: 'string', const: 'x' } } },
    { toString: 'x' },
    {},
  ],
  [{ properties: { a: orNull } }, { a: 'x' }, { a: null }, {}, { a: 1 }],
  [{ required: ['a'], properties: { a: orNull } }, { a: 'x' }, { a: null }, {}, { a: 1 }],
  [{ allOf: [{ properties: { a: orNull } }] }, { a: null }, { a: 1 }],
  [{ properties: { a: tag('b') } }, { a: { b: 'x' } }, { a: { b: 'y' } }, { a: {} }, { a: 1 }],
  [{ properties: { a: { properties: { b: text } } } }, { a: { b: 'x' } }, { a: { b: 1 } }],
  [{ properties: { a: { items: text } } }, { a: ['x'] }, { a: [1] }],
  [{ anyOf: [tag('a'), tag('b'), { type: 'array', items: text }] }, { a: 'x' }, { b: 'y' }, ['x'], [1]],
  [
    { oneOf: [{ properties: { a: text } }, { required: ['a'], properties: { a: text } }] },
    {},
    { a: 'x' },
    { a: 1 },
  ],
  [{ required: letters, properties: nine }, Object.fromEntries(letters.map((name) => [name, 'x'])), {}],
  [{ properties: { 'a b': { minimum: 1 }, 'c"d\\': { minimum: 1 } } }, { 'a b': 0, 'c"d\\': 0 }, {}],
  [{ properties: { toString: { type: 'string' } } }, {}, { toString: 1 }],
  [
    { patternProperties: { '^a': { type: 'string' }, b$: { minLength: 2 } } },
    { ab: 'x' },
    { ab: 1 },
    { c: 1 },
  ],
  [{ additionalProperties: false, properties: { a: true } }, { a: 1 }, { b: 1, 'c/~': 1 }],
  [{ additionalProperties: false, properties: nine }, { a: 'x' }, { a: 'x', z: 1, constructor: 1 }],
  [{ additionalProperties: { type: 'string' }, patternProperties: { '^x': true } }, { x: 1 }, { 'a/~': 1 }],
  [{ propertyNames: { maxLength: 1, pattern: '^a' } }, { a: 1 }, { bc: 1 }],
  [{ propertyNames: { type: 'string', enum: ['a', 'b'] } }, { a: 1 }, { c: 1 }],
  [{ dependentRequired: { a: ['b', 'c'], d: [] } }, { a: 1, b: 1, c: 1 }, { a: 1 }, { d: 1 }],
  [{ dependentSchemas: { a: { required: ['b'] }, c: false } }, { a: 1, b: 1 }, { a: 1 }, { c: 1 }],
  [{ allOf: [{ minimum: 1 }, { maximum: 2 }, true] }, 1, 0, 3],
  [{ anyOf: [{ type: 'string' }, { minimum: 2 }] }, 'a', 2, 1],
  [{ anyOf: [{ type: 'string' }, true] }, 1],
  [{ anyOf: [{ anyOf: [{ const: 1 }, { const: 2 }] }, { oneOf: [{ const: 3 }, { const: 4 }] }] }, 2, 4, 5],
  [{ oneOf: [{ minimum: 1 }, { maximum: 2 }, { multipleOf: 5 }] }, 0.5, 1, 5, 'a'],
  [{ oneOf: [{ properties: { a: { minimum: 2 } } }, { required: ['b'] }] }, { a: 1 }, { a: 1, b: 1 }, {}],
  [{ not: { type: 'string' } }, 1, 'a'],
  [{ not: {} }, 1],
  [{ not: { properties: { a: { const: 1 } }, required: ['a'] } }, {}, { a: 1 }, { a: 2 }],
  [{ not: { anyOf: [{ type: 'string', minLength: 2 }, { not: { type: 'string' } }] } }, 'a', 'ab', 1],
  [condition({ type: 'string' }, { minLength: 2 }, { minimum: 3 }), 'ab', 'a', 3, 2],
  [condition({ properties: { a: { const: 1 } } }, { required: ['b'] }), { a: 1, b: 1 }, { a: 1 }, { a: 2 }],
  [{ if: { type: 'string' }, else: false }, 'a', 1],
  [{ allOf: [{ properties: { a: true } }], unevaluatedProperties: false }, { a: 1 }, { a: 1, b: 1 }],
  [{ allOf: [tag('a')], unevaluatedProperties: false }, { a: 'x' }, { a: 'x', b: 1 }, { a: 1 }],
  [{ allOf: [{ type: 'array', items: text }], unevaluatedItems: false }, ['a'], [1]],
  [{ properties: { a: true }, unevaluatedProperties: { type: 'string' } }, { b: 'x' }, { b: 1 }],
  [{ prefixItems: [true], unevaluatedItems: { type: 'string' } }, [1, 'a'], [1, 2]],
  [{ prefixItems: [true], unevaluatedItems: false }, [1], [1, 2]],
]

const inOrder = (errors: readonly ValidationError[] | null | undefined, isAlone: boolean): string[] =>
  (errors ?? [])
    .map(({ instancePath, schemaPath, keyword, params }) =>
      JSON.stringify([instancePath, isAlone && schemaPath, keyword, params]),
    )
    .toSorted()

const cases = table.map(([schema, ...values], index) => ({ name: `Case${index}`, schema, values }))

// In a document with `unevaluated…` every schema is one function, so that `schemaPath` begins where ajv's does.
// Without it, schemas that are repeated are functions of their own.
describe.each([
  ['alone', cases],
  ['with others', cases.filter(({ schema }) => !JSON.stringify(schema).includes('unevaluated'))],
] as const)('each keyword, %s,', (how, given) => {
  let surface: Surface
  beforeAll(async () => {
    const schemas = Object.fromEntries(given.map(({ name, schema }) => [name, schema]))
    surface = await surfaceOf(folder, schemasDocument(schemas))
  })

  it.each(given)('is judged as ajv judges it: $schema', async ({ name, schema, values }) => {
    const validate = await validatorOf(surface, name)
    const judge = ajv.compile(schema)
    for (const value of values) {
      expect([value, validate(value), inOrder(validate.errors, how === 'alone')]).toEqual([
        value,
        judge(value),
        inOrder(judge.errors as ValidationError[] | null, how === 'alone'),
      ])
    }
  })
})

describe('each keyword', () => {
  it('is in the table', () => {
    const used = new Set(table.flatMap(([schema]) => Object.keys(schema)))
    expect([...assertionKeywords].filter((keyword) => !used.has(keyword))).toEqual([])
  })
})
