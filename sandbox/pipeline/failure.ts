import { type Answer, toAnswer, toTextAnswer, versionHeaders } from './answer.js'
import type { Result } from '../service/call.js'
import { Refusal } from '../primitives/refusal.js'
import { refusedSubmission } from '../identification/submission/errors.js'
import type { SandboxLogger } from '../primitives/logger.js'
import type { Service } from '../service/service.js'

/** Where a request failed. */
export interface FailureContext {
  readonly operationId: string | undefined
  /** The version served. */
  readonly version: string
  readonly service: Service
  readonly log: SandboxLogger | undefined
}

/** Logs an error of the service under a new id. */
const traced = (error: unknown, { service, log }: FailureContext): string => {
  const id = service.random.uuid('trace')
  log?.error(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return id
}

const isSubmission = ({ operationId }: FailureContext): boolean =>
  operationId === 'createCustomerIdentificationV2'

/** A string for what is refused, coded errors for an identification where the version has them. */
const refused = (refusal: Refusal, place: FailureContext): Result => ({
  status: refusal.status,
  body:
    refusal.status === 400 && isSubmission(place)
      ? refusedSubmission(refusal, place.service.behavioursOf(place.version))
      : refusal.message,
})

/** An ApiError with its trace id for everything from 500 on. */
const failed = (error: unknown, place: FailureContext): Result => {
  const [status, message] = error instanceof Refusal ? [error.status, error.message] : [500, 'internal error']
  return { status, body: { message, trace_id: traced(error, place) } }
}

/** The answer to a request that failed (Errors), whose body has the kind that belongs to its status. */
export function failureAnswer(error: unknown, place: FailureContext): Answer {
  const isRefused = error instanceof Refusal && error.status < 500
  const result = isRefused ? refused(error, place) : failed(error, place)
  const headers = { ...versionHeaders(place.version), ...(error instanceof Refusal ? error.headers : {}) }
  return typeof result.body === 'string' && place.service.usesAlternative('plain-text-refusals')
    ? toTextAnswer(result.status, result.body, headers)
    : toAnswer(result, headers)
}
