import { RampartError } from '../../diagnostics/index.js'
import type { FetchedResponse } from './download.js'
import { beginning, printable } from './url.js'
import {
  isJsonType,
  isTextError,
  parseJson,
  positionIn,
  TextLimitError,
  TextSyntaxError,
  tooDeep,
} from '../../document/index.js'

/** The format of a document, which is also its file extension. */
type Format = 'json' | 'yaml'

/** Determines the format by media type, or if that is inconclusive (`text/plain`, none), by the first character. */
const formatOf = (mediaType: string, text: string): Format => {
  if (isJsonType(mediaType)) return 'json'
  if (/[/+.-]ya?ml$/.test(mediaType)) return 'yaml'
  return /^\s*[{[]/.test(text) ? 'json' : 'yaml'
}

const decode = (response: FetchedResponse): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(response.bytes)
  } catch (cause) {
    const message = `${response.url.href} answered with bytes that are not UTF-8 text.`
    throw new RampartError('FETCH_SYNTAX', { message, where: { url: response.url.href }, cause })
  }
}

const width = 72

const located = (
  response: FetchedResponse,
  text: string,
  error: TextSyntaxError | TextLimitError,
): RampartError => {
  const code = error instanceof TextLimitError ? 'FETCH_LIMIT' : 'FETCH_SYNTAX'
  const url = response.url.href
  if (error.offset === undefined) {
    const message = `The response of ${url} ${error.message}.`
    return new RampartError(code, { message, where: { url }, cause: error })
  }
  const { line, column } = positionIn(text, error.offset)
  const from = Math.max(error.offset - column + 1, error.offset - width / 2)
  const excerpt = printable(text.slice(from, from + width).split('\n', 1)[0] ?? '').trim()
  const near = excerpt === '' ? '' : `, near "${excerpt}"`
  const message = `The response of ${url} ${error.message} (line ${line}, column ${column}${near}).`
  return new RampartError(code, { message, where: { url, line, column }, cause: error })
}

const refuseMarkup = (response: FetchedResponse, text: string): void => {
  // Neither JSON nor an OpenAPI document in YAML begins so.
  if (!/^\s*</.test(text)) return
  const kind = /^\s*<\?xml/i.test(text) ? 'XML' : 'HTML'
  const message = `${response.url.href} answered ${kind}; is this the right URL? It begins with "${beginning(text)}".`
  throw new RampartError('FETCH_HTML', { message, where: { url: response.url.href } })
}

/** Aliases can nest deeper than the text, or contain themselves; each object is measured once. */
const checkDepth = (root: unknown, maxDepth: number): void => {
  const heights = new Map<object, number>()
  const heightOf = (value: unknown, depth: number): number => {
    if (typeof value !== 'object' || value === null) return 0
    const known = heights.get(value)
    if (depth + (known ?? 1) > maxDepth) throw tooDeep(maxDepth)
    if (known !== undefined) return known
    const height = Object.values(value).reduce(
      (most: number, child) => Math.max(most, heightOf(child, depth + 1)),
      0,
    )
    heights.set(value, height + 1)
    return height + 1
  }
  heightOf(root, 0)
}

// Loaded on demand, because few services serve YAML and its parser is slow to load.
const asYaml = async (text: string, maxDepth: number): Promise<unknown> => {
  const { parseYaml } = await import('../../document/text/index.js')
  const value = parseYaml(text, maxDepth)
  checkDepth(value, maxDepth)
  return value
}

/** The text of a response. @throws RampartError FETCH_SYNTAX or FETCH_HTML when it is none */
export function readText(response: FetchedResponse): string {
  const text = decode(response)
  if (text.trim() === '') throw located(response, text, new TextSyntaxError('is empty', 0))
  refuseMarkup(response, text)
  return text
}

/** Parses a response as JSON or YAML. @throws RampartError FETCH_SYNTAX, FETCH_LIMIT or FETCH_HTML */
export async function parseResponse(response: FetchedResponse, maxDepth: number) {
  const text = readText(response)
  const format = formatOf(response.mediaType, text)
  try {
    const value = format === 'json' ? parseJson(text, maxDepth) : await asYaml(text, maxDepth)
    return { format, text, value }
  } catch (error) {
    throw isTextError(error) ? located(response, text, error) : error
  }
}
