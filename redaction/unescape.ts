import { OffsetMap } from './offset-map.js'

/** Stands for a letter beyond ASCII of which only that much is known. */
export const unknownLetter = '\uFFFD'

/**
 * Every escape that is undone, and line breaks with the indentation behind them, which wrap a long text. All
 * repetitions are bounded: each try ends after a few letters, whatever the text.
 */
const escapes = new RegExp(
  [
    String.raw`\\[^\da-z]`,
    String.raw`[\\%]u[\da-f]{4}`,
    String.raw`\\u\{[\da-f]{1,8}\}`,
    String.raw`(?:%|\\x)[\da-f]{2}`,
    String.raw`\\[0-3]?[0-7]{1,2}`,
    String.raw`\\[nrt]`,
    String.raw`&#\d{1,12};?`,
    String.raw`&#x[\da-f]{1,12};?`,
    String.raw`&[a-z]{2,8};`,
    String.raw`[\r\n]+[ \t]*`,
  ].join('|'),
  'gi',
)

const isEscaped = /[\\%&\r\n]/

const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' }

const names = new Map(
  Object.entries({
    amp: '&',
    apos: "'",
    ast: '*',
    bsol: '\\',
    colon: ':',
    comma: ',',
    commat: '@',
    dollar: '$',
    equals: '=',
    excl: '!',
    grave: '`',
    gt: '>',
    hat: '^',
    lbrace: '{',
    lbrack: '[',
    lcub: '{',
    lowbar: '_',
    lpar: '(',
    lsqb: '[',
    lt: '<',
    num: '#',
    percnt: '%',
    period: '.',
    plus: '+',
    quest: '?',
    quot: '"',
    rbrace: '}',
    rbrack: ']',
    rcub: '}',
    rpar: ')',
    rsqb: ']',
    semi: ';',
    sol: '/',
    tab: '\t',
    verbar: '|',
    vert: '|',
  }),
)

const letterOf = (code: number): string => (code <= 0x10_ff_ff ? String.fromCodePoint(code) : unknownLetter)

const hexadecimal = (digits: string): string => letterOf(Number.parseInt(digits, 16))

/** `&quot;`, `&#34;` or `&#x22;`. */
const ofHtml = (escape: string): string => {
  if (escape[1] !== '#') return names.get(escape.slice(1, -1).toLowerCase()) ?? unknownLetter
  const isHex = escape[2] === 'x' || escape[2] === 'X'
  return isHex ? hexadecimal(escape.slice(3)) : letterOf(Number.parseInt(escape.slice(2), 10))
}

/** The rest of an escape after a backslash or a percent sign: `u0022`, `u{22}`, `x22`, `22`, `042`, `n`, `"`. */
const ofCode = (escape: string): string => {
  const kind = escape.charAt(1).toLowerCase()
  if (kind === 'u') return hexadecimal(escape.slice(escape[2] === '{' ? 3 : 2))
  if (escape[0] === '%') return hexadecimal(escape.slice(1))
  if (kind === 'x') return hexadecimal(escape.slice(2))
  return kind >= '0' && kind <= '7' ? letterOf(Number.parseInt(escape.slice(1), 8)) : (controls[kind] ?? kind)
}

const undone = (escape: string): string => {
  const first = escape[0]
  if (first === '&') return ofHtml(escape)
  return first === '\\' || first === '%' ? ofCode(escape) : ''
}

/** A text with escapes undone, and where its letters came from. */
export interface Unescaped {
  readonly text: string
  readonly stretches: OffsetMap
}

/**
 * Undoes all escapes of a text once: those of JSON and of programming languages, of URLs and of HTML. Bytes become
 * the letters of Latin-1. Undefined where there is none.
 */
export function unescapeOnce(text: string): Unescaped | undefined {
  if (!isEscaped.test(text)) return undefined
  const stretches = new OffsetMap()
  const pieces: string[] = []
  let [done, made] = [0, 0]
  const take = (piece: string, from: number, isCopy: boolean): void => {
    stretches.add(made, from, isCopy)
    pieces.push(piece)
    made += piece.length
  }
  for (const match of text.matchAll(escapes)) {
    if (match.index > done) take(text.slice(done, match.index), done, true)
    take(undone(match[0]), match.index, false)
    done = match.index + match[0].length
  }
  if (done === 0) return undefined
  take(text.slice(done), done, true)
  stretches.end(text.length)
  return { text: pieces.join(''), stretches }
}
