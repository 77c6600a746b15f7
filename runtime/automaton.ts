/** The part of a regular expression that validators use, which an automaton can implement. */
export interface Matcher {
  test(text: string): boolean
}

/**
 * A matcher for a pattern that would backtrack excessively: a table-driven automaton that reads each character once.
 * Called by generated code.
 * @param columns number of columns of the table
 * @param ranges the start of each range of characters, followed by its column, in order
 * @param moves the next state by state and column, row after row; -1 if no text can match any more, -2 if every text
 * does
 * @param ends states in which a text may end
 * @param isByUnit whether each half of a surrogate pair counts as a character, as without the flag `u`
 */
export function automaton(
  columns: number,
  ranges: readonly number[],
  moves: readonly number[],
  ends: readonly number[],
  isByUnit = false,
): Matcher {
  const columnOf = (point: number): number => {
    let low = 0
    let high = ranges.length / 2
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((ranges[middle * 2] ?? 0) <= point) low = middle
      else high = middle
    }
    return ranges[low * 2 + 1] ?? 0
  }
  return {
    test(text) {
      let state = 0
      for (const character of isByUnit ? text.split('') : text) {
        state = moves[state * columns + columnOf(character.codePointAt(0) ?? 0)] ?? -1
        if (state < 0) return state === -2
      }
      return ends.includes(state)
    },
  }
}

/**
 * Limits a pattern whose time is a high power of the text's length to texts up to a length; longer ones always match.
 * Called by generated code.
 */
export function upTo(most: number, pattern: Matcher): Matcher {
  return { test: (text) => text.length > most || pattern.test(text) }
}
