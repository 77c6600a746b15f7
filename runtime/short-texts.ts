import type { Matcher } from './automaton.js'

/**
 * A pattern that takes time with a high power of the length of a text, and so is asked of texts up to a length only:
 * longer ones pass. Called by generated code.
 */
export function upTo(most: number, pattern: Matcher): Matcher {
  return { test: (text) => text.length > most || pattern.test(text) }
}
