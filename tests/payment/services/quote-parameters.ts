import type { Choices } from './choices.js'

type Json = Readonly<Record<string, unknown>>

/** A parameter of the query. */
export const query = (name: string, schema: Json, required = false): Json => ({
  name,
  in: 'query',
  required,
  schema,
})

const chains =
  'Solana Ethereum Polygon Arbitrum Base Stellar Citrea Plasma Avalanche Moca Monad Tempo Tron Bsc Seismic Arc'
const policies = ['Return', 'Slippage']
export const text = { type: 'string' }
const flag = { type: 'boolean' }
export const uuid = { type: 'string', format: 'uuid' }
const decimal = { type: 'string', format: 'decimal' }
const whole = { type: 'integer', format: 'int64' }

/** The values of an enumeration, in the spellings that a document lists. */
const oneOf = (values: readonly string[], { letterCase }: Choices): Json => ({
  type: 'string',
  enum:
    letterCase === 'any, and documented'
      ? values.flatMap((value) => [value, value.toLowerCase(), value.toUpperCase()])
      : values,
})

/** The parameters of the quote. */
export const quoteParameters = (choices: Choices): Json[] => {
  const { limitsDocumented } = choices
  const chain = oneOf(chains.split(' '), choices)
  const limited = (schema: Json, limits: Json): Json => (limitsDocumented ? { ...schema, ...limits } : schema)
  const code = limited(text, { maxLength: 32 })
  const account = limited(text, { maxLength: 256 })
  const several = (name: string, items: Json): Json => ({
    ...query(name, limited({ type: 'array', items }, { maxItems: 16 })),
    style: 'form',
    explode: false,
  })
  return [
    query('customer_id', uuid, true),
    query('source_currency_code', code, true),
    query('source_currency_chain', chain),
    query('destination_currency_code', code, true),
    query('destination_currency_chain', chain),
    query('recipient_account_id', uuid),
    query('recipient_account', account),
    query('amount_in', decimal),
    query('amount_out', decimal),
    query('rate_lock_duration_minutes', whole),
    query('rate_expiry_policy', oneOf(policies, choices), true),
    query('slippage_tolerance_in_bips', decimal),
    query('expiry_in_hours', limited(whole, { maximum: 24 }), true),
    query('is_third_party', flag, true),
    query('sender_account_number', account),
    query('sender_mobile_number', account),
    ...['sender_bank', 'external_id', 'wire_message', 'swift_payment_reference'].map((name) =>
      query(name, text),
    ),
    ...['sepa', 'ach', 'fps'].map((name) => query(`${name}_payment_reference`, text)),
    query('fee_profile_id', uuid),
    query('batch_payout', flag),
    query('pay_by_reference', flag),
    several('additional_in_currency_codes', text),
    several('additional_in_currency_chains', chain),
  ]
}
