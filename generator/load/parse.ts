import { keysOf } from '../../document/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { inexactNumbers, JsonTextError } from '../../runtime/exact-numbers.js'
import type { GeneratorInput } from '../model/input.js'
import { requireBounded } from './depth.js'
import { duplicateNames } from './duplicate-names.js'
import type { InexactNumber } from './numbers.js'
import { syntaxError } from './problems.js'

/** The value of a text, and what of the text the value lacks. */
export interface ParsedText {
  readonly value: unknown
  /** Numbers that the value holds otherwise than the text. */
  readonly inexact: readonly InexactNumber[]
  /** Paths of members that another member of the same name hides; YAML that has some is refused. */
  readonly hidden: readonly (readonly (string | number)[])[]
}

const looksLikeJson = (text: string): boolean => /^[\s\uFEFF]*[{[]/.test(text)

/** Whether a text is exactly what a value is printed as, on one line or indented: then reading it lost nothing. */
export function isPrintedAs(text: string, value: unknown): boolean {
  if (!looksLikeJson(text)) return false
  const [, indent] = /^[{[]\n([ \t]{1,10})/.exec(text) ?? []
  return JSON.stringify(value, undefined, indent) === text.trimEnd()
}

const positionOf = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset)
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n') }
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Where a text stops being JSON: the engine does not always say so. */
const faultIn = (text: string): number => {
  try {
    inexactNumbers(text)
  } catch (error) {
    if (error instanceof JsonTextError) return error.at
  }
  return text.length
}

// Few documents are YAML, and its parser takes a while to load.
const parseYamlText = async (input: GeneratorInput): Promise<ParsedText> => {
  const { parseYaml } = await import('./yaml.js')
  return { ...parseYaml(input), hidden: [] }
}

const parseBrokenJson = async (input: GeneratorInput, text: string, cause: unknown): Promise<ParsedText> => {
  // A YAML flow mapping also starts with a brace; only when that fails too is it the JSON error that helps.
  if (!input.file.endsWith('.json')) {
    const yaml = await parseYamlText(input).catch((error: unknown) => {
      if (error instanceof RampartError && error.code === 'DOCUMENT_INVALID') throw error
      return undefined
    })
    if (yaml) return yaml
  }
  const short = messageOf(cause).replace(
    /,? \.{0,3}".*is not valid JSON$|(?: in JSON)? at position \d+.*$/s,
    '',
  )
  throw syntaxError({ file: input.file, ...positionOf(text, faultIn(text)) }, short, cause)
}

const parseJsonText = async (input: GeneratorInput): Promise<ParsedText> => {
  const text = input.text.replace(/^\uFEFF/, '')
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return parseBrokenJson(input, text, error)
  }
  requireBounded(value, input.file)
  if (isPrintedAs(text, value)) return { value, inexact: [], hidden: [] }
  const inexact = inexactNumbers(text).map(({ pointer, literal }) => ({
    path: keysOf(pointer),
    literal,
  }))
  return { value, inexact, hidden: duplicateNames(text) }
}

/**
 * Parses a document as JSON, or as YAML when it does not look like JSON.
 * @throws RampartError DOCUMENT_SYNTAX with line and column, counted from 1; DOCUMENT_INVALID for what is too deep.
 */
export function parseDocumentText(input: GeneratorInput): Promise<ParsedText> {
  return looksLikeJson(input.text) ? parseJsonText(input) : parseYamlText(input)
}
