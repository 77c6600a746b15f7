import { isPegged, type RateTable, type Conversion, convertIn, convertOut } from '../money/rates.js'
import { plusMinutes } from '../primitives/clock.js'
import type { QuoteRequest } from './request.js'
import { badRequest } from '../primitives/refusal.js'
import type { PayoutRoute } from '../api/schemas.js'
import { Decimal, formatDecimal, sum } from '../money/decimal.js'
import { type Money, wireAmount } from '../money/money.js'
import type { FeeProfileRecord } from '../state/records.js'
import { renderFee, feeAmount, feeComponents, isCharged } from './fees.js'

const longestLock = { pegged: 2 * 24 * 60, other: 10 } as const
const hour = 60

/**
 * The times of a new quote. A missing or excessive lock becomes the longest one for its currencies; under the policy
 * Return a quote ends with its lock.
 */
export function timesOf({ query, source, destination }: QuoteRequest, now: Date) {
  const longest = isPegged(source, destination) ? longestLock.pegged : longestLock.other
  const lock = Math.min(query.rate_lock_duration_minutes ?? longest, longest)
  const expiry = query.expiry_in_hours * hour
  return {
    rateLockUntil: plusMinutes(now, lock),
    validUntil: plusMinutes(now, query.rate_expiry_policy === 'Return' ? Math.min(expiry, lock) : expiry),
  }
}

/** A conversion to price: exactly one of the two amounts is given. */
interface PriceRequest {
  readonly source: Money
  readonly destination: Money
  readonly amountIn: string | undefined
  readonly amountOut: string | undefined
  readonly profile: FeeProfileRecord
  readonly account: PayoutRoute | undefined
}

/**
 * Prices a conversion. Exactly,
 * `amount_out = (amount_in - fee.transaction_fee) x rate`, cut to the places of the destination currency.
 * Throws `Refusal` 400 if the fees leave nothing to convert.
 */
export function priceOf(request: PriceRequest, rates: RateTable) {
  const { source, destination, profile } = request
  const rate = rates(source, destination)
  const parts = feeComponents(request)
  const charged = parts.filter(isCharged)
  const terms = {
    rate,
    sourceScale: source.scale,
    destinationScale: destination.scale,
    chargesOn: (amountIn: Decimal) => sum(charged.map((part) => feeAmount(part, amountIn, source))),
  }
  const conversion: Conversion =
    request.amountIn === undefined
      ? convertOut(new Decimal(request.amountOut ?? 0), terms)
      : convertIn(new Decimal(request.amountIn), terms)
  if (conversion.amountOut.lte(0)) throw badRequest('the amount is too small to cover the fees')
  return {
    amount_in: wireAmount(conversion.amountIn, source),
    amount_out: wireAmount(conversion.amountOut, destination),
    rate: formatDecimal(rate),
    fee: renderFee(parts, profile, conversion.amountIn, conversion.dust, source),
  }
}
