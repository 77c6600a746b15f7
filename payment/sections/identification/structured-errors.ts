import type { Scenario } from '../../../conformance/rules/context.js'
import {
  beneficiaryIndex,
  docsUrl,
  errorArray,
  errorCodes,
  errorFields,
  oneEntry,
  plainString,
  plainStringUnversioned,
} from './refusals.js'
import { judgeCode } from './codes/cases.js'
import { codeRule } from './codes/index.js'
import { descriptionLength, documentsTogether, foundationPurpose, noResumeUrl } from './company-codes.js'
import { duplicateUpload, prohibitedCountry, provokedCode, provokedRules } from './provoked.js'
import type { Code } from './submission/attempt.js'
import {
  client,
  definition,
  judged,
  notPromised,
  open,
  type RuleId,
  scenario,
  section,
  unobservable,
} from '../../statements/statement.js'

const options = { versions: { from: 'structured-errors' }, needs: ['writes'] } as const
const documents: RuleId = 'documents/statements'

/** The rule of a code with cases, or of one that can only be provoked. */
const ofCode = (code: Code, run?: Scenario) => {
  const provoked = provokedRules[code]
  const { title, statement, details = [] } = provoked ?? codeRule(code)
  const judge = provoked ? provokedCode(code, provoked.kinds) : judgeCode(code, codeRule(code))
  return scenario(title, statement, { ...options, details, run: run ?? judge })
}

/** Errors: structured identification errors. One rule for each code, in the order of the specification. */
export const identificationErrorSections = [
  section(
    'Errors, structured identification errors',
    `From 2026-08-01 on, a submission that is refused is answered 400 with a list of what is wrong with it.\n\n{{fields IdentificationError}}`,
    {
      'identification/error-array': scenario(
        'Refusals are lists',
        'The body of a refused submission is an array of objects.',
        { ...options, also: [documents], run: errorArray },
      ),
      'identification/error-fields': scenario(
        'Fields of an error',
        'An error has code, message and docs_url, all strings.',
        { ...options, also: [documents], run: errorFields },
      ),
      'identification/error-codes': scenario(
        'Codes are known',
        'code is one of the codes that the specification lists.',
        { ...options, also: [documents], run: errorCodes },
      ),
      'stable-code': client('code is stable and to be matched on.', 'it tells callers what to rely on'),
      'human-message': client(
        'message is for people and not to be matched on.',
        'it tells callers what not to rely on',
      ),
      'identification/docs-url': scenario(
        'docs_url is anchored',
        'docs_url is a link anchored by the code.',
        { ...options, run: docsUrl },
      ),
      'identification/beneficiary-index': scenario(
        'beneficiary_index',
        'beneficiary_index is the zero-based index of the beneficiary meant, an integer or null, and present for Business alone.',
        { ...options, also: [documents], run: beneficiaryIndex },
      ),
      'optional-index': judged('beneficiary_index is optional.', [documents]),
      'null-index': definition('beneficiary_index may be null.', 'it is taken as it comes'),
      'nested-index': notPromised(
        'beneficiary_index of what is wrong inside a nested company.',
        'whose index it is then is not said',
      ),
      'identification/one-entry': open(
        'Most checks return one entry',
        'Most checks return one entry.',
        'Which checks return more than one entry, the document codes apart, is not said.',
        { ...options, run: oneEntry },
      ),
      'identification/documents-together': scenario(
        'Groups are reported together',
        'The four codes of document groups come together, each once per company that lacks the group.',
        { ...options, versions: { from: 'company-documents-required' }, run: documentsTogether },
      ),
      'identification/plain-string': scenario(
        'Refusals are strings before',
        'Before 2026-08-01 the body of a refused submission is a plain string.',
        { versions: { until: 'structured-errors' }, needs: ['writes'], also: [documents], run: plainString },
      ),
      'identification/plain-string-unversioned': scenario(
        'Refusals are strings without a version',
        'A caller without a version receives a plain string.',
        { versions: 'service', needs: ['writes'], run: plainStringUnversioned },
      ),
      'identification/invalid-request': ofCode('invalid_request'),
      'invalid-request-limits': notPromised(
        'invalid_request is answered to a file that is too large, and to too many documents or beneficiaries.',
        'the limits are not shown, so nothing is certain to be beyond them',
      ),
      'identification/selfie-required': ofCode('selfie_required'),
      'identification/selfie-expired': ofCode('selfie_expired'),
      'identification/tin-required': ofCode('tin_required'),
      'identification/identity-document-rejected': ofCode('identity_document_rejected'),
      'identification/identity-document-images-identical': ofCode('identity_document_images_identical'),
      'identification/structure-invalid': ofCode('structure_invalid'),
      'identification/attestation-invalid': ofCode('attestation_invalid'),
      'identification/cdd-certification-invalid': ofCode('cdd_certification_invalid'),
      'missing-identity': notPromised(
        'cdd_certification_invalid is answered where an identity is missing.',
        'whether a missing number counts as a missing identity is not said',
      ),
      'unrenderable-text': notPromised(
        'cdd_certification_invalid is answered where a text cannot be rendered.',
        'which texts cannot be rendered is not said',
      ),
      'identification/business-description-insufficient': ofCode(
        'business_description_insufficient',
        descriptionLength,
      ),
      'identification/industry-required': ofCode('industry_required'),
      'identification/miscellaneous-industry-deprecated': ofCode('miscellaneous_industry_deprecated'),
      'deprecated-types': judged('The values Other and NonProfitAndCharitable of industry_type still pass.', [
        'identification/industry-type-accepted',
      ]),
      'resolved-type': unobservable(
        'Those resolve to Miscellaneous internally.',
        'nothing that is answered tells what they resolve to',
      ),
      'identification/prohibited-industry': ofCode('prohibited_industry'),
      'identification/foundation-intended-use-not-supported': scenario(
        'A PrivateFoundation has a limited purpose',
        'foundation_intended_use_not_supported is answered to a PrivateFoundation with another purpose_and_intended_use than the accepted ones.',
        { ...options, run: foundationPurpose },
      ),
      'identification/funds-flow-disclosure-required': ofCode('funds_flow_disclosure_required'),
      'identification/license-details-required': ofCode('license_details_required'),
      'identification/company-details-required': ofCode('company_details_required'),
      'identification/no-resume-url': scenario(
        'A rejected Business has nothing to resume',
        'A Business without Company Details is rejected with no resume url.',
        { ...options, run: noResumeUrl },
      ),
      'identification/legal-presence-required': ofCode('legal_presence_required'),
      'identification/ownership-structure-required': ofCode('ownership_structure_required'),
      'identification/control-structure-required': ofCode('control_structure_required'),
      'document-groups': notPromised(
        'Which types of documents belong to a group.',
        'examples are named for two groups; the mapping is not shown, so types are found by their names',
        [
          'Company Details: an excerpt of a registry, a certificate of incorporation or of good standing.',
          'Legal Presence: articles of incorporation.',
        ],
      ),
      'identification/ubo-country-prohibited': ofCode('ubo_country_prohibited', prohibitedCountry),
      'unrated-country': notPromised(
        'A country that is merely unrated is not rejected.',
        'which countries are unrated is not shown',
      ),
      'identification/ubo-share-below-threshold': ofCode('ubo_share_below_threshold'),
      'identification/proof-of-address-required-for-edd': ofCode('proof_of_address_required_for_edd'),
      'identification/outsourcing-agreement-not-signed': ofCode('outsourcing_agreement_not_signed'),
      'identification/uk-customers-not-enabled': ofCode('uk_customers_not_enabled'),
      'identification/duplicate-upload-blocked': ofCode('duplicate_upload_blocked', duplicateUpload),
      'upload-retry': notPromised(
        'A retry of such an upload succeeds shortly after.',
        'how long it takes is not said: what the next attempt is answered is noted',
      ),
      'identification/provider-rejected-document': ofCode('provider_rejected_document'),
      'identification/reuse-rejected': ofCode('reuse_rejected'),
    },
  ),
] as const
