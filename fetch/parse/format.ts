/** How a document is written. Also the ending of its file. */
export type Format = 'json' | 'yaml'

/** Decides by media type, and where that is of no use (`text/plain`, none), by the first character. */
export function formatOf(mediaType: string, text: string): Format {
  if (/[/+]json$/.test(mediaType)) return 'json'
  if (/[/+.-]ya?ml$/.test(mediaType)) return 'yaml'
  return /^\s*[{[]/.test(text) ? 'json' : 'yaml'
}

/** Whether a text is markup, which neither JSON nor an OpenAPI document in YAML begins with. */
export function isMarkup(text: string): boolean {
  return /^\s*</.test(text)
}
