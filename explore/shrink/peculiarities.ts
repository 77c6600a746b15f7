import { escapeKey, isObject } from '../../document/index.js'
import { deepEqual } from '../../runtime/deep-equal.js'
import type { Call } from '../model/call.js'
import type { Case, Peculiarity } from '../model/case.js'

const matching =
  (pattern: RegExp) =>
  (value: unknown): boolean =>
    typeof value === 'string' && pattern.test(value)

/** By which a value is known to have a peculiarity still, though it became smaller. */
const tests: readonly (readonly [kind: RegExp, isLeft: (value: unknown) => boolean])[] = [
  [/nul$|^nul/, matching(/\0/)],
  [/surrogate/, matching(/\p{Surrogate}/u)],
  [/control/, matching(/\p{Cc}/u)],
  [/line|newline/, matching(/[\n\r]/)],
  [/blank|space/, matching(/^\s|\s$/)],
  [/quote/, matching(/['"\\;%-]/)],
  [/markup/, matching(/[<>&{}$%]/)],
  [/path/, matching(/\.\.|\//)],
  [/emoji|astral/, matching(/[\u{10000}-\u{10ffff}]/u)],
  [/unicode|right-to-left|combining|non-ascii/, matching(/[^\0-\u007f]/)],
  [/long/, (value) => typeof value === 'string' && value.length > 200],
  [/huge|large|big/, (value) => typeof value === 'number' && Math.abs(value) >= 2 ** 31],
]

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
  const test = tests.find(([kind]) => kind.test(peculiarity.kind))?.[1]
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
