/**
 * Offsets of a text that was made from another one, in that other one. It is made of stretches: each begins at an
 * offset of the made text, and either copies so many letters or stands for an escape as a whole.
 */
export class OffsetMap {
  readonly #made: number[] = []
  readonly #from: number[] = []
  readonly #isCopy: boolean[] = []
  #endOfSource = 0

  /** Adds a stretch; each begins where the one before it ends. */
  add(made: number, from: number, isCopy: boolean): void {
    this.#made.push(made)
    this.#from.push(from)
    this.#isCopy.push(isCopy)
  }

  /** Sets the length of the source, when all stretches are there. */
  end(source: number): void {
    this.#endOfSource = source
  }

  /** The offset in the source at which a letter begins. */
  start(offset: number): number {
    const index = this.#last(offset)
    return (this.#from[index] ?? 0) + (this.#isCopy[index] === true ? offset - (this.#made[index] ?? 0) : 0)
  }

  /** The offset in the source at which the letter before this offset ends. */
  stop(offset: number): number {
    const index = this.#last(offset - 1)
    return this.#isCopy[index] === true
      ? (this.#from[index] ?? 0) + offset - (this.#made[index] ?? 0)
      : (this.#from[index + 1] ?? this.#endOfSource)
  }

  /** Index of the last stretch that begins at the offset or before it. */
  #last(offset: number): number {
    let [low, high] = [0, this.#made.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((this.#made[middle] ?? Infinity) <= offset) low = middle
      else high = middle
    }
    return low
  }
}
