import { isLoopback, RampartError } from '../../diagnostics/index.js'

/** A text that is not a URL may contain a password, so it is not repeated if it contains an @. */
const quoted = (text: string): string =>
  text === ''
    ? 'nothing'
    : text.includes('@')
      ? 'not shown, because it contains an @'
      : `"${beginning(text)}"`

/** Advice for an address that only lacks `http://` or `https://`. */
export function withScheme(text: string): string | undefined {
  if (!/^(?:[a-z\d][a-z\d.-]*|\[[\da-f:]+\])(?::\d+)?(?:\/[^\s@]*)?$/i.test(text)) return undefined
  if (!URL.canParse(`http://${text}`)) return undefined
  const scheme = isLoopback(new URL(`http://${text}`).hostname) ? 'http' : 'https'
  return `Write ${scheme}://${text}.`
}

/** Why a text is not an http or https URL. */
const objectionTo = (text: string): string => {
  const [, host = '', port = ''] =
    /^https?:\/*(?:[^/@]*@)?(\[[^/\]]*\]?|[^/:?#]*):?([^/?#]*)/i.exec(text) ?? []
  if (!/^https?:/i.test(text)) return 'is not an http or https URL'
  if (host === '') return 'names no host'
  const isPort = /^\d*$/.test(port) && Number(port) <= 65_535
  return isPort ? 'has an invalid host name' : 'has a port that is not a number from 0 to 65535'
}

/**
 * Parses an http or https URL without credentials. `what` names it in errors, for instance "the specification
 * URL". Credentials are never repeated.
 * @throws RampartError FETCH_URL_INVALID when it is not an http or https URL, or contains credentials
 */
export function parseHttpUrl(text: string, what: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    const fix = withScheme(text)
    throw new RampartError('FETCH_URL_INVALID', {
      message: `${what} ${objectionTo(text)}: ${quoted(text)}`,
      ...(fix !== undefined && { fix }),
    })
  }
  if (url.username === '' && url.password === '') return url
  throw new RampartError('FETCH_URL_INVALID', {
    message: `${what} contains credentials, and rampart sends no credentials of a URL`,
    fix: 'Remove them from the URL; keys come from the environment.',
  })
}

/** Parses a base URL, to which paths are appended. @throws RampartError FETCH_URL_INVALID */
export function parseRootUrl(text: string, what: string): URL {
  const url = parseHttpUrl(text, what)
  if (url.search === '' && url.hash === '') return url
  throw new RampartError('FETCH_URL_INVALID', {
    message: `${what} has a query or a fragment, and paths are appended to it`,
    fix: `Give the root alone: ${url.origin}${url.pathname}`,
  })
}

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

/** Refuses another origin; `how` says what led there. @throws RampartError FETCH_CROSS_ORIGIN */
export function requireAllowed(target: URL, origins: ReadonlySet<string>, how: string): void {
  if (origins.has(target.origin)) return
  const message = `${how} to another origin: ${target.origin}.`
  const fix = `If you trust it, pass --allow-origin ${target.origin}.`
  throw new RampartError('FETCH_CROSS_ORIGIN', { message, fix })
}

/** `{spec_url}` of the specification, without a trailing slash. @throws RampartError FETCH_URL_INVALID */
export function parseSpecUrl(text: string): string {
  return parseRootUrl(text.trim(), 'the specification URL').href.replace(/\/+$/, '')
}

/** Advice for a URL with a suffix that users commonly add by mistake. */
export function specUrlAdvice(spec: string): string | undefined {
  const [, rest, ending] = /^(https?:\/\/[^/]+.*?)(\/api(?:\/.*)?|\/spec|\/spec\/[^/]+)$/.exec(spec) ?? []
  if (rest === undefined || ending === undefined) return undefined
  const ofApi = ending === '/api' ? 'the prefix of the API' : 'a path of the API'
  const why = ending.startsWith('/api') ? ofApi : 'a path that rampart appends itself'
  return `The specification URL ends with ${ending}, ${why}; try ${rest} instead.`
}

/** External text made safe for one line of a terminal, without control or formatting characters. */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
}

const longestBeginning = 160

/** The beginning of a text as one printable line. */
export function beginning(text: string): string {
  const line = printable(text.trim().slice(0, 4 * longestBeginning)).replace(/\s+/g, ' ')
  return line.length > longestBeginning ? `${line.slice(0, longestBeginning)}…` : line
}
