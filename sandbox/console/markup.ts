/** Text that is markup already. Only `markup` creates it, so that no other text reaches a page unescaped. */
export class Markup {
  readonly #text: string

  private constructor(text: string) {
    this.#text = text
  }

  static of(strings: readonly string[], parts: readonly Content[]): Markup {
    return new Markup(strings.map((text, index) => text + rendered(parts[index])).join(''))
  }

  toString(): string {
    return this.#text
  }
}

/** The content of a page: strings are escaped, lists are concatenated, nothing comes of `undefined` and `false`. */
export type Content = Markup | string | number | false | undefined | readonly Content[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (letter) => entities[letter] ?? letter)

const rendered = (part: Content): string => {
  if (part === undefined || part === false) return ''
  if (part instanceof Markup) return part.toString()
  return typeof part === 'object' ? part.map(rendered).join('') : escaped(String(part))
}

/** A piece of a page. Interpolated values are escaped for elements and quoted attributes, unless they are markup. */
export function markup(strings: TemplateStringsArray, ...parts: readonly Content[]): Markup {
  return Markup.of(strings, parts)
}

/** Emoji sequences and flags, whose joiners and tags are legitimate. */
const emoji =
  '\\p{RI}{2}|\\u{1F3F4}[\\u{E0020}-\\u{E007E}]+\\u{E007F}|\\p{Extended_Pictographic}[\\uFE0F\\p{EMod}]*(?:\\u200D\\p{Extended_Pictographic}[\\uFE0F\\p{EMod}]*)+'

/** Joiners between letters of cursive scripts; between Latin letters they have no purpose. */
const joined = '(?<=[\\p{L}\\p{M}])(?<![\\p{sc=Latn}\\p{sc=Cyrl}\\p{sc=Grek}])[\\u200C\\u200D](?=\\p{L})'

/** Invisible and bidirectional characters, and stacks of combining marks, except in emoji and cursive scripts. */
const unsafe =
  '(?![\\n\\t])[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Co}\\p{Cn}\\p{Zl}\\p{Zp}\\u3164\\u2800]+|(?<=\\p{M}{4})\\p{M}+'

const pattern = new RegExp(`(?<safe>${emoji}|${joined})|(?<unsafe>${unsafe})`, 'gu')

const codes = (text: string): string =>
  Array.from(
    text,
    (letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
  ).join(' ')

/** The start of a text, without cutting a surrogate pair or leaving a trailing joiner. */
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

/** External text for an element: shortened, with invisible characters shown by code point. */
export function visibleText(text: string, longest = Infinity): Markup {
  const start = startOf(text, longest)
  const rest = text.length - start.length
  return markup`${piecesOf(start).map((piece) =>
    piece.isUnsafe ? markup`<span class="mark">${codes(piece.text)}</span>` : piece.text,
  )}${rest === 0 ? undefined : markup`<span class="mark">… ${rest.toLocaleString('en-US')} more ${rest === 1 ? 'character' : 'characters'}</span>`}`
}

/** External text as by `visibleText`, but plain, for options and titles, which cannot contain elements. */
export function visibleLine(text: string, longest: number): string {
  const start = startOf(text, longest)
  const shown = piecesOf(start).map((piece) => (piece.isUnsafe ? '\uFFFD' : piece.text))
  return `${shown.join('')}${start === text ? '' : '…'}`
}
