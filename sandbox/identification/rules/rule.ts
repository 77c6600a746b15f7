import type { UsesAlternative } from '../../api/interpretations.js'
import type { Behaviours } from '../../api/behaviours.js'
import type { IdentificationCode, IdentificationError } from '../../api/schemas.js'
import { identificationError } from '../submission/errors.js'
import type { BusinessSubmission, PersonSubmission, Submission } from '../submission/model.js'

/** The facts that rules need besides the submission. */
export interface Facts {
  readonly now: Date
  /** The behaviours of the version of the call. */
  readonly behaviours: Behaviours
  /** Whether the alternative reading of a passage is used. */
  readonly usesAlternative: UsesAlternative
  /** The email with which the customer was created. */
  readonly customerEmail: string
  /** The violation of the version's document by the body. */
  readonly violation: string | undefined
  /** Whether an upload of this customer was blocked before. */
  readonly uploadWasBlocked: boolean
}

/** Checks a submission for one code. Returns an empty list if it does not apply. */
export type Rule = (submission: Submission, facts: Facts) => readonly IdentificationError[]

/** Creates the error list of a rule. */
export function refuse(
  code: IdentificationCode,
  message: string,
  beneficiary?: number,
): readonly IdentificationError[] {
  return [identificationError(code, message, beneficiary)]
}

/** A rule for submissions of kind Person. */
export function onPerson(
  judge: (submission: PersonSubmission, facts: Facts) => readonly IdentificationError[],
): Rule {
  return (submission, facts) => (submission.kind === 'Person' ? judge(submission, facts) : [])
}

/** A rule for submissions of kind Business. */
export function onBusiness(
  judge: (submission: BusinessSubmission, facts: Facts) => readonly IdentificationError[],
): Rule {
  return (submission, facts) => (submission.kind === 'Business' ? judge(submission, facts) : [])
}
