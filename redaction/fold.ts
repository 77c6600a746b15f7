/** A text as it is compared: its letters as numbers, and where each began in the text. */
export interface Folded {
  readonly codes: Uint16Array
  /** One longer than `codes`: the last is the end of the text. */
  readonly starts: Uint32Array
}

/**
 * How a text is compared. `loose`: letter case of ASCII, the number of spaces, a plus sign for a space, and which
 * letters beyond ASCII there are make no difference. `base64`: nor does which of the two alphabets it is. `exact`.
 */
export type Comparison = 'loose' | 'base64' | 'exact'

/** Stands in a loose comparison for any number of letters beyond ASCII: encodings garble them in many ways. */
export const beyondAscii = 0xff_fd

const space = 32

const loose = (code: number): number => {
  if (code >= 65 && code <= 90) return code + 32
  return code === 43 || code === 9 || code === 10 || code === 13 ? space : code
}

const standard = (code: number): number => (code === 45 ? 43 : code === 95 ? 47 : code)

const same = (code: number): number => code

const means: Readonly<Record<Comparison, (code: number) => number>> = { loose, base64: standard, exact: same }

/** The code that stands for each letter of ASCII in a comparison. */
const tableOf = (comparison: Comparison): Uint16Array =>
  Uint16Array.from({ length: 0x80 }, (_, code) => means[comparison](code))

const tables: Readonly<Record<Comparison, Uint16Array>> = {
  loose: tableOf('loose'),
  base64: tableOf('base64'),
  exact: tableOf('exact'),
}

/** Prepares a text for a comparison, once and in one go. */
export function fold(text: string, comparison: Comparison): Folded {
  const table = tables[comparison]
  const isLoose = comparison === 'loose'
  const codes = new Uint16Array(text.length)
  const starts = new Uint32Array(text.length + 1)
  let length = 0
  let before = 0
  for (let index = 0; index < text.length; index++) {
    const own = text.charCodeAt(index)
    const code = own < 0x80 ? (table[own] ?? 0) : isLoose ? beyondAscii : own
    const repeats = isLoose && code === before && (code === beyondAscii || code === space)
    before = code
    if (repeats) continue
    codes[length] = code
    starts[length++] = index
  }
  starts[length] = text.length
  return { codes: codes.subarray(0, length), starts: starts.subarray(0, length + 1) }
}

const isDigitOrLetter = (code: number): boolean =>
  (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)

/** Whether a letter beside what was found may belong to it, in part or as padding. */
export function mayBelong(code: number, comparison: Comparison): boolean {
  if (comparison === 'loose') return code === beyondAscii
  return isDigitOrLetter(code) || code === 43 || code === 47 || code === 61
}
