import { RampartError } from '../../diagnostics/index.js'
import type { FetchedResponse } from './response.js'
import { beginning, locateOffset } from '../parse/excerpt.js'
import { TextLimitError, TextSyntaxError } from '../parse/errors.js'
import { type Format, formatOf, isMarkup } from '../parse/format.js'
import { parseJson } from '../parse/json.js'

/** The content of an answer, and how it was written. */
export interface ParsedResponse {
  readonly format: Format
  readonly text: string
  readonly value: unknown
}

const decode = (answer: FetchedResponse): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(answer.bytes)
  } catch (cause) {
    const message = `${answer.url.href} answered with bytes that are not UTF-8 text.`
    throw new RampartError('FETCH_SYNTAX', { message, where: { url: answer.url.href }, cause })
  }
}

const located = (
  answer: FetchedResponse,
  text: string,
  fault: TextSyntaxError | TextLimitError,
): RampartError => {
  const code = fault instanceof TextLimitError ? 'FETCH_LIMIT' : 'FETCH_SYNTAX'
  const url = answer.url.href
  if (fault.offset === undefined) {
    const message = `The answer of ${url} ${fault.message}.`
    return new RampartError(code, { message, where: { url }, cause: fault })
  }
  const { line, column, excerpt } = locateOffset(text, fault.offset)
  const near = excerpt === '' ? '' : `, near "${excerpt}"`
  const message = `The answer of ${url} ${fault.message} (line ${line}, column ${column}${near}).`
  return new RampartError(code, { message, where: { url, line, column }, cause: fault })
}

const refuseMarkup = (answer: FetchedResponse, text: string): void => {
  if (!isMarkup(text)) return
  const kind = /^\s*<\?xml/i.test(text) ? 'XML' : 'HTML'
  const message = `${answer.url.href} answered ${kind}; is this the right URL? It begins with "${beginning(text, 60)}".`
  throw new RampartError('FETCH_HTML', { message, where: { url: answer.url.href } })
}

// Few services answer YAML, and its parser takes longer to load than most commands take.
const asYaml = async (text: string, maxDepth: number): Promise<unknown> => {
  const { parseYaml } = await import('../parse/yaml.js')
  return parseYaml(text, maxDepth)
}

/**
 * The text of an answer.
 * Throws RampartError FETCH_SYNTAX for what is none or empty, FETCH_HTML for markup.
 */
export const readText = (answer: FetchedResponse): string => {
  const text = decode(answer)
  if (text.trim() === '') throw located(answer, text, new TextSyntaxError('is empty', 0))
  refuseMarkup(answer, text)
  return text
}

/**
 * Parses an answer as JSON or YAML.
 * Throws RampartError FETCH_SYNTAX and FETCH_LIMIT with line and column, FETCH_HTML for markup.
 */
export const parseResponse = async (answer: FetchedResponse, maxDepth: number): Promise<ParsedResponse> => {
  const text = readText(answer)
  const format = formatOf(answer.mediaType, text)
  try {
    const value = format === 'json' ? parseJson(text, maxDepth) : await asYaml(text, maxDepth)
    return { format, text, value }
  } catch (error) {
    if (error instanceof TextSyntaxError || error instanceof TextLimitError)
      throw located(answer, text, error)
    throw error
  }
}
