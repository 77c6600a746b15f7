import type { Trie } from './trie.js'

/** An open object or list. */
interface Frame {
  readonly isList: boolean
  readonly wanted: Trie | undefined
  index: number
}

const quote = 34
const backslash = 92
const newline = 10

const decoded = (raw: string): string => {
  if (!raw.includes('\\')) return raw
  const value: unknown = JSON.parse(`"${raw}"`)
  return typeof value === 'string' ? value : raw
}

/** Characters of numbers, `true`, `false` and `null`. */
const literal = new Set(Array.from('0123456789+-.Eaeflnrstu', (one) => one.charCodeAt(0)))

/** Scans JSON once, without recursion, and records the lines of the wanted pointers. */
class Scan {
  readonly lines = new Map<string, number>()
  readonly #text: string
  readonly #frames: Frame[] = []
  #at = 0
  #line = 1
  /** The wanted pointers in the next value. */
  #next: Trie | undefined
  #expectsKey = false

  constructor(text: string, root: Trie) {
    this.#text = text
    this.#next = root
  }

  /** The lines; undefined if the text is not JSON, such as YAML that begins with a brace. */
  run(): ReadonlyMap<string, number> | undefined {
    for (; this.#at < this.#text.length; this.#at += 1) {
      if (!this.#step(this.#text.charCodeAt(this.#at))) return undefined
    }
    return this.lines
  }

  /** @returns whether JSON allows the character there */
  #step(code: number): boolean {
    const frame = this.#frames.at(-1)
    if (code === newline) this.#line += 1
    else if (code === quote) this.#string(frame)
    else if (code === 123 || code === 91) this.#open(code === 91)
    else if (code === 125 || code === 93) this.#frames.pop()
    else if (code === 44) this.#comma(frame)
    else if (code === 58) this.#expectsKey = false
    else if (code > 32) {
      if (this.#expectsKey || !literal.has(code)) return false
      this.#value()
    }
    return true
  }

  #string(frame: Frame | undefined): void {
    const start = this.#at + 1
    let end = start
    for (; end < this.#text.length; end += 1) {
      const code = this.#text.charCodeAt(end)
      if (code === backslash) end += 1
      else if (code === quote) break
    }
    this.#at = end
    if (!this.#expectsKey) return this.#value()
    const wanted = frame?.wanted
    this.#next = wanted?.children.get(decoded(this.#text.slice(start, end)))
    // The line of a member is the line of its name.
    this.#note()
  }

  /** Handles the start of a value; a member was recorded with its name. */
  #value(): void {
    this.#note()
    this.#next = undefined
  }

  #note(): void {
    for (const pointer of this.#next?.pointers ?? []) {
      if (!this.lines.has(pointer)) this.lines.set(pointer, this.#line)
    }
  }

  #open(isList: boolean): void {
    this.#note()
    const wanted = this.#next
    this.#frames.push({ isList, wanted, index: 0 })
    this.#expectsKey = !isList
    this.#next = isList ? wanted?.children.get('0') : undefined
  }

  #comma(frame: Frame | undefined): void {
    if (frame === undefined) return
    frame.index += 1
    this.#expectsKey = !frame.isList
    this.#next = frame.isList ? frame.wanted?.children.get(String(frame.index)) : undefined
  }
}

/** The lines of pointers in a JSON text, in one pass; undefined if the text is not JSON. */
export function jsonLines(text: string, wanted: Trie): ReadonlyMap<string, number> | undefined {
  return new Scan(text, wanted).run()
}
