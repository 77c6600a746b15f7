import { hasChange } from '../../versions/index.js'
import type { IdentificationCode } from '../api/schemas.js'
import { identificationError, type JudgedSubmission } from '../identification/submission/errors.js'
import {
  type Beneficiary,
  type BusinessSubmission,
  type Company,
  type NaturalPerson,
  type Submission,
  personsOf,
} from '../identification/submission/read.js'
import { body, type Change, documents, isUnversioned, json, on, status, type When } from './changes.js'
import {
  add,
  all,
  type Edit,
  fault,
  faultsOf,
  type Hooks,
  type JsonObject,
  omit,
  remove,
  replace,
} from './fault.js'
import { schema } from './documents.js'

/** Whether a fault concerns a submission. */
export type Condition = (submission: Submission, judged: JudgedSubmission) => boolean

const without = (codes: readonly IdentificationCode[], when: Condition): Hooks => ({
  verdict: (errors, judged) =>
    when(judged.submission, judged) ? errors.filter(({ code }) => !codes.includes(code)) : errors,
})

/** Does not return a code under a condition. */
export function missing(code: IdentificationCode, when: Condition = () => true): Hooks {
  return without([code], when)
}

/** Returns a code for a valid submission. */
export function returningCode(code: IdentificationCode, when: Condition): Hooks {
  return {
    verdict: (errors, judged) =>
      errors.length === 0 && when(judged.submission, judged)
        ? [identificationError(code, 'the fault has come where it does not apply')]
        : errors,
  }
}

/** The code of a rule; a test holds that the names of rules are those of codes. */
export function codeOf(rule: string): IdentificationCode {
  return rule.replace('identification/', '').replaceAll('-', '_') as IdentificationCode
}

/** Never returns the code of the rule. */
const never = (rule: string): Hooks => {
  return missing(codeOf(rule))
}

/** A condition on submissions of kind Business. */
export function ofBusiness(
  holds: (submission: BusinessSubmission, judged: JudgedSubmission) => boolean,
): Condition {
  return (submission, judged) => submission.kind === 'Business' && holds(submission, judged)
}

/** A condition on any natural person among the beneficiaries of a Business. */
export function ofAnyOwner(
  holds: (person: NaturalPerson, beneficiary: Beneficiary, company: Company) => boolean,
): Condition {
  return ofBusiness((submission) =>
    personsOf(submission).some(({ person, beneficiary, company }) => holds(person, beneficiary, company)),
  )
}

/** Accepts any certification, and omits its code for a missing tax number. */
export function uncertified(when: (company: Company) => boolean): Hooks {
  const isMeant = ofBusiness(({ company }) => company.country === 'US' && when(company))
  return without(['cdd_certification_invalid', 'tin_required'], isMeant)
}

/** Whether the version that was served has structured errors. */
export const isStructured: When = ({ version = '' }) => hasChange(version, 'structured-errors')

/** A condition on the industry of a Business that has none, by its `industry_type`. */
const withoutIndustry = (hasType: boolean): Condition =>
  ofBusiness(
    ({ questionnaire: { industry, industryType } }) =>
      industry === undefined && (industryType !== undefined) === hasType,
  )

/** Changes the refusals of submissions. */
export function refusalsChanged(change: Change, when: When): Hooks {
  return on(
    'createCustomerIdentificationV2 400',
    change,
    (about, response) => !String(response.body).includes('unsupported_api_version') && when(about, response),
  )
}

/** Edits every structured error. */
export function everyError(edit: Edit): Hooks {
  return refusalsChanged(
    body((errors) => {
      for (const error of Array.isArray(errors) ? errors : []) edit(error as JsonObject, undefined)
      return errors
    }),
    isStructured,
  )
}

/** Converts a textual refusal to a list of errors. */
export const asList: Change = body((message) => [identificationError('invalid_request', String(message))])

/** Shows no url of an identification. */
export function withoutUrl(when?: When): Hooks {
  return on(
    '*',
    json(remove('/url')),
    (about, response) => /identification/i.test(about.operationId ?? '') && (when?.(about, response) ?? true),
  )
}

const submissions = schema('IdentificationCreateParamsV2')

const withoutToken = all(
  remove(`${submissions}/discriminator/mapping/Token`),
  omit(`${submissions}/oneOf`, `#${submissions}_IdentificationTokenParams`),
)

const resumable: Edit = (error) => {
  if (error['code'] === 'company_details_required') error['resume_url'] = 'https://resume.example/1'
}

const inObject = body((errors) => ({ errors }))
const inLowerCase = replace('/status', (status) => String(status).toLowerCase())

const isStateless = ({ birthPlace }: NaturalPerson): boolean => birthPlace.state === undefined
const hasType = ({ questionnaire }: BusinessSubmission): boolean => questionnaire.industryType !== undefined
const hasBadEmail = ({ fields }: BusinessSubmission): boolean =>
  fields.some(({ name, value }) => /email/.test(name) && !value.includes('@'))

export const documented = { 'answers/body': 'the documents state the form of refusals too' }

/** A certification wants the tax number of an owner. */
export const certified = {
  'identification/cdd-certification-invalid': 'a certification requires the tax number of an owner as well',
}

/** Faults in the rules for identifications, and in the form of refusals. */
export const identificationFaults = faultsOf({
  'identification/attestation-invalid': fault(never)`requires no attestation`,
  'identification/business-description-insufficient': fault(never)`accepts every description`,
  'identification/company-details-required': fault(never)`requires no Company Details`,
  'identification/control-structure-required': fault(never)`requires no Control Structure`,
  'identification/duplicate-upload-blocked': fault(never)`blocks no upload`,
  'identification/foundation-intended-use-not-supported': fault({
    behaviours: { 'foundation-purposes': false },
  })`accepts a PrivateFoundation for every purpose`,
  'identification/funds-flow-disclosure-required': fault(never)`requires no disclosure`,
  'identification/identity-document-images-identical': fault(never)`accepts a front that equals the back`,
  'identification/identity-document-rejected': fault(never)`accepts every identity document`,
  'identification/industry-required': fault(never)`requires no industry`,
  'identification/legal-presence-required': fault(never)`requires no Legal Presence`,
  'identification/license-details-required': fault(never)`requires no details of licences`,
  'identification/miscellaneous-industry-deprecated': fault(never)`accepts the industry Miscellaneous`,
  'identification/outsourcing-agreement-not-signed': fault(never)`requires no agreement`,
  'identification/ownership-structure-required': fault(never)`requires no Ownership Structure`,
  'identification/prohibited-industry': fault(never)`prohibits no industry`,
  'identification/proof-of-address-required-for-edd': fault(never)`requires no proof of address`,
  'identification/provider-rejected-document': fault(never)`accepts files that the provider rejects`,
  'identification/reuse-rejected': fault(never)`reuses every identity`,
  'identification/selfie-expired': fault(never)`accepts a selfie of any age`,
  'identification/selfie-required': fault(never)`accepts submissions without a selfie`,
  'identification/structure-invalid': fault(never)`accepts every structure`,
  'identification/tin-required': fault(never, certified)`requires no tax number`,
  'identification/ubo-country-prohibited': fault(never)`accepts owners of every country`,
  'identification/ubo-share-below-threshold': fault(never)`accepts an owner with any share`,
  'identification/uk-customers-not-enabled': fault(never)`accepts customers of the UK without being enabled`,
  'identification/cdd-certification-invalid': fault(
    uncertified(() => true),
    { 'identification/tin-required': 'a missing tax number has two codes' },
  )`generates any certification`,
  'identification/kinds': fault(documents(withoutToken), {
    'documents/statements': 'the document lists no such kind',
  })`has no Token in its documents`,
  'identification/synchronous': fault({
    verdict: (errors, { submission: { kind, fields } }) =>
      kind === 'Token' && !fields.some(({ name }) => name === 'token') ? [] : errors,
  })`accepts a Token without any data, as pending`,
  'identification/refusal-status': fault(
    refusalsChanged(status(422), (_, { body: errors }) => String(errors).includes('"reuse_rejected"')),
    {
      'identification/reuse-rejected': 'the code is due with 400',
      'answers/undeclared-refusal': 'the document declares 400 alone',
    },
  )`answers 422 to a Token that cannot be reused`,
  'identification/conflict': fault({ checks: (isMade, check) => isMade || check === 'in-progress' })`
    takes every customer for one that is being identified`,
  'identification/link-unjudged': fault(returningCode('invalid_request', ({ kind }) => kind === 'Link'))`
    answers structured errors to a Link`,
  'identification/industry-optional': fault(returningCode('industry_required', withoutIndustry(false)))`
    requires an industry of earlier versions too`,
  'identification/industry-type-accepted': fault(returningCode('industry_required', withoutIndustry(true)))`
    requires industry in earlier versions even with industry_type`,
  'identification/industry-wins': fault(missing('miscellaneous_industry_deprecated', ofBusiness(hasType)))`
    prefers industry_type to industry`,
  'identification/birth-state': fault(returningCode('invalid_request', ofAnyOwner(isStateless)))`
    requires a state of birth everywhere`,
  'identification/invalid-request': fault(missing('invalid_request', ofBusiness(hasBadEmail)))`
    accepts a beneficiary with any email`,
  'identification/resume-url': fault(withoutUrl())`shows no url of a Link`,
  'identification/no-resume-url': fault(everyError(resumable))`
    gives a url to resume a Business without Company Details`,
  'identification/documents-together': fault({ verdict: (errors) => errors.slice(0, 1) })`
    reports one missing document group at a time`,
  'identification/error-array': fault(refusalsChanged(inObject, isStructured), documented)`
    wraps the errors of a submission into an object`,
  'identification/error-fields': fault(everyError(remove('/message')), documented)`
    leaves the message out of every error`,
  'identification/error-codes': fault(
    everyError(replace('/code', (code) => (code === 'selfie_expired' ? 'selfie_too_old' : code))),
    { ...documented, 'identification/selfie-expired': 'the expected code has another name' },
  )`renames a code`,
  'identification/docs-url': fault(everyError(add('/docs_url', 'https://docs.example/errors')))`
    links to a page without an anchor`,
  'identification/beneficiary-index': fault(
    everyError(replace('/beneficiary_index', (index) => Number(index) + 1)),
  )`counts beneficiaries from one`,
  'identification/plain-string': fault(
    refusalsChanged(asList, (...about) => !isStructured(...about) && !isUnversioned(...about)),
    documented,
  )`answers structured errors to callers with any version`,
  'identification/plain-string-unversioned': fault(refusalsChanged(asList, isUnversioned), documented)`
    answers structured errors to a caller without a version`,
  'enumerations/identification-status': fault(on('createCustomerIdentificationV2 201', json(inLowerCase)), {
    'answers/body': 'the document lists the statuses',
  })`answers the status of an identification in lower case`,
})
