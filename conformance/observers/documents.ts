import type { ResponseHeader } from '../../runtime/surface.js'
import type { ValidationError, Validator } from '../../runtime/validator.js'
import { type Exchange, headerValue, jsonBody } from '../model/exchange.js'
import type { Violation } from '../model/finding.js'
import { mediaTypeOf } from './media-type.js'
import { brief, type Observer } from './observer.js'

const where = (exchange: Exchange): string =>
  `${exchange.request.method} ${exchange.operationId ?? ''}`.trim()

/** `documents/status`: exact statuses, ranges such as `4XX` and `default` count as declared. */
export const status: Observer = ({ exchange, operation, response }) => {
  if (!operation) return undefined
  if (response) return []
  const declared = Object.keys(operation.responses).join(', ')
  return [
    {
      message: `${where(exchange)} answered ${exchange.response.status}; the document declares ${declared}`,
      pointer: `${operation.pointer}/responses`,
      exchange,
    },
  ]
}

const isText = (mediaType: string | undefined): boolean => mediaType === 'text/plain'

/** A refusal's string may come as JSON or as plain text: which of both is not promised. */
const isPlainRefusal = (exchange: Exchange): boolean =>
  exchange.response.status >= 400 &&
  isText(mediaTypeOf(headerValue(exchange.response.headers, 'content-type')))

/** `documents/media-type`: a replay may come without headers, and an empty answer has no media type. */
export const mediaType: Observer = ({ exchange, response, mediaType: declaredType }) => {
  const declared = Object.keys(response?.content ?? {})
  const { headers, body } = exchange.response
  if (!response || declared.length === 0 || exchange.isReplay || body === '') return undefined
  if (declaredType || isPlainRefusal(exchange)) return []
  const came = headerValue(headers, 'content-type') ?? 'none'
  return [
    {
      message: `${where(exchange)} ${exchange.response.status} has media type ${came}; the document declares ${declared.join(', ')}`,
      pointer: response.pointer,
      exchange,
    },
  ]
}

const sentence = (error: ValidationError): string =>
  `${error.instancePath === '' ? 'the body' : error.instancePath} ${error.message ?? error.keyword}`

// A union that nothing matched reports every branch; the shortest account of it is the union itself.
const mostTelling = (errors: readonly ValidationError[]): readonly ValidationError[] => {
  const union = errors.filter(({ keyword }) => keyword === 'oneOf' || keyword === 'anyOf')
  return union.length > 0 ? union : errors.slice(0, 5)
}

const judgeBody = (exchange: Exchange, validator: Validator, value: unknown, pointer: string): Violation[] =>
  validator(value)
    ? []
    : mostTelling(validator.errors ?? []).map((error) => ({
        message: `${where(exchange)} ${exchange.response.status}: ${sentence(error)}`,
        pointer,
        exchange,
      }))

/** `documents/body`: what the document declares for status and media type, by its validator. */
export const body: Observer = ({ exchange, mediaType: declared, validator }) => {
  const judge = declared?.validator === undefined ? undefined : validator(declared.validator)
  if (!declared || !judge) return undefined
  const text = exchange.response.body
  const parsed = jsonBody(exchange.response)
  const value = isText(mediaTypeOf(headerValue(exchange.response.headers, 'content-type'))) ? text : parsed
  if (value === undefined) {
    const message = `${where(exchange)} ${exchange.response.status}: the body is not JSON: ${brief(text, 60)}`
    return [{ message, pointer: declared.pointer, exchange }]
  }
  return judgeBody(exchange, judge, value, declared.pointer)
}

const coerced = (header: ResponseHeader, value: string): unknown => {
  const type = typeof header.schema === 'object' ? header.schema.type : undefined
  if (type === 'integer' || type === 'number') return Number(value)
  return type === 'boolean' ? value === 'true' : value
}

/** `documents/headers`: replays are left out, because they come without response headers. */
export const headers: Observer = ({ exchange, response, validator }) => {
  const declared = Object.entries(response?.headers ?? {})
  if (declared.length === 0 || exchange.isReplay) return undefined
  return declared.flatMap(([name, header]): Violation[] => {
    const value = headerValue(exchange.response.headers, name)
    const judge = header.validator === undefined ? undefined : validator(header.validator)
    const at = { pointer: header.pointer, exchange }
    if (value === undefined) {
      return header.required
        ? [{ message: `${where(exchange)}: the header ${name} is due and absent`, ...at }]
        : []
    }
    if (!judge || judge(coerced(header, value))) return []
    return [
      { message: `${where(exchange)}: ${name}: ${brief(value)} is not valid under the document`, ...at },
    ]
  })
}
