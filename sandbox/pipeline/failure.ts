import { type Answer, toAnswer, toTextAnswer, versionHeaders } from './answer.js'
import type { Result } from '../service/call.js'
import { Refusal } from '../primitives/refusal.js'
import { refusedSubmission } from '../identification/submission/errors.js'
import type { SandboxLogger } from '../primitives/logger.js'
import type { Service } from '../service/service.js'

/** The context of a failed request. */
export interface FailureContext {
  readonly operationId: string | undefined
  /** The version served. */
  readonly version: string
  readonly service: Service
  readonly log: SandboxLogger | undefined
}

/** Logs an error of the service under a new trace id. */
const traced = (error: unknown, { service, log }: FailureContext): string => {
  const id = service.random.uuid('trace')
  log?.error(`${id} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`)
  return id
}

const isSubmission = ({ operationId }: FailureContext): boolean =>
  operationId === 'createCustomerIdentificationV2'

/** The body of a refusal: a string, or coded errors for an identification if the version has them. */
const refused = (refusal: Refusal, place: FailureContext): Result => ({
  status: refusal.status,
  body:
    refusal.status === 400 && isSubmission(place)
      ? refusedSubmission(refusal, place.service.behavioursOf(place.version))
      : refusal.message,
})

/** An ApiError with its trace id, for statuses from 500 on. */
const failed = (error: unknown, place: FailureContext): Result => {
  const [status, message] = error instanceof Refusal ? [error.status, error.message] : [500, 'internal error']
  return { status, body: { message, trace_id: traced(error, place) } }
}

/** The response to a failed request (Errors), with the kind of body that its status requires. */
export function failureAnswer(error: unknown, place: FailureContext): Answer {
  const isRefused = error instanceof Refusal && error.status < 500
  const result = isRefused ? refused(error, place) : failed(error, place)
  const headers = { ...versionHeaders(place.version), ...(error instanceof Refusal ? error.headers : {}) }
  return typeof result.body === 'string' && place.service.usesAlternative('plain-text-refusals')
    ? toTextAnswer(result.status, result.body, headers)
    : toAnswer(result, headers)
}
