import { parseRootUrl } from './http-url.js'

/** `{spec_url}` of the specification: an origin and perhaps a path, without a slash at the end. */
export interface SpecUrl {
  readonly href: string
  readonly origin: string
  /** Empty when the specification is served at the root of its host. */
  readonly path: string
}

/**
 * Parses the specification URL that the user gave.
 * @throws RampartError FETCH_URL_INVALID when it is no such URL
 */
export function parseSpecUrl(text: string): SpecUrl {
  const url = parseRootUrl(text.trim(), 'the specification URL')
  const path = url.pathname.replace(/\/+$/, '')
  return { href: `${url.origin}${path}`, origin: url.origin, path }
}

/** Where the list of versions is served (specification, "Specification documents"). */
export function versionsUrl(spec: SpecUrl): URL {
  return new URL(`${spec.href}/spec/versions`)
}

/** Where the document of one version is served when the list names no location. */
export function documentUrl(spec: SpecUrl, version: string): URL {
  return new URL(`${spec.href}/spec/${version}`)
}

/** Advice for a URL with an ending that people give by mistake. */
export function specUrlAdvice(spec: SpecUrl): string | undefined {
  const [, rest, ending] = /^(.*?)(\/api|\/spec|\/spec\/[^/]+)$/.exec(spec.path) ?? []
  if (rest === undefined || ending === undefined) return undefined
  const why = ending === '/api' ? 'the prefix of the API' : 'a path that rampart appends itself'
  return `The specification URL ends with ${ending}, ${why}; try ${spec.origin}${rest} instead.`
}
