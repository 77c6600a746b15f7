import { RampartError } from '../../diagnostics/index.js'
import { parseHttpUrl } from '../url/http-url.js'
import { requireAllowed } from '../url/origins.js'

const maxRedirects = 5
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

// Never sends an API key, because the specification endpoints need none (specification, Authentication 2).
const requestHeaders = {
  accept: 'application/json, application/yaml;q=0.9, */*;q=0.5',
  'user-agent': 'rampart',
}

/** A response with an unread body, and its URL. */
export interface UnreadResponse {
  readonly url: URL
  readonly response: Response
}

const targetOf = (from: URL, response: Response, origins: ReadonlySet<string>): URL => {
  const location = response.headers.get('location')
  if (location === null) {
    const message = `${from.href} redirects (${response.status}) without saying where.`
    throw new RampartError('FETCH_REDIRECT', { message, where: { url: from.href } })
  }
  const target = parseHttpUrl(location, `the redirect of ${from.href}`, from)
  requireAllowed(target, origins, `${from.href} redirects`)
  return target
}

/**
 * Sends a GET and follows at most five redirects, only within the allowed origins.
 * @throws RampartError FETCH_REDIRECT, FETCH_CROSS_ORIGIN or FETCH_URL_INVALID when a redirect must not be followed
 */
export async function getFollowingRedirects(
  start: URL,
  origins: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<UnreadResponse> {
  let url = start
  for (let hop = 0; hop <= maxRedirects; hop += 1) {
    const response = await fetch(url, { headers: requestHeaders, redirect: 'manual', signal })
    if (!redirectStatuses.has(response.status)) return { url, response }
    await response.body?.cancel()
    url = targetOf(url, response, origins)
  }
  const message = `${start.href} redirects more than ${maxRedirects} times in a row.`
  throw new RampartError('FETCH_REDIRECT', { message, where: { url: start.href } })
}
