import { escaped } from './json.js'

/** A number in JSON text that JavaScript cannot represent exactly. */
export interface InexactNumber {
  /** JSON Pointer to the number. */
  readonly pointer: string
  /** The number as written. */
  readonly literal: string
}

/** A decimal number as sign, significant digits without leading and trailing zeros, and exponent of ten. */
const normalised = (literal: string): { text: string; exponent: number } => {
  const [mantissa = '', power = '0'] = literal.toLowerCase().split('e')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const digits = whole + fraction
  let start = 0
  let end = digits.length
  while (digits[start] === '0') start++
  if (start === end) return { text: '0', exponent: 0 }
  while (digits[end - 1] === '0') end--
  const exponent = Number(power) - fraction.length + (digits.length - end)
  const sign = mantissa.startsWith('-') ? '-' : ''
  return { text: `${sign}${digits.slice(start, end)}e${exponent}`, exponent }
}

/**
 * Whether JavaScript represents the number exactly. An integer without exponent must keep all digits; a fraction or a
 * number with exponent may also be the shortest decimal of its double: 0.1 and 1e23 are exact, 0.10000000000000000001
 * is not.
 */
export function isExact(literal: string): boolean {
  const hasExponent = /e/i.test(literal)
  // A double always keeps fifteen digits.
  if (literal.length <= 15 && !hasExponent) return true
  const double = Number(literal)
  const { text, exponent } = normalised(literal)
  if (text === '0') return true
  if (!Number.isFinite(double)) return false
  const isInteger = exponent >= 0 && Number.isInteger(double)
  if (isInteger && normalised(String(BigInt(double))).text === text) return true
  return (hasExponent || exponent < 0) && normalised(String(double)).text === text
}

/** An open container of a text, and its current member. */
interface Frame {
  readonly pointer: string
  index: number
  /** The name of the member as written; undefined in a list. */
  name: string | undefined
}

// Words and white space are skipped.
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*|[[\]{},:]/gs

const pointerOf = (frame: Frame | undefined): string => {
  if (!frame) return ''
  const { pointer, index, name } = frame
  return `${pointer}/${name === undefined ? index : escaped(String(JSON.parse(name)))}`
}

/**
 * The numbers in JSON text that `JSON.parse` would change: integers beyond 2^53 that are not doubles,
 * fractions with more digits than a double has, and numbers that are too large. Linear in the length of the
 * text. @throws SyntaxError for text that is not JSON.
 */
export function inexactNumbers(text: string): readonly InexactNumber[] {
  JSON.parse(text)
  const found: InexactNumber[] = []
  const open: Frame[] = []
  let last = ''
  for (const [token] of text.matchAll(tokens)) {
    const frame = open.at(-1)
    if (token === '[') open.push({ pointer: pointerOf(frame), index: 0, name: undefined })
    else if (token === '{') open.push({ pointer: pointerOf(frame), index: 0, name: '""' })
    else if (token === ']' || token === '}') open.pop()
    else if (token.startsWith('"')) last = token
    else if (frame && token === ',') frame.index++
    else if (frame && token === ':') frame.name = last
    else if (!isExact(token)) found.push({ pointer: pointerOf(frame), literal: token })
  }
  return found
}
