import type { ContractProblem } from '../validators.js'

/**
 * Why there is no answer to return.
 * - `configuration`: the request cannot be sent as it was asked for; nothing was sent.
 * - `invalid-request`: the validators refuse the request; nothing was sent.
 * - `network`, `timeout`: no whole answer arrived. Whether the service acted is not known.
 * - `redirect`: the service points elsewhere. Redirects are never followed: the key would go along.
 * - `undocumented`: an answer with a status that the document does not know.
 * - `unreadable`: the body is not what its media type says, or lacks.
 * - `version-mismatch`: the service answered in another version than the one asked for.
 * - `invalid-answer`: the validators refuse the answer.
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
  | 'invalid-answer'
  | 'refused'

/** An answer as far as it was read, without credentials that it repeats. */
export interface FailedAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface FailureDetails {
  readonly operation: string
  readonly answer?: FailedAnswer | undefined
  readonly problems?: readonly ContractProblem[] | undefined
  /** Versions asked for and answered in, of a `version-mismatch`. */
  readonly requested?: string | undefined
  readonly served?: string | undefined
}

/**
 * The error of a call that has no documented answer to return. It holds no credential and no error of another
 * library, which could hold one: neither in its message nor in what it is printed or serialised to.
 */
export class ClientError extends Error implements FailureDetails {
  override readonly name: string = 'ClientError'
  readonly kind: FailureKind
  declare readonly operation: string
  declare readonly answer?: FailedAnswer
  declare readonly problems?: readonly ContractProblem[]
  declare readonly requested?: string
  declare readonly served?: string

  constructor(kind: FailureKind, message: string, details: FailureDetails) {
    super(`${details.operation}: ${message}`)
    this.kind = kind
    Object.assign(this, details)
  }
}
