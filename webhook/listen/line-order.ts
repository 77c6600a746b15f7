type Print = () => void

/** Delays lines about something until its first line was printed. */
export class LineOrder {
  readonly #held = new Map<number, Print[]>()

  /** From now on, lines with this key wait for its first line. */
  expect(key: number): void {
    this.#held.set(key, [])
  }

  /** Prints the waiting lines after the first line. */
  begun(key: number): void {
    const held = this.#held.get(key) ?? []
    this.#held.delete(key)
    for (const print of held) print()
  }

  /** Prints at once, or after the first line if that is still to come. */
  behind(key: number, print: Print): void {
    const held = this.#held.get(key)
    if (held) held.push(print)
    else print()
  }
}
