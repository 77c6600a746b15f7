import type { FastifyError } from '#bundled/fastify'
import { isDate } from '../../runtime/formats.js'
import type { VersionList, Service, Result } from '../service/service.js'
import { refusedSubmission } from '../identification/submission/errors.js'
import type { SandboxLogger, Table } from '../primitives/environment.js'
import { defined } from '../primitives/defined.js'
import { Refusal } from '../primitives/refusal.js'

/** Groups of operations on tokens and market data, which have no version-dependent shapes (Versioning 7). */
const blindTags: ReadonlySet<string> = new Set(['Currencies', 'ExchangeRate'])

/** Whether an operation ignores any version header, and is served as the default version. */
export function ignoresVersion(tags: readonly string[]): boolean {
  return tags.some((tag) => blindTags.has(tag))
}

/** The result of negotiating a version: the version to serve, or the body of the refusal (Versioning 3 to 5). */
export interface Negotiation {
  readonly served: string
  readonly problem?: VersionProblem
}

/** The body of a 400 for an unsupported version. */
export interface VersionProblem {
  readonly error: 'unsupported_api_version'
  readonly reason: 'version_unknown' | 'version_malformed'
  readonly requested: string
  readonly supported: readonly string[]
}

export class UnsupportedVersion extends Error {
  override readonly name = 'UnsupportedVersion'

  constructor(readonly problem: VersionProblem) {
    super(problem.reason)
  }
}

const canonical = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/

/**
 * Negotiates the version of one call (Versioning 2, 3, 5). An absent or empty header selects the default. A text that
 * is not a calendar date in the form YYYY-MM-DD is malformed; in one reading only the form counts. Nearby versions
 * are never substituted.
 * A refusal is rendered and echoed as the default version.
 */
export function negotiate(
  requested: string | undefined,
  versions: VersionList,
  impossibleIsUnknown = false,
): Negotiation {
  if (requested === undefined || requested === '') return { served: versions.default }
  if (versions.supported.includes(requested)) return { served: requested }
  const isWellFormed = impossibleIsUnknown ? canonical.test(requested) : isDate(requested)
  const reason = isWellFormed ? 'version_unknown' : 'version_malformed'
  const { supported } = versions
  return {
    served: versions.default,
    problem: { error: 'unsupported_api_version', reason, requested, supported },
  }
}

/** A response that is ready to be sent, with its serialized body. */
export interface ServedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export const jsonMediaType = 'application/json; charset=utf-8'

/** Serializes a result, with its content type and the given headers. */
export function toResponse(
  { status, body }: Result,
  headers: Readonly<Record<string, string>> = {},
): ServedResponse {
  if (body === undefined) return { status, headers }
  return { status, headers: { 'content-type': jsonMediaType, ...headers }, body: JSON.stringify(body) }
}

/** The headers of every response below `/api`, except for replays (Versioning 4). */
export function versionHeaders(served: string) {
  return { 'x-api-version': served, vary: 'X-API-Version' }
}

/**
 * The refusal for an error that Fastify raises before any handler; others are returned unchanged.
 * @param unserved for a URL without such a route
 */
export function refusalOf(error: FastifyError | Refusal, unserved: () => Refusal): Error {
  if (error instanceof Refusal) return error
  const { code, statusCode = 500 } = error
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal(400, 'the request body is too large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Refusal(400, 'the request body must be sent as application/json; charset=utf-8')
  if (code === 'FST_ERR_BAD_URL') return new Refusal(400, 'the path contains an invalid percent-encoding')
  // Fastify checks the content type of a QUERY request before it checks for a route.
  if (code === 'FST_ERR_ROUTE_MISSING_CONTENT_TYPE') return unserved()
  return statusCode < 500 ? new Refusal(400, 'the request cannot be read') : error
}

interface LogContext {
  readonly service: Pick<Service, 'random'>
  readonly log: SandboxLogger | undefined
}

interface FailureContext extends LogContext {
  readonly operationId: string | undefined
  /** The version served. */
  readonly version: string
  readonly service: Service
}

/** The body for an error of the service, which is logged under a new trace id (Errors, ApiError). */
export function apiError(message: string, error: unknown, { service, log }: LogContext) {
  const id = service.random.uuid('trace')
  log?.error(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return { message, trace_id: id }
}

/** The body of a refusal: a string, or coded errors for an identification if the version has them. */
const refusalResult = (refusal: Refusal, { operationId, service, version }: FailureContext): Result => ({
  status: refusal.status,
  body:
    refusal.status === 400 && operationId === 'createCustomerIdentificationV2'
      ? refusedSubmission(refusal, service.behavioursOf(version))
      : refusal.message,
})

const failureResult = (error: unknown, place: FailureContext): Result => {
  const [status, message] = error instanceof Refusal ? [error.status, error.message] : [500, 'internal error']
  return { status, body: apiError(message, error, place) }
}

/** The response to an unsupported version (Versioning 5). */
const versionFailure = (problem: VersionProblem, { service, version }: FailureContext): ServedResponse => {
  const { vary, ...echo } = versionHeaders(version)
  const headers = service.usesAlternative('no-echo-on-version-errors') ? {} : echo
  return toResponse({ status: 400, body: problem }, { ...headers, vary })
}

/** The response to a failed request (Errors). In one reading string bodies are plain text. */
export function failureResponse(error: unknown, place: FailureContext): ServedResponse {
  if (error instanceof UnsupportedVersion) return versionFailure(error.problem, place)
  const isRefused = error instanceof Refusal && error.status < 500
  const { status, body } = isRefused ? refusalResult(error, place) : failureResult(error, place)
  const headers = { ...versionHeaders(place.version), ...(error instanceof Refusal ? error.headers : {}) }
  return typeof body === 'string' && place.service.usesAlternative('plain-text-refusals')
    ? { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
    : toResponse({ status, body }, headers)
}

/** Responses by partner, operation and key. */
export interface IdempotencyStore {
  /**
   * Runs `execute` once per key, even for concurrent requests: the others get the first one's response. A response of
   * 500 or above is shared with requests that wait for it, but not stored.
   */
  readonly once: (
    key: string,
    execute: () => Promise<ServedResponse>,
  ) => Promise<{ readonly response: ServedResponse; readonly replay: boolean }>
}

/** An idempotency store, with completed responses in a table. */
export function createIdempotency(responses: Table<ServedResponse>): IdempotencyStore {
  const running = new Map<string, Promise<ServedResponse>>()
  return {
    once: async (key, execute) => {
      const earlier = responses.get(key) ?? running.get(key)
      if (earlier !== undefined) return { response: await earlier, replay: true }
      const first = execute()
      running.set(key, first)
      try {
        const response = await first
        if (response.status < 500) responses.set(key, response)
        return { response, replay: false }
      } finally {
        running.delete(key)
      }
    },
  }
}

/**
 * The replay of a response: the stored status and body without the stored headers (Idempotency). The content type is
 * kept because it describes the body; `Vary` is kept in one reading of the specification.
 */
export function replayOf({ status, headers, body }: ServedResponse, keepsVary: boolean): ServedResponse {
  const { 'content-type': mediaType, vary } = headers
  const kept = { 'content-type': mediaType, vary: keepsVary ? vary : undefined }
  return { status, headers: defined(kept), ...defined({ body }) }
}
