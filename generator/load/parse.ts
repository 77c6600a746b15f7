import { RampartError, type Where } from '../../diagnostics/index.js'
import type { GeneratorInput } from '../model/input.js'

const looksLikeJson = (text: string): boolean => /^[\s\uFEFF]*[{[]/.test(text)

const placeOf = (text: string, offset: number): { line: number; column: number } => {
  const before = text.slice(0, offset)
  const line = before.split('\n').length
  return { line, column: offset - before.lastIndexOf('\n') }
}

const syntaxError = (where: Where, message: string, cause: unknown): RampartError => {
  const at = where.line === undefined ? '' : `:${where.line}:${where.column ?? 1}`
  return new RampartError('DOCUMENT_SYNTAX', { message: `${where.file}${at}: ${message}`, where, cause })
}

const parseYaml = async (input: GeneratorInput): Promise<unknown> => {
  const { LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  const document = parseDocument(input.text, { lineCounter, prettyErrors: false, uniqueKeys: true })
  const [error] = document.errors
  if (error) {
    const { line, col } = lineCounter.linePos(error.pos[0])
    throw syntaxError({ file: input.file, line, column: col }, error.message, error)
  }
  try {
    return document.toJS({ maxAliasCount: 1000 })
  } catch (error) {
    throw syntaxError({ file: input.file }, error instanceof Error ? error.message : String(error), error)
  }
}

const parseJson = async (input: GeneratorInput): Promise<unknown> => {
  try {
    return JSON.parse(input.text.replace(/^\uFEFF/, ''))
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    const offset = /position (\d+)/.exec(message)?.[1]
    const place =
      offset === undefined ? placeOf(input.text, input.text.length) : placeOf(input.text, Number(offset))
    // A YAML flow mapping also starts with a brace; only when that fails too is it the JSON error that helps.
    return parseYaml(input).catch(() => {
      throw syntaxError(
        { file: input.file, ...place },
        message.replace(/ \(line \d+ column \d+\)$/, ''),
        error,
      )
    })
  }
}

/**
 * Parses a document as JSON, or as YAML when it does not look like JSON.
 * @throws RampartError DOCUMENT_SYNTAX with line and column, counted from 1.
 */
export function parseDocumentText(input: GeneratorInput): Promise<unknown> {
  return looksLikeJson(input.text) ? parseJson(input) : parseYaml(input)
}
