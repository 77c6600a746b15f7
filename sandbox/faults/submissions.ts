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

/** Never answers a code, or never where the condition holds. */
export function withoutCode(code: IdentificationCode, when: Condition = always): Hooks {
  return {
    verdict: (errors, judged) =>
      when(judged.submission, judged) ? errors.filter((error) => error.code !== code) : errors,
  }
}

/** Answers a code where it does not apply. */
export function withCode(code: IdentificationCode, when: Condition): Hooks {
  return {
    verdict: (errors, judged) =>
      errors.length === 0 && when(judged.submission, judged)
        ? [identificationError(code, 'the fault has come where it does not apply')]
        : errors,
  }
}

/** The fault that a code never comes, or never where the condition holds; the variant is empty for the first of a rule. */
export function omits(code: IdentificationCode, variant: string, does: string, when?: Condition): Fault {
  return faultOf(code, does, () => withoutCode(code, when), variant === '' ? undefined : variant)
}

/** The fault that a code comes where it does not apply. */
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

/** True for a submission of kind Business. */
export function isBusiness(submission: Submission): submission is BusinessSubmission {
  return submission.kind === 'Business'
}

/** True for a submission of kind Person. */
export function isPerson(submission: Submission): submission is PersonSubmission {
  return submission.kind === 'Person'
}

/** Of a Business alone. */
export function ofBusiness(
  holds: (submission: BusinessSubmission, judged: JudgedSubmission) => boolean,
): Condition {
  return (submission, judged) => isBusiness(submission) && holds(submission, judged)
}

/** Of the root company of a Business. */
export function ofRoot(holds: (company: Company, judged: JudgedSubmission) => boolean): Condition {
  return ofBusiness(({ company }, judged) => holds(company, judged))
}

/** Of any natural person among the beneficiaries of a Business. */
export function ofAnyOwner(
  holds: (person: NaturalPerson, beneficiary: Beneficiary, company: Company) => boolean,
): Condition {
  return ofBusiness((submission) =>
    personsOf(submission).some(({ person, beneficiary, company }) => holds(person, beneficiary, company)),
  )
}

/** Of any company that is a beneficiary of another. */
export function ofNested(holds: (company: Company) => boolean): Condition {
  return ofBusiness((submission) =>
    companiesOf(submission).some(({ company, index }) => index !== undefined && holds(company)),
  )
}

/** True for a company of the US. */
export function isUs({ country }: Company): boolean {
  return country === 'US'
}

/** True for a sole proprietorship. */
export function isSole({ type }: Company): boolean {
  return type === 'SoleProprietorship'
}

/** Tells beneficiaries of a role. */
export function hasRole(role: string) {
  return ({ roles }: Beneficiary): boolean => roles.includes(role)
}

/** Tells beneficiaries that have one role and no other. */
export function onlyRole(role: string) {
  return ({ roles }: Beneficiary): boolean => roles.length > 0 && roles.every((one) => one === role)
}

/** True for a beneficiary without a tax number. */
export function lacksTax({ holder }: Beneficiary): boolean {
  return holder.taxNumber === undefined
}

/** A company that gives no document of any of the types. */
export function lacks(...types: readonly string[]) {
  return ({ documentTypes }: Company): boolean => !types.some((type) => documentTypes.includes(type))
}
