import { isDeepStrictEqual } from 'node:util'
import { Big } from '#bundled/big.js'
import {
  isJsonType,
  mediaTypeOf,
  walk,
  isObject,
  member,
  objectOf,
  keysOf,
  resolvePath,
} from '../../document/index.js'
import type { MediaTypeObject, Operation } from '../../runtime/surface.js'
import { type Exchange, type ExchangeResponse, jsonBody, headerValue, headerValues } from './exchange.js'
import { mostLevels, parseYaml } from '../../document/text/index.js'
import { brief } from '../../reporting/index.js'
import type { ValidationError, Validator } from '../../runtime/fail.js'

export { isJsonType, mediaTypeOf } from '../../document/index.js'

/** True for plain text. */
export function isTextType(contentType: string | undefined): boolean {
  return mediaTypeOf(contentType) === 'text/plain'
}

/** Whether a response is HTML, which gateways, login pages and frontends send; the first Content-Type counts. */
export function isPage({ headers }: Pick<ExchangeResponse, 'headers'>): boolean {
  return /html/.test(mediaTypeOf(headerValues(headers, 'content-type')[0]) ?? '')
}

const rank = (declared: string, wanted: string): number => {
  const own = mediaTypeOf(declared)
  if (own === wanted) return 3
  if (own === `${wanted.split('/')[0]}/*`) return 2
  return own === '*/*' ? 1 : 0
}

/** The declared status that matches one: the status itself, its range, or `default`. */
export function declaredStatus({ responses }: Operation, status: number): string | undefined {
  const keys = Object.keys(responses)
  return (
    keys.find((key) => key === String(status)) ??
    keys.find((key) => key.toUpperCase() === `${Math.floor(status / 100)}XX`) ??
    keys.find((key) => key === 'default')
  )
}

/** The media types of the declared response with a status. */
export function declaredContent(
  operation: Operation,
  status: number,
): Readonly<Record<string, MediaTypeObject>> | undefined {
  const key = declaredStatus(operation, status)
  return key === undefined ? undefined : operation.responses[key]?.content
}

/** The declared media type that matches a Content-Type, exact ones before ranges. */
export function declaredFor(declared: readonly string[], type: string | undefined): string | undefined {
  const wanted = mediaTypeOf(type)
  if (wanted === undefined) return undefined
  return declared
    .filter((candidate) => rank(candidate, wanted) > 0)
    .toSorted((a, b) => rank(b, wanted) - rank(a, wanted))[0]
}

/** The scalar values that a text in a URL, a form or a header may mean. */
export function scalarsIn(text: string): unknown[] {
  const plain = text.trim()
  const number = plain === '' ? Number.NaN : Number(plain)
  return [
    text,
    ...(Number.isNaN(number) ? [] : [number]),
    // The spelling of booleans is up to the implementation, so `True` is one.
    ...(/^(true|false)$/i.test(plain) ? [plain.toLowerCase() === 'true'] : []),
    ...(plain === '' || plain === 'null' ? [null] : []),
  ]
}

/**
 * The scalars and lists that a text may mean, of which an empty one may be a list without items; `items` are its own, or
 * those of a repeated field.
 */
export function readingsOf(text: string, items: readonly string[] = text.split(',')): unknown[] {
  return [...scalarsIn(text), items, items.map(likeliest), ...(text === '' ? [[]] : [])]
}

/** The number, boolean or null that a text may mean, otherwise the text. */
export function likeliest(text: string): unknown {
  return text.trim() === '' ? text : scalarsIn(text).at(-1)
}

/** The nested texts, numbers and booleans of a JSON value. */
export function nestedScalars(value: unknown): (string | number | boolean)[] {
  return walk(value).flatMap(([, one]) =>
    typeof one === 'string' || typeof one === 'number' || typeof one === 'boolean' ? [one] : [],
  )
}

/** Parses JSON or YAML. @throws TextSyntaxError or TextLimitError where the text is neither. */
export function jsonOrYaml(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return parseYaml(text, mostLevels)
  }
}

/** True for the version error of Versioning 5: 400 with `error` unsupported_api_version. */
export function isVersionError({ response }: Exchange): boolean {
  return response.status === 400 && member(jsonBody(response), 'error') === 'unsupported_api_version'
}

// The words must be adjacent, so that "this conversion is not supported" or "version 2026-08-01: unknown country" do
// not match.
const ownWords =
  /\bunsupported (api[-_ ]?)?version\b|\bversion\b["' ]*[\d-]*["' ]*(is |was )?(unsupported|not supported)/i

/** True when a response refuses the requested version, with the version error or another text. */
export function refusesVersion(exchange: Exchange): boolean {
  const { status, body } = exchange.response
  return isVersionError(exchange) || (status === 400 && ownWords.test(body))
}

/** The body as an object; empty when it is anything else. */
export function objectBody(exchange: Exchange): Readonly<Record<string, unknown>> {
  return objectOf(jsonBody(exchange.response))
}

/** True for a method that requests no change, in any case of letters. */
export function isSafe(method: string): boolean {
  return /^(get|head|options|query|trace)$/i.test(method)
}

/** True for a status of 200 to 299. */
export function isSuccess({ response }: Pick<Exchange, 'response'>): boolean {
  return response.status >= 200 && response.status < 300
}

/** True for a status of 404 or 410: the thing does not exist, or no longer. */
export function isMissing({ response }: Exchange): boolean {
  return response.status === 404 || response.status === 410
}

/** True for a response of a server that has nothing at a path, or leads elsewhere. */
export function isNothingThere({ response: { status } }: Exchange): boolean {
  return status === 404 || status === 405 || (status >= 300 && status < 400 && status !== 304)
}

/** True for a status of 400 to 499: the service considers the request invalid. */
export function isRefusal({ response }: Exchange): boolean {
  return response.status >= 400 && response.status < 500
}

/** True for the two statuses that refuse the credentials of a request. */
export function refusesCredentials(status: number): boolean {
  return status === 401 || status === 403
}

/** True for the two statuses that refuse a value; others may depend on the account. */
export function isTurnedDown({ response }: Exchange): boolean {
  return response.status === 400 || response.status === 422
}

/** Words of refusals of what there is already. */
export const ofExisting =
  /\balready\b|\bexists?\b|\bexisting\b|\bunique|duplicat|\bin use\b|\btaken\b|\bconflict/i

/** Status and the beginning of the body, for messages. */
export function outcomeOf({ response }: Exchange): string {
  return `${response.status}${response.body === '' ? '' : ` ${brief(response.body, 80)}`}`
}

const asId = (value: unknown): string | undefined =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : undefined

/**
 * The id in a response: `id`, one of the kind (`customer_id`), a nested one, or the end of Location.
 * @param kind pattern for the kind of the created thing, for instance `customer`
 */
export function idIn(exchange: Exchange, kind: string): string | undefined {
  const own = new RegExp(`^((${kind})[-_]?(id|uuid)|uuid|identifier)$`, 'i')
  const holders = walk(jsonBody(exchange.response))
    .map(([, value]) => value)
    .filter(isObject)
  const named = holders.flatMap((holder) => Object.entries(holder).filter(([name]) => own.test(name)))
  const candidates = [holders[0]?.['id'], ...named.map(([, id]) => id), ...holders.map((one) => one['id'])]
  const location = headerValue(exchange.response.headers, 'location')?.replace(/[?#].*$/, '')
  return [...candidates, location?.split('/').findLast((part) => part !== '')]
    .map(asId)
    .find((id) => id !== undefined)
}

/** The items of a list response: a bare array, or the outermost array in an envelope. */
export function listIn(exchange: Exchange): readonly unknown[] | undefined {
  const arrays = walk(jsonBody(exchange.response)).map(([, value]) => value)
  return arrays.find((value): value is unknown[] => Array.isArray(value))
}

/** True when both are decimal numbers of the same value in any notation. */
export function sameDecimal(a: unknown, b: unknown): boolean {
  try {
    return new Big(String(a)).eq(new Big(String(b)))
  } catch {
    return false
  }
}

/** Whether the thing of a request has another address. Other redirections of writes say where their outcome is. */
export function isMoved({ request, response: { status } }: Exchange): boolean {
  return [301, 307, 308].includes(status) || (status === 302 && request.method === 'GET')
}

/** True where nothing can be concluded from a response: none came (0), the service failed, or was too busy. */
export function isOutage({ response: { status } }: Exchange): boolean {
  return status === 0 || status >= 500 || status === 429
}

const busy: ReadonlySet<number> = new Set([429, 502, 503, 504])

/**
 * Whether a service, or a gateway before it, reports that it is busy or down, so that the response proves nothing.
 * Other statuses of an outage (500) may come from the request itself.
 */
export function isBusy({ status }: Pick<ExchangeResponse, 'status'>): boolean {
  return busy.has(status)
}

/** Whether a response is an empty object or list, which some services answer where nothing is. */
export function isEmptyAnswer({ response }: Exchange): boolean {
  return [{}, []].some((nothing) => isDeepStrictEqual(jsonBody(response), nothing))
}

/** True for a string in any form: empty, a JSON string, or plain text. */
export function isStringBody({ response }: Exchange): boolean {
  const parsed = jsonBody(response)
  if (response.body === '' || parsed === undefined || typeof parsed === 'string') return true
  const type = headerValue(response.headers, 'content-type')
  // A body that parses as a number may be plain text, unless its type is JSON.
  return isTextType(type) || ((typeof parsed !== 'object' || parsed === null) && !isJsonType(type))
}

/** True when the Vary header includes X-API-Version. */
export function variesByVersion({ response }: Exchange): boolean {
  const value = headerValue(response.headers, 'vary') ?? ''
  const members = new Set(value.split(',').map((member) => member.trim().toLowerCase()))
  return members.has('x-api-version') || members.has('*')
}

/** Deletes a null member from its object. @returns false where there is none */
const withoutNull = (root: unknown, pointer: string): boolean => {
  const segments = keysOf(pointer)
  const name = segments.pop()
  const holder = resolvePath(root, segments)
  if (name === undefined || !isObject(holder) || holder[name] !== null) return false
  return Reflect.deleteProperty(holder, name)
}

const mostRounds = 20

/**
 * The violations of a value that a validator finds. An optional member that is null counts as absent, because the
 * specification leaves open which of the two means "nothing"; null in a required member is a violation.
 */
export function violationsOf(validator: Validator, value: unknown): readonly ValidationError[] {
  if (validator(value)) return []
  const copy = structuredClone(value)
  for (let round = 0; round < mostRounds; round++) {
    if (validator(copy)) return []
    const errors = validator.errors ?? []
    const taken = errors.filter(({ instancePath }) => withoutNull(copy, instancePath))
    if (taken.length === 0) return errors
  }
  return validator(copy) ? [] : (validator.errors ?? [])
}
