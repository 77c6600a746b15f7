import { createRequire } from 'node:module'
import { createContext, Script } from 'node:vm'
import type * as fastCheck from 'fast-check'

// Without a group that is repeated, time grows no faster than a power of the length.
const repeatedGroup = /\)(?:[*+]|\{\d+,\d*\})/

const longestTried = 60
const longestDrawn = 200
const repeats = 40
// The second, longer trial is for a machine that was busy with something else during the first.
const millisecondsAllowed = [200, 1000]

/** Some texts that match a pattern. Loaded only here: few documents have a pattern that has to be tried. */
const matching = (pattern: string): string[] => {
  const plain = ['a', 'A', '0', ' ', '-', '/', 'a.', '0,']
  // To draw from a pattern of the size of a grammar takes seconds.
  if (pattern.length > longestDrawn) return plain
  try {
    const fc: typeof fastCheck = createRequire(import.meta.url)('fast-check')
    const found = fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), {
      numRuns: 4,
      seed: 1,
    })
    return [...plain, ...found.map((text) => text.slice(0, longestTried))]
  } catch {
    return plain
  }
}

/** A text with one piece of it repeated many times, and an end that is seldom wanted. */
const pumped = (text: string): string[] =>
  Array.from({ length: text.length }, (_, index) => index).flatMap((at) =>
    [1, 2, 3].map((length) => {
      const end = at + length
      return `${text.slice(0, at)}${text.slice(at, end).repeat(repeats)}${text.slice(end)}\u{0}!`
    }),
  )

const trial = new Script('for (const text of texts) expression.test(text)')

/**
 * True for a pattern that takes time without end on a text of moderate length, so that whoever sends such a text
 * could stop a service. Found by trying: texts that match are pumped up, in a context that is stopped in time.
 */
export function isCatastrophic(pattern: string): boolean {
  if (!repeatedGroup.test(pattern)) return false
  const texts = matching(pattern).flatMap(pumped)
  const context = createContext({ texts, expression: new RegExp(pattern, 'u') })
  return millisecondsAllowed.every((timeout) => {
    try {
      trial.runInContext(context, { timeout })
      return false
    } catch {
      return true
    }
  })
}
