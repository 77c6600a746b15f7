/**
 * Interleaves several sources, so that the most relevant items of each come first.
 * @yields them lazily
 */
export function* inTurn<Item>(sources: readonly Iterable<Item>[]): Iterable<Item> {
  let running = sources.map((source) => source[Symbol.iterator]())
  while (running.length > 0) {
    const still: Iterator<Item>[] = []
    for (const one of running) {
      const next = one.next()
      if (next.done === true) continue
      yield next.value
      still.push(one)
    }
    running = still
  }
}

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
 * Rows of things that cover, for each pair, both present, both absent, and each without the other. The empty row is
 * left to the caller. Each thing is in a different selection of more than half of the rows (Kleitman and Spencer,
 * Families of k-independent sets, 1973), so that 10 things take 5 rows, and 126 take 9.
 */
export function pairwise<Thing>(things: readonly Thing[]): readonly (readonly Thing[])[] {
  if (things.length < 2) return things.length === 0 ? [] : [things]
  let rows = 2
  const chosen = (): number => Math.floor(rows / 2) + 1
  while (count(rows, chosen()) < things.length) rows++
  const filled: Thing[][] = Array.from({ length: rows }, () => [])
  const columns = choices(rows, chosen())[Symbol.iterator]()
  for (const thing of things) for (const row of columns.next().value ?? []) filled[row]?.push(thing)
  return filled.toSorted((a, b) => b.length - a.length)
}
