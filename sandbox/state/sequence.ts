/** Ids in the order of their coming, with the position of each: the walk from any of them costs nothing to start. */
export class Sequence {
  readonly #ids: (string | undefined)[] = []
  readonly #positions = new Map<string, number>()

  add(id: string): void {
    if (this.#positions.has(id)) return
    this.#positions.set(id, this.#ids.length)
    this.#ids.push(id)
  }

  remove(id: string): void {
    const position = this.#positions.get(id)
    if (position === undefined) return
    this.#positions.delete(id)
    this.#ids[position] = undefined
  }

  *walk(order: 'newest-first' | 'oldest-first', after?: string): Generator<string> {
    const step = order === 'newest-first' ? -1 : 1
    const edge = step < 0 ? this.#ids.length : -1
    const start = after === undefined ? edge : this.#positions.get(after)
    if (start === undefined) return
    for (let at = start + step; at >= 0 && at < this.#ids.length; at += step) {
      const id = this.#ids[at]
      if (id !== undefined) yield id
    }
  }
}
