import { type Comparison, type Folded, mayBelong } from './fold.js'

/** The text of a spelling and how it is compared. */
export interface SpellingFacts {
  readonly codes: Uint16Array
  readonly comparison: Comparison
  readonly mask: string
  /** How many letters before it belong to the secret in part. */
  readonly lead: number
  /** How many behind it do, padding included. */
  readonly trail: number
  /** So many of its first letters give the secret away where a text is cut. */
  readonly fewest: number
}

/** One way in which a secret may be written, searched by Knuth, Morris and Pratt: no text makes it slow. */
export class Spelling {
  readonly facts: SpellingFacts
  #borders: Uint32Array | undefined

  constructor(facts: SpellingFacts) {
    this.facts = facts
  }

  /** For each beginning, how long the longest shorter beginning is that it ends with. Made when first needed. */
  get #table(): Uint32Array {
    if (this.#borders !== undefined) return this.#borders
    const { codes } = this.facts
    const borders = new Uint32Array(codes.length)
    let state = 0
    for (let index = 1; index < codes.length; index++) {
      while (state > 0 && codes[state] !== codes[index]) state = borders[state - 1] ?? 0
      if (codes[state] === codes[index]) state++
      borders[index] = state
    }
    this.#borders = borders
    return borders
  }

  /**
   * Looks for it between two offsets of a folded text.
   * @returns how many of its first letters the stretch ends with
   */
  search(
    text: Uint16Array,
    from: number,
    to: number,
    onFound: (start: number, stop: number) => void,
  ): number {
    const { codes } = this.facts
    const borders = this.#table
    let state = 0
    for (let index = Math.max(from, 0); index < Math.min(to, text.length); index++) {
      const code = text[index]
      while (state > 0 && (state === codes.length || codes[state] !== code)) state = borders[state - 1] ?? 0
      if (codes[state] === code) state++
      if (state === codes.length) onFound(index + 1 - state, index + 1)
    }
    return state
  }

  /** A match with the letters around it that belong to the secret in part, as offsets of the text. */
  widened({ codes, starts }: Folded, start: number, stop: number): readonly [start: number, stop: number] {
    const { comparison, lead, trail } = this.facts
    const belongs = (index: number): boolean => mayBelong(codes[index] ?? 0, comparison)
    let [first, last] = [start, stop]
    while (first > 0 && start - first < lead && belongs(first - 1)) first--
    while (last < codes.length && last - stop < trail && belongs(last)) last++
    return [starts[first] ?? 0, starts[last] ?? 0]
  }
}
