import type { Operation } from '../../runtime/surface.js'
import type { Validator } from '../../runtime/fail.js'
import { type Exchange, headerValue } from '../exchange/exchange.js'
import type { Api, Tolerances } from './case.js'
import type { Violation } from './finding.js'

/** An exchange with the versions that may have served it. */
export interface Served {
  readonly exchange: Exchange
  /** The version that serves it by the specification; undefined when the request asked for an unknown one. */
  readonly version: string | undefined
  /** Other versions that may have served it, because it is about a customer of one of them. */
  readonly mayServe: readonly string[]
  /** Method and template of the operation that was called. */
  readonly route: string | undefined
}

/** One exchange with everything an observer needs. */
export interface Observation extends Served {
  readonly operation: Operation | undefined
  /** Loads the validator of the schema that is declared for the response. */
  readonly declared: () => Promise<Validator | undefined>
  /** The document of that version. */
  readonly api: Api | undefined
  /** The document of another version with the operation, where the version is unknown or lacks it. */
  readonly inOther?: { readonly api: Api; readonly operation: Operation } | undefined
  /** Deviations from the document that the specification allows. */
  readonly tolerances: Tolerances
}

/** Judges one exchange: undefined when the rule does not apply to it, otherwise its violations. */
export type Observer = (
  observation: Observation,
) => readonly Violation[] | undefined | Promise<readonly Violation[] | undefined>

/**
 * True where a response may be that of a version other than the requested one: it is about a customer of that version
 * and names it, or it refuses a submission, which each version does in its own form.
 */
export function isElsewhere({ exchange, version, mayServe, route = '' }: Served): boolean {
  if (mayServe.length === 0) return false
  const { status, headers } = exchange.response
  if (status === 400 && /^post .*identification/.test(route)) return true
  const served = headerValue(headers, 'x-api-version')
  return served !== undefined && served !== version
}

/** The name of a call for messages, equal for all calls of the operation. */
export function callName({ exchange: { request, operationId }, route }: Observation): string {
  const template = route?.slice(route.indexOf(' ') + 1).replaceAll('{}', '{…}')
  return `${request.method} ${template ?? operationId ?? new URL(request.url).pathname}`
}
