import type { AttemptView } from '../webhook-endpoints/views.js'

/** Texts that are nested deeper, or longer, are not formatted. */
const mostDepth = 100
const longest = 262_144

const token = /"(?:[^"\\]|\\.)*"|[[\]{},:]|[^\s"[\]{},:]+/gs

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return /^\s*[[{]/.test(text)
  } catch {
    return false
  }
}

/**
 * JSON with line breaks and indentation; numbers and strings keep their spelling. `undefined` if the text is no JSON
 * object or list.
 */
export function prettyJson(text: string): string | undefined {
  if (text.length > longest || !isJson(text)) return undefined
  let depth = 0
  let pretty = ''
  const newLine = (): string => `\n${'  '.repeat(depth)}`
  const words = text.match(token) ?? []
  for (const [index, word] of words.entries()) {
    const before = words[index - 1]
    if (word === '}' || word === ']') {
      depth -= 1
      pretty += before === '{' || before === '[' ? word : newLine() + word
      continue
    }
    if (before === '{' || before === '[' || before === ',') pretty += newLine()
    pretty += word === ':' ? ': ' : word
    if (word === '{' || word === '[') depth += 1
    if (depth > mostDepth) return undefined
  }
  return pretty
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
