import { isNewest, isUnversioned, quote } from '../../../sandbox/faults/changes.js'
import { add, objectIn, remove, replace, faultsOf } from '../../../sandbox/faults/fault.js'
import { described } from '../../../sandbox/faults/quotes.js'
import { defaultVersion } from '../../../versions/index.js'
import { isFiatSource } from './quotes.js'
import { eachKindOf, eachOf, members, missing, other } from './families.js'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const nulled = other('null', () => null)
const ofAnotherType = other('of-another-type', (was) => (typeof was === 'string' ? 7 : String(was)))
const inLowerCase = other('in-lower-case', (was) => text(was).toLowerCase())
const unlisted = other('unlisted', (was) => `${text(was)}Like`)

const misspelled = { 'answers/format': 'the document names the format of the text' }
const identifier = 'recipient_account/account_identifier'

/** Members that the document enumerates. */
const enumerated = [
  'rate_expiry_policy',
  'deposit_account_type',
  'source_currency/blockchain',
  'recipient_account/chain',
  'fee/banking_fee_network',
  'fee/iron_fee_settlement',
  'fee/network_fees/*/type',
  'fee/network_fees_with_settlement/*/fee_type',
  'fee/network_fees_with_settlement/*/settlement',
  'fee/partner_fees/*/settlement',
]

/** Members of the quote that may be left out. */
const optional = [
  'additional_in_currencies',
  'rate_lock_valid_until',
  'slippage_tolerance_in_bips',
  'fee_profile_id',
  'deposit_account_type',
  'external_id',
  'batch_payout',
  'pay_by_reference',
  'fps_payment_reference',
]

/** Faults in single members of the quote and its records; those of required members come of the document. */
export const quoteFieldVariants = faultsOf({
  ...eachOf('quote/fields', '', 'SignedAutorampQuote', missing),
  ...members('quote/fields', ['quote_id', 'signature', 'fee_settlement'], [nulled]),
  ...members('quote/fields', ['rate', 'valid_until', 'is_third_party'], [ofAnotherType]),
  ...members('quote/fields', ['quote_id'], [other('no-uuid', (was) => `q-${text(was)}`)], misspelled),
  ...members(
    'quote/fields',
    ['valid_until'],
    [other('date-alone', (was) => text(was).slice(0, 10))],
    misspelled,
  ),
  ...members('quote/fields', ['rate'], [other('no-decimal', (was) => `${text(was)}:1`)], misspelled),
  ...members('quote/fields', ['signature'], [other('empty', () => '')], {}),
  ...members('quote/optional-fields', optional, [ofAnotherType]),
  ...eachOf('quote/fee', 'fee', 'Fee', missing),
  ...members('quote/fee', ['fee/partner_fees', 'fee/banking_fee'], [nulled]),
  ...members('quote/fee', ['fee/total_fee'], [ofAnotherType]),
  ...members('quote/fee', ['fee/network_fees'], [other('record', () => ({}))]),
  ...members(
    'quote/fee-optional',
    ['fee/banking_fee_network', 'fee/iron_fee_settlement', 'fee/deducted_fee'],
    [ofAnotherType],
  ),
  ...eachOf('quote/fee-lists', 'fee/network_fees/*', 'NetworkFee', missing),
  ...eachOf('quote/fee-lists', 'fee/network_fees_with_settlement/*', 'NetworkFeeWithSettlement', missing),
  ...eachOf('quote/fee-lists', 'fee/partner_fees/*', 'PartnerFee', missing),
  ...members(
    'quote/fee-lists',
    ['fee/partner_fees/*/label', 'fee/network_fees_with_settlement/*/settlement'],
    [ofAnotherType],
  ),
  ...eachOf('quote/amounts', 'amount_in', 'Amount', missing),
  ...eachOf('quote/amounts', 'fee/total_fee', 'Amount', missing),
  ...members('quote/amounts', ['amount_out/amount'], [other('number', Number)]),
  ...members(
    'quote/amounts',
    ['fee/total_fee/amount'],
    [other('with-a-comma', (was) => text(was).replace('.', ','))],
    misspelled,
  ),
  ...eachOf('quote/currencies', 'source_currency', 'Currency_Crypto', missing),
  ...eachOf('quote/currencies', 'destination_currency(Fiat)', 'Fiat', missing),
  ...eachOf('quote/currencies', 'amount_out/currency(Fiat)', 'Fiat', missing),
  ...members('quote/currencies', ['destination_currency/type'], [inLowerCase]),
  ...members('quote/accounts', ['recipient_account/type'], [missing, other('unknown', () => 'Bank')]),
  ...members(
    'quote/accounts',
    [
      'recipient_account(Fiat)/account_identifier',
      'recipient_account(Crypto)/chain',
      'recipient_account(Crypto)/address',
    ],
    [missing],
  ),
  ...eachKindOf('quote/bank-identifiers', identifier, 'BankAccountIdentifier', missing),
  ...members(
    'quote/bank-identifiers',
    [`${identifier}(Wire)/routing_number`],
    [other('of-eight', (was) => text(was).slice(1))],
  ),
  ...members(
    'quote/bank-identifiers',
    [`${identifier}(ACH)/account_number`],
    [other('of-eighteen', (was) => `${text(was)}0123456789`)],
  ),
  ...members(
    'quote/bank-identifiers',
    [`${identifier}(RTP)/account_number`],
    [other('of-three', (was) => text(was).slice(0, 3))],
  ),
  ...members(
    'quote/bank-identifiers',
    [`${identifier}(FEDNOW)/account_number`],
    [other('in-lower-case', () => 'abcdef')],
  ),
  ...members('quote/bank-identifiers', [`${identifier}(SWIFT)/type`], [inLowerCase]),
  ...members('quote/bank-identifiers', [`${identifier}(SEPA)/type`, `${identifier}(ACH)/type`], [unlisted]),
  ...members('quote/bank-identifiers', [`${identifier}(SWIFT)/intermediary_bic`], [other('number', () => 7)]),
  ...members('quote/enumerations', enumerated, [unlisted]),
  'quote/fields:newest-version-signature-missing': [
    'leaves the signature out of quotes of the newest version',
    quote(remove('/signature'), isNewest),
    described,
  ],
  'quote/fields:first-alone-with-an-id': [
    'leaves quote_id out of every quote but the first',
    () => {
      let served = 0
      return quote(remove('/quote_id'), () => (served += 1) > 1)
    },
    described,
  ],
  'quote/fields:one-id': [
    'gives every quote one id',
    quote((answered, { service }) => (answered['quote_id'] = service.random.named('fault:quote'))),
  ],
  'quote/fee:of-fiat-alone': [
    'leaves total_fee out of quotes for fiat sources',
    quote((answered) => {
      if (isFiatSource(answered)) delete objectIn(answered['fee'])['total_fee']
    }),
    described,
  ],
  'quote/accounts:pix-without-an-id': [
    'leaves the id out of Pix accounts',
    quote(remove('/recipient_account(Pix)/id')),
    described,
  ],
  'quote/enumerations:of-pounds-alone': [
    'spells the deposit account of pounds Chaps',
    quote(replace('/deposit_account_type', (was) => (was === 'ChapsFps' ? 'Chaps' : was))),
    described,
  ],
  'quote/enumerations:of-payouts-on-polygon': [
    'has a network fee of its own for payouts on Polygon',
    quote(
      add('/fee/network_fees_with_settlement/0/fee_type', 'MaticGas'),
      ({ values }) => values?.query['destination_currency_chain'] === 'Polygon',
    ),
    described,
  ],
  'quote/enumerations:of-mobile-money': [
    'spells mobile money in lower case',
    quote(replace('/deposit_account_type', (was) => (was === 'MobileMoney' ? 'mobileMoney' : was))),
    described,
  ],
  'quote/enumerations:unversioned-alone': [
    'spells the fee settlement settled_later for callers without a version',
    quote(add('/fee_settlement', 'settled_later'), isUnversioned),
    described,
  ],
  'quote/enumerations:first-version-alone': [
    'spells the fee settlement settled_later for callers of the first version',
    quote(add('/fee_settlement', 'settled_later'), ({ version }) => version === defaultVersion),
    described,
  ],
})
