import { Decimal, roundDown, roundUp, zero } from './decimal.js'
import type { SeededRandom } from '../primitives/environment.js'
import type { Money } from './money.js'

/** The terms of a conversion: the price, the decimal places of both currencies, and the fees on the input. */
interface ConversionTerms {
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

const ratePlaces = 12
const widestDeviationInBips = 25

/** The positive price of one unit of `source` in `destination`, with at most 12 decimal places. */
export type RateTable = (source: Money, destination: Money) => Decimal

/** Whether two currencies are pegged to the same fiat currency, such as USDC and USD. */
export function isPegged(source: Money, destination: Money): boolean {
  return source.peg !== undefined && source.peg === destination.peg
}

const rateOf = (random: SeededRandom, source: Money, destination: Money): Decimal => {
  if (isPegged(source, destination)) return new Decimal(1)
  const pair = `${source.peg ?? source.code}/${destination.peg ?? destination.code}`
  const bips = random.integer(`rate:${pair}`, -widestDeviationInBips, widestDeviationInBips)
  const middle = new Decimal(source.usd).div(destination.usd)
  return roundDown(middle.times(10_000 + bips).div(10_000), ratePlaces)
}

/** The fixed prices, with a deviation by the seed of up to 25 basis points for each unpegged pair. */
export function createRates(random: SeededRandom): RateTable {
  const known = new Map<string, Decimal>()
  return (source, destination) => {
    const pair = `${source.code}/${destination.code}`
    const rate = known.get(pair) ?? rateOf(random, source, destination)
    known.set(pair, rate)
    return rate
  }
}
