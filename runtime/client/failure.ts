import type { ContractProblem } from '../validators.js'
import type { WebHeaders } from './web.js'
import { isObject } from '../json.js'
import type { CallResponse } from './types.js'

/**
 * The kinds of failed calls.
 * - `configuration`: the request cannot be built as requested; nothing was sent.
 * - `invalid-request`: the request failed validation; nothing was sent.
 * - `network`, `timeout`: no complete response arrived. Whether the service acted is unknown.
 * - `redirect`: the service redirects elsewhere. Redirects are never followed, because they would leak the
 * key.
 * - `undocumented`: the status of the response is not documented.
 * - `unreadable`: the body does not match its media type, or is missing.
 * - `version-mismatch`: the response is of a different version than requested.
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

const sensitive = /auth|cookie|secret|token|password|signature|(?<!idempotency-)key/i

/** Removes the credentials of one call from everything that is shown. */
export class Secrets {
  readonly #known = new Set<string>()

  /** Registers a credential in the spellings in which it may be echoed. */
  add(value: string): void {
    for (const form of [value, encodeURIComponent(value), JSON.stringify(value).slice(1, -1)]) {
      if (form !== '') this.#known.add(form)
    }
  }

  /** The text with credentials masked. */
  hide(text: string): string {
    return [...this.#known].reduce((rest, secret) => rest.replaceAll(secret, '***'), text)
  }

  /** The headers with values that carry secrets masked. */
  headers(headers: WebHeaders): Record<string, string> {
    const shown: Record<string, string> = {}
    headers.forEach((value, name) => {
      shown[name] = sensitive.test(name) ? '***' : this.hide(value)
    })
    return shown
  }

  /** A copy of a JSON value with credentials masked, also those that stand as numbers or as names. */
  body(body: unknown): unknown {
    if (Array.isArray(body)) return body.map((item) => this.body(item))
    if (isObject(body))
      return Object.fromEntries(
        Object.entries(body).map(([name, value]) => [this.hide(name), this.body(value)]),
      )
    const text = String(body)
    const hidden = this.hide(text)
    return hidden === text ? body : hidden
  }
}

const longest = 300

// Members with error messages (RFC 9457 and others), the most informative first.
const members = ['message', 'detail', 'title', 'error_description', 'error', 'errors', 'code', 'reason']

const wordsOf = (body: unknown): string => {
  if (typeof body === 'string') return body.trim()
  if (Array.isArray(body)) return body.map(wordsOf).filter(Boolean).join('; ')
  if (!isObject(body)) return ''
  return members.map((name) => wordsOf(body[name])).find(Boolean) ?? ''
}

/**
 * The error of `bodyOf` for an error response: names the operation and the status, and quotes the body. Like
 * its response, it may repeat text of the service.
 */
export class RefusedError extends ClientError {
  override readonly name = 'RefusedError'
  declare readonly response: FailedResponse

  constructor({ operation, httpStatus: status, body, headers }: CallResponse) {
    super('refused', `${status} ${wordsOf(body).slice(0, longest)}`.trim(), {
      operation,
      response: { status, headers: new Secrets().headers(headers), body },
    })
  }
}

type Successful<Given> = Given extends { readonly ok: true; readonly body: infer Body } ? Body : never

/**
 * Returns the body of a successful response, for callers who prefer exceptions.
 * @throws RefusedError for any other response.
 */
export async function bodyOf<Given extends CallResponse>(
  given: Given | Promise<Given>,
): Promise<Successful<Given>> {
  const isSuccess = (response: Given): response is Given & { body: Successful<Given> } => response.ok
  const response = await given
  if (!isSuccess(response)) throw new RefusedError(response)
  return response.body
}
