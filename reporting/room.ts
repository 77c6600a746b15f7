/** The lines that fit, and the number of those that do not. */
export interface Fitted {
  readonly lines: readonly string[]
  readonly leftOut: number
}

/** A size in bytes that lines use up in sequence. */
export class Room {
  #bytes: number

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** The remaining bytes; 0 once a line did not fit. */
  get left(): number {
    return Math.max(0, this.#bytes)
  }

  /** Takes lines, each with its line feed, while they fit. */
  take(lines: readonly string[]): Fitted {
    const end = lines.findIndex((line) => !this.#fits(Buffer.byteLength(line) + 1))
    return end === -1 ? { lines, leftOut: 0 } : { lines: lines.slice(0, end), leftOut: lines.length - end }
  }

  #fits(bytes: number): boolean {
    if (bytes > this.#bytes) return false
    this.#bytes -= bytes
    return true
  }
}
