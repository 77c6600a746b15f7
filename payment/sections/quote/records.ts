import { quoteJudge } from '../../documents/stated.js'
import { quoteShown } from '../../documents/index.js'
import { bankIdentifiers, bankRefusals, fieldsHold, quoteFields } from './fields.js'
import { additionalChain, additionalSource } from './additional.js'
import { feeProfile, payByReference } from './echo.js'
import { batchPayout } from './texts.js'
import { quoteArithmetic } from './exact.js'
import {
  judged,
  notPromised,
  ofDocuments,
  ofOmissions,
  open,
  scenario,
  section,
  unobservable,
} from '../../statements/statement.js'

const needs = ['customer'] as const
const record = 'quote/document-record'
const listed = 'enumerations/documents'
const values = ['quote/enumerations', listed] as const

/** Resources: amount, currency, account, bank account identifier, terms item, other records, the signed quote and its fee. */
export const recordSections = [
  section('Resources, Amount', `An amount of money with its currency.\n\n{{fields Amount}}`, {
    'quote/amounts': scenario({ ...fieldsHold('every', 'Amount'), also: [record] })`
      Amounts have their fields
      An amount is a decimal number in a string with its currency.`,
  }),
  section(
    'Resources, Currency',
    `Fiat or crypto, distinguished by \`type\`. The token of a crypto currency is its ticker.\n\n{{fields Currency}}`,
    {
      'quote/currencies': scenario({ ...fieldsHold('every', 'Currency'), also: [record, ...values] })`
        Currencies have their fields
        A currency is Crypto with token and blockchain, or Fiat with code.`,
    },
  ),
  section('Resources, Account', `Where an autoramp pays to, by \`type\`.\n\n{{fields Account}}`, {
    'quote/accounts': scenario({ ...fieldsHold('every', 'Account'), also: [record, ...values] })`
      Accounts have their fields
      An account is Fiat with account_identifier, Crypto with chain and address, or Pix with id.`,
    'pix-destination': notPromised`
      The id of a Pix account is that of a destination that was registered before.
      how one is registered is not shown`,
  }),
  section(
    'Resources, BankAccountIdentifier',
    `How a bank account is identified on its rail, distinguished by \`type\`.\n\n{{fields BankAccountIdentifier}}`,
    {
      'quote/bank-identifiers': scenario({ needs, also: [record, listed], run: bankIdentifiers })`
        Bank accounts have their identifiers
        A bank account has the identifiers of its type, in their lengths and patterns.`,
      'quote/bank-refusals': scenario({ needs: ['customer', 'writes'], run: bankRefusals })`
        Bank accounts that break their table are not registered
        A bank account that lacks an identifier, or whose identifier breaks a limit, is not registered; a number that the service reformats is noted.`,
      'optional-intermediary': judged('quote/bank-bounds', 'quote/document-record')`
        intermediary_bic is optional.`,
      'intermediary-route': unobservable`
        intermediary_bic overrides the intermediary bank that would be selected.
        the route of a payment is not seen from outside`,
    },
  ),
  section(
    'Resources, terms item',
    `A document of terms and conditions that a customer signs.\n\n{{fields TermsItem}}`,
    {
      fields: judged('terms/items', 'required-signings/items', 'documents/statements')`
        An item has its id, its display_name and the url of its document.`,
      link: unobservable`
        The url leads to the document.
        links lead to other hosts`,
    },
  ),
  section(
    'Resources, other records',
    'The abilities of a customer are what the customer can pay in and out, and convert.',
    {
      abilities: judged('abilities/fields', 'documents/statements')`
        The abilities have fiat_deposit, fiat_payout and currencies.`,
      'unshown-fields': notPromised`
        Fields of customer, autoramp, transaction, fiat address and identification records.
        not shown beyond those named`,
    },
  ),
  section(
    'Resources, SignedAutorampQuote',
    `The terms that an autoramp is created with: the currencies, the recipient, both amounts, the rate and how long it holds, the fee, and a signature over it.\n\n{{fields SignedAutorampQuote}}`,
    {
      'quote/fields': scenario({ needs, also: values, run: quoteFields })`
        The quote has its fields
        A quote has every required field of the table, with the type stated there.`,
      'quote/optional-fields': scenario({ ...fieldsHold('optional', 'SignedAutorampQuote'), also: values })`
        Optional fields have their types
        An optional field that a quote has is of the type in the table.`,
      'quote/document-record': ofDocuments({ judge: quoteJudge('record') })`
        The documents have the fields of a quote
        The document shows a quote and its parts with the fields, types and requiredness of the tables.`,
      'quote/document-shown': ofOmissions(quoteShown)`
        The documents show the whole of the quote
        The document shows what the tables state of the quote: its optional fields, formats, limits and defaults, its deprecations and no others, its responses, and X-SUB-PARTNER-ID.`,
      'quote/additional-chain': scenario({ needs, run: additionalChain })`
        Additional currencies share the chain
        Each additional currency shares the chain of source_currency.`,
      'quote/additional-source': scenario({ needs, run: additionalSource })`
        The source is not an additional currency
        additional_in_currencies does not contain source_currency.`,
      'later-quotes': judged('autoramp/further-served')`
        Later quotes for additional currencies come from POST /autoramps/{id}/quotes.`,
      'quote/fee-profile': scenario({ needs, run: feeProfile })`
        The requested fee profile applies
        A quote without fee_profile_id has the default profile, so a quote for another profile names it.`,
      'quote/batch-payout': scenario({ needs, run: batchPayout })`
        Batches are for fiat
        batch_payout is only for fiat destination currencies.`,
      'batch-day': unobservable`
        With batch_payout, payouts are collected and sent once per day.
        payouts are not seen within a run`,
      'quote/pay-by-reference': scenario({ needs, also: ['quote/document-limits'], run: payByReference })`
        Payment by reference is off by default
        pay_by_reference is false unless it is asked for.`,
      'reference-generated': unobservable`
        Where pay_by_reference is true, a payment reference is generated, by which inbound payments are matched.
        the specification does not state where the reference is shown`,
      'reference-characters': judged('quote/references', 'quote/reference-bounds', 'quote/document-limits')`
        References consist of letters, digits, spaces and \`/-?:().+\`; the one for Fps consists of letters.`,
      'reference-lines': notPromised`
        wire_message and swift_payment_reference have at most 4 lines of 35 characters.
        the pattern allows no line breaks, so lines cannot be distinguished`,
      'quote/arithmetic': open({ versions: 'all', needs, run: quoteArithmetic })`
        Rate, fees and amounts
        How rate, fees and amounts reconcile.
        no arithmetic is promised`,
    },
  ),
  section(
    'Resources, Fee',
    `The cost of a conversion, in total and by the party that takes it. iron_fee is the service's own.

{{fields Fee}}

NetworkFeeWithSettlement, a member of network_fees_with_settlement:

{{fields NetworkFeeWithSettlement}}

PartnerFee, a member of partner_fees:

{{fields PartnerFee}}

NetworkFee, a member of network_fees, deprecated:

{{fields NetworkFee}}

{{values DeprecatedNetworkFee}}

network_fees gave way to network_fees_with_settlement, and deducted_fee to transaction_fee.`,
    {
      'quote/fee': scenario({ ...fieldsHold('required', 'Fee'), also: [record] })`
        The fee has its fields
        A fee has every required field of the table, with the type stated there.`,
      'quote/fee-optional': scenario({
        ...fieldsHold('optional', 'Fee'),
        also: [record, 'quote/document-shown'],
      })`
        Optional fields of the fee have their types
        An optional field that a fee has is of the type in the table.`,
      'quote/fee-lists': scenario({
        ...fieldsHold('every', 'NetworkFee', 'NetworkFeeWithSettlement', 'PartnerFee'),
        also: [record, ...values],
      })`
        The lists of fees have their members
        Members of the three lists of a fee have the fields of their tables.`,
      deprecated: judged('quote/document-shown')`
        network_fees with its NetworkFee, and deducted_fee, are deprecated.`,
      'both-lists': notPromised`
        Both lists of network fees have the same content.
        their enumerations differ, so that equal content is impossible`,
    },
  ),
] as const
