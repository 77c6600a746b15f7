import type { IdentificationCode, IdentificationError } from '../../api/schemas.js'
import { defined } from '../../primitives/defined.js'
import { Refusal } from '../../primitives/refusal.js'
import type { Behaviours } from '../../api/behaviours.js'
import type { Submission } from './read.js'

/** One coded error. `beneficiary` is set only if the error concerns one beneficiary of a Business. */
export function identificationError(
  code: IdentificationCode,
  message: string,
  beneficiary?: number,
): IdentificationError {
  return {
    code,
    message,
    docs_url: `https://docs.sandbox.example/identification-errors#${code}`,
    ...defined({ beneficiary_index: beneficiary }),
  }
}

/** Errors with null in place of an absent beneficiary. */
export function withNullIndexes(errors: readonly IdentificationError[]): readonly IdentificationError[] {
  return errors.map((error) => ({ beneficiary_index: null, ...error }))
}

/** A submission refused by rules: 400 with its errors. */
export class RefusedSubmission extends Refusal {
  constructor(readonly errors: readonly IdentificationError[]) {
    super(400, errors.map(({ message }) => message).join('; '))
  }
}

/** A Link refused by its document: 400 with a string, since Links never get structured errors. */
export class RefusedLink extends Refusal {
  constructor(text: string) {
    super(400, text)
  }
}

/** The body of a refused identification: coded errors if the version has them, otherwise the text. */
export function refusedSubmission(
  refusal: Refusal,
  behaviours: Behaviours,
): string | readonly IdentificationError[] {
  if (!behaviours['structured-errors'] || refusal instanceof RefusedLink) return refusal.message
  return refusal instanceof RefusedSubmission
    ? refusal.errors
    : [identificationError('invalid_request', refusal.message)]
}

/** A submission with everything that it was judged by. */
export interface JudgedSubmission {
  readonly submission: Submission
  readonly behaviours: Behaviours
  readonly now: Date
}

/** Changes the errors that the rules found in a submission; no errors means that it is accepted. */
export type ReviseVerdict = (
  errors: readonly IdentificationError[],
  judged: JudgedSubmission,
) => readonly IdentificationError[]
