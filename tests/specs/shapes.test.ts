import { describe, expect, test } from 'vitest'
import { at, dates, documentOf, type Date } from './documents.js'
import { validatorOf } from './validate.js'

const id = '3f6d9a52-1c84-4b7e-9e0f-5d2a7c8b6e14'
const ach = { type: 'ACH', routing_number: '021000021', account_number: '12345678' }
const bank = {
  account_number: '1',
  bank_address: 'a',
  bank_name: 'b',
  recipient_address: 'c',
  recipient_name: 'd',
}
const fedNow = { type: 'FedNow', ...bank, routing_number: '021000021' }
const version = {
  error: 'unsupported_api_version',
  reason: 'version_unknown',
  requested: 'x',
  supported: ['2025-03-13'],
}
const event = (type: string, message: unknown) => ({
  type,
  timestamp: 'now',
  data: { customer_id: id, message },
})
const status = { id, status: 'Completed', transaction_status: 'Completed' }
const quote = at(
  documentOf('2025-03-13'),
  '/paths/~1autoramps~1quote/get/responses/200/content/application~1json; charset=utf-8/example',
)
const change = (fields: object) => ({ ...Object(quote), ...fields })

// Schema, a value that it accepts, and values that it refuses; true of every version.
const shapes: [schema: string, accepted: unknown[], refused: unknown[]][] = [
  [
    'Currency',
    [
      { type: 'Fiat', code: 'EUR' },
      { type: 'Crypto', token: 'USDC', blockchain: 'Arc' },
    ],
    [{ type: 'fiat', code: 'EUR' }, { type: 'Crypto', token: 'USDC' }, { code: 'EUR' }],
  ],
  [
    'Account',
    [
      { type: 'Pix', id },
      { type: 'Fiat', account_identifier: ach },
    ],
    [
      { type: 'Pix', id: '1' },
      { type: 'Crypto', blockchain: 'Base', address: 'a' },
    ],
  ],
  [
    'BankAccountIdentifier',
    [
      ach,
      { ...ach, type: 'FEDNOW' },
      { type: 'SEPA', iban: 'x' },
      { type: 'SWIFT', bic: 'b', account_number: 'a', intermediary_bic: null },
    ],
    [
      { ...ach, routing_number: '02100002' },
      { ...ach, account_number: 'abcd' },
      { ...ach, account_number: '123' },
      { ...ach, type: 'FedNow' },
      { type: 'CHAPS', sort_code: '1' },
    ],
  ],
  [
    'NetworkFee',
    [{ type: 'SwiftOut', amount: '1', currency: { type: 'Fiat', code: 'EUR' } }],
    [
      { type: 'BaseGas', amount: '1', currency: { type: 'Fiat', code: 'EUR' } },
      { type: 'SwiftOut', amount: 1, currency: { type: 'Fiat', code: 'EUR' } },
    ],
  ],
  [
    'SignedAutorampQuote',
    [quote, change({ external_id: null, fee_profile_id: null, deposit_account_type: null })],
    [
      change({ signature: null }),
      change({ quote_id: undefined }),
      change({ wire_message: 'ä' }),
      change({ ach_payment_reference: '' }),
      change({ fps_payment_reference: 'REF123' }),
      change({ rate: 'fast' }),
    ],
  ],
  [
    'BadRequestBody',
    ['a text', version, { ...version, reason: 'version_malformed' }],
    [
      ['a text'],
      {},
      { ...version, error: 'other' },
      { ...version, supported: undefined },
      { ...version, reason: 'late' },
    ],
  ],
  ['CustomerStatus', ['SigningsRequired', 'ANewState'], [1, null]],
  [
    'DepositRail',
    [{ type: 'Iban' }, { type: 'SEPA', iban: 'x' }],
    [{ type: 'SortCode' }, { type: 'SEPA' }, { type: 'iban' }],
  ],
  ['UnlistedDepositRail', [{ type: 'SortCode' }], [{ type: 'FedNow' }, { type: 'Iban' }, {}]],
  ['CreateAutoramp', [quote, change({ type: 'quote' })], [change({ type: 'market' }), {}]],
  [
    'WebhookContainer',
    [
      event('transaction_status', status),
      event('transaction_status', { TransactionStatus: status }),
      event('ping', { id }),
      event('transaction_refunded', { anything: 1 }),
    ],
    [
      event('TransactionStatus', status),
      event('transaction_status', { id }),
      event('customer_fiat_abilities', { id }),
      { ...event('ping', { id }), timestamp: undefined },
    ],
  ],
]

describe.each(dates)('shapes of %s', (date) => {
  describe.each(shapes)('%s', (schema, accepted, refused) => {
    const validate = validatorOf(date, `/components/schemas/${schema}`)
    test.each(accepted)('accepts %j', (value) => expect(validate(value)).toBe(true))
    test.each(refused)('refuses %j', (value) => expect(validate(structuredClone(value))).toBe(false))
  })
})

// Differences between versions: a schema pointer, a value, and the versions that accept it.
const entry = { code: 'tin_required', message: 'm', docs_url: 'u' }
const identification400 = '/components/responses'
const details = {
  business_model_description: 'x'.repeat(80),
  estimated_annual_revenue: 'Over250M',
  has_licenses_or_registrations: false,
  main_business_countries: ['DE'],
  requires_aml_program: false,
}
const rails = '/components/schemas/Autoramp/properties/deposit_rails'
const business = '/components/schemas/BusinessQuestionnaireBusinessDetails'
const all: Date[] = [...dates]
const differing: [pointer: string, value: unknown, acceptedBy: Date[]][] = [
  [rails, [fedNow], ['2026-07-01', '2026-08-01']],
  [rails, [{ type: 'SortCode' }], all],
  [rails, [{ type: 'Wire' }], []],
  ['/components/schemas/BirthPlace', { country: 'DE', place: 'Ulm' }, ['2026-08-01']],
  [business, { ...details, industry: 'Software' }, all],
  [business, { ...details, industry_type: 'RegTech' }, ['2025-03-13', '2026-07-01']],
  [business, { ...details, industry: 'Software', business_model_description: 'short' }, []],
]

describe.each(differing)('%s with %j', (pointer, value, acceptedBy) => {
  test.each(dates)('%s', (date) => {
    expect(validatorOf(date, pointer)(value)).toBe(acceptedBy.includes(date))
  })
})

describe('a refused identification', () => {
  const bodies: [body: unknown, acceptedBy: Date[]][] = [
    // From 2026-08-01 for a Link alone: a schema of the answer cannot say so.
    ['a text', all],
    [{ message: 'a text' }, []],
    [version, all],
    [[entry], ['2026-08-01']],
    [
      [
        { ...entry, beneficiary_index: null },
        { ...entry, beneficiary_index: 2 },
      ],
      ['2026-08-01'],
    ],
    [[{ ...entry, beneficiary_index: -1 }], []],
    [[{ ...entry, code: 'unknown' }], []],
    [[{ code: 'tin_required', message: 'm' }], []],
  ]
  describe.each(bodies)('%j', (body, acceptedBy) => {
    test.each(dates)('%s', (date) => {
      const name = date === '2026-08-01' ? 'IdentificationBadRequest' : 'BadRequest'
      const pointer = `${identification400}/${name}/content/application~1json; charset=utf-8/schema`
      expect(validatorOf(date, pointer)(body)).toBe(acceptedBy.includes(date))
    })
  })
})
