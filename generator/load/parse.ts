import {
  duplicateNames,
  isTextError,
  keysOf,
  parseJson,
  positionIn,
  TextLimitError,
  TextSyntaxError,
} from '../../document/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { inexactNumbers } from '../../runtime/json.js'
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

const located = ({ file }: GeneratorInput, text: string, fault: TextError): RampartError => {
  const where = { file, ...(fault.offset === undefined ? {} : positionIn(text, fault.offset)) }
  const isDeep = fault instanceof TextLimitError && fault.offset !== undefined
  return isDeep ? tooDeep(where, fault.path) : syntaxError(where, `it ${fault.message}`, fault)
}

// Loaded on demand, because the YAML parser is slow to load and few documents need it.
const parseYamlText = async (input: GeneratorInput): Promise<ParsedText> => {
  const { parseYaml } = await import('./yaml.js')
  try {
    return { ...parseYaml(input), hidden: [] }
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
