import { inSection, type Statement } from './statement.js'

const { judged, unjudged } = inSection('Limits')

const codes = ['source_currency_code', 'destination_currency_code']
const accounts = ['recipient_account', 'sender_account_number', 'sender_mobile_number']
const lists = ['additional_in_currency_codes', 'additional_in_currency_chains']

const references = {
  ach_payment_reference: [1, 10],
  sepa_payment_reference: [6, 140],
  fps_payment_reference: [6, 18],
  swift_payment_reference: [1, 140],
  wire_message: [1, 140],
} as const

const documented = 'quote/document-limits'

/** Limits that no other section states. */
export const limitsStatements: readonly Statement[] = [
  judged('expiry_in_hours is at most 24.', 'quote/expiry-limit', documented),
  ...lists.flatMap((name) => [
    judged(`${name} has at most 16 items.`, 'quote/additional-limit', documented),
    judged(`${name} may have 16 items.`, 'quote/additional-bound', documented),
  ]),
  judged('Both lists have the same length.', 'quote/additional-length'),
  ...codes.map((name) => judged(`${name} has at most 32 characters.`, 'quote/code-length', documented)),
  ...accounts.flatMap((name) => [
    judged(`${name} has at most 256 characters.`, 'quote/account-length', documented),
    judged(`${name} may have 256 characters.`, 'quote/account-bound', documented),
  ]),
  ...Object.entries(references).flatMap(([name, [least, most]]) => [
    judged(`${name} has at least ${least} characters.`, 'quote/references', documented),
    judged(`${name} has at most ${most} characters.`, 'quote/references', documented),
    judged(`${name} may have ${least} characters.`, 'quote/reference-bounds', documented),
  ]),
  judged(
    'ACH-style account numbers have 4 to 17 characters.',
    'quote/bank-identifiers',
    'quote/bank-refusals',
    documented,
  ),
  judged('ACH-style account numbers may have 4 and 17 characters.', 'quote/bank-bounds'),
  judged(
    'Routing numbers have exactly 9 digits.',
    'quote/bank-identifiers',
    'quote/bank-refusals',
    documented,
  ),
  unjudged('Rate limits.', 'not-promised', 'not shown in the specification'),
]
