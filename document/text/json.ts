import type { Wanted } from './positions.js'

/** The reason why a text could not be read, and the offset. */
export class TextSyntaxError extends Error {
  override readonly name = 'TextSyntaxError'

  constructor(
    reason: string,
    readonly offset: number,
  ) {
    super(reason)
  }
}

/** A text that may be well-formed but exceeds a limit. */
export class TextLimitError extends Error {
  override readonly name = 'TextLimitError'

  constructor(
    reason: string,
    readonly offset?: number,
    readonly path: readonly (string | number)[] = [],
  ) {
    super(reason)
  }
}

/** Whether a text was refused. */
export function isTextError(error: unknown): error is TextSyntaxError | TextLimitError {
  return error instanceof TextSyntaxError || error instanceof TextLimitError
}

/** The error for a text that is nested too deeply. */
export function tooDeep(maxDepth: number, offset?: number, path?: readonly (string | number)[]) {
  return new TextLimitError(`is nested more than ${maxDepth} levels deep`, offset, path)
}

type Expected = 'value' | 'value or ]' | 'key' | 'key or }' | ':' | 'next' | 'end'

const wanted: Record<Expected, string> = {
  value: 'a value',
  'value or ]': 'a value or ]',
  key: 'a name in double quotes',
  'key or }': 'a name in double quotes or }',
  ':': 'a colon',
  next: 'a comma or the end of this object or list',
  end: 'nothing more',
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y
const escapeSequence = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y

const quote = 0x22
const backslash = 0x5c

/** The offset after the closing quote of a string. @throws TextSyntaxError at a forbidden character */
const endOfString = (text: string, start: number): number => {
  let at = start
  while (at < text.length) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    if (code < 0x20) throw new TextSyntaxError('has a control character inside a string', at)
    if (code === backslash) {
      escapeSequence.lastIndex = at
      if (!escapeSequence.test(text)) throw new TextSyntaxError('has a wrong escape inside a string', at)
      at = escapeSequence.lastIndex
    } else at += 1
  }
  throw new TextSyntaxError('ends inside a string', text.length)
}

/** The events of a scan, in the order of the text, with the offsets where they begin. */
interface JsonEvents {
  readonly open?: (start: number, isList: boolean) => void
  readonly close?: () => void
  readonly name?: (start: number, end: number) => void
  /** A text, a number, true, false or null. */
  readonly scalar?: (start: number) => void
}

/** Scans JSON without recursion for what JSON.parse does not report: positions and duplicate names. */
class Scan {
  readonly #text: string
  readonly #events: JsonEvents
  readonly #maxDepth: number
  /** Whether each of the open objects and lists is a list. */
  readonly #open: boolean[] = []
  #at = 0
  #expected: Expected = 'value'

  constructor(text: string, events: JsonEvents, maxDepth: number) {
    this.#text = text
    this.#events = events
    this.#maxDepth = maxDepth
  }

  run(): void {
    const text = this.#text
    for (;;) {
      let code = text.charCodeAt(this.#at)
      while (code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09)
        code = text.charCodeAt((this.#at += 1))
      if (this.#at >= text.length) {
        if (this.#expected === 'end') return
        throw this.#unexpected('ends')
      }
      this.#token(code)
    }
  }

  #unexpected(found = 'is not valid JSON'): TextSyntaxError {
    return new TextSyntaxError(`${found} where ${wanted[this.#expected]} is expected`, this.#at)
  }

  #token(code: number): void {
    if (code === quote) this.#string()
    else if (code === 0x2c) this.#comma()
    else if (code === 0x3a) {
      if (this.#expected !== ':') throw this.#unexpected()
      this.#expected = 'value'
      this.#at += 1
    } else if (code === 0x7b || code === 0x5b) this.#begin(code === 0x5b)
    else if (code === 0x7d || code === 0x5d) this.#end(code === 0x5d)
    else this.#literal()
  }

  get #takesValue(): boolean {
    return this.#expected === 'value' || this.#expected === 'value or ]'
  }

  #afterValue(): void {
    this.#expected = this.#open.length === 0 ? 'end' : 'next'
  }

  #string(): void {
    const start = this.#at
    const isKey = this.#expected === 'key' || this.#expected === 'key or }'
    if (!isKey && !this.#takesValue) throw this.#unexpected()
    this.#at = endOfString(this.#text, start + 1)
    if (isKey) {
      this.#events.name?.(start, this.#at)
      this.#expected = ':'
    } else {
      this.#events.scalar?.(start)
      this.#afterValue()
    }
  }

  #comma(): void {
    if (this.#expected !== 'next') throw this.#unexpected()
    this.#expected = this.#open.at(-1) === true ? 'value' : 'key'
    this.#at += 1
  }

  #begin(isList: boolean): void {
    if (!this.#takesValue) throw this.#unexpected()
    if (this.#open.length === this.#maxDepth) throw tooDeep(this.#maxDepth, this.#at)
    this.#events.open?.(this.#at, isList)
    this.#open.push(isList)
    this.#expected = isList ? 'value or ]' : 'key or }'
    this.#at += 1
  }

  #end(isList: boolean): void {
    const mayEnd = this.#expected === 'next' || this.#expected === (isList ? 'value or ]' : 'key or }')
    if (!mayEnd || this.#open.at(-1) !== isList) throw this.#unexpected()
    this.#open.pop()
    this.#at += 1
    this.#events.close?.()
    this.#afterValue()
  }

  #literal(): void {
    literal.lastIndex = this.#at
    if (!this.#takesValue || !literal.test(this.#text)) throw this.#unexpected()
    this.#events.scalar?.(this.#at)
    this.#at = literal.lastIndex
    this.#afterValue()
  }
}

/** Goes through a JSON text. @throws TextSyntaxError; TextLimitError where it is nested too deeply */
const scanJson = (text: string, events: JsonEvents = {}, maxDepth = Number.POSITIVE_INFINITY): void => {
  new Scan(text, events, maxDepth).run()
}

/** Finds the first syntax error in a text that JSON.parse rejected: its messages differ between Node releases. */
export function findJsonError(text: string): TextSyntaxError {
  try {
    scanJson(text)
  } catch (error) {
    if (error instanceof TextSyntaxError) return error
    throw error
  }
  return new TextSyntaxError('is not valid JSON', 0)
}

/** The value of a JSON string with its quotes. */
const nameIn = (raw: string): string => (raw.includes('\\') ? String(JSON.parse(raw)) : raw.slice(1, -1))

interface Level {
  /** The current member, or the index of the current item. */
  at: string | number
  /** The names of an object so far. */
  readonly names?: Set<string>
}

/** Follows a scan by paths. */
class Follower implements JsonEvents {
  readonly duplicates: (readonly (string | number)[])[] = []
  readonly #text: string
  readonly #levels: Level[] = []

  constructor(text: string) {
    this.#text = text
  }

  get path(): (string | number)[] {
    return this.#levels.map(({ at }) => at)
  }

  readonly scalar = (): void => {
    const level = this.#levels.at(-1)
    if (level && typeof level.at === 'number') level.at += 1
  }

  readonly open = (_start: number, isList: boolean): void => {
    this.scalar()
    this.#levels.push(isList ? { at: -1 } : { at: '', names: new Set() })
  }

  readonly close = (): void => void this.#levels.pop()

  readonly name = (start: number, end: number): void => {
    const level = this.#levels.at(-1)
    if (!level?.names) return
    level.at = nameIn(this.#text.slice(start, end))
    if (level.names.has(level.at)) this.duplicates.push(this.path)
    level.names.add(level.at)
  }
}

/** Paths of the members of valid JSON whose name occurred before in the same object. */
export function duplicateNames(text: string): readonly (readonly (string | number)[])[] {
  const follower = new Follower(text)
  scanJson(text, follower)
  return follower.duplicates
}

/** A text of this length cannot exhaust the memory of JSON.parse, however deeply it is nested. */
const harmlessLength = 1_000_000

const isDeeper = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((inner) => isDeeper(inner, depth - 1)))

// Separate from the check, because following paths takes longer than the scan.
const pathAt = (text: string, offset: number): readonly (string | number)[] => {
  const follower = new Follower(text)
  try {
    scanJson(text.slice(0, offset + 1), follower)
  } catch {
    // The text ends there.
  }
  return follower.path.slice(0, -1)
}

/** @throws TextSyntaxError or TextLimitError */
const checkDepth = (text: string, maxDepth: number): void => {
  try {
    scanJson(text, {}, maxDepth)
  } catch (error) {
    if (!(error instanceof TextLimitError)) throw error
    throw tooDeep(maxDepth, error.offset, pathAt(text, error.offset ?? 0))
  }
}

/** Parses JSON of limited depth. @throws TextSyntaxError or TextLimitError with the offset */
export function parseJson(text: string, maxDepth: number): unknown {
  if (text.length > harmlessLength) checkDepth(text, maxDepth)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw findJsonError(text)
  }
  if (isDeeper(value, maxDepth)) checkDepth(text, maxDepth)
  return value
}

/** Offsets of the beginning of a value, and of the name of its member. */
export interface TextPosition {
  readonly name?: number
  readonly value: number
}

/** Positions of pointers in JSON; of members of one name the last counts. @throws TextSyntaxError */
export function jsonPositions(text: string, root: Wanted): ReadonlyMap<string, TextPosition> {
  const found = new Map<string, TextPosition>()
  const levels: { readonly here: Wanted | undefined; index: number }[] = []
  let next: Wanted | undefined = root
  let name: number | undefined
  const note = (here: Wanted | undefined, value: number): void => {
    for (const pointer of here?.pointers ?? [])
      found.set(pointer, { ...(name !== undefined && { name }), value })
    name = undefined
  }
  const begun = (): Wanted | undefined => {
    const level = levels.at(-1)
    if (!level || level.index < 0) return next
    level.index += 1
    return level.here?.children.get(String(level.index - 1))
  }
  scanJson(text, {
    name: (start, end) => {
      const children = levels.at(-1)?.here?.children
      next = children && children.size > 0 ? children.get(nameIn(text.slice(start, end))) : undefined
      name = next && start
    },
    scalar: (start) => note(begun(), start),
    open: (start, isList) => {
      const here = begun()
      note(here, start)
      levels.push({ here, index: isList ? 0 : -1 })
    },
    close: () => void levels.pop(),
  })
  return found
}
