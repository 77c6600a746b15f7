import { scalarHolds } from '../judge/scalars.js'
import type { Clause } from '../schema/node.js'
import type { Shape } from '../schema/shape.js'
import { type Deviation, shown } from './deviation.js'

interface Candidate {
  readonly value: unknown
  readonly isCoercible?: true
}

const strong = (...values: readonly unknown[]): Candidate[] => values.map((value) => ({ value }))
const weak = (...values: readonly unknown[]): Candidate[] =>
  values.map((value) => ({ value, isCoercible: true }))

const formats: Readonly<Record<string, readonly Candidate[]>> = {
  date: [...strong('not-a-date', '2026-02-30'), ...weak('2026-01-15T10:00:00Z', '15/01/2026')],
  'date-time': [
    ...strong('not-a-date', '2026-02-30T10:00:00Z'),
    ...weak('2026-01-15', '2026-01-15 10:00:00'),
  ],
  time: [...strong('25:00:00Z'), ...weak('10:00')],
  uuid: [...strong('not-a-uuid'), ...weak('3f2b8a546c1d4e7f9a0b5d4c3b2a1f00')],
  email: weak('no-address'),
  uri: weak('not a uri'),
  ipv4: strong('999.0.2.1', 'sample'),
  ipv6: strong('2001:db8:::1', 'sample'),
  duration: strong('sample'),
  hostname: weak('-not a host-'),
  decimal: strong('ten'),
  int32: strong(2_147_483_648, -2_147_483_649),
  uint32: strong(-1, 4_294_967_296),
  int64: strong(18_446_744_073_709_551_616),
  uint64: strong(-1),
}

const mutated = (text: string): Candidate[] =>
  strong(`${text}\u0000`, `${text} `, ` ${text}`, `!${text}`, '!', ` `, '', `${text}${text}`, 'sample', '0')

const outside = (values: readonly unknown[]): Candidate[] => {
  const [first] = values
  if (typeof first !== 'string') return typeof first === 'number' ? strong(first + 1000, 0.5) : []
  const others = [first.toUpperCase(), first.toLowerCase()].filter((one) => !values.includes(one))
  return [...strong(`${first}-other`, ''), ...weak(...others.slice(0, 1))]
}

const texts = (length: number): string => 'x'.repeat(Math.max(0, length))

const mostCharacters = 1_000_000

/** Values for each keyword that breaks, with what is right. */
const breaking: Readonly<
  Record<string, (keyword: unknown, base: unknown) => readonly Candidate[] | undefined>
> = {
  enum: (values) => (Array.isArray(values) ? outside(values) : undefined),
  const: (value) => outside([value]),
  minimum: (bound) => (typeof bound === 'number' ? strong(bound - 1) : undefined),
  maximum: (bound) => (typeof bound === 'number' ? strong(bound + 1, bound * 2) : undefined),
  exclusiveMinimum: (bound) => (typeof bound === 'number' ? strong(bound) : undefined),
  exclusiveMaximum: (bound) => (typeof bound === 'number' ? strong(bound) : undefined),
  multipleOf: (step, base) =>
    typeof step === 'number' && typeof base === 'number' ? strong(base + 1, base + step / 2) : undefined,
  minLength: (least, base) =>
    typeof least === 'number' && least > 0
      ? strong(texts(least - 1), ...(typeof base === 'string' ? [base.slice(0, least - 1)] : []))
      : undefined,
  maxLength: (most, base) =>
    typeof most === 'number' && most < mostCharacters
      ? strong(
          ...(typeof base === 'string' && base !== '' ? [base.padEnd(most + 1, base.at(-1))] : []),
          texts(most + 1),
        )
      : undefined,
  pattern: (_pattern, base) => mutated(typeof base === 'string' ? base : ''),
  format: (format) => (typeof format === 'string' ? formats[format] : undefined),
}

const words: Readonly<Record<string, (keyword: unknown) => string>> = {
  enum: () => 'one of its listed values',
  const: (value) => shown(value),
  minimum: (bound) => `at least ${String(bound)}`,
  maximum: (bound) => `at most ${String(bound)}`,
  exclusiveMinimum: (bound) => `above ${String(bound)}`,
  exclusiveMaximum: (bound) => `below ${String(bound)}`,
  multipleOf: (step) => `a multiple of ${String(step)}`,
  minLength: (least) => `of at least ${String(least)} characters`,
  maxLength: (most) => `of at most ${String(most)} characters`,
  pattern: (pattern) => `matches ${String(pattern)}`,
  format: (format) => `of the format ${String(format)}`,
}

const omitted = (schema: Clause['schema'], keyword: string): Clause['schema'] =>
  Object.fromEntries(Object.entries(schema).filter(([one]) => one !== keyword))

const candidatesFor = (
  keyword: string,
  clause: Clause,
  shape: Shape,
  base: unknown,
): readonly Candidate[] => {
  const all = breaking[keyword]?.(clause.schema[keyword], base) ?? []
  const broken = all.filter(({ value }) => !scalarHolds(value, { [keyword]: clause.schema[keyword] }))
  // Best where nothing else is broken with it; where that cannot be, it is still one value that is wrong.
  const alone = broken.filter(({ value }) =>
    shape.clauses.every((one) =>
      scalarHolds(value, one === clause ? omitted(one.schema, keyword) : one.schema),
    ),
  )
  return alone.length > 0 ? alone : broken.slice(0, 1)
}

const mostOf: Readonly<Record<string, number>> = {
  pattern: 2,
  maxLength: 1,
  minLength: 1,
  multipleOf: 1,
  maximum: 1,
}

/**
 * Values that break one keyword of a scalar.
 * @yields each, when it is asked for
 */
export function* wrongScalars(shape: Shape, base: unknown): Iterable<Deviation> {
  for (const clause of shape.clauses) {
    for (const keyword of Object.keys(breaking)) {
      const given = clause.schema[keyword]
      if (given === undefined) continue
      for (const { value, isCoercible } of candidatesFor(keyword, clause, shape, base).slice(
        0,
        mostOf[keyword],
      )) {
        yield {
          value,
          keyword,
          at: [],
          pointer: clause.pointer,
          says: `is ${shown(value)}, and ${words[keyword]?.(given) ?? ''}`,
          ...(isCoercible && { isCoercible }),
        }
      }
    }
  }
}
