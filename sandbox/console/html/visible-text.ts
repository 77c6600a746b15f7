import { type Markup, markup } from './markup.js'

/** Emoji that are joined of several, and flags that are spelled by tags: their joiners and tags are no trick. */
const emoji =
  '\\p{RI}{2}|\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}|\\p{Extended_Pictographic}[\\uFE0F\\p{EMod}]*(?:\\u200D\\p{Extended_Pictographic}[\\uFE0F\\p{EMod}]*)+'

/** Joiners between letters that are written joined, or kept from it; between Latin letters they have no business. */
const joined = '(?<=[\\p{L}\\p{M}])(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Grek}])[\\u200C\\u200D](?=\\p{L})'

/**
 * Characters that cannot be seen or that turn text around, and combining marks that stand in heaps: whatever is no
 * part of an emoji or of a joined script.
 */
const unsafe =
  '(?![\\n\\t])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\u3164\\u2800]+|(?<=\\p{M}{4})\\p{M}+'

const pattern = new RegExp(`(?<safe>${emoji}|${joined})|(?<unsafe>${unsafe})`, 'gu')

const codes = (text: string): string =>
  Array.from(
    text,
    (letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ')

/** The start of a text, which ends with no half of a character and no joiner to what was cut off. */
const startOf = (text: string, length: number): string =>
  text.length > length ? text.slice(0, length).replace(/[\uD800-\uDBFF\u200D]+$/u, '') : text

interface Piece {
  readonly text: string
  readonly isUnsafe: boolean
}

const piecesOf = (text: string): readonly Piece[] => {
  const pieces: Piece[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    const hidden = match.groups?.['unsafe']
    if (hidden === undefined) continue
    pieces.push({ text: text.slice(end, match.index), isUnsafe: false }, { text: hidden, isUnsafe: true })
    end = match.index + hidden.length
  }
  return [...pieces, { text: text.slice(end), isUnsafe: false }]
}

/** A text from elsewhere as an element shows it: cut at a length, and what cannot be seen by its number. */
export function visibleText(text: string, longest = Infinity): Markup {
  const start = startOf(text, longest)
  const rest = text.length - start.length
  return markup`${piecesOf(start).map((piece) =>
    piece.isUnsafe ? markup`<span class="mark">${codes(piece.text)}</span>` : piece.text,
  )}${rest === 0 ? undefined : markup`<span class="mark">… ${rest.toLocaleString('en-US')} more ${rest === 1 ? 'character' : 'characters'}</span>`}`
}

/** The same where there is room for text and no elements, as in an option of a list or a title. */
export function visibleLine(text: string, longest: number): string {
  const start = startOf(text, longest)
  const line = piecesOf(start)
    .map((piece) => (piece.isUnsafe ? '\uFFFD' : piece.text))
    .join('')
  return start === text ? line : `${line}…`
}
