import { bankIdentifiers, bankRefusals, fieldsHold } from './fields.js'
import { judged, notPromised, scenario, section, unobservable } from '../../statements/statement.js'

const needs = ['customer'] as const
const record = 'quote/document-record'
const values = ['quote/enumerations', 'enumerations/documents'] as const

/** Resources: amount, currency, account, bank account identifier, terms item, other records. */
export const recordSections = [
  section('Resources, Amount', `An amount of money with its currency.\n\n{{fields Amount}}`, {
    'quote/amounts': scenario({ needs, also: [record], run: fieldsHold('every', 'Amount') })`
      Amounts have their fields
      An amount is a decimal number in a string with its currency.`,
  }),
  section(
    'Resources, Currency',
    `Fiat or crypto, distinguished by \`type\`. The token of a crypto currency is its ticker.\n\n{{fields Currency}}`,
    {
      'quote/currencies': scenario({
        needs,
        also: [record, ...values],
        run: fieldsHold('every', 'Currency'),
      })`
        Currencies have their fields
        A currency is Crypto with token and blockchain, or Fiat with code.`,
    },
  ),
  section('Resources, Account', `Where an autoramp pays to, by \`type\`.\n\n{{fields Account}}`, {
    'quote/accounts': scenario({ needs, also: [record, ...values], run: fieldsHold('every', 'Account') })`
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
      'quote/bank-identifiers': scenario({
        needs,
        also: [record, 'enumerations/documents'],
        run: bankIdentifiers,
      })`
        Bank accounts have their identifiers
        A bank account has the identifiers of its type, in their lengths and patterns.`,
      'quote/bank-refusals': scenario({ needs: ['customer', 'writes'], run: bankRefusals })`
        Bank accounts that break their table are not registered
        A bank account that lacks an identifier, or whose identifier breaks a limit, is not registered; a number that is brought into form is noted.`,
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
] as const
