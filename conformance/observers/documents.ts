import { headerValue } from '../model/exchange.js'
import { isTextType } from './media-type.js'
import { callName, type Observer, type Witness } from './observer.js'

/**
 * Statuses that the specification's own table of errors gives any operation, and those of HTTP itself for requests
 * that never reach one: a document need not repeat them for each.
 */
const general = new Set([400, 401, 403, 404, 405, 406, 408, 413, 414, 415, 429, 431, 500])

const isPromised = ({ exchange, route, version = '' }: Witness): boolean => {
  const { status } = exchange.response
  if (exchange.isGuess === true && status >= 400 && status < 500) return true
  const isSignings = route === 'get /customers/{}/required-signings'
  return general.has(status) || (status === 409 && isSignings && version < '2026-08-01')
}

/** `documents/status`: exact statuses, ranges such as `4XX` and `default` count as declared. */
export const status: Observer = (witness) => {
  const { exchange, operation, response } = witness
  if (!operation) return undefined
  if (response) return []
  if (isPromised(witness)) return undefined
  const declared = Object.keys(operation.responses).join(', ')
  const message = `${callName(witness)} answered ${exchange.response.status}; the document declares ${declared}`
  return [{ message, pointer: `${operation.pointer}/responses`, exchange }]
}

/**
 * `documents/media-type`: a replay may come without headers, an empty answer has no media type, and whether a
 * refusal's string comes as JSON or as plain text is not promised.
 */
export const mediaType: Observer = (witness) => {
  const { exchange, response, mediaType: declaredType } = witness
  const declared = Object.keys(response?.content ?? {})
  const { headers, body, status: came } = exchange.response
  if (!response || declared.length === 0 || exchange.isReplay || body === '') return undefined
  const contentType = headerValue(headers, 'content-type')
  if (declaredType || (came >= 400 && isTextType(contentType))) return []
  const what = `${contentType ?? 'none'}; the document declares ${declared.join(', ')}`
  return [
    { message: `${callName(witness)} ${came} has media type ${what}`, pointer: response.pointer, exchange },
  ]
}
