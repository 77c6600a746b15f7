import type { UsesAlternative, Behaviours } from '../../api/behaviours.js'
import type { IdentificationCode, IdentificationError } from '../../api/schemas.js'
import { identificationError } from '../submission/errors.js'
import type { Field } from '../submission/fields.js'
import {
  type Beneficiary,
  type BusinessSubmission,
  beneficiariesOf,
  type NaturalPerson,
  type PersonSubmission,
  personsOf,
  type Submission,
} from '../submission/read.js'

/** The facts that rules need besides the submission. */
export interface Facts {
  readonly now: Date
  /** The behaviours of the version of the call. */
  readonly behaviours: Behaviours
  readonly usesAlternative: UsesAlternative
  /** The email with which the customer was created. */
  readonly customerEmail: string
  /** The violation of the version's document by the body. */
  readonly violation: string | undefined
  /** Whether an upload of this customer was blocked before. */
  readonly uploadWasBlocked: boolean
}

/** Judges a submission. Returns an empty list if there is no error, or if it does not apply. */
export type Rule = (submission: Submission, facts: Facts) => readonly IdentificationError[]

/** An error as its message, together with the index of the beneficiary if it concerns one. */
type Problem = string | readonly [message: string, beneficiary: number | undefined] | false | undefined

type Find<Kind> = (submission: Kind, facts: Facts) => Problem

const errorsOf = (code: IdentificationCode, problem: Problem): readonly IdentificationError[] => {
  if (problem === undefined || problem === false) return []
  return typeof problem === 'string'
    ? [identificationError(code, problem)]
    : [identificationError(code, ...problem)]
}

/** A rule for submissions of every kind. */
export function onAny(code: IdentificationCode, find: Find<Submission>): Rule {
  return (submission, facts) => errorsOf(code, find(submission, facts))
}

/** A rule for submissions of kind Person. */
export function onPerson(code: IdentificationCode, find: Find<PersonSubmission>): Rule {
  return onAny(code, (submission, facts) => submission.kind === 'Person' && find(submission, facts))
}

/** A rule for submissions of kind Business. */
export function onBusiness(code: IdentificationCode, find: Find<BusinessSubmission>): Rule {
  return onAny(code, (submission, facts) => submission.kind === 'Business' && find(submission, facts))
}

/** A rule that reports the first beneficiary of any company of a Business for which the condition holds. */
export function onBeneficiary(
  code: IdentificationCode,
  message: string,
  breaks: (beneficiary: Beneficiary, submission: BusinessSubmission, facts: Facts) => boolean,
): Rule {
  return onBusiness(code, (submission, facts) => {
    const all = beneficiariesOf(submission).map(({ beneficiary }) => beneficiary)
    const found = all.find((beneficiary) => breaks(beneficiary, submission, facts))
    return found && [message, found.index]
  })
}

/** A rule that reports the first natural person among the beneficiaries for which the condition holds. */
export function onNaturalPerson(
  code: IdentificationCode,
  message: string,
  breaks: (person: NaturalPerson, beneficiary: Beneficiary) => boolean,
): Rule {
  return onBusiness(code, (submission) => {
    const found = personsOf(submission).find(({ person, beneficiary }) => breaks(person, beneficiary))
    return found && [message, found.beneficiary.index]
  })
}

/** A rule that reports the first text of a submission with a problem, after its location. */
export function onField(
  code: IdentificationCode,
  find: (field: Field, facts: Facts) => string | false | undefined,
): Rule {
  return onAny(code, ({ fields }, facts) => {
    for (const field of fields) {
      const problem = find(field, facts)
      if (typeof problem === 'string') return [`request body at ${field.at} ${problem}`, field.beneficiary]
    }
    return undefined
  })
}
