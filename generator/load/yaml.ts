import type { RampartError, ProblemLocation } from '../../diagnostics/index.js'
import { faultAt, invalidDocument, type Path, syntaxError } from './problems.js'
import { Composer, type CST, type Document, isScalar, Lexer, LineCounter, Parser, visit } from 'yaml'
import { isObject } from '../../document/index.js'
import { isExact } from '../../runtime/exact-numbers.js'
import type { GeneratorInput } from '../model/options.js'
import type { InexactNumber } from './numbers.js'

/** Limit on the nesting of a document, because later steps are recursive. */
export const deepest = 400

/** Limit on the values of a document after its aliases are expanded. */
const mostValues = 5_000_000

const fix = 'Give inner schemas names of their own in components, and shorten examples and extensions.'

const refusal = (
  where: ProblemLocation & { readonly file: string },
  path: Path,
  message: string,
): RampartError => {
  // Only the start of the path, since the rest repeats.
  const fault = faultAt(where.file, path.slice(0, 6), message)
  const whole = { ...where, ...fault.where }
  return invalidDocument(where.file, [{ ...fault, where: whole }], { where: whole, fix })
}

/** The error for a document that is nested too deeply. */
export function tooDeep(where: ProblemLocation & { readonly file: string }, path: Path): RampartError {
  return refusal(where, path, `nested more than ${deepest} levels deep`)
}

/**
 * Rejects a value that is nested too deeply, or too large, and copies in place what aliases repeat: what is known of an
 * object is kept by its identity, and has one location. With aliases a value can also contain itself.
 * @throws RampartError DOCUMENT_INVALID.
 */
const requireBounded = (value: unknown, file: string): void => {
  const path: string[] = []
  const seen = new Set<unknown>()
  let values = 0
  const enter = (node: unknown): void => {
    if (++values > mostValues)
      throw refusal({ file }, path, `its aliases stand for over ${mostValues} values`)
    if (typeof node !== 'object' || node === null || node instanceof Literal) return
    if (path.length === deepest) throw tooDeep({ file }, path)
    seen.add(node)
    for (const key of Object.keys(node)) {
      path.push(key)
      const held: unknown = Reflect.get(node, key)
      if (Array.isArray(held) && seen.has(held)) Reflect.set(node, key, [...held])
      else if (isObject(held) && seen.has(held)) Reflect.set(node, key, { ...held })
      enter(Reflect.get(node, key))
      path.pop()
    }
  }
  enter(value)
}

// Merge keys (`<<`) belong to YAML 1.1 only, but documents use them and other parsers support them.
const options = { merge: true, prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const

/** Limit on resolved aliases, nested ones included, against documents that expand exponentially. */
const mostAliases = 10_000

/** Parses the text of the document named `file`. */
class Reader {
  readonly #file: string
  readonly #lines = new LineCounter()

  constructor(file: string) {
    this.#file = file
  }

  fault(offset: number, message: string, cause?: unknown): RampartError {
    const { line, col } = this.#lines.linePos(offset)
    return syntaxError({ file: this.#file, line, column: col }, message, cause)
  }

  document(text: string): Document.Parsed {
    const composer = new Composer(options)
    const [document, second] = composer.compose(this.#tokens(text), true, text.length)
    if (!document) throw this.fault(0, 'the text is empty')
    const [error] = document.errors
    if (error) throw this.fault(error.pos[0], error.message, error)
    if (second) throw this.fault(second.range[0], 'a second document begins here')
    return document
  }

  // Composing is recursive, so the depth is checked in the parser's own stack first.
  *#tokens(text: string): Generator<CST.Token, void> {
    this.#lines.addNewLine(0)
    const parser = new Parser(this.#lines.addNewLine)
    for (const lexeme of new Lexer().lex(text)) {
      yield* parser.next(lexeme)
      // The stack also contains the document and the current scalar.
      if (parser.stack.length <= deepest + 2) continue
      const { line, col } = this.#lines.linePos(parser.offset)
      throw tooDeep({ file: this.#file, line, column: col }, pathOf(parser.stack))
    }
    yield* parser.end()
  }
}

/** The path to the parser's current position. */
const pathOf = (stack: readonly CST.Token[]): string[] =>
  stack.flatMap((token) => {
    if (!('items' in token)) return []
    const isFlowList = token.type === 'flow-collection' && token.start.source === '['
    if (isFlowList || token.type === 'block-seq') return [String(Math.max(0, token.items.length - 1))]
    const item = token.items.at(-1)
    return item?.key && 'source' in item.key ? [item.key.source] : []
  })

/** A placeholder for a number to be read from its literal; it occurs once per alias. */
class Literal {
  readonly literal: string

  constructor(literal: string) {
    this.literal = literal
  }
}

const isKept = (source: string): boolean => {
  if (/[.](?:inf|nan)$/i.test(source)) return false
  const isHex = /^0[xo]/.test(source)
  return isHex ? BigInt(source) === BigInt(Number(source)) : isExact(source.replace(/^\+/, ''))
}

/** Rejects duplicate keys of a map, and marks numbers that JavaScript would round. */
const checkNodes = (document: Document.Parsed, reader: Reader): boolean => {
  let hasMarks = false
  visit(document, {
    Map: (_key, { items }) => {
      const seen = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key) || key.value === '<<') continue
        const name = String(key.value)
        if (seen.has(name)) throw reader.fault(key.range?.[0] ?? 0, 'Map keys must be unique')
        seen.add(name)
      }
    },
    Scalar: (key, node) => {
      if (key === 'key' || typeof node.value !== 'number' || isKept(node.source ?? '0')) return
      node.value = new Literal(node.source ?? '')
      hasMarks = true
    },
  })
  return hasMarks
}

/** Replaces the marks by numbers, and records their locations. */
const unmarked = (root: unknown): InexactNumber[] => {
  const found: (InexactNumber & { readonly holder: object })[] = []
  const collect = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      const below = [...path, key]
      if (value instanceof Literal) found.push({ path: below, literal: value.literal, holder: node })
      else collect(value, below)
    }
  }
  collect(root, [])
  return found.map(({ holder, path, literal }) => {
    Reflect.set(holder, path.at(-1) ?? '', numberOf(literal))
    return { path, literal }
  })
}

const numberOf = (literal: string): number => {
  const [, sign, word] = /^([-+]?)\.(inf|nan)$/i.exec(literal) ?? []
  if (word === undefined) return Number(literal)
  return word.toLowerCase() === 'nan' ? Number.NaN : Number(`${sign}Infinity`)
}

const toValue = (document: Document.Parsed, file: string): unknown => {
  try {
    return document.toJS({ maxAliasCount: mostAliases })
  } catch (cause) {
    const isRepeated = cause instanceof RangeError || /alias count/.test(String(cause))
    const message = cause instanceof Error ? cause.message : String(cause)
    throw syntaxError({ file }, isRepeated ? 'its aliases repeat it without end' : message, cause)
  }
}

/**
 * Parses YAML of limited depth, with merge keys and aliases.
 * @throws RampartError DOCUMENT_SYNTAX; DOCUMENT_INVALID if it is nested too deeply or expands too much.
 */
export function parseYaml({ file, text }: GeneratorInput): {
  readonly value: unknown
  readonly inexact: readonly InexactNumber[]
} {
  if (text.replace(/^\uFEFF/, '').trim() === '') return { value: null, inexact: [] }
  const reader = new Reader(file)
  const document = reader.document(text)
  const hasMarks = checkNodes(document, reader)
  const value = toValue(document, file)
  requireBounded(value, file)
  return { value, inexact: hasMarks ? unmarked(value) : [] }
}
