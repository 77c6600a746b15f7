import { isOfType, scalarHolds } from '../judge/judge.js'
import { type Clause, most } from '../model/source.js'
import type { Shape } from '../schema/shape.js'
import { formatTexts, isFreeFormat } from '../texts/formats.js'
import { textsMatching } from '../texts/patterns.js'
import { rangeOf, stepped, type Variant } from './making.js'

/** The values that a keyword of scalars gives rise to, if the limit is of the type in `limit`. */
interface Keyword {
  readonly limit?: 'string' | 'number' | 'object'
  readonly on: 'string' | 'number' | 'any'
  /** Values at the limit, which may violate other keywords. */
  right?(limit: unknown, shape: Shape, isWhole: boolean): readonly unknown[]
  /** @param base a valid value */
  wrong(limit: unknown, base: unknown): readonly unknown[]
  /** Invalid values that many frameworks coerce on purpose. */
  coercible?(limit: unknown): readonly unknown[]
  /** The constraint in words, after `must be`. */
  words(limit: unknown): string
  /** The number of invalid values to use that violate nothing else. */
  readonly most?: number
}

const longestShown = 40

/** A value as shortened JSON for messages. */
const shownJson = (value: unknown): string => {
  const text = JSON.stringify(value)
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text
}

/** Whether a string may have any content. */
export function isFree(shape: Shape): boolean {
  return isFreeFormat(shape.text('format')) && shape.all('pattern').length === 0
}

/** The minimum, and the value just above it. */
const low = (shape: Shape, isWhole: boolean): number[] => {
  const range = rangeOf(shape, isWhole)
  return [stepped(range.least, range), stepped(range.least + range.step, range)]
}

/** The maximum, and the value just below it. */
const high = (shape: Shape, isWhole: boolean): number[] => {
  const range = rangeOf(shape, isWhole)
  const { most, step, isStepped } = range
  return [isStepped ? Math.floor(most / step) * step : most, stepped(most - step, range)]
}

const isText = (value: unknown): value is string => typeof value === 'string'

const ofLength = (length: number): string[] => (length <= most.characters ? ['x'.repeat(length)] : [])

const freeTexts = (shape: Shape, length: number): string[] => (isFree(shape) ? ofLength(length) : [])

const outside = (values: readonly unknown[]): unknown[] => {
  const [first] = values
  if (typeof first === 'string') return [`${first}-other`, '']
  return typeof first === 'number' ? [first + 1000, 0.5] : []
}

const inOtherCase = (values: readonly unknown[]): unknown[] => {
  const [first] = values
  if (typeof first !== 'string') return []
  return [first.toUpperCase(), first.toLowerCase()].filter((one) => !values.includes(one)).slice(0, 1)
}

const number = { limit: 'number', on: 'number' } as const

const keywords: Readonly<Record<string, Keyword>> = {
  enum: {
    limit: 'object',
    on: 'any',
    wrong: outside,
    coercible: inOtherCase,
    words: () => 'one of its listed values',
  },
  const: {
    on: 'any',
    wrong: (value) => outside([value]),
    coercible: (value) => inOtherCase([value]),
    words: shownJson,
  },
  minimum: {
    ...number,
    right: (_, shape, isWhole) => low(shape, isWhole),
    wrong: (bound: number) => [bound - 1],
    words: (bound: number) => `at least ${bound}`,
  },
  maximum: {
    ...number,
    right: (_, shape, isWhole) => high(shape, isWhole),
    wrong: (bound: number) => [bound + 1, bound * 2],
    words: (bound: number) => `at most ${bound}`,
    most: 1,
  },
  exclusiveMinimum: {
    ...number,
    right: (_, shape, isWhole) => low(shape, isWhole),
    wrong: (bound: number) => [bound],
    words: (bound: number) => `above ${bound}`,
  },
  exclusiveMaximum: {
    ...number,
    right: (_, shape, isWhole) => high(shape, isWhole),
    wrong: (bound: number) => [bound],
    words: (bound: number) => `below ${bound}`,
  },
  multipleOf: {
    ...number,
    wrong: (step: number, base) => (typeof base === 'number' ? [base + 1, base + step / 2] : []),
    words: (step: number) => `a multiple of ${step}`,
    most: 1,
  },
  minLength: {
    limit: 'number',
    on: 'string',
    right: (least: number, shape) => freeTexts(shape, least),
    wrong: (least: number, base) =>
      least > 0 ? [...ofLength(least - 1), ...(isText(base) ? [base.slice(0, least - 1)] : [])] : [],
    words: (least: number) => `of at least ${least} characters`,
    most: 1,
  },
  maxLength: {
    limit: 'number',
    on: 'string',
    right: (longest: number, shape) => (longest <= most.freeCharacters ? freeTexts(shape, longest) : []),
    wrong: (longest: number, base) => [
      ...(isText(base) && base !== '' && longest < most.characters
        ? [base.padEnd(longest + 1, base.at(-1))]
        : []),
      ...ofLength(longest + 1),
    ],
    words: (longest: number) => `of at most ${longest} characters`,
    most: 1,
  },
  pattern: {
    limit: 'string',
    on: 'string',
    right: (pattern: string) => {
      const matching = textsMatching(pattern)
      return [matching[0], matching.at(-1), matching[1]].filter(isText)
    },
    wrong: (_, base) => {
      const right = isText(base) ? base : ''
      const near = [`${right}\u0000`, '', `${right} `, ` ${right}`, `!${right}`]
      return [...near, '!', ' ', right + right, 'sample', '0']
    },
    words: (pattern: string) => `a text that matches ${pattern}`,
    most: 3,
  },
  format: {
    limit: 'string',
    on: 'string',
    right: (format: string) => formatTexts.get(format)?.plain.slice(1) ?? [],
    wrong: (format: string) => formatTexts.get(format)?.wrong ?? [],
    // Many frameworks read an empty text as null.
    coercible: (format: string) => ['', ...(formatTexts.get(format)?.coercible ?? [])],
    words: (format: string) => `of the format ${format}`,
  },
}

const keywordsOf = (schema: Clause['schema']): [name: string, keyword: Keyword, limit: unknown][] =>
  Object.entries(keywords).flatMap(([name, keyword]) => {
    const limit = schema[name]
    const isMeant = limit !== undefined && (keyword.limit === undefined || keyword.limit === typeof limit)
    return isMeant ? [[name, keyword, limit]] : []
  })

/** @yields scalars at the limits of the keywords of a shape; they may not satisfy the schema */
export function* edges(shape: Shape, type: string): Iterable<unknown> {
  const on = type === 'string' ? 'string' : 'number'
  for (const { schema } of shape.clauses)
    for (const [, keyword, limit] of keywordsOf(schema))
      if (keyword.on === on) yield* keyword.right?.(limit, shape, type === 'integer') ?? []
}

/** Whether a keyword applies to values of these types; a number cannot violate the format of strings. */
const isAbout = ({ on }: Keyword, types: Shape['types']): boolean =>
  on === 'any' || types.includes(on) || (on === 'number' && types.includes('integer'))

/** @yields values that violate one keyword and nothing else, or one that violates more */
export function* wrongScalars(shape: Shape, base: unknown): Iterable<Variant> {
  for (const clause of shape.clauses) {
    for (const [name, keyword, limit] of keywordsOf(clause.schema)) {
      if (!isAbout(keyword, shape.types)) continue
      const coercible = keyword.coercible?.(limit) ?? []
      const broken = [...keyword.wrong(limit, base), ...coercible].filter(
        (value) => !scalarHolds(value, { [name]: limit }),
      )
      const { [name]: _limit, ...others } = clause.schema
      const alone = broken.filter((value) =>
        shape.clauses.every((one) => scalarHolds(value, one === clause ? others : one.schema)),
      )
      for (const value of alone.length > 0 ? alone.slice(0, keyword.most) : broken.slice(0, 1)) {
        const words = `is ${shownJson(value)}, but must be ${keyword.words(limit)}`
        const mark = coercible.includes(value) && { isCoercible: true as const }
        yield { value, violation: { at: [], words, keyword: name, pointer: clause.pointer, ...mark } }
      }
    }
  }
}

/** Values of other types, the most likely to find a defect first. */
const ofOtherTypes: Readonly<Record<string, readonly unknown[]>> = {
  string: [{}, [], null, 5, true],
  integer: ['sample', 1.5, {}, [], null, true, '5'],
  number: ['sample', {}, [], null, true, '5'],
  boolean: ['sample', {}, [], null, 5, 'true', 1],
  object: ['sample', [], null, 5, true],
  array: ['sample', {}, null, 5, true],
  null: ['sample', 5],
}

/** Values that many frameworks coerce to the type on purpose. */
const coerced: Readonly<Record<string, readonly unknown[]>> = {
  string: [5, true],
  integer: ['5', true, 1.5],
  number: ['5', true],
  boolean: ['true', 1, 5],
  array: ['sample', 5, true],
  // A union with null has texts that frameworks read from numbers, such as times.
  null: [5],
}

/**
 * @param all types that the value may have, of this shape and of others
 * @yields values of wrong types; null often stands for one that `isOptional`
 */
export function* wrongTypes(
  { clauses, types }: Shape,
  all: readonly string[],
  isOptional: boolean,
): Iterable<Variant> {
  const clause = clauses.find(({ schema }) => schema.type !== undefined)
  const [type] = types
  if (clause === undefined || type === undefined) return
  for (const value of ofOtherTypes[type] ?? []) {
    if (types.some((one) => isOfType(one, value))) continue
    const isCoercible = types.some((one) => coerced[one]?.includes(value)) || (value === null && isOptional)
    const words = `is ${shownJson(value)}, but must be of type ${all.join(' or ')}`
    const mark = isCoercible && { isCoercible }
    yield { value, violation: { at: [], words, keyword: 'type', pointer: clause.pointer, ...mark } }
  }
}
