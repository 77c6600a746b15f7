/** Whether a value is an object, and neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A media type without its parameters, in lower case. */
export function bareMediaType(mediaType: string): string {
  return mediaType.replace(/;.*/s, '').trim().toLowerCase()
}

/** Whether a media type is JSON: `application/json`, or any that ends in `+json`. */
export function isJson(mediaType: string): boolean {
  return /[/+]json$/.test(bareMediaType(mediaType))
}

/** A segment of a JSON Pointer as a key. */
export function unescaped(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** A key as a segment of a JSON Pointer. */
export function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}

const sameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((item, index) => deepEqual(item, b[index]))

/** Equality of two JSON values as in JSON Schema: regardless of the order of members, without coercion. */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a)) return Array.isArray(b) && sameItems(a, b)
  if (!isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && deepEqual(a[key], b[key]))
  )
}

/** Positions of two equal items. */
interface Repeated {
  readonly i: number
  readonly j: number
}

// For so few items, comparing all pairs is faster than a map.
const few = 8

// Nested values are compared by `deepEqual`.
const shallow = (value: unknown): string => (typeof value === 'object' ? '' : (JSON.stringify(value) ?? ''))

const memberText = ([key, member]: readonly [string, unknown]): string => `${key}:${shallow(member)}`

/** A key that equal values share; different values may share it too. */
const keyOf = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const texts = Array.isArray(value) ? value.map(shallow) : Object.entries(value).map(memberText).sort()
  return texts.join()
}

const lastOf = (positions: readonly number[], test: (position: number) => boolean): number | undefined => {
  for (let at = positions.length - 1; at >= 0; at--) {
    const position = positions[at]
    if (position !== undefined && test(position)) return position
  }
  return undefined
}

const inLongList = (list: readonly unknown[]): Repeated | null => {
  const positions = new Map<unknown, number[]>()
  let repeated: Repeated | null = null
  for (const [i, item] of list.entries()) {
    const key = keyOf(item)
    const before = positions.get(key) ?? []
    const j = lastOf(before, (position) => deepEqual(item, list[position]))
    if (j !== undefined) repeated = { i, j }
    before.push(i)
    positions.set(key, before)
  }
  return repeated
}

/** The last two equal items of a list, by equality of JSON Schema; null if all differ. */
export function repeated(list: readonly unknown[]): Repeated | null {
  if (list.length > few) return inLongList(list)
  for (let i = list.length - 1; i > 0; i--) {
    for (let j = i - 1; j >= 0; j--) if (deepEqual(list[i], list[j])) return { i, j }
  }
  return null
}

/** Length of a string in Unicode code points, as JSON Schema counts it (minLength, maxLength). */
export function unicodeLength(text: string): number {
  let length = 0
  for (let index = 0; index < text.length; index++) {
    length++
    const unit = text.charCodeAt(index)
    const isHighSurrogate = unit >= 0xd800 && unit <= 0xdbff
    if (isHighSurrogate && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00) index++
  }
  return length
}

// A character has one or two UTF-16 units, so counting is only needed if the number of units does not decide.

/** Whether a text has more characters than a limit. */
export function isLonger(text: string, limit: number): boolean {
  return text.length > limit && unicodeLength(text) > limit
}

/** Whether a text has fewer characters than a limit. */
export function isShorter(text: string, limit: number): boolean {
  return text.length < limit || (text.length < 2 * limit && unicodeLength(text) < limit)
}

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
  // The literal of an integer is read as an integer, however large.
  if (exponent >= 0 && normalised(String(BigInt(double))).text === text) return true
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
