import { type Exchange, headerValue, type HeaderList } from '../exchange/exchange.js'
import type { RequestCounter } from '../model/requests.js'
import { commonHeaders } from '../client/client.js'
import type { Session } from '../session/session.js'

const headers: HeaderList = [
  ...commonHeaders,
  ['accept', 'application/json, application/yaml;q=0.9, */*;q=0.5'],
]
const mostHops = 3

const nextUrl = ({ request, response }: Exchange): string | undefined => {
  const location = headerValue(response.headers, 'location')
  if (response.status < 300 || response.status > 399 || location === undefined) return undefined
  if (!URL.canParse(location, request.url)) return undefined
  const next = new URL(location, request.url)
  return next.origin === new URL(request.url).origin ? next.href : undefined
}

/**
 * Fetches something below the spec URL without the key. A redirect is followed as long as it stays on the origin;
 * otherwise it is the answer.
 * @param counter counts the requests that it takes
 */
export async function readDocument(
  session: Session,
  path: string,
  counter: RequestCounter,
): Promise<Exchange> {
  let url = `${session.plan.specUrl}${path}`
  for (let hop = 0; ; hop++) {
    const exchange = await session.ask({ method: 'GET', url, headers }, { target: 'spec', counter })
    const next = hop < mostHops ? nextUrl(exchange) : undefined
    if (next === undefined) return exchange
    url = next
  }
}
