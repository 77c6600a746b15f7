import { isJsonType } from '../../document/index.js'

/** The format of a document, which is also its file extension. */
export type Format = 'json' | 'yaml'

/** Determines the format by media type, or if that is inconclusive (`text/plain`, none), by the first character. */
export function formatOf(mediaType: string, text: string): Format {
  if (isJsonType(mediaType)) return 'json'
  if (/[/+.-]ya?ml$/.test(mediaType)) return 'yaml'
  return /^\s*[{[]/.test(text) ? 'json' : 'yaml'
}

/** Whether a text is markup: neither JSON nor an OpenAPI document in YAML begins with `<`. */
export function isMarkup(text: string): boolean {
  return /^\s*</.test(text)
}
