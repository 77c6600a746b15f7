import { isObject } from '../../document/index.js'
import { type Check, isBoolean, isDecimal, isText, isTime, isUuid } from '../values/checks.js'
import type { EnumerationName } from './enumerations.js'

/** The name of a type, its form in a schema, and its check. */
interface KindFacts {
  readonly words: string
  readonly holds: Check
  /** Absent where any is allowed. */
  readonly type?: 'string' | 'boolean' | 'integer' | 'object' | 'array'
  readonly format?: string
  readonly minimum?: number
}

/** The types by name; a filled text names or proves something, so it must not be empty. */
const kinds = {
  uuid: { words: 'a UUID', type: 'string', format: 'uuid', holds: isUuid },
  decimal: { words: 'a decimal number in a string', type: 'string', format: 'decimal', holds: isDecimal },
  time: { words: 'a date-time', type: 'string', format: 'date-time', holds: isTime },
  text: { words: 'a string', type: 'string', holds: isText },
  filled: { words: 'a string', type: 'string', holds: (value: unknown) => isText(value) && value !== '' },
  flag: { words: 'a boolean', type: 'boolean', holds: isBoolean },
  object: { words: 'an object', type: 'object', holds: isObject },
  index: { words: 'an integer', type: 'integer', minimum: 0, holds: Number.isInteger },
  any: { words: 'anything', holds: () => true },
  list: { words: 'an array', type: 'array', holds: Array.isArray },
} as const satisfies Readonly<Record<string, KindFacts>>

/** The types of fields in the specification's tables of records. */
export type ValueKind = keyof typeof kinds

export const valueKinds: Readonly<Record<ValueKind, KindFacts>> = kinds

/** One field of a record in a table of the specification. */
export interface Field {
  readonly name: string
  readonly kind: ValueKind
  readonly isOptional?: true
  /** Named without stating whether it is required; if it is optional too, a document may omit it. */
  readonly isNamed?: true
  readonly isDeprecated?: true
  /** Its default. */
  readonly standard?: boolean
  /** The record type of the value or of its items. */
  readonly of?: RecordName
  readonly enumeration?: EnumerationName
  readonly pattern?: RegExp
  /** Minimum and maximum length; documents are judged by them, responses only by the pattern. */
  readonly min?: number
  readonly max?: number
}

/** A record: its own fields, and if `type` discriminates it the fields of each type. */
export interface RecordTable {
  readonly fields: readonly Field[]
  readonly kinds?: Readonly<Record<string, readonly Field[]>>
  /** Types outside the table are allowed. */
  readonly hasOthers?: true
  /** Callers send it too, so that a document must not require more of it. */
  readonly isSent?: true
  readonly isDeprecated?: true
}

export type RecordName =
  | 'SignedAutorampQuote'
  | 'Fee'
  | 'NetworkFee'
  | 'NetworkFeeWithSettlement'
  | 'PartnerFee'
  | 'Amount'
  | 'Currency'
  | 'Account'
  | 'BankAccountIdentifier'
  | 'TermsItem'
  | 'ApiError'
  | 'IdentificationError'
  | 'VersionError'
  | 'Abilities'
  | 'TransactionStatusMessage'
  | 'FiatAbilitiesMessage'

type More = Omit<Field, 'name' | 'kind'>

const field = (name: string, kind: ValueKind, more: More = {}): Field => ({ name, kind, ...more })
const maybe = (name: string, kind: ValueKind, more?: More): Field =>
  field(name, kind, { ...more, isOptional: true })
const named = (name: string, kind: ValueKind, more?: More): Field =>
  field(name, kind, { ...more, isNamed: true })
const amount = (name: string): Field => field(name, 'object', { of: 'Amount' })
const text = (name: string): Field => field(name, 'text')
const filled = (name: string): Field => field(name, 'filled')

const quote: readonly Field[] = [
  field('quote_id', 'uuid'),
  field('source_currency', 'object', { of: 'Currency' }),
  field('destination_currency', 'object', { of: 'Currency' }),
  maybe('additional_in_currencies', 'list', { of: 'Currency' }),
  field('recipient_account', 'object', { of: 'Account' }),
  field('customer_id', 'uuid'),
  amount('amount_in'),
  amount('amount_out'),
  field('rate', 'decimal'),
  field('rate_expiry_policy', 'text', { enumeration: 'RateExpiryPolicy' }),
  maybe('rate_lock_valid_until', 'time'),
  maybe('slippage_tolerance_in_bips', 'decimal'),
  field('fee', 'object', { of: 'Fee' }),
  field('fee_settlement', 'text', { enumeration: 'FeeSettlement' }),
  maybe('fee_profile_id', 'uuid'),
  field('valid_until', 'time'),
  filled('signature'),
  field('is_third_party', 'flag'),
  maybe('deposit_account_type', 'text', { enumeration: 'DepositAccountType' }),
  maybe('external_id', 'text'),
  maybe('batch_payout', 'flag'),
  maybe('pay_by_reference', 'flag', { standard: false }),
  maybe('wire_message', 'text'),
  maybe('swift_payment_reference', 'text'),
  maybe('sepa_payment_reference', 'text'),
  maybe('ach_payment_reference', 'text'),
  maybe('fps_payment_reference', 'text'),
]

const fee: readonly Field[] = [
  amount('total_fee'),
  amount('iron_fee'),
  amount('partner_fee'),
  field('network_fees', 'list', { of: 'NetworkFee', isDeprecated: true }),
  field('network_fees_with_settlement', 'list', { of: 'NetworkFeeWithSettlement' }),
  field('partner_fees', 'list', { of: 'PartnerFee' }),
  amount('transaction_fee'),
  amount('banking_fee'),
  amount('network_fee'),
  maybe('banking_fee_network', 'text', { enumeration: 'PaymentNetwork' }),
  maybe('iron_fee_settlement', 'text', { enumeration: 'FeeSettlement' }),
  maybe('deducted_fee', 'object', { of: 'Amount', isDeprecated: true }),
]

const amountFields: readonly Field[] = [
  field('amount', 'decimal'),
  field('currency', 'object', { of: 'Currency' }),
]

const american: readonly Field[] = [
  field('routing_number', 'text', { pattern: /^[0-9]{9}$/, min: 9, max: 9 }),
  field('account_number', 'text', { pattern: /^[0-9A-Z]{4,17}$/, min: 4, max: 17 }),
]
const british: readonly Field[] = [filled('sort_code'), filled('account_number')]

/** Resources, Errors, Events: every record whose fields the specification names. */
export const records: Readonly<Record<RecordName, RecordTable>> = {
  SignedAutorampQuote: { fields: quote },
  Fee: { fields: fee },
  NetworkFee: {
    fields: [field('type', 'text', { enumeration: 'DeprecatedNetworkFee' }), ...amountFields],
    isDeprecated: true,
  },
  NetworkFeeWithSettlement: {
    fields: [
      field('fee_type', 'text', { enumeration: 'NetworkFeeType' }),
      amount('fee_amount'),
      maybe('settlement', 'text', { enumeration: 'FeeSettlement' }),
    ],
  },
  PartnerFee: {
    fields: [text('label'), amount('fee'), field('settlement', 'text', { enumeration: 'FeeSettlement' })],
  },
  Amount: { fields: amountFields },
  Currency: {
    fields: [text('type')],
    kinds: {
      Crypto: [filled('token'), field('blockchain', 'text', { enumeration: 'Blockchain' })],
      Fiat: [filled('code')],
    },
  },
  Account: {
    fields: [text('type')],
    kinds: {
      Fiat: [field('account_identifier', 'object', { of: 'BankAccountIdentifier' })],
      Crypto: [field('chain', 'text', { enumeration: 'Blockchain' }), filled('address')],
      Pix: [field('id', 'uuid')],
    },
  },
  BankAccountIdentifier: {
    fields: [text('type')],
    kinds: {
      SEPA: [filled('iban')],
      ACH: american,
      Wire: american,
      RTP: american,
      FEDNOW: american,
      SWIFT: [filled('bic'), filled('account_number'), maybe('intermediary_bic', 'text')],
      CHAPS: british,
      FPS: british,
    },
    hasOthers: true,
    isSent: true,
  },
  TermsItem: { fields: [named('id', 'uuid'), named('display_name', 'text'), named('url', 'text')] },
  ApiError: { fields: [named('message', 'text'), named('trace_id', 'text')] },
  IdentificationError: {
    fields: [
      field('code', 'text', { enumeration: 'Identification error code' }),
      text('message'),
      text('docs_url'),
      maybe('beneficiary_index', 'index'),
    ],
  },
  VersionError: {
    fields: [
      named('error', 'text', { enumeration: 'Version error' }),
      named('reason', 'text', { enumeration: 'Version error reason' }),
      named('requested', 'text'),
      named('supported', 'list'),
    ],
  },
  Abilities: {
    fields: [named('fiat_deposit', 'any'), named('fiat_payout', 'any'), named('currencies', 'list')],
  },
  TransactionStatusMessage: {
    fields: [
      named('transaction_status', 'any'),
      maybe('status', 'any', { isDeprecated: true, isNamed: true }),
      maybe('transaction_hash', 'text'),
    ],
  },
  FiatAbilitiesMessage: {
    fields: [
      named('fiat_deposit', 'any'),
      named('fiat_payout', 'any'),
      maybe('id', 'text', { isNamed: true }),
    ],
  },
}
