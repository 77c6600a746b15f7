import type { Spelling } from './spelling.js'

/** So many letters and digits in a row are looked for. */
const row = 8

/** Letters and digits of ASCII as small numbers, letter case apart; 0 for all else, which is passed over. */
const values = Uint8Array.from({ length: 0x80 }, (_, code) => {
  const letter = String.fromCharCode(code)
  return /[\da-z]/i.test(letter) ? Number.parseInt(letter, 36) + 1 : 0
})

const valueOf = (code: number): number => (code < 0x80 ? (values[code] ?? 0) : 0)

/** A number for the last eight letters and digits: each further one moves the oldest out of the 32 bits. */
const after = (mark: number, value: number): number => ((mark << 4) + value) | 0

const slotOf = (mark: number): number => Math.imul(mark, 0x9e_37_79_b1) >>> 16

interface Anchor {
  readonly spelling: Spelling
  /** Where in the spelling its eighth letter or digit stands. */
  readonly at: number
}

/** Where a spelling may stand: the offsets of its eighth letter or digit, and which of its letters that is. */
export interface Candidate extends Anchor {
  readonly offsets: readonly number[]
}

const anchorOf = (spelling: Spelling): (Anchor & { readonly mark: number }) | undefined => {
  let [mark, count] = [0, 0]
  for (const [at, code] of spelling.facts.codes.entries()) {
    const value = valueOf(code)
    if (value === 0) continue
    mark = after(mark, value)
    if (++count === row) return { spelling, at, mark }
  }
  return undefined
}

const none: readonly Candidate[] = []

/** Finds in one go which of many spellings may stand in a text, by their first eight letters and digits. */
export class Candidates {
  /** Spellings that have fewer: these may stand anywhere. */
  readonly anywhere: readonly Spelling[]
  readonly #anchors = new Map<number, Anchor[]>()
  readonly #slots = new Uint8Array(0x1_00_00)

  constructor(spellings: readonly Spelling[]) {
    const anywhere: Spelling[] = []
    for (const spelling of spellings) {
      const anchor = anchorOf(spelling)
      if (anchor === undefined) anywhere.push(spelling)
      else this.#add(anchor.mark, anchor)
    }
    this.anywhere = anywhere
  }

  /** The spellings that may stand in a text. */
  in(text: string): readonly Candidate[] {
    let found: Map<Anchor, number[]> | undefined
    let mark = 0
    for (let index = 0; index < text.length; index++) {
      const value = valueOf(text.charCodeAt(index))
      if (value === 0) continue
      mark = after(mark, value)
      if (this.#slots[slotOf(mark)] === 1) this.#note(mark, index, (found ??= new Map()))
    }
    return found === undefined ? none : Array.from(found, ([anchor, offsets]) => ({ ...anchor, offsets }))
  }

  #note(mark: number, index: number, found: Map<Anchor, number[]>): void {
    for (const anchor of this.#anchors.get(mark) ?? []) {
      const offsets = found.get(anchor)
      if (offsets === undefined) found.set(anchor, [index])
      else offsets.push(index)
    }
  }

  #add(mark: number, anchor: Anchor): void {
    const others = this.#anchors.get(mark)
    if (others === undefined) this.#anchors.set(mark, [anchor])
    else others.push(anchor)
    this.#slots[slotOf(mark)] = 1
  }
}
