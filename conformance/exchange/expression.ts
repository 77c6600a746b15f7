import { type Exchange, headerValue, jsonBody, parsedJson } from './exchange.js'
import { keysOf, resolvePath } from '../../document/index.js'

const bodyAt = (body: unknown, rest: string): unknown =>
  rest.startsWith('#') ? resolvePath(body, keysOf(rest.slice(1))) : body

const segmentOf = ({ request }: Exchange, template: string, name: string): string | undefined => {
  const names = template.split('/').toReversed()
  const values = new URL(request.url).pathname.split('/').toReversed()
  const value = values[names.indexOf(`{${name}}`)]
  return value === undefined ? undefined : decodeURIComponent(value)
}

/**
 * The value of a link's runtime expression in an exchange; a constant evaluates to itself.
 * @param template path of the operation that was called, for `$request.path`
 */
export function evaluate(expression: unknown, exchange: Exchange, template: string): unknown {
  if (typeof expression !== 'string' || !expression.startsWith('$')) return expression
  const [, side, location, rest = ''] =
    /^\$(request|response)\.(body|header|query|path)\.?(.*)$/.exec(expression) ?? []
  const { request, response } = exchange
  if (location === 'body')
    return bodyAt(side === 'request' ? parsedJson(request.body ?? 'null') : jsonBody(response), rest)
  if (location === 'header') return headerValue(side === 'request' ? request.headers : response.headers, rest)
  if (location === 'query') return new URL(request.url).searchParams.get(rest) ?? undefined
  if (location === 'path') return segmentOf(exchange, template, rest)
  return { $url: request.url, $method: request.method, $statusCode: String(response.status) }[expression]
}
