import { jsonBody } from '../../conformance/exchange/exchange.js'
import { isVersionError } from '../../conformance/exchange/version-error.js'
import { violationsOf } from '../../conformance/exchange/validation.js'
import { callName, type Observer, type Observation } from '../../conformance/model/observation.js'
import { typeInWords } from '../values/type-in-words.js'
import { isStringBody } from '../../conformance/exchange/reading.js'
import { isDescribed } from '../../versions/index.js'

/**
 * True when the document declares what came instead of what the specification states, and so contradicts it itself:
 * that is one fact about the document. A schema that takes everything declares nothing.
 */
const isDeclared = ({ mediaType, validator }: Observation, came: unknown, specified: unknown): boolean => {
  const declared = mediaType?.validator === undefined ? undefined : validator(mediaType.validator)
  return declared !== undefined && violationsOf(declared, came).length === 0 && !declared(specified)
}

/** True for a version that the specification does not describe. */
const isUndescribed = (version: string | undefined): boolean => version !== undefined && !isDescribed(version)

/** `errors/string-body`, Errors: plain text and a JSON string are both strings; nothing at all is no object. */
export const stringBody: Observer = (observation) => {
  const { exchange, version } = observation
  const { status } = exchange.response
  if (isUndescribed(version) || exchange.target !== 'api' || ![401, 403, 404].includes(status))
    return undefined
  if (isStringBody(exchange)) return []
  const parsed = jsonBody(exchange.response)
  if (isDeclared(observation, parsed, 'refused')) return undefined
  const message = `${callName(observation)} ${status}: a string is due, ${typeInWords(parsed)} came`
  return [{ message, exchange }]
}

/** Submissions of identifications, whose refusals have rules of their own. */
const isSubmission = ({ route = '' }: Observation): boolean => /^post .*identification/.test(route)

/** `errors/bad-request-body`, Errors: whether a JSON string or plain text is open; an object or array is neither. */
export const badRequestBody: Observer = (observation) => {
  const { exchange, version } = observation
  const { status } = exchange.response
  // Where a version error is due, the body is an object.
  const isOther = exchange.target !== 'api' || !isDescribed(version) || isVersionError(exchange)
  if (status !== 400 || isOther) return undefined
  if (isSubmission(observation)) return undefined
  if (isStringBody(exchange)) return []
  const parsed = jsonBody(exchange.response)
  if (isDeclared(observation, parsed, 'refused')) return undefined
  const message = `${callName(observation)} 400: a string is due, ${typeInWords(parsed)} came`
  return [{ message, exchange }]
}

const hasText = (value: unknown, name: string): boolean =>
  typeof value === 'object' && value !== null && typeof Reflect.get(value, name) === 'string'

/** `errors/api-error`, Errors: ApiError has message and trace_id. */
export const apiError: Observer = (observation) => {
  const { exchange, version } = observation
  if (isUndescribed(version) || exchange.target !== 'api' || exchange.response.status !== 500)
    return undefined
  const parsed = jsonBody(exchange.response)
  if (hasText(parsed, 'message') && hasText(parsed, 'trace_id')) return []
  if (parsed !== undefined && isDeclared(observation, parsed, { message: 'failed', trace_id: '1' }))
    return undefined
  const message = `${callName(observation)} 500: an object with message and trace_id is due, ${typeInWords(parsed)} came`
  return [{ message, exchange }]
}
