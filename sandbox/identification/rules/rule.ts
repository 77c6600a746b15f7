import type { UsesAlternative } from '../../api/interpretations.js'
import type { Behaviours } from '../../versions/index.js'
import {
  type IdentificationCode,
  type IdentificationError,
  identificationError,
} from '../submission/errors.js'
import type { BusinessSubmission, PersonSubmission, Submission } from '../submission/model.js'

/** The facts that a rule may use beside the submission. */
export interface Facts {
  readonly now: Date
  /** How the version of the call behaves. */
  readonly behaviours: Behaviours
  /** Whether the other of two readings is taken. */
  readonly usesAlternative: UsesAlternative
  /** The email that the customer was created with. */
  readonly customerEmail: string
  /** The violation of the document of the version by the body. */
  readonly violation: string | undefined
  /** Whether an upload of this customer was blocked before. */
  readonly uploadWasBlocked: boolean
}

/** Judges a submission by one code. Empty when it has nothing to say. */
export type Rule = (submission: Submission, facts: Facts) => readonly IdentificationError[]

/** One error, as a rule returns it. */
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
