import type { UsesAlternative, Behaviours } from '../../api/behaviours.js'
import type { IdentificationCode, IdentificationError } from '../../api/schemas.js'
import { identificationError } from '../submission/errors.js'
import type { BusinessSubmission, PersonSubmission, Submission } from '../submission/read.js'

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

/** The problem of a beneficiary that was found, or none. */
export function problemOf(
  found: { readonly beneficiary: { readonly index: number } } | undefined,
  message: string,
): Problem {
  return found && [message, found.beneficiary.index]
}

/** Values that simulate facts of an account or a provider; docs/reference/sandbox.md lists them all. */

/** With this email, the account's outsourcing agreement is not signed. */
export const unsignedAgreementEmail = 'agreement-not-signed@sandbox.example'

/** With this email, the account is not enabled for customers of the United Kingdom. */
export const ukNotEnabledEmail = 'uk-not-enabled@sandbox.example'

/** A file that begins with this text is blocked the first time a customer sends it. */
export const duplicateFile = 'sandbox:duplicate-upload'

/** A file that begins with this text is rejected by the provider. */
export const rejectedFile = 'sandbox:provider-rejected'

/** Share tokens that cannot be reused, each with the reason. */
export const rejectedTokens: ReadonlyMap<string, string> = new Map([
  ['sandbox-token-not-approved', 'the identity behind the token is not approved'],
  ['sandbox-token-email-mismatch', 'the identity behind the token has another email'],
  ['sandbox-token-age-restricted', 'the identity behind the token fails an age restriction'],
])

/** Industries on the prohibited list, which the specification does not show. */
export const prohibitedIndustries: ReadonlySet<string> = new Set([
  'AdultEntertainment',
  'ArmsAndMunitions',
  'NarcoticsAndDrugs',
  'ShellBanking',
])

/** Countries prohibited for business KYB, which the specification does not show. */
export const prohibitedCountries: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY'])

/** The purposes that a PrivateFoundation may use its account for; the specification does not show the set. */
export const foundationPurposes: ReadonlySet<string> = new Set([
  'AssetProtection',
  'Investments',
  'TreasuryManagement',
])
