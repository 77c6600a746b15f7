import { ofActing } from './acting.js'
import { ofAnswers } from './answers.js'
import { ofBodies } from './bodies.js'
import { ofEvents, ofTransport } from './events.js'
import type { Mistake, Pattern } from './mistake.js'
import { ofSignatures } from './signatures.js'
import { ofTimes } from './times.js'

export type { Mistake } from './mistake.js'
export { totalMistakes } from './total.js'

const patterns: readonly Pattern[] = [
  ...ofSignatures,
  ...ofBodies,
  ...ofTimes,
  ...ofEvents,
  ...ofTransport,
  ...ofAnswers,
  ...ofActing,
]

const matches = (pattern: string, key: string): boolean =>
  new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(key)

/** A mistake with the failures that it explains. */
export interface Found {
  readonly mistake: Mistake
  readonly explains: readonly string[]
}

/**
 * The fewest causes for the cases that failed, each `<rule>#<case>`: the cause that explains most is looked for first,
 * and what it explains is told no second time.
 */
export function mistakesOf(failures: readonly string[]): Found[] {
  const found: Found[] = []
  let left = [...failures]
  for (const { when, unless = [], explains, ...mistake } of patterns) {
    const isShown = when.every((pattern) => left.some((key) => matches(pattern, key)))
    const isExcluded = unless.some((pattern) => failures.some((key) => matches(pattern, key)))
    if (!isShown || isExcluded) continue
    const own = left.filter((key) => explains.some((pattern) => matches(pattern, key)))
    left = left.filter((key) => !own.includes(key))
    found.push({ mistake, explains: own })
  }
  return found
}
