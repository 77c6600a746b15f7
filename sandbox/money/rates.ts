import type { SeededRandom } from '../primitives/random.js'
import { Decimal, roundDown } from './decimal.js'
import type { Money } from './money.js'

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

/**
 * The fixed table of prices, with a deviation of up to 25 basis points for each unpegged pair, determined by the
 * seed.
 */
export function createRates(random: SeededRandom): RateTable {
  const known = new Map<string, Decimal>()
  return (source, destination) => {
    const pair = `${source.code}/${destination.code}`
    const rate = known.get(pair) ?? rateOf(random, source, destination)
    known.set(pair, rate)
    return rate
  }
}
