import { RampartError } from '../../diagnostics/index.js'
import { parseHttpUrl } from './http-url.js'

const parseOrigin = (text: string): string => {
  const url = parseHttpUrl(text.trim(), 'an allowed origin')
  if (url.pathname === '/' && url.search === '' && url.hash === '') return url.origin
  const message = `An allowed origin is a scheme, a host and a port only; ${url.origin} was given with more.`
  throw new RampartError('FETCH_URL_INVALID', { message })
}

/** The permitted origins: that of the specification URL and those allowed by the user. */
export function originsOf(own: string, allowed: readonly string[] = []): ReadonlySet<string> {
  return new Set([own, ...allowed.map(parseOrigin)])
}

/**
 * Requires that `target` is in one of the origins.
 * @param how how it was reached, for instance "http://a/spec/versions redirects"
 * @throws RampartError FETCH_CROSS_ORIGIN when it is not
 */
export function requireAllowed(target: URL, origins: ReadonlySet<string>, how: string): void {
  if (origins.has(target.origin)) return
  const message = `${how} to another origin: ${target.origin}.`
  const fix = `If you trust it, pass --allow-origin ${target.origin}.`
  throw new RampartError('FETCH_CROSS_ORIGIN', { message, fix })
}
