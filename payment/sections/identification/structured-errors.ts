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
import { byCode } from './codes/index.js'
import { descriptionLength, documentsTogether, foundationPurpose, noResumeUrl } from './company-codes.js'
import { duplicateUpload, prohibitedCountry, provokedCode } from './provoked.js'
import { recipes } from './submission/recipes.js'
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
import { fieldTable } from '../../tables/markdown.js'

const options = { versions: { from: 'structured-errors' }, needs: ['writes'] } as const
const documents: RuleId = 'documents/statements'

/** The rule of a structured code, named after it. */
const coded = (title: string, statement: string, run: Scenario, ...details: readonly string[]) =>
  scenario(title, statement, { ...options, details, run })

const { person, business, token } = recipes

/** Errors: structured identification errors. Each code has a rule, in the order of the specification. */
export const identificationErrorSections = [
  section(
    'Errors, structured identification errors',
    `From 2026-08-01 on, a submission that is refused is answered 400 with a list of what is wrong with it.\n\n${fieldTable('IdentificationError')}`,
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
      'identification/invalid-request': coded(
        'invalid_request is the catch-all',
        'An empty required field or a bad format (email, phone, country code, date) is refused with invalid_request.',
        byCode('invalid_request'),
      ),
      'invalid-request-limits': notPromised(
        'invalid_request is answered to a file that is too large, and to too many documents or beneficiaries.',
        'the limits are not shown, so nothing is certain to be beyond them',
      ),
      'identification/selfie-required': coded(
        'A selfie is required',
        'selfie_required is answered to every Person and every Director of a Business without a selfie, and to nobody else.',
        byCode('selfie_required'),
      ),
      'identification/selfie-expired': coded(
        'A selfie is not old',
        'selfie_expired is answered to a Person whose selfie is older than 6 months, and to nobody else.',
        byCode('selfie_expired'),
      ),
      'identification/tin-required': coded(
        'A tax number is required',
        'tin_required is answered where the tax number is missing: to a Director or UltimateBeneficialOwner of any country and to a Person with an identity of the US, and to nobody else.',
        byCode('tin_required'),
      ),
      'identification/identity-document-rejected': coded(
        'Some identity documents are rejected',
        'identity_document_rejected is answered to a ResidencePermit, to what beneficiaries of US companies may not use, and to a DigitalDriversLicense that is not from Brazil.',
        byCode('identity_document_rejected'),
        'Beneficiaries of a US company use a Passport or a DriverLicense of the US; those of a sole proprietorship are excepted.',
      ),
      'identification/identity-document-images-identical': coded(
        'Front and back differ',
        'identity_document_images_identical is answered where front and back are the same bytes.',
        byCode('identity_document_images_identical'),
      ),
      'identification/structure-invalid': coded(
        'The structure of a company holds',
        'structure_invalid is answered where rules 4 and 6 or those of a sole proprietorship are broken, and only there.',
        byCode('structure_invalid'),
      ),
      'identification/attestation-invalid': coded(
        'A US company attests',
        'attestation_invalid is answered to a US company, sole proprietorships apart, without exactly one root Director who attests and did so in the past.',
        byCode('attestation_invalid'),
        'Who attests has attesting_party true, and the time of it in attested_at.',
      ),
      'identification/cdd-certification-invalid': coded(
        'The certification can be generated',
        'cdd_certification_invalid is answered to a US company, sole proprietorships apart, that lacks an identity or tax number of a listed owner.',
        byCode('cdd_certification_invalid'),
      ),
      'missing-identity': notPromised(
        'cdd_certification_invalid is answered where an identity is missing.',
        'whether a missing number counts as a missing identity is not said',
      ),
      'unrenderable-text': notPromised(
        'cdd_certification_invalid is answered where a text cannot be rendered.',
        'which texts cannot be rendered is not said',
      ),
      'identification/business-description-insufficient': coded(
        'The description is long enough',
        'business_description_insufficient is answered to a business_model_description of fewer than 80 characters after trimming, in every industry.',
        descriptionLength,
      ),
      'identification/industry-required': coded(
        'The industry is required',
        'industry_required is answered where business_details.industry is missing.',
        byCode('industry_required'),
      ),
      'identification/miscellaneous-industry-deprecated': coded(
        'Miscellaneous is no industry',
        'miscellaneous_industry_deprecated is answered to the industry Miscellaneous.',
        byCode('miscellaneous_industry_deprecated'),
      ),
      'deprecated-types': judged('The values Other and NonProfitAndCharitable of industry_type still pass.', [
        'identification/industry-type-accepted',
      ]),
      'resolved-type': unobservable(
        'Those resolve to Miscellaneous internally.',
        'nothing that is answered tells what they resolve to',
      ),
      'identification/prohibited-industry': coded(
        'Some industries are prohibited',
        'prohibited_industry is answered where the resolved industry is on the prohibited list.',
        provokedCode('prohibited_industry', [business]),
      ),
      'identification/foundation-intended-use-not-supported': coded(
        'A PrivateFoundation has a limited purpose',
        'foundation_intended_use_not_supported is answered to a PrivateFoundation with another purpose_and_intended_use than the accepted ones.',
        foundationPurpose,
      ),
      'identification/funds-flow-disclosure-required': coded(
        'The flow of funds is disclosed',
        'funds_flow_disclosure_required is answered where sends_funds_on_customer_behalf is true without description, diagram and source-of-funds document together.',
        byCode('funds_flow_disclosure_required'),
        'The diagram is that of the flow of funds.',
      ),
      'identification/license-details-required': coded(
        'Licences are described',
        'license_details_required is answered where has_licenses_or_registrations is true without license_details.',
        byCode('license_details_required'),
      ),
      'identification/company-details-required': coded(
        'Company Details are required',
        'company_details_required is answered to every company without a document of that group, root or nested.',
        byCode('company_details_required'),
      ),
      'identification/no-resume-url': scenario(
        'Nothing is left to resume',
        'A Business without Company Details is rejected with no resume url.',
        { ...options, run: noResumeUrl },
      ),
      'identification/legal-presence-required': coded(
        'Legal Presence is required',
        'legal_presence_required is answered to a non-US Business without a document of that group, and to no US or nested company.',
        byCode('legal_presence_required'),
      ),
      'identification/ownership-structure-required': coded(
        'Ownership Structure is required',
        'ownership_structure_required is answered to a company without a document of that group, and to no US root company.',
        byCode('ownership_structure_required'),
      ),
      'identification/control-structure-required': coded(
        'Control Structure is required',
        'control_structure_required is answered to a non-US Business without a document of that group, and to no US or nested company.',
        byCode('control_structure_required'),
      ),
      'document-groups': notPromised(
        'Which types of documents belong to a group.',
        'examples are named for two groups; the mapping is not shown, so types are found by their names',
        [
          'Company Details: an excerpt of a registry, a certificate of incorporation or of good standing.',
          'Legal Presence: articles of incorporation.',
        ],
      ),
      'identification/ubo-country-prohibited': coded(
        'Owners live where it is allowed',
        'ubo_country_prohibited is answered to an UltimateBeneficialOwner who lives in a country that is prohibited.',
        prohibitedCountry,
        'The country is that of address.country.',
      ),
      'unrated-country': notPromised(
        'A country that is merely unrated is not rejected.',
        'which countries are unrated is not shown',
      ),
      'identification/ubo-share-below-threshold': coded(
        'An owner alone has a share',
        'ubo_share_below_threshold is answered to a beneficiary with no other role than UltimateBeneficialOwner below 25%, or below 10% where nobody owns 25%.',
        byCode('ubo_share_below_threshold'),
      ),
      'identification/proof-of-address-required-for-edd': coded(
        'An EDD questionnaire needs an address',
        'proof_of_address_required_for_edd is answered to a Person with edd_questionnaire and without a ProofOfAddress document.',
        byCode('proof_of_address_required_for_edd'),
      ),
      'identification/outsourcing-agreement-not-signed': coded(
        'The agreement is signed',
        'outsourcing_agreement_not_signed is answered while the outsourcing agreement of the partner is not signed.',
        provokedCode('outsourcing_agreement_not_signed', [person, business, token]),
      ),
      'identification/uk-customers-not-enabled': coded(
        'The UK is enabled',
        'uk_customers_not_enabled is answered to customers of the UK where the account is not enabled for them.',
        provokedCode('uk_customers_not_enabled', [person, business]),
        'They are Persons who live there and Businesses that are registered there.',
      ),
      'identification/duplicate-upload-blocked': coded(
        'A duplicate upload is blocked',
        'duplicate_upload_blocked is answered while a provider blocks an upload that is the same as a recent one.',
        duplicateUpload,
      ),
      'upload-retry': notPromised(
        'A retry of such an upload succeeds shortly after.',
        'how long it takes is not said: what the next attempt is answered is noted',
      ),
      'identification/provider-rejected-document': coded(
        'A provider rejects a document',
        'provider_rejected_document is answered to a document that the provider rejects.',
        provokedCode('provider_rejected_document', [person, business]),
      ),
      'identification/reuse-rejected': coded(
        'Not every identity is reused',
        'reuse_rejected is answered to a Token whose identity cannot be reused.',
        provokedCode('reuse_rejected', [token]),
        'It is not approved, its email is another, or it fails a restriction of age.',
      ),
    },
  ),
] as const
