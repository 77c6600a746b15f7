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
export const faultOf = (
  code: IdentificationCode,
  does: string,
  hooks: () => Hooks,
  variant?: string,
): Fault => ({
  rule: `identification/${code.replaceAll('_', '-')}`,
  ...(variant === undefined ? {} : { variant }),
  does,
  hooks,
})

const always: Condition = () => true

/** Never answers a code, or never where the condition holds. */
export const withoutCode = (code: IdentificationCode, when: Condition = always): Hooks => ({
  verdict: (errors, judged) =>
    when(judged.submission, judged) ? errors.filter((error) => error.code !== code) : errors,
})

/** Answers a code where it does not apply. */
export const withCode = (code: IdentificationCode, when: Condition): Hooks => ({
  verdict: (errors, judged) =>
    errors.length === 0 && when(judged.submission, judged)
      ? [identificationError(code, 'the fault has come where it does not apply')]
      : errors,
})

/** The fault that a code never comes, or never where the condition holds; the variant is empty for the first of a rule. */
export function omits(code: IdentificationCode, variant: string, does: string, when?: Condition): Fault {
  return faultOf(code, does, () => withoutCode(code, when), variant === '' ? undefined : variant)
}

/** The fault that a code comes where it does not apply. */
export function raises(code: IdentificationCode, variant: string, does: string, when: Condition): Fault {
  return faultOf(code, does, () => withCode(code, when), variant)
}

/** Changes every error of a refusal. */
export const withChangedErrors = (
  change: (error: IdentificationError, judged: JudgedSubmission) => IdentificationError,
): Hooks => ({
  verdict: (errors, judged): Errors => errors.map((error) => change(error, judged)),
})

export const isBusiness = (submission: Submission): submission is BusinessSubmission =>
  submission.kind === 'Business'

export const isPerson = (submission: Submission): submission is PersonSubmission =>
  submission.kind === 'Person'

/** Of a Business alone. */
export const ofBusiness =
  (holds: (submission: BusinessSubmission, judged: JudgedSubmission) => boolean): Condition =>
  (submission, judged) =>
    isBusiness(submission) && holds(submission, judged)

/** Of the root company of a Business. */
export const ofRoot = (holds: (company: Company, judged: JudgedSubmission) => boolean): Condition =>
  ofBusiness(({ company }, judged) => holds(company, judged))

/** Of any natural person among the beneficiaries of a Business. */
export const ofAnyOwner = (
  holds: (person: NaturalPerson, beneficiary: Beneficiary, company: Company) => boolean,
): Condition =>
  ofBusiness((submission) =>
    personsOf(submission).some(({ person, beneficiary, company }) => holds(person, beneficiary, company)),
  )

/** Of any company that is a beneficiary of another. */
export const ofNested = (holds: (company: Company) => boolean): Condition =>
  ofBusiness((submission) =>
    companiesOf(submission).some(({ company, index }) => index !== undefined && holds(company)),
  )

export const isUs = ({ country }: Company): boolean => country === 'US'

export const isSole = ({ type }: Company): boolean => type === 'SoleProprietorship'

export const hasRole =
  (role: string) =>
  ({ roles }: Beneficiary): boolean =>
    roles.includes(role)

export const onlyRole =
  (role: string) =>
  ({ roles }: Beneficiary): boolean =>
    roles.length > 0 && roles.every((one) => one === role)

export const lacksTax = ({ holder }: Beneficiary): boolean => holder.taxNumber === undefined

/** A company that gives no document of any of the types. */
export const lacks =
  (...types: readonly string[]) =>
  ({ documentTypes }: Company): boolean =>
    !types.some((type) => documentTypes.includes(type))
