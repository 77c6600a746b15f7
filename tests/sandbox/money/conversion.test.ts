import { describe, expect, test } from 'vitest'

import { convertIn, convertOut, shareOf } from '../../../sandbox/money/rates.js'
import { Decimal, formatDecimal, parseDecimal, roundDown } from '../../../sandbox/money/decimal.js'
import { createSeededRandom } from '../../../sandbox/primitives/environment.js'

const random = createSeededRandom(99)

const decimal = (name: string, places: number): Decimal =>
  new Decimal(random.integer(name, 1, 4_000_000_000)).div(new Decimal(10).pow(places))

const cases = Array.from({ length: 400 }, (_, index) => {
  const scales = [2, 6, 9]
  const sourceScale = scales[random.integer(`source:${index}`, 0, 2)] ?? 2
  const destinationScale = scales[random.integer(`destination:${index}`, 0, 2)] ?? 2
  const rate = decimal(`rate:${index}`, random.integer(`rate-places:${index}`, 4, 12))
  const bips = random.integer(`bips:${index}`, 0, 900)
  const fixed = new Decimal(random.integer(`fixed:${index}`, 0, 500)).div(100)
  const chargesOn = (amount: Decimal): Decimal => shareOf(amount, bips, sourceScale).plus(fixed)
  return { index, rate, sourceScale, destinationScale, chargesOn }
})

describe('over 400 random terms', () => {
  test('an exact amount in converts to the last decimal', () => {
    for (const { index, ...terms } of cases) {
      const amountIn = decimal(`in:${index}`, 2)
      const { amountOut, dust } = convertIn(amountIn, terms)
      const net = amountIn.minus(terms.chargesOn(amountIn)).minus(dust)
      expect(amountOut.toFixed()).toBe(roundDown(net.times(terms.rate), terms.destinationScale).toFixed())
    }
  })

  test('an exact amount out is met, with the smallest amount in and dust below its last place', () => {
    for (const { index, ...terms } of cases) {
      const amountOut = decimal(`out:${index}`, 2)
      const { amountIn, dust } = convertOut(amountOut, terms)
      const unit = new Decimal(10).pow(-terms.sourceScale)
      const net = amountIn.minus(terms.chargesOn(amountIn)).minus(dust)
      expect(roundDown(net.times(terms.rate), terms.destinationScale).eq(amountOut)).toBe(true)
      expect(dust.gte(0) && dust.lt(unit)).toBe(true)
      const less = amountIn.minus(unit)
      const tooLittle = less.minus(terms.chargesOn(less)).times(terms.rate)
      expect(tooLittle.lt(amountOut)).toBe(true)
    }
  })
})

describe('decimals', () => {
  test.each([
    ['1', '1'],
    ['1.50', '1.5'],
    ['0.000000000000000001', '0.000000000000000001'],
    ['999999999999999999.5', '999999999999999999.5'],
    ['-3', '-3'],
  ])('%s is read', (text, value) => expect(parseDecimal(text)?.toFixed()).toBe(value))

  const none = '| |1e3|NaN|Infinity|0x10|1.|.5|+1|1,5'.split('|').concat('1'.repeat(19), '0.'.padEnd(21, '1'))

  test.each(none)('%j is not', (text) => expect(parseDecimal(text)).toBeUndefined())

  test('are written in plain digits with at least the places asked for', () => {
    expect(formatDecimal(new Decimal('1e-9'), 2)).toBe('0.000000001')
    expect(formatDecimal(new Decimal('1e21'), 2)).toBe('1000000000000000000000.00')
  })
})
