import { Decimal, roundDown, roundUp, zero } from './decimal.js'

/** The terms of a conversion: the price, the decimal places of both currencies, and the fees on the input. */
export interface ConversionTerms {
  readonly rate: Decimal
  readonly sourceScale: number
  readonly destinationScale: number
  /** The fees deducted from a gross amount. Monotonic, and growing by less than the amount. */
  readonly chargesOn: (amountIn: Decimal) => Decimal
}

/**
 * A conversion without rounding loss. Exactly:
 * `amountOut = (amountIn - chargesOn(amountIn) - dust) x rate`, cut to the places of the destination currency.
 * `dust` is the part of the last unit of the source currency that an exact `amountOut` did not need.
 */
export interface Conversion {
  readonly amountIn: Decimal
  readonly amountOut: Decimal
  readonly dust: Decimal
}

/** Precise enough that one step of the last place is worth less than one unit of any destination currency. */
const workingPlaces = 18

/** Converts exactly `amountIn`. `amountOut` is zero or less if the fees exceed it. */
export function convertIn(amountIn: Decimal, terms: ConversionTerms): Conversion {
  const net = amountIn.minus(terms.chargesOn(amountIn))
  return { amountIn, amountOut: roundDown(net.times(terms.rate), terms.destinationScale), dust: zero }
}

/** The smallest amount, in whole units of the source currency, that leaves at least `net` after charges. */
const grossFor = (net: Decimal, terms: ConversionTerms): Decimal => {
  let gross = roundUp(net, terms.sourceScale)
  for (;;) {
    const needed = roundUp(net.plus(terms.chargesOn(gross)), terms.sourceScale)
    if (needed.lte(gross)) return gross
    gross = needed
  }
}

/** Converts to exactly `amountOut`. */
export function convertOut(amountOut: Decimal, terms: ConversionTerms): Conversion {
  const net = roundUp(amountOut.div(terms.rate), workingPlaces)
  const amountIn = grossFor(net, terms)
  return { amountIn, amountOut, dust: amountIn.minus(terms.chargesOn(amountIn)).minus(net) }
}

/** Multiplying by this is exact, and takes a tenth of the time of dividing by ten thousand. */
const oneBip = new Decimal('0.0001')

/** A share in basis points of an amount, rounded up to the decimal places of its currency. */
export function shareOf(amount: Decimal, bips: number, scale: number): Decimal {
  return roundUp(amount.times(bips).times(oneBip), scale)
}
