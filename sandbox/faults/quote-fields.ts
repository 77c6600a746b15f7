import { type Fault, withoutVariant } from './fault.js'
import { omittingFields, changingFields } from './quote-edits.js'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Changes the type: a string becomes a number, any other value a string. */
const ofOtherType = (value: unknown): unknown => (typeof value === 'string' ? 7 : String(value))

const requiredFields = [
  'quote_id',
  'source_currency',
  'destination_currency',
  'recipient_account',
  'customer_id',
  'amount_in',
  'amount_out',
  'rate',
  'rate_expiry_policy',
  'fee',
  'fee_settlement',
  'valid_until',
  'is_third_party',
]

const feeFields = [
  'fee.iron_fee',
  'fee.partner_fee',
  'fee.network_fees',
  'fee.network_fees_with_settlement',
  'fee.partner_fees',
  'fee.transaction_fee',
  'fee.banking_fee',
  'fee.network_fee',
]

const listMembers = [
  'fee.network_fees.*.type',
  'fee.network_fees.*.amount',
  'fee.network_fees.*.currency',
  'fee.network_fees_with_settlement.*.fee_type',
  'fee.network_fees_with_settlement.*.fee_amount',
  'fee.partner_fees.*.label',
  'fee.partner_fees.*.fee',
  'fee.partner_fees.*.settlement',
]

const account = (kind: string, ...names: readonly string[]): string[] =>
  names.map((name) => `recipient_account.account_identifier(${kind}).${name}`)

const american = ['ACH', 'Wire', 'RTP', 'FEDNOW'].flatMap((kind) =>
  account(kind, 'routing_number', 'account_number'),
)

const identifiers = [
  ...account('SEPA', 'iban'),
  ...american,
  ...account('SWIFT', 'bic', 'account_number'),
  ...account('CHAPS', 'sort_code', 'account_number'),
  ...account('FPS', 'sort_code', 'account_number'),
]

const enumerated = [
  'rate_expiry_policy',
  'deposit_account_type',
  'source_currency.blockchain',
  'recipient_account.chain',
  'fee.banking_fee_network',
  'fee.iron_fee_settlement',
  'fee.network_fees.*.type',
  'fee.network_fees_with_settlement.*.fee_type',
  'fee.network_fees_with_settlement.*.settlement',
  'fee.partner_fees.*.settlement',
]

/** Faults in single fields of the quote and its nested records. */
export const quoteFieldFaults: readonly Fault[] = [
  ...omittingFields('quote/fields', ['signature']).map(withoutVariant),
  ...omittingFields('quote/fee', ['fee.total_fee']).map(withoutVariant),
  ...changingFields('quote/enumerations', 'unlisted', ['fee_settlement'], () => 'settled_later').map(
    withoutVariant,
  ),
  ...omittingFields('quote/fields', requiredFields),
  ...changingFields('quote/fields', 'null', ['quote_id', 'signature', 'fee_settlement'], () => null),
  ...changingFields(
    'quote/fields',
    'of-another-type',
    ['rate', 'valid_until', 'is_third_party'],
    ofOtherType,
  ),
  ...changingFields('quote/fields', 'no-uuid', ['quote_id'], (was) => `q-${text(was)}`),
  ...changingFields('quote/fields', 'date-alone', ['valid_until'], (was) => text(was).slice(0, 10)),
  ...changingFields('quote/fields', 'no-decimal', ['rate'], (was) => `${text(was)}:1`),
  ...changingFields('quote/fields', 'empty', ['signature'], () => ''),
  ...changingFields(
    'quote/optional-fields',
    'of-another-type',
    [
      'additional_in_currencies',
      'rate_lock_valid_until',
      'slippage_tolerance_in_bips',
      'fee_profile_id',
      'deposit_account_type',
      'external_id',
      'batch_payout',
      'pay_by_reference',
    ],
    ofOtherType,
  ),
  ...omittingFields('quote/fee', feeFields),
  ...changingFields('quote/fee', 'null', ['fee.partner_fees', 'fee.banking_fee'], () => null),
  ...changingFields('quote/fee', 'record', ['fee.network_fees'], () => ({})),
  ...changingFields(
    'quote/fee-optional',
    'of-another-type',
    ['fee.banking_fee_network', 'fee.iron_fee_settlement', 'fee.deducted_fee'],
    ofOtherType,
  ),
  ...omittingFields('quote/fee-lists', listMembers),
  ...changingFields(
    'quote/fee-lists',
    'of-another-type',
    ['fee.partner_fees.*.label', 'fee.network_fees_with_settlement.*.settlement'],
    ofOtherType,
  ),
  ...omittingFields('quote/amounts', ['amount_in.amount', 'fee.total_fee.currency']),
  ...changingFields('quote/amounts', 'number', ['amount_out.amount'], (was) => Number(was)),
  ...changingFields('quote/amounts', 'with-a-comma', ['fee.total_fee.amount'], (was) =>
    text(was).replace('.', ','),
  ),
  ...omittingFields('quote/currencies', [
    'source_currency.type',
    'source_currency.token',
    'source_currency.blockchain',
    'destination_currency(Fiat).code',
    'amount_out.currency(Fiat).code',
  ]),
  ...changingFields('quote/currencies', 'in-lower-case', ['destination_currency.type'], (was) =>
    text(was).toLowerCase(),
  ),
  ...omittingFields('quote/accounts', [
    'recipient_account.type',
    'recipient_account(Fiat).account_identifier',
    'recipient_account(Crypto).chain',
    'recipient_account(Crypto).address',
  ]),
  ...changingFields('quote/accounts', 'unknown', ['recipient_account.type'], () => 'Bank'),
  ...omittingFields('quote/bank-identifiers', identifiers),
  ...changingFields('quote/bank-identifiers', 'of-eight', account('Wire', 'routing_number'), (was) =>
    text(was).slice(1),
  ),
  ...changingFields(
    'quote/bank-identifiers',
    'of-eighteen',
    account('ACH', 'account_number'),
    (was) => `${text(was)}0123456789`,
  ),
  ...changingFields('quote/bank-identifiers', 'of-three', account('RTP', 'account_number'), (was) =>
    text(was).slice(0, 3),
  ),
  ...changingFields(
    'quote/bank-identifiers',
    'in-lower-case',
    account('FEDNOW', 'account_number'),
    () => 'abcdef',
  ),
  ...changingFields('quote/bank-identifiers', 'number', account('SWIFT', 'intermediary_bic'), () => 7),
  ...changingFields('quote/enumerations', 'unlisted', enumerated, (was) => `${text(was)}Like`),
]
