import { escapeKey, isObject } from '../../document/index.js'
import { deepEqual } from '../../runtime/deep-equal.js'
import type { Call } from '../model/call.js'
import type { Case, Peculiarity } from '../model/case.js'

const matching =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value)

const numeric =
  (test: (value: number) => boolean) =>
  (value: unknown): boolean =>
    typeof value === 'number' && test(value)

/** By which a value is known to be peculiar still, though it became smaller; other kinds are left as values are. */
const tests: Readonly<Record<string, (value: unknown) => boolean>> = {
  nul: matching(/\0/),
  control: matching(/(?!\0)\p{Cc}/u),
  'lone-surrogate': matching(/\p{Surrogate}/u),
  unicode: matching(/[^\p{Cc}\p{ASCII}]/u),
  quotes: matching(/['"\\`<>%${}]|\.\.\//),
  'blank-text': matching(/^\s|\s$/),
  'long-text': (value) => typeof value === 'string' && value.length > 200,
  'long-list': (value) => Array.isArray(value) && value.length >= 50,
  negative: numeric((value) => value < 0),
  fraction: numeric((value) => !Number.isInteger(value)),
  'huge-number': numeric((value) => Math.abs(value) >= 2 ** 31),
}

const withoutPositions = (at: string): string => at.replaceAll(/\/\d+(?=\/|$)/g, '/*')

const leavesOf = function* (
  value: unknown,
  at: string,
): Generator<readonly [at: string, value: unknown], void, undefined> {
  yield [at, value]
  if (Array.isArray(value)) for (const item of value) yield* leavesOf(item, `${at}/*`)
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      yield* leavesOf(member, `${at}/${/^\d+$/.test(name) ? '*' : escapeKey(name)}`)
    }
  }
}

const valuesAt = (call: Call, { in: where, at }: Peculiarity): readonly unknown[] => {
  const wanted = withoutPositions(at)
  return [...leavesOf(where === 'body' ? call.body?.value : call[where], '')]
    .filter(([location]) => location === wanted)
    .map(([, value]) => value)
}

const isLeft = (peculiarity: Peculiarity, was: Call, call: Call): boolean => {
  const values = valuesAt(call, peculiarity)
  const test = Object.hasOwn(tests, peculiarity.kind) ? tests[peculiarity.kind] : undefined
  if (test) return values.some(test)
  const before = valuesAt(was, peculiarity)
  return values.some((value) => before.some((one) => deepEqual(one, value)))
}

/** The peculiarities of a case that another, smaller call of it still has. */
export function peculiaritiesLeft(
  { call: was, peculiarities = [] }: Case,
  call: Call,
): readonly Peculiarity[] {
  return peculiarities.filter((one) => isLeft(one, was, call))
}
