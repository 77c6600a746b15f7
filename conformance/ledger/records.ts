import { inSection, type Statement } from './statement.js'

const amount = inSection('Resources, Amount')
const currency = inSection('Resources, Currency')
const account = inSection('Resources, Account')
const identifier = inSection('Resources, BankAccountIdentifier')
const terms = inSection('Resources, terms item')
const others = inSection('Resources, other records')

const american = ['ACH', 'Wire', 'RTP', 'FEDNOW']
const british = ['CHAPS', 'FPS']

const amounts: readonly Statement[] = [
  ...amount.each(
    ['has an amount', 'has a currency', 'has a decimal number in a string for its amount'],
    (what) => `An amount ${what}.`,
    'quote/amounts',
    'quote/document-record',
  ),
]

const currencies: readonly Statement[] = [
  ...currency.each(
    ['Crypto', 'Fiat'],
    (type) => `A currency can have the type ${type}.`,
    'quote/currencies',
    'enumerations/documents',
  ),
  ...currency.each(
    ['Crypto has a token', 'Crypto has a blockchain', 'Fiat has a code'],
    (what) => `${what}.`,
    'quote/currencies',
    'quote/document-record',
  ),
  currency.judged('The blockchain is a Blockchain.', 'quote/enumerations', 'enumerations/documents'),
]

const accounts: readonly Statement[] = [
  ...account.each(
    ['Fiat', 'Crypto', 'Pix'],
    (type) => `An account can have the type ${type}.`,
    'quote/accounts',
    'enumerations/documents',
  ),
  ...account.each(
    [
      'Fiat has an account_identifier',
      'Crypto has a chain',
      'Crypto has an address',
      'Pix has an id, a uuid',
    ],
    (what) => `${what}.`,
    'quote/accounts',
    'quote/document-record',
  ),
  account.judged('The chain is a Blockchain.', 'quote/enumerations', 'enumerations/documents'),
  account.unjudged(
    'The id of Pix references a registered destination.',
    'not-promised',
    'how one is registered is not shown',
  ),
]

const identifiers: readonly Statement[] = [
  ...identifier.each(
    ['SEPA', ...american, 'SWIFT', ...british],
    (type) => `A bank account can have the type ${type}.`,
    'quote/bank-identifiers',
    'enumerations/documents',
  ),
  ...identifier.each(
    [
      'SEPA has an iban',
      ...american.flatMap((type) => [
        `${type} has a routing_number`,
        `${type} has an account_number`,
        `The routing_number of ${type} has exactly 9 digits`,
        `The account_number of ${type} has 4 to 17 characters`,
        `The account_number of ${type} has digits and capital letters alone`,
      ]),
      'SWIFT has a bic',
      'SWIFT has an account_number',
      'SWIFT may have an intermediary_bic, a string',
      ...british.flatMap((type) => [`${type} has a sort_code`, `${type} has an account_number`]),
    ],
    (what) => `${what}.`,
    'quote/bank-identifiers',
    'quote/bank-refusals',
    'quote/document-record',
  ),
  identifier.judged('intermediary_bic is optional.', 'quote/bank-bounds', 'quote/document-record'),
  identifier.unjudged(
    'intermediary_bic overrides the bank that is selected.',
    'unobservable',
    'the route of a payment is not seen from outside',
  ),
]

/** Resources: amount, currency, account, bank account identifier, terms item, other records. */
export const recordsStatements: readonly Statement[] = [
  ...amounts,
  ...currencies,
  ...accounts,
  ...identifiers,
  ...terms.each(
    ['id, a uuid', 'display_name, a string', 'url, a string'],
    (field) => `An item has ${field}.`,
    'terms/items',
    'required-signings/items',
    'documents/statements',
  ),
  terms.unjudged('The url links to the document.', 'unobservable', 'links lead to other hosts'),
  ...others.each(
    ['fiat_deposit', 'fiat_payout', 'currencies'],
    (part) => `The abilities have ${part}.`,
    'abilities/fields',
    'documents/statements',
  ),
  others.unjudged(
    'Fields of customer, autoramp, transaction, fiat address and identification records.',
    'not-promised',
    'not shown beyond those named',
  ),
]
