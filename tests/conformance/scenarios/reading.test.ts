import { describe, expect, test } from 'vitest'
import { namedDefault } from '../../../conformance/scenarios/default-version.js'
import { idIn, listIn, sameDecimal, walk } from '../../../conformance/scenarios/reading.js'
import { followReferences, schemaShape } from '../../../conformance/scenarios/schema-shape.js'
import {
  isAccount,
  isAmount,
  isBankIdentifier,
  isCurrency,
  isDecimal,
  isTime,
  isUuid,
} from '../../../conformance/scenarios/spec-values.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import { exchangeOf } from '../support/make.js'

const answered = (value: unknown, location?: string) =>
  exchangeOf({ body: JSON.stringify(value), headers: location === undefined ? [] : [['Location', location]] })

describe('an id is found wherever it is', () => {
  test.each<[string, unknown, string | undefined, string | undefined]>([
    ['at the top', { id: 'a', data: { id: 'b' } }, undefined, 'a'],
    ['as a number', { id: 7 }, undefined, '7'],
    ['under the name of its kind', { partner: { id: 'p' }, customer_id: 'c' }, undefined, 'c'],
    ['in camel case', { customerId: 'c' }, undefined, 'c'],
    [
      'inside, under the name of its kind',
      { partner: { id: 'p' }, data: { customer_id: 'c' } },
      undefined,
      'c',
    ],
    ['inside', { data: { customer: { id: 'c' } } }, undefined, 'c'],
    ['as a uuid', { uuid: 'u' }, undefined, 'u'],
    ['in a list of one', [{ id: 'c' }], undefined, 'c'],
    ['at the end of the location', { ok: true }, 'https://a.example/api/customers/c-1/?x=y', 'c-1'],
    ['nowhere', { ok: true, id: '' }, undefined, undefined],
  ])('%s', (_case, body, location, id) => {
    expect(idIn(answered(body, location), 'customer')).toBe(id)
  })

  test('not in what is no JSON', () => {
    expect(idIn(exchangeOf({ body: '<id>1</id>', headers: [] }), 'customer')).toBeUndefined()
  })
})

describe('a list is found in its envelope', () => {
  test.each([
    [[1], [1]],
    [{ items: [1], cursor: null }, [1]],
    [{ data: { items: [1] } }, [1]],
    [{ a: { deep: [1] }, near: [2] }, [2]],
    [{ a: 1 }, undefined],
    ['text', undefined],
  ])('%j', (body, list) => {
    expect(listIn(answered(body))).toEqual(list)
  })
})

test('walking names every place, the near ones first', () => {
  expect(walk({ a: { b: [1] }, c: null })).toEqual([
    ['', { a: { b: [1] }, c: null }],
    ['/a', { b: [1] }],
    ['/c', null],
    ['/a/b', [1]],
    ['/a/b/0', 1],
  ])
})

describe('decimals', () => {
  test.each([
    ['100', '100.00', true],
    ['0.1', '.1', true],
    [100, '100', true],
    ['100', '100.01', false],
    ['100', 'a hundred', false],
    [undefined, undefined, false],
  ])('%j and %j are equal: %s', (a, b, same) => {
    expect(sameDecimal(a, b)).toBe(same)
  })
})

describe('values of the tables', () => {
  const iban = { type: 'SEPA', iban: 'DE89' }
  const usd = { routing_number: '123456789', account_number: '1234A' }
  const euro = { type: 'Fiat', code: 'EUR' }

  test.each<[string, (value: unknown) => boolean, unknown, boolean]>([
    ['decimal', isDecimal, '1.50', true],
    ['decimal', isDecimal, '-1e-7', true],
    ['decimal', isDecimal, 1.5, false],
    ['decimal', isDecimal, '1,50', false],
    ['decimal', isDecimal, '', false],
    ['date-time', isTime, '2026-09-01T12:00:00Z', true],
    ['date-time', isTime, '2026-09-01T12:00:00.123456789+02:00', true],
    ['date-time', isTime, '2026-09-01', false],
    ['date-time', isTime, '2026-09-01T12:00:00', false],
    ['date-time', isTime, '2026-13-01T12:00:00Z', false],
    ['date-time', isTime, '01.09.2026 12:00', false],
    ['date-time', isTime, 1788264000, false],
    ['uuid', isUuid, 'A1B2C3D4-0000-7000-8000-00000000AAAA', true],
    ['uuid', isUuid, 'a1b2c3d4', false],
    ['currency', isCurrency, euro, true],
    ['currency', isCurrency, { type: 'Crypto', token: 'USDC', blockchain: 'Base' }, true],
    ['currency', isCurrency, { type: 'Crypto', token: 'USDC' }, false],
    ['currency', isCurrency, { type: 'fiat', code: 'EUR' }, false],
    ['currency', isCurrency, 'EUR', false],
    ['amount', isAmount, { amount: '1', currency: euro, more: 1 }, true],
    ['amount', isAmount, { amount: 1, currency: euro }, false],
    ['bank identifier', isBankIdentifier, iban, true],
    ['bank identifier', isBankIdentifier, { type: 'FEDNOW', ...usd }, true],
    ['bank identifier', isBankIdentifier, { type: 'ACH', ...usd, routing_number: '12345678' }, false],
    ['bank identifier', isBankIdentifier, { type: 'SWIFT', bic: 'X' }, false],
    ['bank identifier of a rail that no table has', isBankIdentifier, { type: 'Spei', clabe: '1' }, true],
    ['account', isAccount, { type: 'Fiat', account_identifier: iban }, true],
    ['account', isAccount, { type: 'Crypto', chain: 'Base', address: '0x' }, true],
    ['account', isAccount, { type: 'Crypto', blockchain: 'Base', address: '0x' }, false],
    ['account', isAccount, { type: 'Pix', id: 'a1b2c3d4-0000-4000-8000-00000000aaaa' }, true],
    ['account', isAccount, { type: 'Wallet' }, false],
  ])('%s %#: %j', (_name, check, value, holds) => {
    expect(check(value)).toBe(holds)
  })
})

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
    expect(followReferences({ $ref: '#/components/schemas/Missing' }, schemas)).toBeUndefined()
  })
})
