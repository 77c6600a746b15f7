/** The lines that had room, and how many had none. */
export interface Fitted {
  readonly lines: readonly string[]
  readonly leftOut: number
}

/** Room in bytes that lines take up one after the other. */
export class Room {
  #bytes: number

  constructor(bytes: number) {
    this.#bytes = bytes
  }

  /** The bytes that are left; none where something had no room any more. */
  get left(): number {
    return Math.max(0, this.#bytes)
  }

  /** Lines from the first one on, each with its line feed, as long as there is room. */
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
