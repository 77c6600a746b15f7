import type { AutorampQuote, RateQuote, SignedQuote } from '../api/schemas.js'

/** A signed quote as part of an autoramp: without its signature, recipient and currencies. */
export function attachedQuote(quote: SignedQuote | RateQuote): AutorampQuote {
  return {
    quote_id: quote.quote_id,
    amount_in: quote.amount_in,
    amount_out: quote.amount_out,
    rate: quote.rate,
    rate_expiry_policy: quote.rate_expiry_policy,
    rate_lock_valid_until: quote.rate_lock_valid_until ?? quote.valid_until,
    valid_until: quote.valid_until,
    fee: quote.fee,
    fee_settlement: quote.fee_settlement,
    partner_fee_settlement: quote.fee.partner_fees[0]?.settlement ?? quote.fee_settlement,
    ...(quote.slippage_tolerance_in_bips === undefined
      ? {}
      : { slippage_tolerance_in_bips: quote.slippage_tolerance_in_bips }),
  }
}
