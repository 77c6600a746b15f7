import type { components } from '../../api/newest.js'

import { Refusal } from '../../primitives/refusal.js'
import type { Behaviours } from '../../versions/index.js'

/** One reason why a submission is refused (Errors, Structured identification errors). */
export type IdentificationError = components['schemas']['IdentificationError']

export type IdentificationCode = components['schemas']['IdentificationErrorCode']

const docsUrl = (code: IdentificationCode): string =>
  `https://docs.sandbox.example/identification-errors#${code}`

/** One coded error. `beneficiary` is given only where the error is about one beneficiary of a Business. */
export function identificationError(
  code: IdentificationCode,
  message: string,
  beneficiary?: number,
): IdentificationError {
  return {
    code,
    message,
    docs_url: docsUrl(code),
    ...(beneficiary === undefined ? {} : { beneficiary_index: beneficiary }),
  }
}

/** The same errors with a null for the beneficiary where none is meant. */
export function withNullIndexes(errors: readonly IdentificationError[]): readonly IdentificationError[] {
  return errors.map((error) => ({ beneficiary_index: null, ...error }))
}

/** A submission that the rules turn down: 400 with its errors. */
export class RefusedSubmission extends Refusal {
  constructor(readonly errors: readonly IdentificationError[]) {
    super(400, errors.map(({ message }) => message).join('; '))
  }
}

/** A Link that its document turns down: 400 with a string, since a Link never gets structured errors. */
export class RefusedLink extends Refusal {
  constructor(text: string) {
    super(400, text)
  }
}

/**
 * The body of a refused identification: a list of coded errors where the version has them, else the text alone.
 * A body that cannot be read as JSON never meets a rule: it is `invalid_request` too.
 */
export function refusedSubmission(
  refusal: Refusal,
  behaviours: Behaviours,
): string | readonly IdentificationError[] {
  if (!behaviours['structured-errors'] || refusal instanceof RefusedLink) return refusal.message
  return refusal instanceof RefusedSubmission
    ? refusal.errors
    : [identificationError('invalid_request', refusal.message)]
}
