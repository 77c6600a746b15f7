import { declaredFor, declaredStatus, isJsonType, mediaTypeOf } from '../exchange/media-type.js'
import { headerValue, headerValues } from '../exchange/exchange.js'
import { type Observed, type Fault, nameOf } from '../model/case.js'
import type { MediaTypeObject, Operation, ResponseObject } from '../../runtime/surface.js'

/** The message of a check whose promise a response breaks. */
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
  return nameOf({ method: call.method ?? call.operation.method, path: call.operation.path })
}

/** The media type of a response; the first one where Content-Type is repeated. */
export function contentTypeOf({ exchange: { response } }: Observed): string | undefined {
  return headerValues(response.headers, 'content-type')[0]
}

/** True for HTML. */
export function isPage(observed: Observed): boolean {
  return /html/.test(mediaTypeOf(contentTypeOf(observed)) ?? '')
}

/** True for a redacted text: its length, spelling and value are no longer those of the service. */
export function isMasked(text: string): boolean {
  // As in `masks`: `[redacted]`, `[redacted second key]`, `[redacted: NAME_OF_VARIABLE]`.
  return /\[redacted[^\]]{0,100}\]/.test(text)
}

export interface Declared {
  /** The key of the response in the document: `200`, `4XX` or `default`. */
  readonly key: string
  readonly response: ResponseObject
  /** As spelled in the document: `application/json`, or a range such as `application/*`. */
  readonly name?: string
  readonly mediaType?: MediaTypeObject
}

const subtypeOf = (type: string): string | undefined => mediaTypeOf(type)?.split('/')[1]?.replace(/^x-/, '')

/** A file may have any media type except HTML and JSON, which would be a message unless it is an attachment. */
const isFile = (observed: Observed): boolean =>
  /^\s*attachment\b/i.test(headerValue(observed.exchange.response.headers, 'content-disposition') ?? '') ||
  (contentTypeOf(observed) !== undefined && !isJsonType(contentTypeOf(observed)) && !isPage(observed))

/**
 * Media types with one subtype are equal (`text/xml`, `application/x-yaml`), and for errors any JSON type matches
 * another, because the schema decides. A replayed response may lack its headers.
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

/** The declaration for a response; undefined where the document has none for its method or status. */
export function declaredOf(observed: Observed): Declared | undefined {
  const { method, operation } = observed.case.call
  if (method !== undefined && method !== operation.method) return undefined
  const key = declaredStatus(operation, statusOf(observed))
  const response = key === undefined ? undefined : operation.responses[key]
  if (key === undefined || !response) return undefined
  const name = mediaTypeFor(Object.keys(response.content), observed)
  const mediaType = name === undefined ? undefined : response.content[name]
  return { key, response, ...(name !== undefined && { name }), ...(mediaType && { mediaType }) }
}
