import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { problemsOf } from '../../runtime/problems.js'
import type { Surface } from '../../runtime/surface.js'
import { schemasDocument } from '../generator/support/documents.js'
import { surfaceOf, temporaryFolder, validatorOf } from '../generator/support/generated.js'

const folder = temporaryFolder()

const text = { type: 'string' }
const schemas = {
  Text: text,
  Card: {
    type: 'object',
    required: ['kind', 'number'],
    properties: { kind: { const: 'card' }, number: text },
  },
  Bank: {
    type: 'object',
    required: ['kind', 'iban'],
    properties: { kind: { const: 'bank' }, iban: { type: 'string', minLength: 5 }, bic: text },
  },
  Tagged: {
    oneOf: [{ $ref: '#/components/schemas/Card' }, { $ref: '#/components/schemas/Bank' }],
    discriminator: { propertyName: 'kind' },
  },
  Person: { type: 'object', required: ['id', 'name'], properties: { id: text, name: text } },
  Company: {
    type: 'object',
    required: ['id', 'vat', 'seat'],
    properties: { id: text, vat: text, seat: text },
  },
  Plain: { anyOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Company' }] },
  Nested: {
    type: 'object',
    properties: {
      first: { allOf: [{ $ref: '#/components/schemas/Person' }, { $ref: '#/components/schemas/Plain' }] },
      many: { type: 'array', items: { $ref: '#/components/schemas/Plain' } },
    },
  },
  Twice: { anyOf: [{ $ref: '#/components/schemas/Plain' }, { type: 'array', items: text }] },
  Scalar: { anyOf: [text, { type: 'number' }, { type: 'null' }] },
  Values: { anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }] },
  Maybe: { anyOf: [{ $ref: '#/components/schemas/Person' }, { type: 'null' }] },
  Inline: {
    oneOf: [
      { type: 'object', required: ['a'], properties: { a: text } },
      { type: 'object', required: ['b', 'c'], properties: { b: text, c: text } },
    ],
  },
  Tie: {
    anyOf: [
      { type: 'object', required: ['a'] },
      { type: 'object', required: ['b'] },
    ],
  },
  Both: { oneOf: [{ type: 'object' }, { required: ['a'] }] },
  Kinds: {
    type: 'object',
    properties: {
      day: { type: 'string', format: 'date' },
      state: { enum: ['open', 'done'] },
      only: { const: 7 },
      code: { type: 'string', pattern: '^[A-Z]+$' },
      age: { type: 'integer', minimum: 18, maximum: 99 },
      share: { type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1, multipleOf: 0.25 },
      name: { type: 'string', minLength: 2, maxLength: 4 },
      list: {
        type: 'array',
        minItems: 1,
        maxItems: 2,
        uniqueItems: true,
        items: { type: ['string', 'null'] },
      },
      map: { type: 'object', minProperties: 1, maxProperties: 1, propertyNames: { pattern: '^x' } },
      never: false,
      notText: { not: text },
      some: { contains: { const: 1 } },
      'a/b~c': { type: 'boolean' },
      api_key: { type: 'integer' },
      token: { enum: ['x'] },
      note: { type: 'boolean' },
    },
    dependentRequired: { day: ['state'] },
    additionalProperties: false,
  },
  // As text: a literal with this member is taken for a promise by those who read it.
  If: JSON.parse(
    '{"type":"object","if":{"required":["a"],"properties":{"a":{"const":1}}},"then":{"required":["b"]}}',
  ) as object,
}

let surface: Surface
beforeAll(async () => {
  surface = await surfaceOf(folder, schemasDocument(schemas))
})

const told = async (schema: string, value: unknown): Promise<string[]> => {
  const validate = await validatorOf(surface, schema, 'request')
  expect(validate(value)).toBe(false)
  return problemsOf(validate.errors, value).map(({ pointer, message }) => `${pointer} ${message}`)
}

describe('one thing wrong', () => {
  test.each<[string, object, string]>([
    ['type', { age: 'x' }, '/age must be an integer, not "x"'],
    ['type', { note: [1] }, '/note must be a boolean, not an array'],
    ['type', { list: [1] }, '/list/0 must be a string or null, not 1'],
    ['type', { list: [{}] }, '/list/0 must be a string or null, not an object'],
    ['type', { note: null }, '/note must be a boolean, not null'],
    [
      'format',
      { day: '2026-02-30', state: 'open' },
      '/day must be a date such as 2026-08-01, not "2026-02-30"',
    ],
    ['enum', { state: 'gone' }, '/state must be "open" or "done", not "gone"'],
    ['const', { only: 8 }, '/only must be 7, not 8'],
    ['pattern', { code: 'ab' }, '/code must match the pattern "^[A-Z]+$", and "ab" does not'],
    ['minimum', { age: 17 }, '/age must be at least 18, not 17'],
    ['maximum', { age: 100 }, '/age must be at most 99, not 100'],
    ['exclusiveMinimum', { share: 0 }, '/share must be more than 0, not 0'],
    ['exclusiveMaximum', { share: 1 }, '/share must be less than 1, not 1'],
    ['multipleOf', { share: 0.3 }, '/share must be a multiple of 0.25, not 0.3'],
    ['minLength', { name: '😀' }, '/name must have at least 2 characters, and has 1'],
    ['maxLength', { name: 'abcde' }, '/name must have at most 4 characters, and has 5'],
    ['minItems', { list: [] }, '/list must have at least 1 item, and has 0'],
    ['maxItems', { list: ['a', 'b', 'c'] }, '/list must have at most 2 items, and has 3'],
    ['uniqueItems', { list: ['a', 'a'] }, '/list must have no item twice, and items 0 and 1 are equal'],
    ['minProperties', { map: {} }, '/map must have at least 1 property, and has 0'],
    ['maxProperties', { map: { xa: 1, xb: 2 } }, '/map must have at most 1 property, and has 2'],
    ['propertyNames', { map: { y: 1 } }, '/map/y "y" is not a name that is allowed here'],
    ['false schema', { never: 1 }, '/never must not be there'],
    ['not', { notText: 'a' }, '/notText has the form that it must not have'],
    ['contains', { some: [2] }, '/some must contain at least 1 item of the kind that is asked for'],
    ['dependentRequired', { day: '2026-08-01' }, '/state "state" is required where "day" is given'],
    ['additionalProperties', { other: 1 }, '/other "other" is not a property that is known here'],
    ['an escaped name', { 'a/b~c': 1 }, '/a~1b~0c must be a boolean, not 1'],
  ])('%s: %j', async (_rule, value, problem) => {
    expect(await told('Kinds', value)).toEqual([problem])
  })

  test('a property that is missing is named where it should be', async () => {
    expect(await told('Person', { id: 'a' })).toEqual(['/name "name" is required and missing'])
    expect(await told('Person', 7)).toEqual([' must be an object, not 7'])
  })

  test('a condition', async () => {
    expect(await told('If', { a: 1 })).toEqual(['/b "b" is required and missing'])
  })
})

describe('several things wrong', () => {
  test('come in the order of the value, what is missing last', async () => {
    const value = { state: 1, age: 'x', list: ['a', 1], zzz: 1, day: 'x' }
    expect((await told('Kinds', value)).map((line) => line.split(' ')[0])).toEqual([
      '/state',
      '/age',
      '/list/1',
      '/zzz',
      '/day',
    ])
    expect((await told('Company', { seat: 1 })).map((line) => line.split(' ')[0])).toEqual([
      '/seat',
      '/id',
      '/vat',
    ])
  })

  test('come once', async () => {
    const error = { instancePath: '/a', schemaPath: '#/x', keyword: 'type', params: { type: 'string' } }
    expect(problemsOf([error, { ...error, schemaPath: '#/y' }], { a: 1 })).toHaveLength(1)
  })

  test('have paths with the indexes of arrays as numbers', async () => {
    const validate = await validatorOf(surface, 'Kinds', 'request')
    validate({ list: ['a', 1], map: { 0: 1 } })
    expect(problemsOf(validate.errors, { list: ['a', 1], map: { 0: 1 } })).toMatchObject([
      { path: ['list', 1], pointer: '/list/1', rule: 'type' },
      { path: ['map', '0'], pointer: '/map/0', rule: 'propertyNames' },
    ])
  })

  test('are none for no errors', () => {
    expect(problemsOf(null, {})).toEqual([])
    expect(problemsOf(undefined, {})).toEqual([])
  })
})

describe('unions', () => {
  test.each<[string, string, unknown, string[]]>([
    [
      'a tag selects the branch',
      'Tagged',
      { kind: 'bank', iban: 'x' },
      ['/iban must have at least 5 characters, and has 1'],
    ],
    ['a tag that is none', 'Tagged', { kind: 'cash' }, ['/kind must be one of card, bank, not "cash"']],
    ['no tag', 'Tagged', {}, ['/kind "kind" is required and missing']],
    ['the nearest of two', 'Plain', { id: 'a' }, ['/name "name" is required and missing']],
    ['the nearer with more fields', 'Plain', { id: 1, vat: 'b', seat: 'c' }, ['/id must be a string, not 1']],
    ['of schemas that stand there', 'Inline', { b: 'x' }, ['has none of the 2 forms that it may have']],
    ['equally near', 'Tie', {}, [' has none of the 2 forms that it may have']],
    ['of kinds', 'Scalar', true, [' must be a string, a number or null, not true']],
    ['of values', 'Values', 'd', [' must be "a", "b" or "c", not "d"']],
    ['or nothing', 'Maybe', { id: 'a' }, ['/name "name" is required and missing']],
    ['or nothing, and something else', 'Maybe', 7, [' must be an object or null, not 7']],
    [
      'more than one',
      'Both',
      { a: 1 },
      [' fits more than one of the forms of which it must have exactly one'],
    ],
    ['within a union', 'Twice', { id: 'a' }, ['/name "name" is required and missing']],
    [
      'beside what else is wrong',
      'Nested',
      { first: { id: 1 }, many: [{ id: 'a', name: 'b' }, { id: 2, name: 'c' }, 'x'] },
      [
        '/first/id must be a string, not 1',
        '/first/name "name" is required and missing',
        '/many/1/id must be a string, not 2',
        '/many/2 must be an object, not "x"',
      ],
    ],
  ])('%s: %s', async (_name, schema, value, problems) => {
    if (schema === 'Inline') expect(await told(schema, value)).toHaveLength(1)
    else expect(await told(schema, value)).toEqual(problems)
  })
})

describe('what is found', () => {
  test.each<[string, object, string]>([
    [
      'a name that is secret',
      { api_key: 'abc' },
      '/api_key must be an integer, not a string of 3 characters',
    ],
    ['a name that is secret, a number', { api_key: 1.5 }, '/api_key must be an integer, not a number'],
    ['a secret of webhooks', { note: 'whsec_abc' }, '/note must be a boolean, not a string of 9 characters'],
    ['a bearer', { note: 'Bearer abc' }, '/note must be a boolean, not a string of 10 characters'],
    [
      'what looks random',
      { note: 'dGhpcyBpcyBhIHNlY3JldCE5' },
      '/note must be a boolean, not a string of 24 characters',
    ],
    [
      'a UUID is shown',
      { note: '01890a5d-ac96-774b-bcce-b302099a8057' },
      '/note must be a boolean, not "01890a5d-ac96-774b-bcce-b302099a8057"',
    ],
    [
      'long text is cut',
      { note: 'long text '.repeat(20) },
      `/note must be a boolean, not "${'long text '.repeat(6)}…"`,
    ],
    ['odd text is escaped', { note: 'a\n"\u0007' }, String.raw`/note must be a boolean, not "a\n\"\u0007"`],
  ])('%s', async (_name, value, problem) => {
    expect(await told('Kinds', value)).toEqual([problem])
  })
})

test('for every wrong value there is a problem, and each has a place and a message', async () => {
  const names = Object.keys(schemas)
  const values = fc.anything({
    withNullPrototype: false,
    maxDepth: 3,
    key: fc.constantFrom('a', 'id', 'kind', 'list', 'map', 'age', ''),
  })
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...names), values, async (name, value) => {
      const validate = await validatorOf(surface, name, 'request')
      if (validate(value)) return
      const problems = problemsOf(validate.errors, value)
      expect(problems.length).toBeGreaterThan(0)
      for (const { pointer, path, message } of problems) {
        expect(message).not.toMatch(/undefined|\[object/)
        expect(pointer.split('/')).toHaveLength(path.length + 1)
      }
    }),
    { numRuns: 500 },
  )
})
