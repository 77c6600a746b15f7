type Print = () => void

/** Keeps what is said of something behind the line that comes first of it. */
export class LineOrder {
  readonly #held = new Map<number, Print[]>()

  /** From now on, what is said of it waits for its first line. */
  expect(key: number): void {
    this.#held.set(key, [])
  }

  /** Its first line was printed. */
  begun(key: number): void {
    const held = this.#held.get(key) ?? []
    this.#held.delete(key)
    for (const print of held) print()
  }

  /** Prints at once, or behind the first line where that is still to come. */
  behind(key: number, print: Print): void {
    const held = this.#held.get(key)
    if (held) held.push(print)
    else print()
  }
}
