import { isShort, type Secret, shortestInside, spellingsOf } from './spellings.js'

/** A range of a text that reveals a secret, and the mask for it. */
export interface Match {
  readonly start: number
  readonly stop: number
  readonly mask: string
}

/** The code of ignored characters: white space, and plus signs, which stand for spaces in URLs. */
const omitted = 0xff_ff

/** The folded code of each character; 0 if not computed yet. */
const table = new Uint16Array(0x1_00_00)

/** The folded code of a character, regardless of case. */
const codeOf = (own: number): number => {
  const known = table[own] ?? 0
  if (known !== 0) return known
  const letter = String.fromCharCode(own)
  const folded = letter.toUpperCase().toLowerCase()
  const code = folded.length === 1 ? folded.charCodeAt(0) : own
  return (table[own] = own === 0 || /[\s+]/.test(letter) ? omitted : code)
}

/** A text folded for comparison: the codes of its characters, and their offsets in the text. */
const fold = (text: string) => {
  const [codes, offsets] = [new Uint16Array(text.length), new Uint32Array(text.length)]
  let length = 0
  for (let offset = 0; offset < text.length; offset++) {
    const code = codeOf(text.charCodeAt(offset))
    if (code === omitted) continue
    codes[length] = code
    offsets[length++] = offset
  }
  return { codes: codes.subarray(0, length), offsets: offsets.subarray(0, length) }
}

type Folded = ReturnType<typeof fold>

/** The number of leading codes of a spelling that are used to find it. */
const anchorLength = 6

/** Whether a secret is searched for anywhere; with fewer codes, as in eight spaces, it would match everywhere. */
export function isSearchable(secret: string): boolean {
  return !isShort(secret) && fold(secret).codes.length >= anchorLength
}

/** Counts how many leading codes match at ascending indexes, in linear time by the Z algorithm. */
const counterFor = (spelling: Uint16Array) => {
  const repeats = new Uint32Array(spelling.length)
  let text = spelling
  // The last range of the text that matches the leading codes.
  let [start, stop] = [0, 0]
  const count = (codes: Uint16Array, index: number): number => {
    if (codes !== text) [text, start, stop] = [codes, 0, 0]
    let length = index < stop ? Math.min(repeats[index - start] ?? 0, stop - index) : 0
    if (index + length < stop) return length
    while (length < spelling.length && spelling[length] === codes[index + length]) length++
    ;[start, stop] = [index, index + length]
    return length
  }
  for (let index = 1; index < spelling.length; index++) repeats[index] = count(spelling, index)
  return count
}

/** A rolling hash of the last six codes: older ones are shifted out of the 32 bits. */
const markAfter = (mark: number, code: number): number => ((mark << 6) + code) | 0

const slotOf = (mark: number): number => Math.imul(mark, 0x9e_37_79_b1) >>> 16

/** The end of a cut text, after the remains of a cut character. A secret may contain some of the dots itself. */
const cut =
  String.raw`[\s+]{0,16}(?:(?:(?<=[\\%&])|[\\%&])[\w\\%#{]{0,15})?\uFFFD{0,3}` +
  String.raw`(?:(?=…|\.{3}|$)|(?<=\.)(?=\.\.)|(?<=\.\.)(?=\.)|(?<=…|\.{3}))`

/** After base64: the last bits of a secret, and padding. */
const rest = String.raw`[\w+/-]?={0,2}`

/** Text to mask in addition after a whole secret, and after the beginning of one. */
const plain = { whole: /(?:)/y, beginning: new RegExp(cut, 'y') }
const base64 = { whole: new RegExp(rest, 'y'), beginning: new RegExp(rest + cut, 'y') }

interface Pattern {
  readonly mask: string
  readonly length: number
  readonly count: ReturnType<typeof counterFor>
  readonly ending: typeof plain
}

/** The longest match among patterns that may begin at an index; of equal ones a whole secret. */
const longestAt = (index: number, patterns: readonly Pattern[], text: string, folded: Folded) => {
  const { codes, offsets } = folded
  const start = offsets[index] ?? 0
  let [longest, highest]: [Match | undefined, number] = [undefined, 0]
  for (const { mask, length, count, ending } of patterns) {
    const known = count(codes, index)
    const end = (offsets[index + known - 1] ?? 0) + 1
    const isWhole = known === length
    if (!isWhole && end - start < shortestInside) continue
    const pattern = isWhole ? ending.whole : ending.beginning
    pattern.lastIndex = end
    const stop = end + (pattern.exec(text)?.[0].length ?? -Infinity)
    const rank = 2 * stop + Number(isWhole)
    if (rank > highest) [longest, highest] = [{ start, stop, mask }, rank]
  }
  return longest
}

/** Finds secrets anywhere in texts, in all their spellings. */
export class Search {
  readonly #patterns = new Map<number, Pattern[]>()
  /** Hashes of patterns, so that most positions are skipped without a map lookup. */
  readonly #slots = new Uint8Array(0x1_00_00)

  constructor(secrets: readonly Secret[]) {
    for (const { value, mask } of secrets) {
      const { inBase64, others } = spellingsOf(value)
      for (const text of others) this.#add(text, mask, plain)
      for (const text of inBase64) this.#add(text, mask, base64)
    }
  }

  /** The longest match at each offset of a text. */
  in(text: string): Match[] {
    const found: Match[] = []
    let folded: Folded | undefined
    let [mark, index] = [0, -anchorLength]
    for (let offset = 0; offset < text.length; offset++) {
      const code = codeOf(text.charCodeAt(offset))
      if (code === omitted) continue
      mark = markAfter(mark, code)
      index++
      const patterns = index >= 0 && this.#slots[slotOf(mark)] === 1 ? this.#patterns.get(mark) : undefined
      const match = patterns && longestAt(index, patterns, text, (folded ??= fold(text)))
      if (match) found.push(match)
    }
    return found
  }

  #add(text: string, mask: string, ending: Pattern['ending']): void {
    const { codes } = fold(text)
    if (codes.length < anchorLength) return
    const mark = codes.subarray(0, anchorLength).reduce(markAfter, 0)
    const pattern = { mask, length: codes.length, count: counterFor(codes), ending }
    this.#patterns.set(mark, [...(this.#patterns.get(mark) ?? []), pattern])
    this.#slots[slotOf(mark)] = 1
  }
}
