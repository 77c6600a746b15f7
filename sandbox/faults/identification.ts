import { hasChange } from '../../versions/index.js'
import type { IdentificationCode } from '../api/schemas.js'
import { identificationError, type JudgedSubmission } from '../identification/submission/errors.js'
import type {
  Beneficiary,
  BusinessSubmission,
  Company,
  NaturalPerson,
  Submission,
} from '../identification/submission/read.js'
import { personsOf } from '../identification/submission/traversal.js'
import { body, type Change, documents, isUnversioned, json, on, type When } from './changes.js'
import { add, all, type Edit, type JsonObject, omit, remove, replace } from './edit.js'
import { faultsOf, type Hooks } from './fault.js'
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

/** Returns a code where nothing is wrong. */
export function straying(code: IdentificationCode, when: Condition): Hooks {
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

/** Returns the code of the rule where nothing is wrong. */
export function stray(when: Condition) {
  return (rule: string): Hooks => straying(codeOf(rule), when)
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

/** Accepts any certification, with the code for a missing tax number that comes of one. */
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

/** Changes the refusals of submissions, but for those of a version. */
export function refused(change: Change, when: When = () => true): Hooks {
  return on(
    'createCustomerIdentificationV2 400',
    change,
    (about, answer) => !String(answer.body).includes('unsupported_api_version') && when(about, answer),
  )
}

/** Edits every structured error. */
export function everyError(edit: Edit): Hooks {
  return refused(
    body((errors) => {
      for (const error of Array.isArray(errors) ? errors : []) edit(error as JsonObject, undefined)
      return errors
    }),
    isStructured,
  )
}

/** A refusal in words as a list of errors. */
export const asList: Change = body((message) => [identificationError('invalid_request', String(message))])

/** Shows no url of an identification. */
export function withoutUrl(when?: When): Hooks {
  return on(
    '*',
    json(remove('/url')),
    (about, answer) => /identification/i.test(about.operationId ?? '') && (when?.(about, answer) ?? true),
  )
}

const submissions = schema('IdentificationCreateParamsV2')

export const documented = { 'answers/body': 'the documents say the form of refusals too' }

/** A certification wants the tax number of an owner. */
export const certified = {
  'identification/cdd-certification-invalid': 'a certification wants the tax number of an owner as well',
}

/** Faults in what identifications are judged by, and in how refusals are told. */
export const identificationFaults = faultsOf({
  'identification/attestation-invalid': ['lets nobody attest', never],
  'identification/business-description-insufficient': ['accepts every description', never],
  'identification/company-details-required': ['does without Company Details', never],
  'identification/control-structure-required': ['does without Control Structure', never],
  'identification/duplicate-upload-blocked': ['blocks no upload', never],
  'identification/foundation-intended-use-not-supported': [
    'accepts a PrivateFoundation for every purpose',
    { behaviours: { 'foundation-purposes': false } },
  ],
  'identification/funds-flow-disclosure-required': ['wants nothing disclosed', never],
  'identification/identity-document-images-identical': ['accepts a front that is the back', never],
  'identification/identity-document-rejected': ['accepts every identity document', never],
  'identification/industry-required': ['does without an industry', never],
  'identification/legal-presence-required': ['does without Legal Presence', never],
  'identification/license-details-required': ['wants no details of licences', never],
  'identification/miscellaneous-industry-deprecated': ['accepts the industry Miscellaneous', never],
  'identification/outsourcing-agreement-not-signed': ['does without the agreement', never],
  'identification/ownership-structure-required': ['does without Ownership Structure', never],
  'identification/prohibited-industry': ['prohibits no industry', never],
  'identification/proof-of-address-required-for-edd': ['asks for no proof of address', never],
  'identification/provider-rejected-document': ['accepts what the provider rejects', never],
  'identification/reuse-rejected': ['reuses every identity', never],
  'identification/selfie-expired': ['accepts a selfie of any age', never],
  'identification/selfie-required': ['accepts submissions without a selfie', never],
  'identification/structure-invalid': ['accepts every structure', never],
  'identification/tin-required': ['asks nobody for a tax number', never, certified],
  'identification/ubo-country-prohibited': ['accepts owners of every country', never],
  'identification/ubo-share-below-threshold': ['accepts an owner with any share', never],
  'identification/uk-customers-not-enabled': ['takes customers of the UK without being enabled', never],
  'identification/cdd-certification-invalid': [
    'generates any certification',
    uncertified(() => true),
    { 'identification/tin-required': 'a tax number that is missing has two codes' },
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
    'accepts a Token without any data, to be looked at later',
    {
      verdict: (errors, { submission: { kind, fields } }) =>
        kind === 'Token' && !fields.some(({ name }) => name === 'token') ? [] : errors,
    },
  ],
  'identification/link-unjudged': [
    'answers structured errors to a Link',
    straying('invalid_request', ({ kind }) => kind === 'Link'),
  ],
  'identification/industry-optional': [
    'requires an industry of earlier versions too',
    straying(
      'industry_required',
      ofBusiness(
        ({ questionnaire: { industry, industryType } }) =>
          industry === undefined && industryType === undefined,
      ),
    ),
  ],
  'identification/industry-type-accepted': [
    'wants industry of earlier versions where industry_type is sent',
    straying(
      'industry_required',
      ofBusiness(
        ({ questionnaire: { industry, industryType } }) =>
          industry === undefined && industryType !== undefined,
      ),
    ),
  ],
  'identification/industry-wins': [
    'looks at industry_type first where both are sent',
    missing(
      'miscellaneous_industry_deprecated',
      ofBusiness(({ questionnaire }) => questionnaire.industryType !== undefined),
    ),
  ],
  'identification/birth-state': [
    'wants a state of birth everywhere',
    straying(
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
    refused(
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
    'calls a code by another name',
    everyError(replace('/code', (code) => (code === 'selfie_expired' ? 'selfie_too_old' : code))),
    { ...documented, 'identification/selfie-expired': 'the code that is due has another name' },
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
    'answers structured errors to whoever names a version',
    refused(
      asList,
      (about, answer) => !isStructured(about, answer) && (about.headers['x-api-version'] ?? '') !== '',
    ),
    documented,
  ],
  'identification/plain-string-unversioned': [
    'answers structured errors to a caller without a version',
    refused(asList, isUnversioned),
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
