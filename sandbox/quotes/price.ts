import { badRequest } from '../primitives/refusal.js'
import type { PayoutRoute, Fee } from '../api/schemas.js'
import { type Conversion, convertIn, convertOut } from '../money/conversion.js'
import { Decimal, formatDecimal, sum } from '../money/decimal.js'
import { type Money, type WireAmount, wireAmount } from '../money/money.js'
import type { RateTable } from '../money/rates.js'
import type { FeeProfileRecord } from '../state/records.js'
import { renderFee } from './fee-render.js'
import { feeAmount, feeComponents, isCharged } from './fees.js'

/** A conversion to price: exactly one of the two amounts is given. */
export interface PriceRequest {
  readonly source: Money
  readonly destination: Money
  readonly amountIn: string | undefined
  readonly amountOut: string | undefined
  readonly profile: FeeProfileRecord
  readonly account: PayoutRoute | undefined
}

/** The amounts of a quote. `amount_out` is `amount_in` after `fee.transaction_fee`, converted at `rate`. */
export interface Price {
  readonly amount_in: WireAmount
  readonly amount_out: WireAmount
  readonly rate: string
  readonly fee: Fee
}

/**
 * Prices a conversion. Exactly,
 * `amount_out = (amount_in - fee.transaction_fee) x rate`, cut to the places of the destination currency.
 * Throws `Refusal` 400 if the fees leave nothing to convert.
 */
export function priceOf(request: PriceRequest, rates: RateTable): Price {
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
