import {
  duplicateNames,
  isObject,
  isTextError,
  keysOf,
  NumberLiteral,
  parseJson,
  positionIn,
  TextLimitError,
  TextSyntaxError,
} from '../../document/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { inexactNumbers, isExact } from '../../runtime/json.js'
import type { GeneratorInput } from '../model/document.js'
import { deepest, type InexactNumber, syntaxError, tooDeep } from './problems.js'

/** The parsed value, and what it lost of the text. */
export interface ParsedText {
  readonly value: unknown
  /** Numbers that were rounded in parsing. */
  readonly inexact: readonly InexactNumber[]
  /** Paths of members that a later member of the same name overrides; YAML with duplicate keys is rejected. */
  readonly hidden: readonly (readonly (string | number)[])[]
}

const looksLikeJson = (text: string): boolean => /^[\s\uFEFF]*[{[]/.test(text)

/** Whether a text is the printed form of a value, on one line or indented, so that parsing lost nothing. */
export function isPrintedAs(text: string, value: unknown): boolean {
  if (!looksLikeJson(text)) return false
  const [, indent] = /^[{[]\n([ \t]{1,10})/.exec(text) ?? []
  return JSON.stringify(value, undefined, indent) === text.trimEnd()
}

type TextError = TextSyntaxError | TextLimitError

const located = ({ file }: GeneratorInput, text: string, error: TextError): RampartError => {
  const where = { file, ...(error.offset === undefined ? {} : positionIn(text, error.offset)) }
  const isDeep = error instanceof TextLimitError && error.offset !== undefined
  return isDeep ? tooDeep(where, error.path) : syntaxError(where, `it ${error.message}`, error)
}

/**
 * Rejects a value that is nested too deeply, as one that contains itself through an alias. Copies the objects that
 * aliases repeat, because facts about an object are kept by its identity, with one location.
 * @throws RampartError DOCUMENT_INVALID.
 */
const requireBounded = (value: unknown, file: string): void => {
  const path: string[] = []
  const seen = new Set<unknown>()
  const enter = (node: unknown): void => {
    if (typeof node !== 'object' || node === null || node instanceof NumberLiteral) return
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

const isKept = (source: string): boolean => {
  if (/[.](?:inf|nan)$/i.test(source)) return false
  const isHex = /^0[xo]/.test(source)
  return isHex ? BigInt(source) === BigInt(Number(source)) : isExact(source.replace(/^\+/, ''))
}

/** Replaces literals by numbers, and records their locations. */
const unmarked = (root: unknown): InexactNumber[] => {
  const found: (InexactNumber & { readonly holder: object })[] = []
  const collect = (node: unknown, path: readonly string[]): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [key, value] of Object.entries(node)) {
      const below = [...path, key]
      if (value instanceof NumberLiteral) found.push({ path: below, literal: value.literal, holder: node })
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

const parseYamlText = async (input: GeneratorInput): Promise<ParsedText> => {
  const { file, text } = input
  if (text.replace(/^\uFEFF/, '').trim() === '') return { value: null, inexact: [], hidden: [] }
  // Loaded on demand, because the YAML parser is slow to load and few documents need it.
  const { mostLevels, parseYaml } = await import('../../document/text/index.js')
  try {
    // The path of a value describes excessive depth better than an offset, if there is a value.
    const value = parseYaml(text, mostLevels, isKept)
    requireBounded(value, file)
    return { value, inexact: unmarked(value), hidden: [] }
  } catch (error) {
    throw isTextError(error) ? located(input, input.text, error) : error
  }
}

const parseBrokenJson = async (input: GeneratorInput, text: string, cause: unknown): Promise<ParsedText> => {
  if (!isTextError(cause)) throw cause
  // A YAML flow mapping starts with a brace too; the JSON error is more helpful if both parsers fail.
  if (cause instanceof TextSyntaxError && !input.file.endsWith('.json')) {
    const yaml = await parseYamlText(input).catch((error: unknown) => {
      if (error instanceof RampartError && error.code === 'DOCUMENT_INVALID') throw error
      return undefined
    })
    if (yaml) return yaml
  }
  throw located(input, text, cause)
}

const parseJsonText = async (input: GeneratorInput): Promise<ParsedText> => {
  const text = input.text.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = parseJson(text, deepest)
  } catch (error) {
    return parseBrokenJson(input, text, error)
  }
  if (isPrintedAs(text, value)) return { value, inexact: [], hidden: [] }
  const inexact = inexactNumbers(text).map(({ pointer, literal }) => ({ path: keysOf(pointer), literal }))
  return { value, inexact, hidden: duplicateNames(text) }
}

/** Parses JSON, or YAML if it does not look like JSON. @throws RampartError with line and column */
export function parseDocumentText(input: GeneratorInput): Promise<ParsedText> {
  return looksLikeJson(input.text) ? parseJsonText(input) : parseYamlText(input)
}
