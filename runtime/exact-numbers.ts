/** A number in JSON text that JavaScript cannot represent exactly. */
export interface InexactNumber {
  /** JSON Pointer to the number. */
  readonly pointer: string
  /** The number as written. */
  readonly literal: string
}

/** Thrown for text that is not JSON; `at` is the index of the offending character. */
export class JsonTextError extends SyntaxError {
  override readonly name = 'JsonTextError'
  readonly at: number

  constructor(at: number) {
    super(`the text is no JSON: character ${at} does not fit`)
    this.at = at
  }
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

/** An open container, and its current member. */
interface Frame {
  readonly pointer: string
  readonly isArray: boolean
  index: number
  key: string
}

const numberAt = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const escapeAt = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y
const words = ['true', 'false', 'null']

// Reads every character once and is not recursive, so that text can have any length and depth.
class Scanner {
  readonly #text: string
  readonly #open: Frame[] = []
  readonly #found: InexactNumber[] = []
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  run(): readonly InexactNumber[] {
    let isMore = true
    while (isMore) {
      this.#skipSpace()
      isMore = this.#value()
    }
    if (this.#at < this.#text.length) this.#fail()
    return this.#found
  }

  /** Reads a value, or the start of a container; true if another value follows. */
  #value(): boolean {
    const first = this.#text[this.#at]
    if (first === '[' || first === '{') return this.#start(first === '[')
    if (first === '"') this.#string()
    else if (!this.#word()) this.#number()
    return this.#next()
  }

  #start(isArray: boolean): boolean {
    this.#open.push({ pointer: this.#pointer(), isArray, index: 0, key: '' })
    this.#at++
    this.#skipSpace()
    if (this.#text[this.#at] === (isArray ? ']' : '}')) return this.#next()
    if (!isArray) this.#key()
    return true
  }

  /** Continues after a value, closing containers that end there; true if another value follows. */
  #next(): boolean {
    for (;;) {
      this.#skipSpace()
      const frame = this.#open.at(-1)
      if (!frame) return false
      const mark = this.#text[this.#at++]
      if (mark === ',') {
        this.#skipSpace()
        if (frame.isArray) frame.index++
        else this.#key()
        return true
      }
      if (mark !== (frame.isArray ? ']' : '}')) this.#fail(this.#at - 1)
      this.#open.pop()
    }
  }

  #key(): void {
    const start = this.#at
    if (this.#text[start] !== '"') this.#fail()
    this.#string()
    const frame = this.#open.at(-1)
    if (frame) frame.key = this.#text.slice(start, this.#at)
    this.#skipSpace()
    if (this.#text[this.#at++] !== ':') this.#fail(this.#at - 1)
  }

  #string(): void {
    for (this.#at++; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at)
      if (code === 0x22) break
      if (code === 0x5c) this.#at += this.#match(escapeAt).length - 1
      else if (!(code >= 0x20)) this.#fail()
    }
    this.#at++
  }

  #word(): boolean {
    const word = words.find((one) => this.#text.startsWith(one, this.#at))
    this.#at += word?.length ?? 0
    return word !== undefined
  }

  #number(): void {
    const literal = this.#match(numberAt)
    if (!isExact(literal)) this.#found.push({ pointer: this.#pointer(), literal })
    this.#at += literal.length
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    return match ? match[0] : this.#fail()
  }

  #pointer(): string {
    const frame = this.#open.at(-1)
    if (!frame) return ''
    if (frame.isArray) return `${frame.pointer}/${frame.index}`
    const key: unknown = JSON.parse(frame.key)
    return `${frame.pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`
  }

  #skipSpace(): void {
    for (;;) {
      const code = this.#text.charCodeAt(this.#at)
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return
      this.#at++
    }
  }

  #fail(at = this.#at): never {
    throw new JsonTextError(Math.min(at, this.#text.length))
  }
}

/**
 * The numbers in JSON text that `JSON.parse` would change: integers beyond 2^53 that are no doubles, fractions with
 * more digits than a double has, and numbers that are too large. Linear in the length of the text.
 * @throws JsonTextError exactly when `JSON.parse` would throw.
 */
export function inexactNumbers(text: string): readonly InexactNumber[] {
  return new Scanner(text).run()
}
