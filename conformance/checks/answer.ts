import { declaredFor, isJsonType, mediaTypeOf } from '../exchange/media-type.js'
import { headerValues } from '../exchange/exchange.js'
import type { MediaTypeObject, ResponseObject } from '../../runtime/surface.js'
import type { Observed } from '../model/observed.js'

/** The media type that an answer says it has; the first one, where it says so more than once. */
export function contentTypeOf({ exchange: { response } }: Observed): string | undefined {
  return headerValues(response.headers, 'content-type')[0]
}

/** The declaration of an answer: what the document has for its status, and for its media type. */
export interface Declared {
  /** The key of the response in the document: `200`, `4XX` or `default`. */
  readonly key: string
  readonly response: ResponseObject
  readonly mediaType?: MediaTypeObject
}

const rangeOf = (status: number): string => `${Math.floor(status / 100)}XX`

const keyFor = (keys: readonly string[], status: number): string | undefined =>
  keys.find((key) => key === String(status)) ??
  keys.find((key) => key.toUpperCase() === rangeOf(status)) ??
  keys.find((key) => key === 'default')

const subtypeOf = (type: string | undefined): string | undefined =>
  mediaTypeOf(type)?.split('/')[1]?.replace(/^x-/, '')

/** Bytes are of any kind that is not a page or JSON, which would be something said rather than a file. */
const isFile = (type: string | undefined): boolean =>
  !isJsonType(type) && !/html/.test(mediaTypeOf(type) ?? 'html')

/**
 * Types of one subtype are one type (`text/xml`, `application/x-yaml`); of errors, any kind of JSON stands for another:
 * what tells them apart is the schema.
 */
const mediaTypeFor = (
  declared: readonly string[],
  contentType: string | undefined,
  status: number,
): string | undefined =>
  declaredFor(declared, contentType) ??
  declared.find((type) => contentType !== undefined && subtypeOf(type) === subtypeOf(contentType)) ??
  declared.find((type) => mediaTypeOf(type) === 'application/octet-stream' && isFile(contentType)) ??
  (status >= 400 && isJsonType(contentType) ? declared.find(isJsonType) : undefined)

/** What the document declares for an answer; undefined where it has nothing for its method or its status. */
export function declaredOf(observed: Observed): Declared | undefined {
  if (!isOrdinary(observed)) return undefined
  const { response } = observed.exchange
  const { responses } = observed.case.call.operation
  const key = keyFor(Object.keys(responses), response.status)
  const declared = key === undefined ? undefined : responses[key]
  if (key === undefined || !declared) return undefined
  const contentType = contentTypeOf(observed)
  const name = mediaTypeFor(Object.keys(declared.content), contentType, response.status)
  const mediaType = name === undefined ? undefined : declared.content[name]
  return { key, response: declared, ...(mediaType && { mediaType }) }
}

/** True where no whole answer came. */
export function isUnanswered({ noAnswer, exchange }: Observed): boolean {
  return noAnswer !== undefined || exchange.response.status === 0
}

/** True for a status of 200 to 299. */
export function isServed({ exchange: { response } }: Observed): boolean {
  return response.status >= 200 && response.status < 300
}

/** True where a call has the method and the target of its operation: what it declares is about such calls alone. */
export function isOrdinary({ case: { call } }: Observed): boolean {
  return call.method === undefined || call.method === call.operation.method
}

/** Refusals that HTTP itself knows, of what stands before any operation: routing, reading, negotiation, limits. */
const ofHttp = new Set([405, 406, 408, 411, 413, 414, 415, 417, 421, 426, 429, 431])

/** Refusals that gateways, routers and guards give in the name of an operation. */
const ofDoors = new Set([301, 302, 303, 307, 308, 401, 403, 404])

const plainPath = /^(?!\.{1,2}$)[\w.~@:+,=!-]{1,200}$/

const isPlainInPath = (value: unknown): boolean => typeof value !== 'string' || plainPath.test(value)

const isOddBeforeBody = ({ case: { peculiarities = [], deviation } }: Observed): boolean =>
  [...peculiarities, ...(deviation ? [deviation] : [])].some((one) => one.in !== 'body')

/**
 * True for a refusal that may not come from the operation at all: a server answers it before it knows which operation
 * is meant, and in a form of its own, of which the document of the operation says nothing.
 */
const mayBeBeforeOperation = (observed: Observed): boolean => {
  const { case: sent, exchange } = observed
  const { status } = exchange.response
  if (status < 300 || status >= 500) return false
  if (ofHttp.has(status) || !isOrdinary(observed) || sent.expectation === 'open') return true
  // That these have the form of all others is hardly meant where they are not named, and another form shows.
  const isNamed = Object.hasOwn(sent.call.operation.responses, String(status))
  if (!isNamed && ofDoors.has(status) && !isJsonType(contentTypeOf(observed))) return true
  const isOddPath = Object.values(sent.call.path).some((value) => !isPlainInPath(value))
  if (isOddPath) return [301, 302, 307, 308, 400, 403, 404].includes(status)
  return status === 400 && isOddBeforeBody(observed) && !isJsonType(contentTypeOf(observed))
}

/** What ends a part of a path, or is taken out of it on the way, written as it is or encoded. */
const leadsElsewhere = /^\.{0,2}$|[/\\%?#;]|^\s|\s$|\p{Cc}/u

/**
 * True where an answer that is no failure may be of another operation, or of none: a value of the path is `/`, `..` or
 * empty, which servers take for another path; or a page is served for whatever no router knows.
 */
export function mayBeOfAnother(observed: Observed): boolean {
  if (observed.exchange.response.status >= 500) return false
  const values = Object.values(observed.case.call.path)
  if (values.some((value) => typeof value === 'string' && leadsElsewhere.test(value))) return true
  const isPage = /html/.test(mediaTypeOf(contentTypeOf(observed)) ?? '')
  return isPage && values.some((value) => !isPlainInPath(value))
}

/** True where nothing that the document declares for the operation is about the answer. */
export function isOfOthers(observed: Observed): boolean {
  return mayBeBeforeOperation(observed) || mayBeOfAnother(observed)
}

/** Names the operation of a call: `GET /pets/{id}`. */
export function operationName({ case: { call } }: Observed): string {
  return `${(call.method ?? call.operation.method).toUpperCase()} ${call.operation.path}`
}
