/** The question asked of a regular expression, answered without one. */
export interface Matcher {
  test(text: string): boolean
}

/**
 * A pattern that would take time without end on some texts, as a table that is followed character by character.
 * Called by generated code.
 * @param columns number of columns of the table
 * @param ranges where each range of characters begins, followed by its column, in order
 * @param moves the next state by state and column, row after row; -1 where no text fits any more, -2 where every does
 * @param ends states in which a text may end
 * @param isByUnit whether halves of surrogate pairs count as characters, as they do without the flag `u`
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
