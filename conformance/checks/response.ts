import { declaredFor, isJsonType, mediaTypeOf } from '../exchange/media-type.js'
import { headerValue, headerValues } from '../exchange/exchange.js'
import type { Observed } from '../model/observed.js'
import type { Fault } from '../model/violation.js'
import type { MediaTypeObject, Operation, ResponseObject } from '../../runtime/surface.js'

/** What a check says of a response that breaks its promise. */
export type Said = Omit<Fault, 'rule' | 'pointer'>

/** The status of a response. */
export function statusOf({ exchange }: Observed): number {
  return exchange.response.status
}

/** The operation that was called. */
export function operationOf({ case: { call } }: Observed): Operation {
  return call.operation
}

/** Names the operation of a call: `GET /pets/{id}`. */
export function operationName({ case: { call } }: Observed): string {
  return `${(call.method ?? call.operation.method).toUpperCase()} ${call.operation.path}`
}

/** The media type that a response says it has; the first one, where it says so more than once. */
export function contentTypeOf({ exchange: { response } }: Observed): string | undefined {
  return headerValues(response.headers, 'content-type')[0]
}

/** True for a page of markup. */
export function isPage(observed: Observed): boolean {
  return /html/.test(mediaTypeOf(contentTypeOf(observed)) ?? '')
}

/** True where a secret was taken out of a text: its length, spelling and choice are no longer those of the service. */
export function isMasked(text: string): boolean {
  // As in `masks`: `[redacted]`, `[redacted second key]`, `[redacted: NAME_OF_VARIABLE]`.
  return /\[redacted[^\]]{0,100}\]/.test(text)
}

/** The declaration of a response: what the document has for its status, and for its media type. */
export interface Declared {
  /** The key of the response in the document: `200`, `4XX` or `default`. */
  readonly key: string
  readonly response: ResponseObject
  /** As the document spells it: `application/json`, or a range such as `application/*`. */
  readonly name?: string
  readonly mediaType?: MediaTypeObject
}

const keyFor = (keys: readonly string[], status: number): string | undefined =>
  keys.find((key) => key === String(status)) ??
  keys.find((key) => key.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
  keys.find((key) => key === 'default')

const subtypeOf = (type: string): string | undefined => mediaTypeOf(type)?.split('/')[1]?.replace(/^x-/, '')

/** Bytes are of any type but a page or JSON, which would be a message rather than a file unless it is said to be one. */
const isFile = (observed: Observed): boolean =>
  /^\s*attachment\b/i.test(headerValue(observed.exchange.response.headers, 'content-disposition') ?? '') ||
  (contentTypeOf(observed) !== undefined && !isJsonType(contentTypeOf(observed)) && !isPage(observed))

/**
 * Types of one subtype are one type (`text/xml`, `application/x-yaml`); of errors, any kind of JSON stands for another:
 * what tells them apart is the schema. A stored response that is repeated may come without headers.
 */
const mediaTypeFor = (declared: readonly string[], observed: Observed): string | undefined => {
  const came = contentTypeOf(observed) ?? (observed.exchange.isReplay ? declared[0] : undefined)
  if (came === undefined) return undefined
  return (
    declaredFor(declared, came) ??
    declared.find((type) => subtypeOf(type) === subtypeOf(came)) ??
    declared.find((type) => mediaTypeOf(type) === 'application/octet-stream' && isFile(observed)) ??
    (statusOf(observed) >= 400 && isJsonType(came) ? declared.find(isJsonType) : undefined)
  )
}

/** What the document declares for a response; undefined where it has nothing for its method or its status. */
export function declaredOf(observed: Observed): Declared | undefined {
  const { method, operation } = observed.case.call
  if (method !== undefined && method !== operation.method) return undefined
  const key = keyFor(Object.keys(operation.responses), statusOf(observed))
  const response = key === undefined ? undefined : operation.responses[key]
  if (key === undefined || !response) return undefined
  const name = mediaTypeFor(Object.keys(response.content), observed)
  const mediaType = name === undefined ? undefined : response.content[name]
  return { key, response, ...(name !== undefined && { name }), ...(mediaType && { mediaType }) }
}
