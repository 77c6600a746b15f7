import { appendKey } from '../../document/index.js'

/** Where a value stands in a JSON text: offsets of the name of its member, where it has one, and of the value. */
export interface ValuePosition {
  readonly name?: number
  readonly value: number
}

/** The positions of all values by JSON Pointer, and where the text stops being JSON, if it does. */
export interface JsonPositions {
  readonly positions: ReadonlyMap<string, ValuePosition>
  readonly broken?: { readonly offset: number; readonly message: string }
}

/** Pointers into what is nested more deeply than any schema asks for would only fill the memory. */
const deepest = 100

/** An object or a list that is open. */
interface Frame {
  readonly pointer: string
  readonly isList: boolean
  index: number
}

type Expected = 'value' | 'first' | 'name' | 'colon' | 'next' | 'end'

const blank = /[ \t\n\r]*/y
const plain = /(?:[[\]{}:,]|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[Ee][+-]?\d+)?|true|false|null)(?![\w.+-]))/y
const marks = '[]{}:,'

/** The offset behind a string that begins at one; undefined when it has no end. */
const endOfString = (text: string, start: number): number | undefined => {
  for (let at = start + 1; at < text.length; at += 1) {
    const letter = text.charAt(at)
    if (letter === '"') return at + 1
    if (letter === '\\') at += 1
  }
  return undefined
}

const matchedAt = (pattern: RegExp, text: string, start: number): number | undefined => {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : undefined
}

const isString = (quoted: string): boolean => {
  try {
    return typeof JSON.parse(quoted) === 'string'
  } catch {
    return false
  }
}

/** The next mark, string, number or word of a text, with where it begins. */
const tokenAt = (text: string, start: number): { readonly offset: number; readonly token: string } => {
  const offset = matchedAt(blank, text, start) ?? start
  const isQuoted = text.charAt(offset) === '"'
  const end = isQuoted ? endOfString(text, offset) : matchedAt(plain, text, offset)
  const token = text.slice(offset, end ?? offset)
  return { offset, token: isQuoted && !isString(token) ? '' : token }
}

const textOf = (quoted: string): string => {
  const value: unknown = JSON.parse(quoted)
  return typeof value === 'string' ? value : quoted
}

const wanted: Readonly<Record<Expected, string>> = {
  value: 'a value is due',
  first: 'a value or the end of the list is due',
  name: 'the name of a member in double quotes is due',
  colon: 'a colon is due',
  next: 'a comma or the end is due',
  end: 'nothing more is due',
}

/** Reads JSON once from start to end, without recursion. */
class Scan {
  readonly positions = new Map<string, ValuePosition>()
  readonly #text: string
  readonly #frames: Frame[] = []
  #expected: Expected = 'value'
  #pointer = ''
  #name: number | undefined
  /** True right after `{`, where the object may end at once. */
  #mayEnd = false

  constructor(text: string) {
    this.#text = text
  }

  run(): JsonPositions {
    let at = 0
    while (at < this.#text.length) {
      const { offset, token } = tokenAt(this.#text, at)
      if (token === '' || !this.#take(token, offset)) return this.#broken(offset)
      at = offset + token.length
    }
    return this.#broken(this.#text.length)
  }

  #broken(offset: number): JsonPositions {
    const isOver = this.#text.slice(offset).trim() === ''
    if (isOver && this.#expected === 'end') return { positions: this.positions }
    const found = isOver ? 'the text ends' : `${JSON.stringify(this.#text.charAt(offset))} stands`
    return {
      positions: this.positions,
      broken: { offset, message: `${found} where ${wanted[this.#expected]}` },
    }
  }

  #take(token: string, offset: number): boolean {
    if (token === '}' || token === ']') return this.#close(token === ']')
    switch (this.#expected) {
      case 'name':
        return token.startsWith('"') && this.#member(token, offset)
      case 'colon':
        return token === ':' && this.#colon()
      case 'next':
        return token === ',' && this.#comma()
      case 'value':
      case 'first':
        return this.#value(token, offset)
      case 'end':
        return false
    }
  }

  #member(quoted: string, offset: number): boolean {
    this.#pointer = this.#below(this.#frames.at(-1)?.pointer ?? '', textOf(quoted))
    this.#name = offset
    this.#mayEnd = false
    this.#expected = 'colon'
    return true
  }

  #value(token: string, offset: number): boolean {
    const opens = token === '{' || token === '['
    if (marks.includes(token) && !opens) return false
    const pointer = this.#pointer
    if (this.#frames.length <= deepest) {
      this.positions.set(pointer, { ...(this.#name !== undefined && { name: this.#name }), value: offset })
    }
    this.#name = undefined
    if (opens) this.#open(token === '[', pointer)
    else this.#ended()
    return true
  }

  #open(isList: boolean, pointer: string): void {
    this.#frames.push({ pointer, isList, index: 0 })
    this.#mayEnd = true
    this.#expected = isList ? 'first' : 'name'
    if (isList) this.#pointer = this.#below(pointer, 0)
  }

  #close(isList: boolean): boolean {
    const frame = this.#frames.at(-1)
    const isDue = this.#expected === 'next' || (this.#mayEnd && /first|name/.test(this.#expected))
    if (frame?.isList !== isList || !isDue) return false
    this.#frames.pop()
    this.#ended()
    return true
  }

  #colon(): boolean {
    this.#expected = 'value'
    return true
  }

  #comma(): boolean {
    const frame = this.#frames.at(-1)
    if (frame === undefined) return false
    frame.index += 1
    this.#expected = frame.isList ? 'value' : 'name'
    if (frame.isList) this.#pointer = this.#below(frame.pointer, frame.index)
    return true
  }

  #below(pointer: string, key: string | number): string {
    return this.#frames.length > deepest ? pointer : appendKey(pointer, key)
  }

  #ended(): void {
    this.#mayEnd = false
    this.#expected = this.#frames.length === 0 ? 'end' : 'next'
  }
}

/** Finds where the values of a JSON text stand, or where it stops being JSON. */
export function jsonPositions(text: string): JsonPositions {
  return new Scan(text).run()
}

/** Line and column of an offset, from 1 on. */
export function positionIn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}
