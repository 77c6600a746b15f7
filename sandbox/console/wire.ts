import type { AttemptView } from '../webhook-endpoints/views.js'

/** Longer texts are not formatted. */
const longest = 262_144

/**
 * JSON with line breaks and indentation. `undefined` if the text is no object or list, if it is long, or if formatting
 * would change more than white space, such as the spelling of a number.
 */
export function prettyJson(text: string): string | undefined {
  if (text.length > longest || !/^[[{]/.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    const pretty = JSON.stringify(value, undefined, 2)
    return JSON.stringify(value) === text && pretty.length <= longest ? pretty : undefined
  } catch {
    return undefined
  }
}

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Headers that curl adds itself. */
const own = new Set(['content-length', 'host', 'connection', 'transfer-encoding'])

/**
 * A shell command that repeats the request of an attempt byte for byte. It contains the original signature and no
 * secret, so receivers accept it only while the timestamp is within their tolerance.
 */
export function curlOf({ url, headers, body }: AttemptView): string {
  const lines = Object.entries(headers)
    .filter(([name]) => !own.has(name.toLowerCase()))
    .map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
  return `${['curl --globoff -X POST', ...lines, `--data-binary ${quoted(body)}`, quoted(url)].join(' \\\n  ')}\n`
}
