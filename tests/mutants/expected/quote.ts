import { faultName, knownFaults } from '../../../sandbox/index.js'
import type { AlsoBroken } from './also-broken.js'

/** Rules about records that the documents describe too: what breaks one of them breaks its schema. */
const described = new Set([
  'quote/fields',
  'quote/optional-fields',
  'quote/amounts',
  'quote/currencies',
  'quote/accounts',
  'quote/bank-identifiers',
  'quote/fee',
  'quote/fee-optional',
  'quote/fee-lists',
  'quote/enumerations',
])

/** Texts that break nothing but the format of their schema. */
const misspelled = new Set([
  'quote/fields:quote_id-no-uuid',
  'quote/fields:rate-no-decimal',
  'quote/fields:valid_until-date-alone',
  'quote/amounts:fee-total_fee-amount-with-a-comma',
])

const byFormat = { 'answers/format': 'the document names the format of the text' }
const byDocument = { 'answers/body': 'the document describes the field, its type and its values' }

/** Variants that break nothing which a schema could say. */
const inOrder = new Set(['signature-empty', 'one-id'])

const breaksDocument = knownFaults
  .filter(({ rule, variant }) => described.has(rule) && !inOrder.has(variant ?? ''))
  .map(faultName)
  .map((name) => [name, misspelled.has(name) ? byFormat : byDocument] as const)

const elsewhere = { 'quote/amount-currencies': 'the amounts are still in the currency asked for' }

/** What faults of quote break besides their own rule. */
export const quoteAlsoBroken: AlsoBroken = {
  ...Object.fromEntries(breaksDocument),
  'quote/references': { 'answers/body': 'the document limits the text' },
  'quote/registered-recipient': {
    'quote/recipient-precedence': 'with an id that nobody has, the account beside it is paid',
  },
  'quote/recipient-by-id:another-wallet': {
    'quote/recipient-precedence': 'each quote names another wallet, whichever is asked for',
  },
  'quote/valid-until:half': {
    'quote/expiry-limit': '24 hours become twelve',
    'quote/expiry-within-lock': 'half of what was asked for is still longer than the lock',
  },
  'quote/echo:source-currency': elsewhere,
  'quote/echo:destination-currency': elsewhere,
  'quote/document-parameters:version': {
    'documents/statements': 'the header is optional on every operation',
  },
  'quote/document-record:rate-number': { 'answers/body': 'quotes state the rate in a string' },
}
