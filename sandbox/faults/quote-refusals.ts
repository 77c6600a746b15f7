import type { QueryPairs } from '../pipeline/query.js'
import type { Fault } from './fault.js'
import { codes, first, list, ofQuery } from './quote-query.js'

/** Refuses valid requests. */
const refusing = (
  rule: string,
  variant: string,
  does: string,
  refuses: (query: QueryPairs) => boolean,
): Fault => ({
  rule,
  variant,
  does,
  hooks: () =>
    ofQuery((query) => {
      if (refuses(query)) query.delete('is_third_party')
    }),
})

/** Faults of the quote operation in refusing what is allowed. */
export const quoteRefusalFaults: readonly Fault[] = [
  refusing(
    'quote/optional-parameters',
    'external-id-required',
    'serves no quote without an external_id',
    (query) => !query.has('external_id'),
  ),
  refusing(
    'quote/optional-parameters',
    'fee-profile-required',
    'serves no quote without a fee_profile_id',
    (query) => !query.has('fee_profile_id'),
  ),
  refusing('quote/exact-amount-in', 'whole', 'refuses amount_in with decimals', (query) =>
    (first(query, 'amount_in') ?? '').includes('.'),
  ),
  refusing('quote/exact-amount-out', 'whole', 'refuses amount_out with decimals', (query) =>
    (first(query, 'amount_out') ?? '').includes('.'),
  ),
  refusing(
    'quote/recipient-precedence',
    'both',
    'refuses recipient_account beside recipient_account_id',
    (query) => query.has('recipient_account') && query.has('recipient_account_id'),
  ),
  refusing(
    'quote/recipient-by-id',
    'fiat-refused',
    'refuses the id of a fiat address',
    (query) => query.has('recipient_account_id') && !query.has('destination_currency_chain'),
  ),
  refusing(
    'quote/recipient-by-id',
    'wallet-refused',
    'refuses the id of a crypto address',
    (query) => query.has('recipient_account_id') && query.has('destination_currency_chain'),
  ),
  refusing(
    'quote/optional-parameters',
    'external-id-refused',
    'serves no quote with an external_id',
    (query) => query.has('external_id'),
  ),
  refusing(
    'quote/optional-parameters',
    'sender-required',
    'serves no quote without a sender_mobile_number',
    (query) => !query.has('sender_mobile_number'),
  ),
  refusing(
    'quote/optional-parameters',
    'third-party',
    'serves no quote to a third party',
    (query) => first(query, 'is_third_party') === 'true',
  ),
  refusing(
    'quote/account-bound',
    'sender-account-number',
    'refuses a sender_account_number of 256 characters',
    (query) => (first(query, 'sender_account_number') ?? '').length === 256,
  ),
  refusing(
    'quote/additional-bound',
    'of-sixteen',
    'refuses 16 additional currencies',
    (query) => list(query, codes).length === 16,
  ),
  refusing('quote/expiry-limit', 'of-a-day', 'refuses expiry_in_hours=24 under Slippage', (query) => {
    const isReturn = first(query, 'rate_expiry_policy') === 'Return'
    return !isReturn && first(query, 'expiry_in_hours') === '24'
  }),
  ...Object.entries({ sepa: 140, ach: 10, fps: 18 }).map(([network, most]) =>
    refusing(
      'quote/reference-bounds',
      `${network}-longest`,
      `refuses ${network}_payment_reference of ${most} characters`,
      (query) => (first(query, `${network}_payment_reference`) ?? '').length === most,
    ),
  ),
  ...Object.entries({ sepa: 6, fps: 6, wire: 1, swift: 1 }).map(([network, least]) =>
    refusing(
      'quote/reference-bounds',
      `${network}-shortest`,
      `refuses a reference for ${network} of ${least} characters`,
      (query) =>
        (first(query, network === 'wire' ? 'wire_message' : `${network}_payment_reference`) ?? '').length ===
        least,
    ),
  ),
  refusing('quote/reference-bounds', 'sepa-plus', 'refuses a plus in sepa_payment_reference', (query) =>
    (first(query, 'sepa_payment_reference') ?? '').includes('+'),
  ),
]
