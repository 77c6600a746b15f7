import { isShort, type Secret, shortestInside, spellingsOf } from './spellings.js'

/** A stretch of a text that gives a secret away, and the text that stands in its place. */
export interface Match {
  readonly start: number
  readonly stop: number
  readonly mask: string
}

/** Stands for letters that make no difference: white space, and plus signs, which URLs have for spaces. */
const omitted = 0xff_ff

/** The code of each letter in a comparison; 0 where it was not computed yet. */
const table = new Uint16Array(0x1_00_00)

/** The code of a letter in a comparison, the same in either case. */
const codeOf = (own: number): number => {
  const known = table[own] ?? 0
  if (known !== 0) return known
  const letter = String.fromCharCode(own)
  const folded = letter.toUpperCase().toLowerCase()
  const code = folded.length === 1 ? folded.charCodeAt(0) : own
  return (table[own] = own === 0 || /[\s+]/.test(letter) ? omitted : code)
}

/** A text as it is compared: the codes of its letters, and where in the text each stands. */
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

/** A spelling is looked for where its first codes stand, so many. */
const anchorLength = 6

/** Whether a secret is found wherever it stands: with fewer codes, as of eight spaces, it would be everywhere. */
export function isSearchable(secret: string): boolean {
  return !isShort(secret) && fold(secret).codes.length >= anchorLength
}

/**
 * Counts how many of the first codes of a spelling stand at an index of a text, from left to right. This is the Z
 * algorithm: it passes over what it has compared, so no text makes it slow.
 */
const counterFor = (own: Uint16Array) => {
  const repeats = new Uint32Array(own.length)
  let text = own
  // The last stretch of the text that is as the first codes.
  let [start, stop] = [0, 0]
  const count = (codes: Uint16Array, index: number): number => {
    if (codes !== text) [text, start, stop] = [codes, 0, 0]
    let length = index < stop ? Math.min(repeats[index - start] ?? 0, stop - index) : 0
    if (index + length < stop) return length
    while (length < own.length && own[length] === codes[index + length]) length++
    ;[start, stop] = [index, index + length]
    return length
  }
  for (let index = 1; index < own.length; index++) repeats[index] = count(own, index)
  return count
}

/** A number for the last six codes: each further one moves the oldest out of the 32 bits. */
const markAfter = (mark: number, code: number): number => ((mark << 6) + code) | 0

const slotOf = (mark: number): number => Math.imul(mark, 0x9e_37_79_b1) >>> 16

/** Where a text was cut, behind what the cut left of a letter. A secret may have some of the dots itself. */
const cut =
  String.raw`[\s+]{0,16}(?:(?:(?<=[\\%&])|[\\%&])[\w\\%#{]{0,15})?\uFFFD{0,3}` +
  String.raw`(?:(?=…|\.{3}|$)|(?<=\.)(?=\.\.)|(?<=\.\.)(?=\.)|(?<=…|\.{3}))`

/** Behind base64: the last bits of a secret, and padding. */
const rest = String.raw`[\w+/-]?={0,2}`

/** What is masked behind a whole secret, and behind the beginning of one. */
const plain = { whole: /(?:)/y, beginning: new RegExp(cut, 'y') }
const base64 = { whole: new RegExp(rest, 'y'), beginning: new RegExp(rest + cut, 'y') }

interface Pattern {
  readonly mask: string
  readonly length: number
  readonly count: ReturnType<typeof counterFor>
  readonly ending: typeof plain
}

/** The longest match where some patterns may begin; of two alike, a whole secret rather than a beginning. */
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

/** Finds secrets in texts, wherever they stand, in all their spellings. */
export class Search {
  readonly #patterns = new Map<number, Pattern[]>()
  /** Marks of patterns, so that most of a text is passed over without a look into the map. */
  readonly #slots = new Uint8Array(0x1_00_00)

  constructor(secrets: readonly Secret[]) {
    for (const { value, mask } of secrets) {
      const { inBase64, others } = spellingsOf(value)
      for (const text of others) this.#add(text, mask, plain)
      for (const text of inBase64) this.#add(text, mask, base64)
    }
  }

  /** The matches in a text, at each offset the longest. */
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
