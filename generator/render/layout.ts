import { cached } from '../../document/index.js'
import type { Contract } from './template-check.js'
import type { MemberRow, PartialModel } from './template-model.js'

export type PrintPartial = <Name extends keyof PartialModel>(name: Name, values: PartialModel[Name]) => string

/** The partials that lay types out. If a user changes none, types stay as they are printed. */
export const layoutPartials: readonly string[] = ['object', 'member', 'comment', 'string']

/** A text that this module cannot read as a type. */
class Unreadable extends Error {}

const stringLiteral = /"(?:[^"\\]|\\.)*"/y
const plainText = /(?:[^"{};/]|\/(?!\*))+/y
const space = /\s*/y
const comment = /\/\*.*?\*\//sy
const plainName = /(readonly )?([^\s"[\](){}:;?]+|"(?:[^"\\]|\\.)*")(\?)?: ?/y
const stringsAndComments = /\/\*.*?\*\/|"(?:[^"\\]|\\.)*"/gs

const linesOf = (text: string): string[] => {
  const [first = '', ...lines] = text.slice('/**'.length, -'*/'.length).split('\n')
  return lines.length === 0 ? [first.trim()] : lines.slice(0, -1).map((line) => line.replace(/^\s*\* ?/, ''))
}

/** Reads a type as it is printed: members end with `;`, comments stand above them. */
class TypeReader {
  readonly #text: string
  readonly #layout: Layout
  #at = 0

  constructor(text: string, layout: Layout) {
    this.#text = text
    this.#layout = layout
  }

  /** The whole text, laid out. */
  whole(): string {
    const type = this.#type()
    if (this.#at < this.#text.length) throw new Unreadable()
    return type
  }

  #take(pattern: RegExp): RegExpExecArray | undefined {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text) ?? undefined
    if (found) this.#at = pattern.lastIndex
    return found
  }

  /** A type, up to the end of its member. */
  #type(): string {
    const parts: string[] = []
    for (;;) {
      const [plain] = this.#take(plainText) ?? this.#take(comment) ?? []
      const [literal] = plain === undefined ? (this.#take(stringLiteral) ?? []) : []
      if (plain !== undefined) parts.push(plain)
      else if (literal !== undefined) parts.push(this.#layout.string(literal))
      else if (this.#text[this.#at] === '{') parts.push(this.#object())
      else return parts.join('')
    }
  }

  #object(): string {
    const members: MemberRow[] = []
    const isOnOneLine = this.#text[++this.#at] === ' '
    for (;;) {
      this.#take(space)
      if (this.#text[this.#at] === '}') break
      members.push(this.#member())
    }
    this.#at++
    return members.length === 0 ? '{}' : this.#layout.object(members, isOnOneLine)
  }

  #member(): MemberRow {
    const [note] = this.#take(comment) ?? []
    this.#take(space)
    const head = this.#head()
    const type = this.#type().trimEnd()
    if (this.#text[this.#at] === ';') this.#at++
    else if (this.#text[this.#at] !== '}') throw new Unreadable()
    return { ...head, type, comment: note === undefined ? [] : linesOf(note) }
  }

  #head(): Omit<MemberRow, 'type' | 'comment'> {
    const [, readonly, name, optional] = this.#take(plainName) ?? []
    if (name === undefined) return { name: this.#signature(), isOptional: false, isReadonly: false }
    const marks = { isOptional: optional !== undefined, isReadonly: readonly !== undefined }
    return { name: this.#layout.strings(name), ...marks }
  }

  /** The head of an index signature or of a mapped type, with what follows its brackets: `[Key in Name]-?`. */
  #signature(): string {
    const start = this.#at
    for (let depth = 0; this.#at < this.#text.length; this.#at++) {
      const character = this.#text[this.#at]
      if (character === '[') depth++
      if (character === ']') depth--
      if (depth === 0 && character === ':') {
        const name = this.#text.slice(start, this.#at)
        this.#at++
        this.#take(space)
        return name
      }
    }
    throw new Unreadable()
  }
}

/** Lays out types and quotes strings by the partials of a user. */
export class Layout {
  readonly #contract: Contract
  readonly #print: PrintPartial
  readonly #isOwnObject: boolean
  readonly #strings = new Map<string, string>()

  /** @param own the names of the partials that are not the shipped ones */
  constructor(contract: Contract, print: PrintPartial, own: ReadonlySet<string>) {
    this.#contract = contract
    this.#print = print
    this.#isOwnObject = own.has('object') || own.has('member')
  }

  /** The values of a template, with all of their types laid out. */
  values<Values>(type: string, values: Values): Values {
    return this.#value(type, values) as Values
  }

  #value(type: string, value: unknown): unknown {
    const plain = type.replace(' | undefined', '')
    if (typeof value === 'string') {
      if (plain === 'TypeCode') return this.type(value)
      return plain === 'Code' ? this.strings(value) : value
    }
    if (Array.isArray(value)) {
      const element = type.slice(0, -'[]'.length)
      return value.map((one) => this.#value(element, one))
    }
    if (typeof value !== 'object' || value === null) return value
    const members = this.#contract.rows[plain] ?? {}
    const laidOut = (name: string, one: unknown): unknown => this.#value(members[name] ?? '', one)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, laidOut(name, one)]))
  }

  /** A type. A text that cannot be read as one stays, apart from its strings. */
  type(text: string): string {
    if (!text.includes('{')) return this.strings(text)
    try {
      return new TypeReader(text, this).whole()
    } catch (cause) {
      if (!(cause instanceof Unreadable)) throw cause
      return this.strings(text)
    }
  }

  /** An object type. Some, such as maps, are printed on one line, and stay so unless a user lays out objects. */
  object(members: readonly MemberRow[], isOnOneLine: boolean): string {
    if (!isOnOneLine || this.#isOwnObject) return this.#print('object', { members })
    const texts = members.map(
      ({ name, type, isOptional, isReadonly }) =>
        `${isReadonly ? 'readonly ' : ''}${name}${isOptional ? '?' : ''}: ${type}`,
    )
    return `{ ${texts.join('; ')} }`
  }

  strings(text: string): string {
    if (!text.includes('"')) return text
    const replaced = (found: string): string => (found.startsWith('"') ? this.string(found) : found)
    return text.replaceAll(stringsAndComments, replaced)
  }

  /** A string literal, given with double quotes. */
  string(literal: string): string {
    return cached(this.#strings, literal, () => {
      const double = literal.slice(1, -1)
      const turned = (found: string): string => (found === '\\"' ? '"' : found === "'" ? "\\'" : found)
      const single = double.replaceAll(/\\.|'/gs, turned)
      return this.#print('string', { double, single })
    })
  }
}
