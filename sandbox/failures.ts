import type { Result } from './http/answer.js'
import { Refusal } from './http/refusal.js'
import { refusedSubmission } from './identification/errors.js'
import type { Behaviours } from './versions/index.js'

/** Where a request failed. */
export interface FailurePlace {
  readonly operationId: string | undefined
  readonly behaviours: Behaviours
  /** Makes the id under which an error of the service is logged. */
  readonly traceId: () => string
}

const isSubmission = ({ operationId }: FailurePlace): boolean =>
  operationId === 'createCustomerIdentificationV2'

/**
 * The answer to a request that failed (Errors): a string for what is refused, coded errors for an identification
 * where the version has them, an ApiError with its trace id for everything from 500 on.
 */
export const renderFailure = (error: unknown, place: FailurePlace): Result => {
  const status = error instanceof Refusal ? error.status : 500
  const message = error instanceof Refusal ? error.message : 'internal error'
  if (status >= 500) return { status, body: { message, trace_id: place.traceId() } }
  return {
    status,
    body:
      error instanceof Refusal && status === 400 && isSubmission(place)
        ? refusedSubmission(error, place.behaviours)
        : message,
  }
}
