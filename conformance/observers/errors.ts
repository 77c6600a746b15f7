import { type Exchange, jsonBody } from '../model/exchange.js'
import { brief, type Observer } from './observer.js'

const where = (exchange: Exchange): string =>
  `${exchange.request.method} ${exchange.operationId ?? exchange.request.url}`

/** `errors/string-body`, Errors: plain text and a JSON string are both strings; nothing at all is no object. */
export const stringBody: Observer = ({ exchange, mediaType, validator }) => {
  const { status, body } = exchange.response
  if (exchange.target !== 'api' || ![401, 403, 404].includes(status)) return undefined
  const parsed = jsonBody(exchange.response)
  if (body === '' || typeof parsed !== 'object' || parsed === null) return []
  // A document that declares an object here contradicts the specification: that is one fact about the document.
  const declared = mediaType?.validator === undefined ? undefined : validator(mediaType.validator)
  if (declared?.(parsed) === true) return undefined
  return [{ message: `${where(exchange)} ${status}: a string is due, ${brief(body, 80)} came`, exchange }]
}

const hasText = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && name in value && typeof Reflect.get(value, name) === 'string'

/** `errors/api-error`, Errors: ApiError has message and trace_id. */
export const apiError: Observer = ({ exchange }) => {
  if (exchange.target !== 'api' || exchange.response.status !== 500) return undefined
  const parsed = jsonBody(exchange.response)
  if (hasText(parsed, 'message') && hasText(parsed, 'trace_id')) return []
  const came = brief(exchange.response.body, 80)
  return [{ message: `${where(exchange)} 500: message and trace_id are due, ${came} came`, exchange }]
}
