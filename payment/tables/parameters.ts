import type { EnumerationName } from './enumerations.js'

/** A query parameter of the quote. */
export interface QuoteParameter {
  /** Its type and format in a schema. A list is not sent as a repeated parameter. */
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly format?: string
  /** The enumeration of its values or items. */
  readonly enumeration?: EnumerationName
  readonly isRequired?: true
  /** Deprecated, but still accepted. */
  readonly isDeprecated?: true
  /** Limits and default, as keywords of a schema. */
  readonly limits?: Readonly<Partial<Record<'maxLength' | 'maximum' | 'maxItems' | 'default', unknown>>>
}

const uuid = { type: 'string', format: 'uuid' } as const
const text = { type: 'string' } as const
const decimal = { type: 'string', format: 'decimal' } as const
const whole = { type: 'integer', format: 'int64' } as const
const flag = { type: 'boolean' } as const
const chain = { type: 'string', enumeration: 'Blockchain' } as const
const account = { type: 'string', limits: { maxLength: 256 } } as const
const currency = { type: 'string', isRequired: true, limits: { maxLength: 32 } } as const
// Chains are no repeated parameter either, because they are aligned with the codes.
const additional = { type: 'array', limits: { maxItems: 16, default: [] } } as const

/** Endpoints, GET /autoramps/quote: its query parameters. */
export const quoteParameters: Readonly<Record<string, QuoteParameter>> = {
  customer_id: { ...uuid, isRequired: true },
  source_currency_code: currency,
  source_currency_chain: chain,
  destination_currency_code: currency,
  destination_currency_chain: chain,
  recipient_account_id: uuid,
  recipient_account: { ...account, isDeprecated: true },
  amount_in: decimal,
  amount_out: decimal,
  rate_lock_duration_minutes: whole,
  rate_expiry_policy: { ...text, enumeration: 'RateExpiryPolicy', isRequired: true },
  slippage_tolerance_in_bips: decimal,
  expiry_in_hours: { ...whole, isRequired: true, limits: { maximum: 24 } },
  is_third_party: { ...flag, isRequired: true },
  sender_account_number: account,
  sender_mobile_number: account,
  sender_bank: text,
  external_id: text,
  wire_message: text,
  swift_payment_reference: text,
  sepa_payment_reference: text,
  ach_payment_reference: text,
  fps_payment_reference: text,
  fee_profile_id: uuid,
  batch_payout: flag,
  additional_in_currency_codes: additional,
  additional_in_currency_chains: { ...additional, enumeration: 'Blockchain' },
  pay_by_reference: { ...flag, limits: { default: false } },
}

const referencePattern = /^[A-Za-z0-9 /\-?:().+]*$/

/** Limits of a payment reference; `hasLines` where lines are limited too, which cannot be tested. */
export interface ReferenceLimit {
  readonly min: number
  readonly max: number
  readonly pattern: RegExp
  readonly hasLines?: true
}

/** Limits: length and pattern of each payment reference of a quote. */
export const referenceLimits: Readonly<Record<string, ReferenceLimit>> = {
  wire_message: { min: 1, max: 140, pattern: referencePattern, hasLines: true },
  swift_payment_reference: { min: 1, max: 140, pattern: referencePattern, hasLines: true },
  sepa_payment_reference: { min: 6, max: 140, pattern: referencePattern },
  ach_payment_reference: { min: 1, max: 10, pattern: referencePattern },
  fps_payment_reference: { min: 6, max: 18, pattern: /^[A-Za-z]*$/ },
}
