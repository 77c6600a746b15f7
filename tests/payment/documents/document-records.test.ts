import { describe, expect, test } from 'vitest'
import { listedValues, shapesOf } from '../../../payment/schema/document-shape.js'
import type { JsonSchema } from '../../../runtime/json-schema.js'
import { documents } from '../../specs/documents.js'
import { type JsonObject, objectAt } from './editing.js'
import { texts, told } from './judge.js'
import type { RawDocument } from './surface.js'

const [version = ''] = [...documents.keys()].toReversed()
const text = { type: 'string' }
const tag = (...values: string[]) => ({ type: 'string', enum: values })

const record = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: 'object',
  properties,
  required,
})

/** Contradictions to the tables in a document with other components. */
const errors = (schemas: Record<string, JsonSchema>): string[] => {
  const document: RawDocument & JsonObject = JSON.parse(texts.get(version) ?? '')
  Object.assign(objectAt(document, 'components', 'schemas'), schemas)
  return told(document, version, (id) => /^(quote|enumerations)\//.test(id))
    .filter((line) => line.startsWith('error'))
    .map((line) => line.replace('compared with the specification: ', ''))
}

const blockchain = { $ref: '#/components/schemas/Blockchain' }
const crypto = record({ type: tag('Crypto'), token: text, blockchain })
const fiat = record({ type: { const: 'Fiat' }, code: text })
const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const both = { type: tag('Crypto', 'Fiat'), token: text, blockchain, code: text }

const american = (...kinds: string[]): JsonSchema =>
  record({
    type: tag(...kinds),
    routing_number: { type: 'string', pattern: '^\\d{9}$' },
    account_number: { type: 'string', pattern: '^[A-Z0-9]{4,17}$' },
  })
const banks = (...others: JsonSchema[]): JsonSchema => ({
  oneOf: [
    ...others,
    record({ type: tag('CHAPS', 'FPS'), sort_code: text, account_number: text }),
    record({ type: tag('SEPA'), iban: text }),
    record({ type: tag('SWIFT'), bic: text, account_number: text }),
  ],
})

describe('a document that says what the tables say, in its own way, contradicts nothing', () => {
  test.each<[string, Record<string, JsonSchema>]>([
    ['a union', { Currency: { oneOf: [crypto, fiat] } }],
    [
      'parts and references',
      {
        C: { allOf: [record({ type: tag('Crypto') }), record({ token: text, blockchain })] },
        F: fiat,
        Currency: { oneOf: [reference('C'), reference('F')] },
      },
    ],
    [
      'kinds told apart by the mapping alone',
      {
        C: record({ type: text, token: text, blockchain }),
        F: record({ type: text, code: text }),
        Currency: {
          oneOf: [reference('C'), reference('F')],
          discriminator: { propertyName: 'type', mapping: { Crypto: 'C', Fiat: 'F' } },
        },
      },
    ],
    ['one object for all kinds', { Currency: record(both, ['type']) }],
    ['one object for all kinds, and nothing required', { Currency: record(both, []) }],
    ['one object for kinds that are not listed', { Currency: record({ ...both, type: text }, ['type']) }],
    ['nothing but the kind', { Currency: record({ type: tag('Crypto', 'Fiat') }) }],
    [
      'one object for some of the kinds',
      { BankAccountIdentifier: banks(american('ACH', 'Wire', 'RTP', 'FEDNOW')) },
    ],
    [
      'nothing said to be required',
      { Currency: { oneOf: [record({ type: tag('Crypto'), token: text, blockchain }, []), fiat] } },
    ],
    ['anything', { Currency: {} }],
    ['an object of which nothing is said', { Currency: { type: 'object' }, Fee: { type: 'object' } }],
    [
      'a circle',
      { C: { allOf: [crypto, { oneOf: [reference('C')] }] }, Currency: { oneOf: [reference('C'), fiat] } },
    ],
    [
      'a format that someone made up',
      { Currency: { oneOf: [crypto, record({ type: tag('Fiat'), code: { ...text, format: 'iso-4217' } })] } },
    ],
  ])('%s', (_case, schemas) => {
    expect(errors(schemas)).toEqual([])
  })
})

describe('a document that says otherwise contradicts its table', () => {
  test.each<[string, Record<string, JsonSchema>, string[]]>([
    [
      'null',
      { Currency: { anyOf: [crypto, fiat, { type: 'null' }] } },
      ['error quote/document-record: `Currency` may be `null` now in responses'],
    ],
    [
      'a field of one kind',
      { Currency: { oneOf: [record({ type: tag('Crypto'), token: text }), fiat] } },
      [
        'error quote/document-record: Required property `blockchain` was removed from `Currency.Crypto` in responses',
      ],
    ],
    [
      'a kind lost',
      { Currency: crypto },
      ['error enumerations/documents: Variant `Currency.Fiat` was removed from `Currency` in responses'],
    ],
    [
      'a further kind',
      { Currency: { oneOf: [crypto, fiat, record({ type: tag('Gold') })] } },
      ['error enumerations/documents: Variant `type="Gold"` was added to `Currency` in responses'],
    ],
    [
      'a further kind of one object',
      { Currency: record({ ...both, type: tag('Crypto', 'Fiat', 'Gold') }, ['type']) },
      ['error enumerations/documents: Value `Gold` was added to `Currency` in responses'],
    ],
    [
      'a kind that one object lacks',
      { BankAccountIdentifier: banks(american('ACH', 'Wire', 'RTP')) },
      [
        'error enumerations/documents: Variant `BankAccountIdentifier.FEDNOW` was removed from `BankAccountIdentifier` in responses',
      ],
    ],
    [
      'a pattern that leaves more length',
      {
        BankAccountIdentifier: banks(
          record({ type: tag('ACH', 'Wire', 'RTP') }),
          record({
            type: tag('FEDNOW'),
            routing_number: { type: 'string', pattern: '^\\d{9,10}$' },
            account_number: { type: 'string', pattern: '^[A-Z0-9]{4,17}$' },
          }),
        ),
      },
      [
        'error quote/document-limits: The greatest length of `BankAccountIdentifier.routing_number` was `9` and is `10` in responses',
      ],
    ],
  ])('%s', (_case, schemas, messages) => {
    expect(errors(schemas)).toEqual(messages)
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
