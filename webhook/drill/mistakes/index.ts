import { ofActing } from './acting.js'
import { ofAnswers } from './answers.js'
import { ofBodies } from './bodies.js'
import { ofExceptions } from './exceptions.js'
import { ofEvents } from './events.js'
import type { Mistake, Pattern } from './mistake.js'
import { ofSameMoment } from './same-moment.js'
import { ofSignatures } from './signatures.js'
import { ofTimes } from './times.js'
import { ofTransport } from './transport.js'

export type { Mistake } from './mistake.js'
export { totalMistakes } from './total.js'

const patterns: readonly Pattern[] = [
  ...ofSignatures,
  ...ofBodies,
  ...ofTimes,
  ...ofEvents,
  ...ofSameMoment,
  ...ofTransport,
  ...ofExceptions,
  ...ofAnswers,
  ...ofActing,
]

// Patterns of failures have alternatives in parentheses beside `*`, unlike those of users.
const matches = (pattern: string, key: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(key)

/** A mistake with the failures that it causes. */
export interface Found {
  readonly mistake: Mistake & Pick<Pattern, 'withMessage'>
  readonly explains: readonly string[]
}

/** The failure of the case that broke the receiver. */
const failureBehind = (key: string): string =>
  key.startsWith(`${exception}#`) ? key.slice(exception.length + 1).replace('/', '#') : ''

const exception = 'uncaught-exception'

/**
 * The fewest causes of the failed cases, each `<rule>#<case>`. The cause that explains most comes first, and its
 * failures are not explained again. If a valid event broke the receiver, the cause of its refusal explains the
 * exception too.
 */
export function mistakesOf(failures: readonly string[]): Found[] {
  const found: Found[] = []
  const echoes = failures.filter((key) => failures.includes(failureBehind(key)))
  let left = failures.filter((key) => !echoes.includes(key))
  for (const { when, unless = [], explains, ...mistake } of patterns) {
    const isShown = when.every((pattern) => [...left, ...echoes].some((key) => matches(pattern, key)))
    const isExcluded = unless.some((pattern) => failures.some((key) => matches(pattern, key)))
    if (!isShown || isExcluded) continue
    const own = left.filter((key) => explains.some((pattern) => matches(pattern, key)))
    left = left.filter((key) => !own.includes(key))
    const behind = echoes.filter((key) => own.includes(failureBehind(key)))
    if (own.length > 0) found.push({ mistake, explains: [...own, ...behind] })
  }
  return found
}
