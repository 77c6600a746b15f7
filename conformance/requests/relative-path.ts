import { once } from '../../document/index.js'
import type { Operation } from '../../runtime/surface.js'
import type { Api } from '../model/case.js'
import { shapeOf, withoutSlash } from '../resources/paths.js'

const segmentsOf = (path: string): string[] => path.split('/').filter((segment) => segment !== '')

const pathOfServer = (url: string): string | undefined => {
  try {
    return `/${segmentsOf(new URL(url, 'http://localhost').pathname).join('/')}`
  } catch {
    return undefined
  }
}

/** The base URL's path, or its end, where paths of the document repeat it; empty for most documents. */
const repeatedPrefix = once(({ baseUrl, surface }: Pick<Api, 'baseUrl' | 'surface'>): string => {
  const segments = segmentsOf(new URL(baseUrl).pathname)
  const all = Object.values(surface.operations)
  const whole = `/${segments.join('/')}`
  const below = (prefix: string): readonly Operation[] =>
    all.filter(({ path }) => path.startsWith(`${prefix}/`))
  const repeats = below(whole).length
  // A document that has it in a server URL and in every path repeats itself.
  if (repeats === all.length) return whole
  // If only a server URL has that path, the paths of operations are relative to it.
  if (all.some(({ servers }) => servers.some((url) => pathOfServer(url) === whole))) return ''
  // Paths beside the API, such as /health, do not repeat it; a path that equals it is a resource.
  if (repeats > 0 && !all.some(({ path }) => withoutSlash(path) === whole)) return whole
  const ends = segments.map((_, index) => `/${segments.slice(index).join('/')}`)
  return ends.find((prefix) => below(prefix).length === all.length) ?? ''
})

type Path = Pick<Operation, 'path'>

const withoutPrefix = (api: Api, { path }: Path): string => {
  const prefix = repeatedPrefix(api)
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path
}

/**
 * The path template of an operation relative to the base URL, which a document may repeat in its own paths: the whole
 * of its path in some of them, or the end of it in all.
 */
export function relativePath(api: Api, operation: Path): string {
  // Clients never send a fragment; some documents use it to distinguish operations of one path.
  const sent = withoutPrefix(api, operation).replace(/#.*$/s, '')
  return sent.startsWith('/') ? sent : `/${sent}`
}

/** Method and relative template of an operation, such as `get /customers/{}`; equal in every document. */
export function routeOf(api: Api, operation: Path & Pick<Operation, 'method'>): string {
  return `${operation.method} ${shapeOf(withoutPrefix(api, operation))}`
}
