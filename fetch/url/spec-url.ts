import { parseRootUrl } from './http-url.js'

/** `{spec_url}` of the specification: an origin and possibly a path, without a trailing slash. */
export interface SpecUrl {
  readonly href: string
  readonly origin: string
  /** Empty if the specification is served at the root of its host. */
  readonly path: string
}

/**
 * Parses the user's specification URL.
 * @throws RampartError FETCH_URL_INVALID when it is invalid
 */
export function parseSpecUrl(text: string): SpecUrl {
  const url = parseRootUrl(text.trim(), 'the specification URL')
  const path = url.pathname.replace(/\/+$/, '')
  return { href: `${url.origin}${path}`, origin: url.origin, path }
}

/** The URL of the version list (specification, "Specification documents"). */
export function versionsUrl(spec: SpecUrl): URL {
  return new URL(`${spec.href}/spec/versions`)
}

/** The URL of a version's document if the list names none. */
export function documentUrl(spec: SpecUrl, version: string): URL {
  return new URL(`${spec.href}/spec/${version}`)
}

/** Advice for a URL with a suffix that users commonly add by mistake. */
export function specUrlAdvice(spec: SpecUrl): string | undefined {
  const [, rest, ending] = /^(.*?)(\/api|\/spec|\/spec\/[^/]+)$/.exec(spec.path) ?? []
  if (rest === undefined || ending === undefined) return undefined
  const why = ending === '/api' ? 'the prefix of the API' : 'a path that rampart appends itself'
  return `The specification URL ends with ${ending}, ${why}; try ${spec.origin}${rest} instead.`
}
