import type { ContractProblem } from '../validators.js'

/**
 * The kinds of failed calls.
 * - `configuration`: the request cannot be built as requested; nothing was sent.
 * - `invalid-request`: the request failed validation; nothing was sent.
 * - `network`, `timeout`: no complete response arrived. Whether the service acted is unknown.
 * - `redirect`: the service redirects elsewhere. Redirects are never followed, because they would leak the
 * key.
 * - `undocumented`: the status of the response is not documented.
 * - `unreadable`: the body does not match its media type, or is missing.
 * - `version-mismatch`: the response is of another version than requested.
 * - `invalid-response`: the response failed validation.
 * - `refused`: thrown by `bodyOf` for a documented error.
 */
export type FailureKind =
  | 'configuration'
  | 'invalid-request'
  | 'network'
  | 'timeout'
  | 'redirect'
  | 'undocumented'
  | 'unreadable'
  | 'version-mismatch'
  | 'invalid-response'
  | 'refused'

/** The response as far as it was read, with echoed credentials removed. */
export interface FailedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface FailureDetails {
  readonly operation: string
  readonly response?: FailedResponse | undefined
  readonly problems?: readonly ContractProblem[] | undefined
  /** The requested and the served version, of a `version-mismatch`. */
  readonly requested?: string | undefined
  readonly served?: string | undefined
}

/**
 * The error of a call without a documented response to return. Neither its message nor its printed or serialised form
 * contains credentials, or errors of other libraries, which could contain some.
 */
export class ClientError extends Error implements FailureDetails {
  override readonly name: string = 'ClientError'
  readonly kind: FailureKind
  declare readonly operation: string
  declare readonly response?: FailedResponse
  declare readonly problems?: readonly ContractProblem[]
  declare readonly requested?: string
  declare readonly served?: string

  constructor(kind: FailureKind, message: string, details: FailureDetails) {
    super(`${details.operation}: ${message}`)
    this.kind = kind
    Object.assign(this, details)
  }
}
