const choices = function* (rows: number, chosen: number, from = 0): Iterable<readonly number[]> {
  if (chosen === 0) {
    yield []
    return
  }
  for (let row = from; row <= rows - chosen; row++)
    for (const others of choices(rows, chosen - 1, row + 1)) yield [row, ...others]
}

const count = (rows: number, chosen: number): number => {
  let combinations = 1
  for (let index = 1; index <= chosen; index++)
    combinations = (combinations * (rows - chosen + index)) / index
  return Math.round(combinations)
}

/**
 * Rows in which each two of a number of things are there both, absent both, and each without the other. One row, of
 * which nothing is there, is left to the caller. Each thing is in a different choice of more than half of the rows
 * (Kleitman and Spencer, Families of k-independent sets, 1973), so that 10 things take 5 rows, and 126 take 9.
 */
export function pairwise(things: readonly string[]): readonly (readonly string[])[] {
  if (things.length < 2) return things.length === 0 ? [] : [things]
  let rows = 2
  const chosen = (): number => Math.floor(rows / 2) + 1
  while (count(rows, chosen()) < things.length) rows++
  const filled: string[][] = Array.from({ length: rows }, () => [])
  const columns = choices(rows, chosen())[Symbol.iterator]()
  for (const thing of things) for (const row of columns.next().value ?? []) filled[row]?.push(thing)
  return filled.toSorted((a, b) => b.length - a.length)
}
