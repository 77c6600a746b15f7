import type { MediaTypeObject, Operation, ResponseObject } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/validator.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { Violation } from './finding.js'

export { brief } from '../../reporting/index.js'

/** One exchange as an observer is given it, with all that the observer may need: observers do no I/O. */
export interface Observation {
  readonly exchange: Exchange
  /** The version that the specification says is served, or undefined when the request asked for none there is. */
  readonly version: string | undefined
  /** Further versions that may have served it, since it is about a customer of one of them. */
  readonly mayServe: readonly string[]
  /** Method and template of the operation that was called. */
  readonly route: string | undefined
  /** The operation in the document of that version. */
  readonly operation: Operation | undefined
  /** The response that the document declares for the status that came. */
  readonly response: ResponseObject | undefined
  /** The declaration of the media type that came. */
  readonly mediaType: MediaTypeObject | undefined
  readonly validator: (name: string) => Validator | undefined
}

/** Judges one exchange: undefined when the rule does not speak of it, otherwise every violation it shows. */
export type Observer = (observation: Observation) => readonly Violation[] | undefined

/**
 * True where an answer may be that of another version than the one that was asked for: it is about a customer of that
 * one, and says so, or it refuses a submission, which versions do in different forms.
 */
export function isElsewhere({ exchange, version, mayServe, route = '' }: Observation): boolean {
  if (mayServe.length === 0) return false
  const { status, headers } = exchange.response
  if (status === 400 && /^post .*identification/.test(route)) return true
  const served = headerValue(headers, 'x-api-version')
  return served !== undefined && served !== version
}

/** Names the call of an exchange in a message: nothing in it differs from one call of the operation to the next. */
export function callName({ exchange: { request, operationId }, route }: Observation): string {
  const template = route?.slice(route.indexOf(' ') + 1).replaceAll('{}', '{…}')
  return `${request.method} ${template ?? operationId ?? new URL(request.url).pathname}`
}
