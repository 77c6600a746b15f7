import { type Exchange, headerValue } from '../exchange/exchange.js'
import { isJsonType } from '../exchange/media-type.js'
import type { Operation } from '../../runtime/surface.js'
import type { Call, ParameterValues } from '../model/call.js'
import { decoded, parametersIn, pathPattern, valuesByName } from '../resources/paths.js'

const bodyOf = ({ request }: Exchange): Call['body'] | undefined => {
  if (request.body === undefined) return undefined
  const mediaType = headerValue(request.headers, 'content-type') ?? 'application/octet-stream'
  try {
    return { mediaType, value: isJsonType(mediaType) ? JSON.parse(request.body) : request.body }
  } catch {
    return { mediaType, value: request.body, raw: request.body }
  }
}

const headersOf = ({ parameters }: Operation, { request }: Exchange): ParameterValues =>
  Object.fromEntries(
    parameters.flatMap(({ in: location, name }) => {
      const value = location === 'header' ? headerValue(request.headers, name.toLowerCase()) : undefined
      return value === undefined ? [] : [[name, value] as const]
    }),
  )

/** Reconstructs a call from a request. Parameter values are texts, and cookies are left out. */
export function readCall(operation: Operation, exchange: Exchange): Call {
  const { pathname, searchParams } = new URL(exchange.request.url)
  const values = pathPattern(operation.path).exec(pathname)?.slice(1).map(decoded)
  const empty = parametersIn(operation.path).map(() => '')
  const body = bodyOf(exchange)
  return {
    operation,
    path: valuesByName(operation.path, values ?? empty),
    query: Object.fromEntries(searchParams),
    header: headersOf(operation, exchange),
    cookie: {},
    ...(body && { body }),
  }
}
