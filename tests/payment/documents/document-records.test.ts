import { describe, expect, test } from 'vitest'
import { contradiction, documentedIn } from '../../../payment/documents/document-records.js'
import { listedValues, shapesOf } from '../../../payment/schema/document-shape.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import type { RecordName } from '../../../payment/tables/records.js'

const text = { type: 'string' }
const tag = (...values: string[]) => ({ type: 'string', enum: values })

const record = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

const told = (schema: JsonSchema, name: RecordName, schemas: Record<string, JsonSchema> = {}): string[] =>
  documentedIn(shapesOf(schema, schemas), name, schemas).flatMap((field) => contradiction(field) ?? [])

const crypto = record({ type: tag('Crypto'), token: text, blockchain: text })
const fiat = record({ type: { const: 'Fiat' }, code: text })

describe('a document that says what the tables say, in its own way, contradicts nothing', () => {
  test.each<[string, JsonSchema, Record<string, JsonSchema>?]>([
    ['a union', { oneOf: [crypto, fiat] }],
    ['a union with null', { anyOf: [crypto, fiat, { type: 'null' }] }],
    [
      'parts and references',
      { oneOf: [{ $ref: '#/components/schemas/C' }, { $ref: '#/components/schemas/F' }] },
      { C: { allOf: [record({ type: tag('Crypto') }), record({ token: text, blockchain: text })] }, F: fiat },
    ],
    [
      'one object for all kinds',
      record({ type: tag('Crypto', 'Fiat'), token: text, blockchain: text, code: text }, ['type']),
    ],
    ['nothing said to be required', record({ type: tag('Crypto'), token: text, blockchain: text }, [])],
    ['anything', {}],
    ['an object of which nothing is said', { type: 'object' }],
    ['null beside the type', { oneOf: [record({ type: tag('Fiat'), code: { type: ['string', 'null'] } })] }],
    [
      'a circle',
      { $ref: '#/components/schemas/C' },
      { C: { allOf: [crypto, { oneOf: [{ $ref: '#/components/schemas/C' }] }] } },
    ],
  ])('%s', (_case, schema, schemas) => {
    expect(told(schema, 'Currency', schemas)).toEqual([])
  })
})

describe('a document that says otherwise contradicts its table', () => {
  test.each<[string, RecordName, JsonSchema, string[]]>([
    [
      'a field lost',
      'Amount',
      record({ amount: { type: 'string', format: 'decimal' } }),
      ['the document lacks currency of Amount, which is required'],
    ],
    [
      'a field optional',
      'Amount',
      record({ amount: text, currency: {} }, ['amount']),
      ['currency of Amount is required; the document has it optional'],
    ],
    [
      'another type',
      'Amount',
      record({ amount: { type: 'number' }, currency: {} }),
      ['amount of Amount is a decimal number in a string; the document has number'],
    ],
    [
      'another format',
      'Amount',
      record({ amount: { type: 'string', format: 'uuid' }, currency: {} }),
      ['amount of Amount is a decimal number in a string; the document has uuid'],
    ],
    [
      'a field of one kind',
      'Currency',
      { oneOf: [record({ type: tag('Crypto'), token: text }), fiat] },
      ['the document lacks blockchain of Currency Crypto, which is required'],
    ],
    [
      'a field deep inside',
      'Fee',
      record({ partner_fees: { type: 'array', items: record({ label: text, fee: {} }) } }),
      [
        ...[
          'total_fee',
          'iron_fee',
          'partner_fee',
          'network_fees',
          'network_fees_with_settlement',
          'transaction_fee',
          'banking_fee',
          'network_fee',
        ].map((name) => `the document lacks ${name} of Fee, which is required`),
        'the document lacks settlement of PartnerFee, which is required',
      ],
    ],
  ])('%s', (_case, name, schema, messages) => {
    expect(told(schema, name).toSorted()).toEqual(messages.toSorted())
  })
})

describe('values listed in a place', () => {
  const listed = (schema: JsonSchema) => {
    const values = listedValues(shapesOf(schema, {}))
    return values && Array.from(values, String).toSorted()
  }
  test.each<[string, JsonSchema, unknown]>([
    ['an enumeration', tag('a', 'b'), ['a', 'b']],
    ['an enumeration or null', { anyOf: [tag('a'), { type: 'null' }] }, ['a']],
    ['null among them', { enum: ['a', null] }, ['a']],
    ['one of several', { oneOf: [{ const: 'a' }, tag('b')] }, ['a', 'b']],
    ['what two parts have in common', { allOf: [tag('a', 'b'), tag('b', 'c')] }, ['b']],
    ['any text', text, undefined],
    ['an enumeration or any text', { anyOf: [tag('a'), text] }, undefined],
  ])('%s', (_case, schema, values) => {
    expect(listed(schema)).toEqual(values)
  })
})
