import type { Shape } from '../schema/shape.js'
import type { Pass } from './making.js'
import type { Scalar } from './texts.js'

interface Bounds {
  readonly least?: number
  readonly most?: number
  readonly step: number
  /** Whether values lie only on multiples of the step. */
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

const boundsOf = (shape: Shape, isWhole: boolean): Bounds => {
  const multiple = shape.all('multipleOf').find((one) => typeof one === 'number' && one > 0)
  const step = typeof multiple === 'number' ? multiple : isWhole ? 1 : 0.5
  const over = shape.largest('exclusiveMinimum')
  const under = shape.smallest('exclusiveMaximum')
  const format = shape.text('format') ?? ''
  const lows = [shape.largest('minimum'), over === undefined ? undefined : above(over, step)]
  if (format.startsWith('uint')) lows.push(0)
  const highs = [
    shape.smallest('maximum'),
    under === undefined ? undefined : -above(-under, step),
    greatest[format],
  ]
  const given = (numbers: readonly (number | undefined)[]): number[] =>
    numbers.filter((one) => one !== undefined)
  return {
    ...(given(lows).length > 0 && { least: Math.max(...given(lows)) }),
    ...(given(highs).length > 0 && { most: Math.min(...given(highs)) }),
    step,
    isStepped: isWhole || multiple !== undefined,
  }
}

/** The nearest multiple of the step that is not below the least; any number where there are no steps. */
const stepped = (value: number, { least = -Infinity, step, isStepped }: Bounds): number => {
  if (!isStepped) return value
  const rounded = Math.round(value / step) * step
  const kept = rounded < least ? Math.ceil(least / step) * step : rounded
  return Number.isInteger(step) ? kept : Number(kept.toPrecision(15))
}

/** Numbers that are likely to be taken, best first; not each of them satisfies its schema. */
export function likelyNumbers(shape: Shape, isWhole: boolean): readonly number[] {
  const bounds = boundsOf(shape, isWhole)
  const { least = -Infinity, most = Infinity } = bounds
  const inside = Math.min(Math.max(1, least), most)
  const round = isWhole ? [Math.ceil(inside), Math.floor(inside)] : [inside]
  return [stepped(inside, bounds), ...round, stepped(most, bounds), least, most, 0, 2, 10].filter(
    Number.isFinite,
  )
}

const plainNumbers = function* (bounds: Bounds, isWhole: boolean): Iterable<Scalar> {
  const { least, most, step, isStepped } = bounds
  if (least !== undefined) {
    yield {
      value: stepped(isStepped ? Math.ceil(least / step) * step : least, bounds),
      words: 'at its minimum',
    }
    yield { value: stepped(least + step, bounds), words: 'just above its minimum' }
  }
  if (most !== undefined) {
    yield { value: isStepped ? Math.floor(most / step) * step : most, words: 'at its maximum' }
    yield { value: stepped(most - step, bounds), words: 'just below its maximum' }
  }
  for (const value of [0, 2, 10, 100]) yield { value, words: `as ${value}` }
  if (!isWhole) yield { value: 1.5, words: 'as 1.5' }
  if (!isWhole) yield { value: 0.01, words: 'as 0.01' }
}

const strange = (format: string, isWhole: boolean): readonly number[] => {
  const whole = [-1, 2_147_483_647, 2_147_483_648, -2_147_483_648, -2_147_483_649, Number.MAX_SAFE_INTEGER]
  if (!isWhole) return [...whole, -0.5, 1e-7, 3.4e38, 1e21, 1.7e308, 5e-324]
  // Formats of 64 bits end below the next double.
  return format === 'int64' ? [...whole, 9_223_372_036_854_774_784] : [...whole, 9_223_372_036_854_775_808]
}

/**
 * Numbers that vary in one matter; not each of them satisfies its schema.
 * @yields each, when it is asked for
 */
export function* numberVariants(shape: Shape, isWhole: boolean, pass: Pass): Iterable<Scalar> {
  const bounds = boundsOf(shape, isWhole)
  if (pass === 'plain') {
    yield* plainNumbers(bounds, isWhole)
    return
  }
  const { least = -Infinity, most = Infinity } = bounds
  for (const value of strange(shape.text('format') ?? '', isWhole)) {
    const kept = stepped(value, bounds)
    const near = Number.isFinite(kept) ? kept : value
    if (near >= least && near <= most) yield { value: near, words: `as ${near}` }
  }
}
