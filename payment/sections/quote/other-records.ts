import { bankIdentifiers, quoteAccounts, quoteAmounts, quoteCurrencies, bankRefusals } from './fields.js'
import { judged, notPromised, scenario, section, unobservable } from '../../statements/statement.js'

/** Resources: amount, currency, account, bank account identifier, terms item, other records. */
export const recordSections = [
  section('Resources, Amount', `An amount of money with its currency.\n\n{{fields Amount}}`, {
    'quote/amounts': scenario(
      'Amounts have their fields',
      'An amount is a decimal number in a string with its currency.',
      { needs: ['customer'], also: ['quote/document-record'], run: quoteAmounts },
    ),
  }),
  section(
    'Resources, Currency',
    `Fiat or crypto, distinguished by \`type\`. The token of a crypto currency is its ticker.\n\n{{fields Currency}}`,
    {
      'quote/currencies': scenario(
        'Currencies have their fields',
        'A currency is Crypto with token and blockchain, or Fiat with code.',
        {
          needs: ['customer'],
          also: ['quote/document-record', 'quote/enumerations', 'enumerations/documents'],
          run: quoteCurrencies,
        },
      ),
    },
  ),
  section('Resources, Account', `Where an autoramp pays to, by \`type\`.\n\n{{fields Account}}`, {
    'quote/accounts': scenario(
      'Accounts have their fields',
      'An account is Fiat with account_identifier, Crypto with chain and address, or Pix with id.',
      {
        needs: ['customer'],
        also: ['quote/document-record', 'quote/enumerations', 'enumerations/documents'],
        run: quoteAccounts,
      },
    ),
    'pix-destination': notPromised(
      'The id of a Pix account is that of a destination that was registered before.',
      'how one is registered is not shown',
    ),
  }),
  section(
    'Resources, BankAccountIdentifier',
    `How a bank account is identified on its rail, distinguished by \`type\`.\n\n{{fields BankAccountIdentifier}}`,
    {
      'quote/bank-identifiers': scenario(
        'Bank accounts have their identifiers',
        'A bank account has the identifiers of its type, in their lengths and patterns.',
        {
          needs: ['customer'],
          also: ['quote/document-record', 'enumerations/documents'],
          run: bankIdentifiers,
        },
      ),
      'quote/bank-refusals': scenario(
        'Bank accounts that break their table are not registered',
        'A bank account that lacks an identifier, or whose identifier breaks a limit, is not registered; a number that is brought into form is noted.',
        { needs: ['customer', 'writes'], run: bankRefusals },
      ),
      'optional-intermediary': judged('intermediary_bic is optional.', [
        'quote/bank-bounds',
        'quote/document-record',
      ]),
      'intermediary-route': unobservable(
        'intermediary_bic overrides the intermediary bank that would be selected.',
        'the route of a payment is not seen from outside',
      ),
    },
  ),
  section(
    'Resources, terms item',
    `A document of terms and conditions that a customer signs.\n\n{{fields TermsItem}}`,
    {
      fields: judged('An item has its id, its display_name and the url of its document.', [
        'terms/items',
        'required-signings/items',
        'documents/statements',
      ]),
      link: unobservable('The url leads to the document.', 'links lead to other hosts'),
    },
  ),
  section(
    'Resources, other records',
    'The abilities of a customer are what the customer can pay in and out, and convert.',
    {
      abilities: judged('The abilities have fiat_deposit, fiat_payout and currencies.', [
        'abilities/fields',
        'documents/statements',
      ]),
      'unshown-fields': notPromised(
        'Fields of customer, autoramp, transaction, fiat address and identification records.',
        'not shown beyond those named',
      ),
    },
  ),
] as const
