import { brief } from '../../../reporting/index.js'
import { type Exchange, headerValue } from '../../exchange/exchange.js'

/** An exchange on one line: method, path, version asked for, and what came. */
export function requestLine({ request, response }: Exchange): string {
  const version = headerValue(request.headers, 'x-api-version')
  const asked = version === undefined ? '' : ` (X-API-Version: ${version === '' ? '(empty)' : version})`
  const location = request.url.replace(/^[a-z]+:\/\/[^/]*/i, '')
  const [path = '', query] = location.split('?', 2)
  const search = query === undefined ? '' : brief(`?${query}`, 100)
  const status = response.status === 0 ? 'no answer:' : response.status
  return `${request.method} ${path}${search}${asked} -> ${status} ${brief(response.body, 70)}`.trim()
}
