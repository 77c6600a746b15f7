import {
  type IdentificationCode,
  type IdentificationError,
  identificationError,
} from '../identification/submission/errors.js'
import type {
  Beneficiary,
  BusinessSubmission,
  Company,
  NaturalPerson,
  PersonSubmission,
  Submission,
} from '../identification/submission/model.js'
import { companiesOf, personsOf } from '../identification/submission/traversal.js'
import type { JudgedSubmission } from '../identification/submission/verdict.js'
import type { Fault, Hooks } from './fault.js'

type Errors = readonly IdentificationError[]

export type Condition = (submission: Submission, judged: JudgedSubmission) => boolean

/** The fault of a rule that is named after a code. */
export function faultOf(code: IdentificationCode, does: string, hooks: () => Hooks, variant?: string): Fault {
  return {
    rule: `identification/${code.replaceAll('_', '-')}`,
    ...(variant === undefined ? {} : { variant }),
    does,
    hooks,
  }
}

const always: Condition = () => true

/** Never returns a code, or not under the condition. */
export function withoutCode(code: IdentificationCode, when: Condition = always): Hooks {
  return {
    verdict: (errors, judged) =>
      when(judged.submission, judged) ? errors.filter((error) => error.code !== code) : errors,
  }
}

/** Returns a code where it does not apply. */
export function withCode(code: IdentificationCode, when: Condition): Hooks {
  return {
    verdict: (errors, judged) =>
      errors.length === 0 && when(judged.submission, judged)
        ? [identificationError(code, 'the fault has come where it does not apply')]
        : errors,
  }
}

/**
 * The fault that a code is never returned, or not under the condition; the variant is empty for the first of a rule.
 */
export function omits(code: IdentificationCode, variant: string, does: string, when?: Condition): Fault {
  return faultOf(code, does, () => withoutCode(code, when), variant === '' ? undefined : variant)
}

/** The fault that a code is returned where it does not apply. */
export function raises(code: IdentificationCode, variant: string, does: string, when: Condition): Fault {
  return faultOf(code, does, () => withCode(code, when), variant)
}

/** Changes every error of a refusal. */
export function withChangedErrors(
  change: (error: IdentificationError, judged: JudgedSubmission) => IdentificationError,
): Hooks {
  return {
    verdict: (errors, judged): Errors => errors.map((error) => change(error, judged)),
  }
}

/** Whether a submission is of kind Business. */
export function isBusiness(submission: Submission): submission is BusinessSubmission {
  return submission.kind === 'Business'
}

/** Whether a submission is of kind Person. */
export function isPerson(submission: Submission): submission is PersonSubmission {
  return submission.kind === 'Person'
}

/** A condition on Business submissions. */
export function ofBusiness(
  holds: (submission: BusinessSubmission, judged: JudgedSubmission) => boolean,
): Condition {
  return (submission, judged) => isBusiness(submission) && holds(submission, judged)
}

/** A condition on the root company of a Business. */
export function ofRoot(holds: (company: Company, judged: JudgedSubmission) => boolean): Condition {
  return ofBusiness(({ company }, judged) => holds(company, judged))
}

/** A condition on any natural person among the beneficiaries of a Business. */
export function ofAnyOwner(
  holds: (person: NaturalPerson, beneficiary: Beneficiary, company: Company) => boolean,
): Condition {
  return ofBusiness((submission) =>
    personsOf(submission).some(({ person, beneficiary, company }) => holds(person, beneficiary, company)),
  )
}

/** A condition on any company that is a beneficiary of another. */
export function ofNested(holds: (company: Company) => boolean): Condition {
  return ofBusiness((submission) =>
    companiesOf(submission).some(({ company, index }) => index !== undefined && holds(company)),
  )
}

/** Whether a company is registered in the US. */
export function isUs({ country }: Company): boolean {
  return country === 'US'
}

/** Whether a company is a sole proprietorship. */
export function isSole({ type }: Company): boolean {
  return type === 'SoleProprietorship'
}

/** A predicate for beneficiaries with a role. */
export function hasRole(role: string) {
  return ({ roles }: Beneficiary): boolean => roles.includes(role)
}

/** A predicate for beneficiaries with only one role. */
export function onlyRole(role: string) {
  return ({ roles }: Beneficiary): boolean => roles.length > 0 && roles.every((one) => one === role)
}

/** Whether a beneficiary has no tax number. */
export function lacksTax({ holder }: Beneficiary): boolean {
  return holder.taxNumber === undefined
}

/** A predicate for companies without a document of any of the types. */
export function lacks(...types: readonly string[]) {
  return ({ documentTypes }: Company): boolean => !types.some((type) => documentTypes.includes(type))
}
