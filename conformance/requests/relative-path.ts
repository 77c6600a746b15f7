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

/** What every path of a document repeats of the base URL: its whole path, or the end of it. Empty for most. */
const repeatedPrefix = ({ baseUrl, surface, operations }: Api): string => {
  const segments = segmentsOf(new URL(baseUrl).pathname)
  const all = Object.values(surface.operations)
  const whole = `/${segments.join('/')}`
  // A server that has the path already says that those of the operations come after it.
  if (operations.some(({ servers }) => servers.some((url) => pathOfServer(url) === whole))) return ''
  const candidates = segments.map((_, index) => `/${segments.slice(index).join('/')}`)
  return candidates.find((prefix) => all.every(({ path }) => path.startsWith(`${prefix}/`))) ?? ''
}

const prefixes = new WeakMap<Api, string>()

/**
 * Path template of an operation below the base URL. Documents may or may not repeat the path of the base URL in front
 * of theirs: it counts as repeated where all of them have it, and their servers do not.
 */
export function relativePath(api: Api, { path }: Pick<Operation, 'path'>): string {
  const prefix = prefixes.get(api) ?? repeatedPrefix(api)
  prefixes.set(api, prefix)
  const own = path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
  // What follows a number sign never leaves a client: some documents tell operations of one path apart by it.
  const sent = own.replace(/#.*$/s, '')
  return sent.startsWith('/') ? sent : `/${sent}`
}
