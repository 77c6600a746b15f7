import { identificationSchemas } from './identification-schemas.js'

type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const uuid = { type: 'string', format: 'uuid' }
const decimal = { type: 'string', format: 'decimal' }
const time = { type: 'string', format: 'date-time' }
const bool = { type: 'boolean' }

const list = (items: Json): Json => ({ type: 'array', items })
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** An object whose members are required, but for those that end in a question mark. */
const record = (members: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(Object.entries(members).map(([name, one]) => [name.replace('?', ''), one])),
})

const money = record({ amount: decimal, currency: ref('Money.Unit') })

/** A signed quote, with its rate under a name of the version. */
const offer = (rate: Readonly<Record<string, Json>>): Json =>
  record({
    quote_id: uuid,
    source_currency: ref('Money.Unit'),
    destination_currency: ref('Money.Unit'),
    'additional_in_currencies?': list(ref('Money.Unit')),
    recipient_account: { type: 'object' },
    customer_id: uuid,
    amount_in: ref('Money.Sum'),
    amount_out: ref('Money.Sum'),
    ...rate,
    rate_expiry_policy: text,
    'rate_lock_valid_until?': time,
    'slippage_tolerance_in_bips?': decimal,
    fee: ref('Charges'),
    fee_settlement: text,
    'fee_profile_id?': uuid,
    valid_until: time,
    signature: text,
    is_third_party: bool,
    'external_id?': text,
    'batch_payout?': bool,
    'pay_by_reference?': bool,
    'wire_message?': text,
    'swift_payment_reference?': text,
    'sepa_payment_reference?': text,
    'ach_payment_reference?': text,
    'fps_payment_reference?': text,
  })

/** Component schemas with names of their own. */
export const schemas: Json = {
  'Money.Unit': {
    oneOf: [
      record({ type: { type: 'string', enum: ['Crypto'] }, token: text, blockchain: text }),
      record({ type: { type: 'string', enum: ['Fiat'] }, code: text }),
    ],
  },
  'Money.Sum': money,
  Charges: record({
    total_fee: ref('Money.Sum'),
    iron_fee: ref('Money.Sum'),
    partner_fee: ref('Money.Sum'),
    transaction_fee: ref('Money.Sum'),
    banking_fee: ref('Money.Sum'),
    network_fee: ref('Money.Sum'),
    network_fees: list({ type: 'object' }),
    network_fees_with_settlement: list({ type: 'object' }),
    partner_fees: list({ type: 'object' }),
    'iron_fee_settlement?': text,
    'deducted_fee?': ref('Money.Sum'),
  }),
  Offer: offer({ rate: decimal }),
  Terms: list(record({ id: uuid, display_name: text, url: text })),
  Snapshot: record({ fiat_deposit: {}, fiat_payout: {}, currencies: { type: 'array', items: {} } }),
  Trouble: record({ message: text, trace_id: text }),
  Refusal: text,
  'Version.Refusal': record({ error: text, reason: text, requested: text, supported: list(text) }),
  'Person.Two': record({ email: text, kind: { type: 'string', enum: ['individual', 'company'] } }),
  'Person.Profile': record({
    profile: record({
      contact_email: { type: 'string', format: 'email' },
      legal_name: { type: 'string', minLength: 3 },
      residence: { type: 'string', pattern: '^[A-Z]{2}$' },
      born: { type: 'string', format: 'date' },
      risk: { type: 'integer', minimum: 1, maximum: 5 },
    }),
    'reference?': text,
  }),
  'Consent.Content': record({ content_id: uuid, signed: bool }),
  'Consent.Document': record({ document_id: uuid, accepted: bool, signed_by: text }),
  Account: record({ customer_id: uuid, holder: text, iban: text, currency: record({ code: text }) }),
  Count: { type: 'integer', minimum: 1 },
  Anything: {},
  ...identificationSchemas,
}

/** Those that are other ones in a version that nobody has specified. */
export const laterSchemas: Json = {
  Offer: offer({ exchange_rate: decimal }),
  Terms: list(record({ id: uuid, display_name: text, link: text })),
  Snapshot: record({ deposits: {}, fiat_payout: {}, currencies: { type: 'array', items: {} } }),
}
