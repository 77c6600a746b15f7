/**
 * One of each in turn, until all have ended: what is most telling of each comes before what is less so of any.
 * @yields each, when it is asked for
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
