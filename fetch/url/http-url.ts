import { RampartError } from '../../diagnostics/index.js'
import { beginning } from '../parse/excerpt.js'

/** Text that is no URL may still contain a password, so it is not repeated if it contains an @. */
const quoted = (text: string): string =>
  text === '' ? 'nothing' : text.includes('@') ? 'not shown, for it holds an @' : `"${beginning(text)}"`

const isOnThisMachine = /^(?:localhost|127\.|\[::1\])/i

/** Advice for an address that only lacks `http://` or `https://`. */
const withScheme = (text: string): string | undefined => {
  if (!/^(?:[a-z\d][a-z\d.-]*|\[[\da-f:]+\])(?::\d+)?(?:\/[^\s@]*)?$/i.test(text)) return undefined
  const url = `${isOnThisMachine.test(text) ? 'http' : 'https'}://${text}`
  return URL.canParse(url) ? `Write ${url}.` : undefined
}

/**
 * Parses an http or https URL without credentials. `what` names it in errors, for instance "the specification URL".
 * Credentials are never repeated.
 * @throws RampartError FETCH_URL_INVALID when it is no URL, is neither http nor https, or contains credentials
 */
export function parseHttpUrl(text: string, what: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const fix = withScheme(text)
    throw new RampartError('FETCH_URL_INVALID', {
      message: `${what} is no http or https URL: ${quoted(text)}`,
      ...(fix !== undefined && { fix }),
    })
  }
  if (url.username === '' && url.password === '') return url
  throw new RampartError('FETCH_URL_INVALID', {
    message: `${what} holds credentials, and rampart sends none of a URL`,
    fix: 'Leave them out of the URL; keys come from the environment.',
  })
}

/**
 * The same for a base URL that paths are appended to, which must not have a query or a fragment.
 * @throws RampartError FETCH_URL_INVALID
 */
export function parseRootUrl(text: string, what: string): URL {
  const url = parseHttpUrl(text, what)
  if (url.search === '' && url.hash === '') return url
  throw new RampartError('FETCH_URL_INVALID', {
    message: `${what} has a query or a fragment, and paths are appended to it`,
    fix: `Give the root alone: ${url.origin}${url.pathname}`,
  })
}
