import { headerValue } from '../../conformance/exchange/exchange.js'
import { isTextType } from '../../conformance/exchange/media-type.js'
import {
  callName,
  isElsewhere,
  type Observer,
  type Observation,
} from '../../conformance/model/observation.js'
import { hasChange } from '../../versions/index.js'

/**
 * Statuses that the specification's own table of errors gives any operation, and those of HTTP itself for requests
 * that never reach one: a document need not repeat them for each.
 */
const general = new Set([400, 401, 403, 404, 405, 406, 408, 413, 414, 415, 429, 431, 500])

/**
 * A document need not foresee every refusal: one that shows none for an operation is silent about them. Where it
 * shows some, another one is none of those.
 */
const showsRefusals = ({ operation }: Observation): boolean =>
  Object.keys(operation?.responses ?? {}).some((code) => /^(4|default)/i.test(code))

const isPromised = (observation: Observation): boolean => {
  const { exchange, route, version = '', mayServe } = observation
  const { status } = exchange.response
  if (isElsewhere(observation)) return true
  if (status >= 400 && status < 500 && !showsRefusals(observation)) return true
  if (exchange.isGuess === true && status >= 400 && status < 500) return true
  const isSignings = route === 'get /customers/{}/required-signings'
  const isEarlier = [version, ...mayServe].some((one) => !hasChange(one, 'empty-signings-list'))
  return general.has(status) || (status === 409 && isSignings && isEarlier)
}

/** `documents/status`: exact statuses, ranges such as `4XX` and `default` count as declared. */
export const status: Observer = (observation) => {
  const { exchange, operation, response } = observation
  if (!operation) return undefined
  if (response) return []
  if (isPromised(observation)) return undefined
  const declared = Object.keys(operation.responses).join(', ')
  const message = `${callName(observation)} answered ${exchange.response.status}; the document declares ${declared}`
  return [{ message, pointer: `${operation.pointer}/responses`, exchange }]
}

/**
 * `documents/media-type`: a replay may come without headers, an empty answer has no media type, and whether a
 * refusal's string comes as JSON or as plain text is not promised.
 */
export const mediaType: Observer = (observation) => {
  const { exchange, response, mediaType: declaredType } = observation
  const declared = Object.keys(response?.content ?? {})
  const { headers, body, status: came } = exchange.response
  if (!response || declared.length === 0 || exchange.isReplay || body === '') return undefined
  if (isElsewhere(observation)) return undefined
  const contentType = headerValue(headers, 'content-type')
  if (declaredType || (came >= 400 && isTextType(contentType))) return []
  const what = `${contentType ?? 'none'}; the document declares ${declared.join(', ')}`
  return [
    {
      message: `${callName(observation)} ${came} has media type ${what}`,
      pointer: response.pointer,
      exchange,
    },
  ]
}
