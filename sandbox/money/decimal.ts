import { Big } from '#bundled/big.js'

/** Exact decimals: division keeps 40 places, so that only explicit rounding loses precision. */
export const Decimal = Big()
Decimal.DP = 40
Decimal.RM = Decimal.roundDown

export type Decimal = Big

export const zero = new Decimal(0)

const plainPattern = /^-?[0-9]{1,18}(?:\.[0-9]{1,18})?$/

/** A plain decimal with at most 18 digits a side; `undefined` for exponents, `NaN`, `+` and others. */
export function parseDecimal(text: string): Decimal | undefined {
  return plainPattern.test(text) ? new Decimal(text) : undefined
}

const placesIn = (plain: string): number => {
  const point = plain.indexOf('.')
  return point < 0 ? 0 : plain.length - point - 1
}

/** The number of decimal places that a value needs. */
export function placesOf(value: Decimal): number {
  return placesIn(value.toFixed())
}

/** A value in plain digits with at least `scale` decimal places, never rounded. */
export function formatDecimal(value: Decimal, scale = 0): string {
  const plain = value.toFixed()
  return placesIn(plain) < scale ? value.toFixed(scale) : plain
}

/** A value truncated to a number of decimal places. */
export function roundDown(value: Decimal, scale: number): Decimal {
  return value.round(scale, Decimal.roundDown)
}

/** A value rounded away from zero to a number of decimal places. */
export function roundUp(value: Decimal, scale: number): Decimal {
  return value.round(scale, Decimal.roundUp)
}

/** The sum of values, zero for none. */
export function sum(values: readonly Decimal[]): Decimal {
  return values.reduce((total, value) => total.plus(value), zero)
}
