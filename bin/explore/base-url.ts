import { RampartError } from '../../diagnostics/index.js'
import { isObject, listOf, resolvePath } from '../../document/index.js'
import type { GeneratorInput } from '../../generator/index.js'
import { baseUrlOf } from '../input/service-urls.js'

type Document = Readonly<Record<string, unknown>>

/** The URL of a document's first server with the defaults of its variables. */
const serverOf = (document: Document): string | undefined => {
  const [server] = listOf(document['servers'])
  const url = resolvePath(server, ['url'])
  if (typeof url !== 'string') return undefined
  const variables = resolvePath(server, ['variables'])
  return url.replaceAll(/\{([^{}]+)\}/g, (text, name: string) => {
    const variable = isObject(variables) ? variables[name] : undefined
    const value = resolvePath(variable, ['default'])
    return typeof value === 'string' ? value : text
  })
}

const missing = (file: string): RampartError =>
  new RampartError('OPTION_INVALID', {
    message: `no base URL was given, and ${file} names no server that could be called`,
    fix: 'Pass --base-url URL, set RAMPART_BASE_URL, or put baseUrl into rampart.config.ts.',
  })

/**
 * API roots that a document may be about, the likeliest first: what was given, and what was given with the path of
 * the document's server below it. Without one that was given, the document's own server.
 * @throws RampartError OPTION_INVALID.
 */
export function candidateUrls(
  given: string | undefined,
  { file }: GeneratorInput,
  document: Document,
): readonly string[] {
  const server = serverOf(document)
  if (given === undefined || given === '') {
    const base = /^https?:/i.test(file) ? file : undefined
    if (server === undefined || /[{}]/.test(server) || !URL.canParse(server, base)) throw missing(file)
    return [baseUrlOf(new URL(server, base).href)]
  }
  const root = baseUrlOf(given)
  const path = server !== undefined && URL.canParse(server, root) ? new URL(server, root).pathname : '/'
  const below = path.replace(/\/+$/, '')
  return new URL(root).pathname === '/' && below !== '' ? [root, `${root}${below}`] : [root]
}
