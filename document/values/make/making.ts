import type { Bounds, DeviatingValue, Node, ValuePath, ValueSource } from '../model/source.js'
import type { Shape } from '../schema/shape.js'

/** @yields the items of several sources in turn, so that the most relevant of each come first */
export function* inTurn<Item>(sources: readonly Iterable<Item>[]): Iterable<Item> {
  let running = sources.map((source) => source[Symbol.iterator]())
  while (running.length > 0) {
    const still: Iterator<Item>[] = []
    for (const one of running) {
      const next = one.next()
      if (next.done === true) continue
      yield next.value
      still.push(one)
    }
    running = still
  }
}

const choices = function* (rows: number, chosen: number, from = 0): Iterable<readonly number[]> {
  if (chosen === 0) {
    yield []
    return
  }
  for (let row = from; row <= rows - chosen; row++)
    for (const others of choices(rows, chosen - 1, row + 1)) yield [row, ...others]
}

const count = (rows: number, chosen: number): number => {
  let combinations = 1
  for (let index = 1; index <= chosen; index++)
    combinations = (combinations * (rows - chosen + index)) / index
  return Math.round(combinations)
}

/**
 * Rows of things that cover, for each pair, both present, both absent, and each without the other. The empty row is
 * left to the caller. Each thing is in a different selection of more than half of the rows (Kleitman and Spencer,
 * Families of k-independent sets, 1973), so that 10 things take 5 rows, and 126 take 9.
 */
export function pairwise<Thing>(things: readonly Thing[]): readonly (readonly Thing[])[] {
  if (things.length < 2) return things.length === 0 ? [] : [things]
  let rows = 2
  const chosen = (): number => Math.floor(rows / 2) + 1
  while (count(rows, chosen()) < things.length) rows++
  const filled: Thing[][] = Array.from({ length: rows }, () => [])
  const columns = choices(rows, chosen())[Symbol.iterator]()
  for (const thing of things) for (const row of columns.next().value ?? []) filled[row]?.push(thing)
  return filled.toSorted((a, b) => b.length - a.length)
}

/** The location in a value at which something is made. */
export interface ValueLocation {
  /** The name of the nearest enclosing member or parameter. */
  readonly name?: string
  /** The names of the members that lead here, outermost first; items of lists are named `0`. */
  readonly path: ValuePath
  /** Examples for this location, taken from examples of enclosing values. */
  readonly shown: readonly unknown[]
  /** The enclosing schemas, outermost first. */
  readonly around: readonly unknown[]
  /** The number of enclosing objects and lists. */
  readonly depth: number
  /** Whether the value may be omitted. */
  readonly isOptional?: boolean
}

/** The violated keyword of an invalid value, with the pointer of its schema. */
export interface Violation extends Pick<DeviatingValue, 'keyword' | 'pointer' | 'isCoercible'> {
  /** Path of the wrong value, as names of members and positions of items. */
  readonly at: readonly (string | number)[]
  /** Description: `is 101, and at most 100`. */
  readonly words: string
}

/** A value with one deliberate variation. */
export interface Variant {
  readonly value: unknown
  /** Absent for valid values. */
  readonly violation?: Violation
}

/** A value that holds the variant of a member or an item. */
export function holding(value: unknown, key: string | number, { violation }: Variant): Variant {
  return { value, ...(violation && { violation: { ...violation, at: [key, ...violation.at] } }) }
}

/** Plain values are likely accepted, peculiar ones valid too, wrong ones violate one keyword each. */
export type Pass = 'plain' | 'peculiar' | 'wrong'

/** Random choices, with densities chosen once per value so that some values are sparse and others full. */
export interface Dice {
  /** A number from 0 up to, but not including, 1. */
  number(): number
  one<Item>(items: readonly Item[]): Item | undefined
  /** The probability of an optional member. */
  readonly density: number
  /** The probability of a peculiar value. */
  readonly peculiar: number
  /** The number of values drawn so far. */
  drawn: number
}

/** The members to include: the likely needed, everything optional without recursion, or a random choice. */
export type Size = 'base' | 'full' | Dice

/** The caller's knowledge of a location in a value. */
export interface Hinted {
  /** Its value, which the schemas accept; undefined if it is unknown. */
  readonly value?: unknown
  /** Whether the smallest value includes the location. */
  readonly isIncluded: boolean
}

/** Makes nested values for schemas. */
export interface Making {
  readonly source: ValueSource
  readonly bounds: Bounds
  /** The alternative shapes that satisfy schemas. */
  shapes(node: Node): readonly Shape[]
  holds(value: unknown, node: Node): boolean
  hinted(node: Node, location: ValueLocation): Hinted
  /** A value that satisfies schemas; undefined if none is found. */
  make(node: Node, location: ValueLocation, size: Size): unknown
  /** Values that differ from the smallest one in one respect. */
  variants(node: Node, location: ValueLocation, pass: Pass): Iterable<Variant>
}

/** The numbers that a shape allows. */
interface Range {
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
  return [stepped(inside, range), Math.floor(inside), stepped(most, range), least, most, 0, 2, 10].filter(
    Number.isFinite,
  )
}

/** Whether a shape allows values of every type. */
export function isFree({ types }: Shape): boolean {
  return types.length > 6
}
