import { parameterKinds } from '../statements/tables/parameters.js'
import { quoteParameters } from '../statements/tables/parameters.js'
import { inSection, type Statement } from './statement.js'

const { judged, unjudged } = inSection('Endpoints, GET /autoramps/quote')

const parameters: readonly Statement[] = Object.entries(quoteParameters).flatMap(([name, isRequired]) => {
  const { type, format } = parameterKinds[name] ?? {}
  return [
    isRequired
      ? judged(`${name} is required.`, 'quote/missing-parameter', 'quote/document-parameters')
      : judged(`${name} is optional.`, 'quote/optional-parameters', 'quote/document-parameters'),
    judged(
      `${name} has the type ${[type, format].filter(Boolean).join(' ')}.`,
      'quote/document-types',
      'quote/document-shown',
      ...(type === 'string' && format === undefined ? [] : ['quote/parameter-types']),
    ),
  ]
})

const meanings: readonly Statement[] = [
  judged('customer_id is the customer of the quote.', 'quote/echo'),
  judged('source_currency_code and its chain are the source currency.', 'quote/echo'),
  judged('destination_currency_code and its chain are the destination currency.', 'quote/echo'),
  judged('source_currency_chain is a Blockchain.', 'quote/parameter-types', 'enumerations/documents'),
  judged('destination_currency_chain is a Blockchain.', 'quote/parameter-types', 'enumerations/documents'),
  judged('recipient_account_id is the id of a registered address.', 'quote/recipient-by-id'),
  judged('recipient_account_id wins when recipient_account is given too.', 'quote/recipient-precedence'),
  unjudged('recipient_account_id is preferred.', 'client', 'it advises the caller'),
  unjudged(
    'recipient_account is an IBAN or a wallet address.',
    'not-promised',
    'every address has to be registered before use, which a raw one need not be',
  ),
  judged('amount_in is the source amount, and exact.', 'quote/exact-amount-in', 'quote/amount-currencies'),
  judged(
    'amount_out is the destination amount, and exact.',
    'quote/exact-amount-out',
    'quote/amount-currencies',
  ),
  unjudged(
    'Which combination of amount_in and amount_out is valid.',
    'not-promised',
    'not shown; noted by quote/amount-pair',
  ),
  judged('rate_lock_duration_minutes is how long the rate is locked.', 'quote/rate-lock'),
  judged('rate_expiry_policy is a RateExpiryPolicy.', 'quote/parameter-types', 'enumerations/documents'),
  judged('rate_expiry_policy is the policy of the quote.', 'quote/echo'),
  judged('slippage_tolerance_in_bips is the tolerance of the quote.', 'quote/optional-echo'),
  judged('expiry_in_hours is when the quote ends.', 'quote/valid-until'),
  judged('expiry_in_hours is limited to the rate lock under Return.', 'quote/expiry-within-lock'),
  judged('is_third_party is the flag of the quote.', 'quote/echo'),
  judged('sender_bank is required for an African source.', 'quote/sender'),
  judged('sender_account_number is required for an African bank transfer.', 'quote/sender'),
  judged('sender_mobile_number is required for African mobile money.', 'quote/sender'),
  judged('external_id is that of the quote.', 'quote/optional-echo'),
  judged('The messages are for transfers on their networks.', 'quote/reference-bounds'),
  judged('fee_profile_id is the fee profile of the quote.', 'quote/fee-profile'),
  judged('batch_payout is that of the quote.', 'quote/optional-echo'),
  judged('pay_by_reference is that of the quote.', 'quote/optional-echo'),
  judged('The additional currencies are those of the quote.', 'quote/additional-served'),
  judged('No additional currency is the default.', 'quote/additional-served', 'quote/document-limits'),
  judged('additional_in_currency_codes is not repeated.', 'quote/additional-style'),
  judged('additional_in_currency_chains are members of Blockchain.', 'quote/additional-types'),
  judged('The chains are aligned with the codes.', 'quote/additional-served'),
  judged('The chains have the length of the codes.', 'quote/additional-length'),
  judged('pay_by_reference is false by default.', 'quote/pay-by-reference', 'quote/document-limits'),
]

/** Endpoints: GET /autoramps/quote, with the limits of its parameters. */
export const quoteEndpointStatements: readonly Statement[] = [
  judged('There is GET /autoramps/quote.', 'spec-documents/named-operations'),
  judged('There is no body.', 'quote/document-parameters'),
  judged('X-SUB-PARTNER-ID may be sent.', 'quote/document-shown'),
  judged('X-SUB-PARTNER-ID is optional, and a string.', 'authentication/sub-partner'),
  unjudged(
    'With X-SUB-PARTNER-ID autoramps are filtered.',
    'not-promised',
    'the operation lists nothing that could be filtered',
  ),
  judged('X-API-Version is optional.', 'versioning/default-absent', 'quote/document-parameters'),
  ...parameters,
  ...meanings,
  judged('200 is a SignedAutorampQuote.', 'quote/fields', 'documents/body', 'quote/document-record'),
  ...['400', '401', '403', '404', '500'].map((status) =>
    judged(`${status} is one of the answers.`, 'quote/document-shown'),
  ),
  judged('200 comes as application/json; charset=utf-8.', 'quote/content-type', 'quote/document-responses'),
  judged('400 has a string body.', 'errors/bad-request-body', 'quote/document-responses'),
  ...['401', '403', '404'].map((status) =>
    judged(`${status} has a string body.`, 'errors/string-body', 'quote/document-responses'),
  ),
  judged('500 has an ApiError body.', 'errors/api-error', 'quote/document-responses'),
  judged('recipient_account is deprecated.', 'quote/document-shown'),
]
