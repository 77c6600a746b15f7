import type { Operation } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/validator.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { Api } from './api.js'
import type { Violation } from './finding.js'
import type { Tolerances } from './observed.js'

export { brief } from '../../reporting/index.js'

/** An exchange with what is known of who served it. */
export interface Served {
  readonly exchange: Exchange
  /** The version that the specification says is served, or undefined when the request asked for none there is. */
  readonly version: string | undefined
  /** Further versions that may have served it, since it is about a customer of one of them. */
  readonly mayServe: readonly string[]
  /** Method and template of the operation that was called. */
  readonly route: string | undefined
}

/** One exchange as an observer is given it, with all that the observer may need: observers do no I/O. */
export interface Observation extends Served {
  /** The operation in the document of that version. */
  readonly operation: Operation | undefined
  /** Judges bodies by the schema that is declared for what came. */
  readonly declared: Validator | undefined
  /** The document of that version. */
  readonly api: Api | undefined
  /** Where no version is known, or that one lacks the operation: the document of one that has it. */
  readonly inOther?: { readonly api: Api; readonly operation: Operation } | undefined
  /** What the service may do beside the document. */
  readonly tolerances: Tolerances
}

/**
 * Judges one exchange: undefined when the rule does not speak of it, otherwise every violation it shows.
 */
export type Observer = (
  observation: Observation,
) => readonly Violation[] | undefined | Promise<readonly Violation[] | undefined>

/**
 * True where an answer may be that of another version than the one that was asked for: it is about a customer of that
 * one, and says so, or it refuses a submission, which versions do in different forms.
 */
export function isElsewhere({ exchange, version, mayServe, route = '' }: Served): boolean {
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
