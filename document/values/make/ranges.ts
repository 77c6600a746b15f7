import type { Shape } from '../schema/shape.js'

/** The numbers that a shape allows. */
export interface Range {
  readonly least: number
  readonly most: number
  readonly step: number
  /** Whether values must be multiples of the step. */
  readonly isStepped: boolean
}

const greatest: Readonly<Record<string, number>> = {
  int8: 127,
  int16: 32_767,
  int32: 2_147_483_647,
  uint8: 255,
  uint16: 65_535,
  uint32: 4_294_967_295,
  float: 3.4e38,
}

const above = (bound: number, step: number): number => {
  const next = (Math.floor(bound / step) + 1) * step
  return next > bound ? next : bound + Math.abs(bound) * Number.EPSILON
}

const definedNumbers = (numbers: readonly (number | undefined)[]): number[] =>
  numbers.filter((one) => one !== undefined)

/** The range of numbers of a shape; infinite without bounds. */
export function rangeOf(shape: Shape, isWhole: boolean): Range {
  const multiple = shape.all('multipleOf').find((one) => typeof one === 'number' && one > 0)
  const step = typeof multiple === 'number' ? multiple : isWhole ? 1 : 0.5
  const over = shape.largest('exclusiveMinimum')
  const under = shape.smallest('exclusiveMaximum')
  const format = shape.text('format') ?? ''
  const lows = [
    shape.largest('minimum'),
    over === undefined ? undefined : above(over, step),
    format.startsWith('uint') ? 0 : undefined,
  ]
  const highs = [
    shape.smallest('maximum'),
    under === undefined ? undefined : -above(-under, step),
    greatest[format],
  ]
  return {
    least: Math.max(-Infinity, ...definedNumbers(lows)),
    most: Math.min(Infinity, ...definedNumbers(highs)),
    step,
    isStepped: isWhole || multiple !== undefined,
  }
}

/** The smallest multiple of the step that is not below the minimum; without steps the value itself. */
export function stepped(value: number, { least, step, isStepped }: Range): number {
  if (!isStepped) return value
  const rounded = Math.round(value / step) * step
  const kept = rounded < least ? Math.ceil(least / step) * step : rounded
  return Number.isInteger(step) ? kept : Number(kept.toPrecision(15))
}

/** Numbers that a service is likely to accept, best first; they may not satisfy the schema. */
export function likelyNumbers(shape: Shape, isWhole: boolean): readonly number[] {
  const range = rangeOf(shape, isWhole)
  const { least, most } = range
  const inside = Math.min(Math.max(1, least), most)
  const round = isWhole ? [Math.ceil(inside), Math.floor(inside)] : [inside]
  return [stepped(inside, range), ...round, stepped(most, range), least, most, 0, 2, 10].filter(
    Number.isFinite,
  )
}
