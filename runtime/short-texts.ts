import type { Matcher } from './automaton.js'

/**
 * Limits a pattern whose time is a high power of the text's length to texts up to a length; longer ones always match.
 * Called by generated code.
 */
export function upTo(most: number, pattern: Matcher): Matcher {
  return { test: (text) => text.length > most || pattern.test(text) }
}
