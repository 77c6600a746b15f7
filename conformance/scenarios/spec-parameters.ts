import type { JsonSchemaObject } from '../../runtime/json-schema.js'

/** The type of a parameter, as a schema spells it. */
export interface ParameterKind {
  readonly type: 'string' | 'integer' | 'boolean' | 'array'
  readonly format?: string
}

const uuid: ParameterKind = { type: 'string', format: 'uuid' }
const text: ParameterKind = { type: 'string' }
const decimal: ParameterKind = { type: 'string', format: 'decimal' }
const whole: ParameterKind = { type: 'integer', format: 'int64' }
const flag: ParameterKind = { type: 'boolean' }
const list: ParameterKind = { type: 'array' }

/** Endpoints, GET /autoramps/quote: types of its query parameters. */
export const parameterKinds: Readonly<Record<string, ParameterKind>> = {
  customer_id: uuid,
  source_currency_code: text,
  source_currency_chain: text,
  destination_currency_code: text,
  destination_currency_chain: text,
  recipient_account_id: uuid,
  recipient_account: text,
  amount_in: decimal,
  amount_out: decimal,
  rate_lock_duration_minutes: whole,
  rate_expiry_policy: text,
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
  additional_in_currency_chains: list,
  pay_by_reference: flag,
}

/** Limits and defaults of those parameters: name, keyword of a schema, value. */
export const parameterLimits: readonly (readonly [string, keyof JsonSchemaObject, unknown])[] = [
  ['source_currency_code', 'maxLength', 32],
  ['destination_currency_code', 'maxLength', 32],
  ['recipient_account', 'maxLength', 256],
  ['sender_account_number', 'maxLength', 256],
  ['sender_mobile_number', 'maxLength', 256],
  ['expiry_in_hours', 'maximum', 24],
  ['additional_in_currency_codes', 'maxItems', 16],
  ['additional_in_currency_chains', 'maxItems', 16],
  ['pay_by_reference', 'default', false],
]
