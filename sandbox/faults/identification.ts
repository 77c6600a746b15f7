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
import { body, type Change, documents, isUnversioned, json, on, type When } from './changes.js'
import { add, all, type Edit, type JsonObject, omit, remove, replace, faultsOf, type Hooks } from './fault.js'
import { schema } from './documents.js'

/** Whether a fault concerns a submission. */
export type Condition = (submission: Submission, judged: JudgedSubmission) => boolean

/** Does not return a code under a condition. */
export function missing(code: IdentificationCode, when: Condition = () => true): Hooks {
  return {
    verdict: (errors, judged) =>
      when(judged.submission, judged) ? errors.filter((error) => error.code !== code) : errors,
  }
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

const codeOf = (rule: string): IdentificationCode =>
  // The names of rules are those of codes, which a test holds.
  rule.replace('identification/', '').replaceAll('-', '_') as IdentificationCode

/** Never returns the code of the rule. */
export function never(rule: string): Hooks {
  return missing(codeOf(rule))
}

/** Does not return the code of the rule under a condition. */
export function unless(when: Condition) {
  return (rule: string): Hooks => missing(codeOf(rule), when)
}

/** Returns the code of the rule for a valid submission. */
export function unexpectedly(when: Condition) {
  return (rule: string): Hooks => returningCode(codeOf(rule), when)
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
  const codes = new Set<IdentificationCode>(['cdd_certification_invalid', 'tin_required'])
  return {
    verdict: (errors, { submission }) =>
      submission.kind === 'Business' && submission.company.country === 'US' && when(submission.company)
        ? errors.filter(({ code }) => !codes.has(code))
        : errors,
  }
}

/** Whether the version that was served has structured errors. */
export const isStructured: When = ({ version = '' }) => hasChange(version, 'structured-errors')

/** Changes the refusals of submissions. */
export function refusalsChanged(change: Change, when: When = () => true): Hooks {
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

export const documented = { 'answers/body': 'the documents state the form of refusals too' }

/** A certification wants the tax number of an owner. */
export const certified = {
  'identification/cdd-certification-invalid': 'a certification requires the tax number of an owner as well',
}

/** Faults in the rules for identifications, and in the form of refusals. */
export const identificationFaults = faultsOf({
  'identification/attestation-invalid': ['requires no attestation', never],
  'identification/business-description-insufficient': ['accepts every description', never],
  'identification/company-details-required': ['requires no Company Details', never],
  'identification/control-structure-required': ['requires no Control Structure', never],
  'identification/duplicate-upload-blocked': ['blocks no upload', never],
  'identification/foundation-intended-use-not-supported': [
    'accepts a PrivateFoundation for every purpose',
    { behaviours: { 'foundation-purposes': false } },
  ],
  'identification/funds-flow-disclosure-required': ['requires no disclosure', never],
  'identification/identity-document-images-identical': ['accepts a front that equals the back', never],
  'identification/identity-document-rejected': ['accepts every identity document', never],
  'identification/industry-required': ['requires no industry', never],
  'identification/legal-presence-required': ['requires no Legal Presence', never],
  'identification/license-details-required': ['requires no details of licences', never],
  'identification/miscellaneous-industry-deprecated': ['accepts the industry Miscellaneous', never],
  'identification/outsourcing-agreement-not-signed': ['requires no agreement', never],
  'identification/ownership-structure-required': ['requires no Ownership Structure', never],
  'identification/prohibited-industry': ['prohibits no industry', never],
  'identification/proof-of-address-required-for-edd': ['requires no proof of address', never],
  'identification/provider-rejected-document': ['accepts files that the provider rejects', never],
  'identification/reuse-rejected': ['reuses every identity', never],
  'identification/selfie-expired': ['accepts a selfie of any age', never],
  'identification/selfie-required': ['accepts submissions without a selfie', never],
  'identification/structure-invalid': ['accepts every structure', never],
  'identification/tin-required': ['requires no tax number', never, certified],
  'identification/ubo-country-prohibited': ['accepts owners of every country', never],
  'identification/ubo-share-below-threshold': ['accepts an owner with any share', never],
  'identification/uk-customers-not-enabled': ['accepts customers of the UK without being enabled', never],
  'identification/cdd-certification-invalid': [
    'generates any certification',
    uncertified(() => true),
    { 'identification/tin-required': 'a missing tax number has two codes' },
  ],
  'identification/kinds': [
    'has no Token in its documents',
    documents(
      all(
        remove(`${submissions}/discriminator/mapping/Token`),
        omit(`${submissions}/oneOf`, `#${submissions}_IdentificationTokenParams`),
      ),
    ),
    { 'documents/statements': 'the document lists no such kind' },
  ],
  'identification/synchronous': [
    'accepts a Token without any data, as pending',
    {
      verdict: (errors, { submission: { kind, fields } }) =>
        kind === 'Token' && !fields.some(({ name }) => name === 'token') ? [] : errors,
    },
  ],
  'identification/link-unjudged': [
    'answers structured errors to a Link',
    returningCode('invalid_request', ({ kind }) => kind === 'Link'),
  ],
  'identification/industry-optional': [
    'requires an industry of earlier versions too',
    returningCode(
      'industry_required',
      ofBusiness(
        ({ questionnaire: { industry, industryType } }) =>
          industry === undefined && industryType === undefined,
      ),
    ),
  ],
  'identification/industry-type-accepted': [
    'requires industry in earlier versions even with industry_type',
    returningCode(
      'industry_required',
      ofBusiness(
        ({ questionnaire: { industry, industryType } }) =>
          industry === undefined && industryType !== undefined,
      ),
    ),
  ],
  'identification/industry-wins': [
    'prefers industry_type to industry',
    missing(
      'miscellaneous_industry_deprecated',
      ofBusiness(({ questionnaire }) => questionnaire.industryType !== undefined),
    ),
  ],
  'identification/birth-state': [
    'requires a state of birth everywhere',
    returningCode(
      'invalid_request',
      ofAnyOwner(({ birthPlace }) => birthPlace.state === undefined),
    ),
  ],
  'identification/invalid-request': [
    'accepts a beneficiary with any email',
    missing(
      'invalid_request',
      ofBusiness(({ fields }) =>
        fields.some(({ name, value }) => /email/.test(name) && !value.includes('@')),
      ),
    ),
  ],
  'identification/resume-url': ['shows no url of a Link', withoutUrl()],
  'identification/no-resume-url': [
    'gives a url to resume a Business without Company Details',
    everyError((error) => {
      if (error['code'] === 'company_details_required') error['resume_url'] = 'https://resume.example/1'
    }),
  ],
  'identification/documents-together': [
    'reports one missing document group at a time',
    { verdict: (errors) => errors.slice(0, 1) },
  ],
  'identification/error-array': [
    'wraps the errors of a submission into an object',
    refusalsChanged(
      body((errors) => ({ errors })),
      isStructured,
    ),
    documented,
  ],
  'identification/error-fields': [
    'leaves the message out of every error',
    everyError(remove('/message')),
    documented,
  ],
  'identification/error-codes': [
    'renames a code',
    everyError(replace('/code', (code) => (code === 'selfie_expired' ? 'selfie_too_old' : code))),
    { ...documented, 'identification/selfie-expired': 'the expected code has another name' },
  ],
  'identification/docs-url': [
    'links to a page without an anchor',
    everyError(add('/docs_url', 'https://docs.example/errors')),
  ],
  'identification/beneficiary-index': [
    'counts beneficiaries from one',
    everyError(replace('/beneficiary_index', (index) => Number(index) + 1)),
  ],
  'identification/plain-string': [
    'answers structured errors to callers with any version',
    refusalsChanged(
      asList,
      (about, response) => !isStructured(about, response) && (about.headers['x-api-version'] ?? '') !== '',
    ),
    documented,
  ],
  'identification/plain-string-unversioned': [
    'answers structured errors to a caller without a version',
    refusalsChanged(asList, isUnversioned),
    documented,
  ],
  'enumerations/identification-status': [
    'answers the status of an identification in lower case',
    on(
      'createCustomerIdentificationV2 201',
      json(replace('/status', (status) => String(status).toLowerCase())),
    ),
    { 'answers/body': 'the document lists the statuses' },
  ],
})
