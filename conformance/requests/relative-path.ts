import type { Api } from '../model/api.js'
import type { Operation } from '../../runtime/surface.js'

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const pathOfServer = (url: string): string | undefined => {
  try {
    return `/${segmentsOf(new URL(url, 'http://localhost').pathname).join('/')}`
  } catch {
    return undefined
  }
}

/**
 * The path, or the end of the path, of the base URL that every path of the document repeats. Empty for most documents.
 */
const repeatedPrefix = ({ baseUrl, surface, operations }: Api): string => {
  const segments = segmentsOf(new URL(baseUrl).pathname)
  const all = Object.values(surface.operations)
  const whole = `/${segments.join('/')}`
  // If a server URL has that path, the paths of operations are relative to it.
  if (operations.some(({ servers }) => servers.some((url) => pathOfServer(url) === whole))) return ''
  const candidates = segments.map((_, index) => `/${segments.slice(index).join('/')}`)
  return candidates.find((prefix) => all.every(({ path }) => path.startsWith(`${prefix}/`))) ?? ''
}

const prefixes = new WeakMap<Api, string>()

/**
 * The path template of an operation relative to the base URL. A document may repeat the base URL's path in its own
 * paths: assumed where all of them have that prefix and no server URL does.
 */
export function relativePath(api: Api, { path }: Pick<Operation, 'path'>): string {
  const prefix = prefixes.get(api) ?? repeatedPrefix(api)
  prefixes.set(api, prefix)
  const own = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
  // Clients never send a fragment; some documents use it to distinguish operations of one path.
  const sent = own.replace(/#.*$/s, '')
  return sent.startsWith('/') ? sent : `/${sent}`
}
