import type { FastifyError } from '#bundled/fastify'

import { refusedSubmission } from '../identification/submission/errors.js'
import type { SandboxLogger } from '../primitives/logger.js'
import { Refusal } from '../primitives/refusal.js'
import type { Result } from '../service/call.js'
import type { Service } from '../service/service.js'
import { UnsupportedVersion, type VersionProblem } from './version.js'

/** A response that is ready to be sent, with its serialized body. */
export interface ServedResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export const jsonMediaType = 'application/json; charset=utf-8'

/** Serializes a result, with its content type and the given headers. */
export function toResponse(result: Result, headers: Readonly<Record<string, string>> = {}): ServedResponse {
  return result.body === undefined
    ? { status: result.status, headers }
    : {
        status: result.status,
        headers: { 'content-type': jsonMediaType, ...headers },
        body: JSON.stringify(result.body),
      }
}

type VersionHeaders = Readonly<Record<'x-api-version' | 'vary', string>>

/** The headers of every response below `/api`, except for replays (Versioning 4). */
export function versionHeaders(served: string): VersionHeaders {
  return {
    'x-api-version': served,
    vary: 'X-API-Version',
  }
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

export interface FailureContext {
  readonly operationId: string | undefined
  /** The version served. */
  readonly version: string
  readonly service: Service
  readonly log: SandboxLogger | undefined
}

/** Logs an error of the service under a new trace id. */
const logFailure = (error: unknown, { service, log }: FailureContext): string => {
  const id = service.random.uuid('trace')
  log?.error(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return id
}

/** The body of a refusal: a string, or coded errors for an identification if the version has them. */
const refusalResult = (refusal: Refusal, { operationId, service, version }: FailureContext): Result => ({
  status: refusal.status,
  body:
    refusal.status === 400 && operationId === 'createCustomerIdentificationV2'
      ? refusedSubmission(refusal, service.behavioursOf(version))
      : refusal.message,
})

/** An ApiError with its trace id, for statuses from 500 on. */
const failureResult = (error: unknown, place: FailureContext): Result => {
  const [status, message] = error instanceof Refusal ? [error.status, error.message] : [500, 'internal error']
  return { status, body: { message, trace_id: logFailure(error, place) } }
}

/** The response to an unsupported version (Versioning 5). */
const versionFailure = (problem: VersionProblem, { service, version }: FailureContext): ServedResponse => {
  const { vary, ...echo } = versionHeaders(version)
  const headers = service.usesAlternative('no-echo-on-version-errors') ? {} : echo
  return toResponse({ status: 400, body: problem }, { ...headers, vary })
}

/**
 * The response to a failed request (Errors), with the kind of body that its status requires. In one reading string
 * bodies are plain text.
 */
export function failureResponse(error: unknown, place: FailureContext): ServedResponse {
  if (error instanceof UnsupportedVersion) return versionFailure(error.problem, place)
  const isRefused = error instanceof Refusal && error.status < 500
  const { status, body } = isRefused ? refusalResult(error, place) : failureResult(error, place)
  const headers = { ...versionHeaders(place.version), ...(error instanceof Refusal ? error.headers : {}) }
  return typeof body === 'string' && place.service.usesAlternative('plain-text-refusals')
    ? { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body }
    : toResponse({ status, body }, headers)
}
