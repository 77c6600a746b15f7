import { Decimal, roundDown, roundUp, zero } from './decimal.js'

/** The terms of a conversion: the price, the places of both currencies, and what is taken from the input. */
export interface ConversionTerms {
  readonly rate: Decimal
  readonly sourceScale: number
  readonly destinationScale: number
  /** The fees taken at once from a gross amount: never falling as the amount grows, and less than all of the growth. */
  readonly chargesOn: (amountIn: Decimal) => Decimal
}

/**
 * A conversion in which nothing is lost. To the last decimal:
 * `amountOut = (amountIn - chargesOn(amountIn) - dust) x rate`, cut to the places of the destination currency.
 * `dust` is the part of the last unit of the source currency that an exact `amountOut` did not need.
 */
export interface Conversion {
  readonly amountIn: Decimal
  readonly amountOut: Decimal
  readonly dust: Decimal
}

/** So many that a step of the last place is worth less than one unit of any destination currency. */
const workingPlaces = 18

/** The conversion of exactly `amountIn`. `amountOut` is zero or less when the fees eat it up. */
export function convertIn(amountIn: Decimal, terms: ConversionTerms): Conversion {
  const net = amountIn.minus(terms.chargesOn(amountIn))
  return { amountIn, amountOut: roundDown(net.times(terms.rate), terms.destinationScale), dust: zero }
}

/** The smallest amount, in whole units of the source currency, that is left with at least `net` after its charges. */
const grossFor = (net: Decimal, terms: ConversionTerms): Decimal => {
  let gross = roundUp(net, terms.sourceScale)
  for (;;) {
    const needed = roundUp(net.plus(terms.chargesOn(gross)), terms.sourceScale)
    if (needed.lte(gross)) return gross
    gross = needed
  }
}

/** The conversion that ends with exactly `amountOut`. */
export function convertOut(amountOut: Decimal, terms: ConversionTerms): Conversion {
  const net = roundUp(amountOut.div(terms.rate), workingPlaces)
  const amountIn = grossFor(net, terms)
  return { amountIn, amountOut, dust: amountIn.minus(terms.chargesOn(amountIn)).minus(net) }
}

/** Multiplying by it is exact, and takes a tenth of the time of dividing by ten thousand. */
const oneBip = new Decimal('0.0001')

/** A share of an amount in basis points, rounded up to the places of its currency. */
export function shareOf(amount: Decimal, bips: number, scale: number): Decimal {
  return roundUp(amount.times(bips).times(oneBip), scale)
}
