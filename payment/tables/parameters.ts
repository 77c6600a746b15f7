import type { EnumerationName } from './enumerations.js'

/** The schema type of a parameter. */
export interface ParameterKind {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly format?: string
  /** The enumeration of its values or items. */
  readonly enumeration?: EnumerationName
}

const uuid: ParameterKind = { type: 'string', format: 'uuid' }
const text: ParameterKind = { type: 'string' }
const decimal: ParameterKind = { type: 'string', format: 'decimal' }
const whole: ParameterKind = { type: 'integer', format: 'int64' }
const flag: ParameterKind = { type: 'boolean' }
const list: ParameterKind = { type: 'array' }
const chain: ParameterKind = { type: 'string', enumeration: 'Blockchain' }

/** Endpoints, GET /autoramps/quote: types of its query parameters. */
export const parameterKinds: Readonly<Record<string, ParameterKind>> = {
  customer_id: uuid,
  source_currency_code: text,
  source_currency_chain: chain,
  destination_currency_code: text,
  destination_currency_chain: chain,
  recipient_account_id: uuid,
  recipient_account: text,
  amount_in: decimal,
  amount_out: decimal,
  rate_lock_duration_minutes: whole,
  rate_expiry_policy: { type: 'string', enumeration: 'RateExpiryPolicy' },
  slippage_tolerance_in_bips: decimal,
  expiry_in_hours: whole,
  is_third_party: flag,
  sender_account_number: text,
  sender_mobile_number: text,
  sender_bank: text,
  external_id: text,
  wire_message: text,
  swift_payment_reference: text,
  sepa_payment_reference: text,
  ach_payment_reference: text,
  fps_payment_reference: text,
  fee_profile_id: uuid,
  batch_payout: flag,
  additional_in_currency_codes: list,
  additional_in_currency_chains: { type: 'array', enumeration: 'Blockchain' },
  pay_by_reference: flag,
}

type Keyword = 'maxLength' | 'maximum' | 'maxItems' | 'default'

/** Limits and defaults of those parameters: name, keyword of a schema, value. */
export const parameterLimits: readonly (readonly [string, Keyword, unknown])[] = [
  ['source_currency_code', 'maxLength', 32],
  ['destination_currency_code', 'maxLength', 32],
  ['recipient_account', 'maxLength', 256],
  ['sender_account_number', 'maxLength', 256],
  ['sender_mobile_number', 'maxLength', 256],
  ['expiry_in_hours', 'maximum', 24],
  ['additional_in_currency_codes', 'maxItems', 16],
  ['additional_in_currency_chains', 'maxItems', 16],
  ['additional_in_currency_codes', 'default', []],
  ['additional_in_currency_chains', 'default', []],
  ['pay_by_reference', 'default', false],
]

/** Parameters that are deprecated but still accepted. */
export const deprecatedParameters: ReadonlySet<string> = new Set(['recipient_account'])

/** Lists that are not sent as repeated parameters; for chains this follows from their alignment with the codes. */
export const unrepeatedParameters = ['additional_in_currency_codes', 'additional_in_currency_chains'] as const

/** Endpoints, GET /autoramps/quote: its query parameters, and whether each is required. */
export const quoteParameters: Readonly<Record<string, boolean>> = {
  customer_id: true,
  source_currency_code: true,
  source_currency_chain: false,
  destination_currency_code: true,
  destination_currency_chain: false,
  recipient_account_id: false,
  recipient_account: false,
  amount_in: false,
  amount_out: false,
  rate_lock_duration_minutes: false,
  rate_expiry_policy: true,
  slippage_tolerance_in_bips: false,
  expiry_in_hours: true,
  is_third_party: true,
  sender_account_number: false,
  sender_mobile_number: false,
  sender_bank: false,
  external_id: false,
  wire_message: false,
  swift_payment_reference: false,
  sepa_payment_reference: false,
  ach_payment_reference: false,
  fps_payment_reference: false,
  fee_profile_id: false,
  batch_payout: false,
  additional_in_currency_codes: false,
  additional_in_currency_chains: false,
  pay_by_reference: false,
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
