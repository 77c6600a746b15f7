import { inSection, type Statement } from './statement.js'

const section = inSection('Errors, structured identification errors')
const { judged, unjudged, each } = section
const rule = (name: string): string => `identification/${name}`

const body: readonly Statement[] = [
  judged(
    'From 2026-08-01 the body of a refused submission is an array.',
    rule('error-array'),
    'documents/statements',
  ),
  judged('Its items are objects.', rule('error-array')),
  ...each(
    ['code', 'message', 'docs_url'],
    (name) => `${name} is a required string.`,
    rule('error-fields'),
    'documents/statements',
  ),
  judged('code is one of the listed codes.', rule('error-codes'), 'documents/statements'),
  unjudged('code is stable and to be matched on.', 'client', 'It tells callers what to rely on.'),
  unjudged(
    'message is for people and not to be matched on.',
    'client',
    'It tells callers what not to rely on.',
  ),
  judged('docs_url is a link anchored by the code.', rule('docs-url')),
  judged('beneficiary_index is an integer.', rule('beneficiary-index'), 'documents/statements'),
  judged('beneficiary_index counts from zero.', rule('beneficiary-index'), 'documents/statements'),
  judged('beneficiary_index is present for a Business alone.', rule('beneficiary-index')),
  judged('Only where one beneficiary is meant.', rule('beneficiary-index')),
  judged('beneficiary_index is optional.', 'documents/statements'),
  unjudged('beneficiary_index may be null.', 'definition', 'It is taken as it comes.'),
  unjudged(
    'beneficiary_index of what is wrong inside a nested company.',
    'not-promised',
    'Whose index it is then is not said.',
  ),
  unjudged('Most checks return one entry.', 'not-promised', 'Which return more is not said; it is noted.'),
  judged('The four document codes are reported together.', rule('documents-together')),
  judged('Each once per company that lacks the group.', rule('documents-together')),
  judged('Callers of earlier versions get a plain string.', rule('plain-string'), 'documents/statements'),
  judged('Callers without a version get a plain string.', rule('plain-string-unversioned')),
]

const requests: readonly Statement[] = [
  ...each(
    ['an empty required field', 'a bad email', 'a bad phone number', 'a bad country code', 'a bad date'],
    (fault) => `invalid_request is answered to ${fault}.`,
    rule('invalid-request'),
  ),
  ...['a file that is too large', 'too many documents', 'too many beneficiaries'].map((fault) =>
    unjudged(
      `invalid_request is answered to ${fault}.`,
      'not-promised',
      'The limit is not shown, so nothing is certain to be beyond it.',
    ),
  ),
]

const persons: readonly Statement[] = [
  judged('selfie_required: every Person submission needs a selfie.', rule('selfie-required')),
  judged('selfie_required: every Director of a Business needs a selfie.', rule('selfie-required')),
  judged('selfie_required: other beneficiaries do not.', rule('selfie-required')),
  judged('selfie_expired: the selfie of a Person is older than 6 months.', rule('selfie-expired')),
  judged('selfie_expired: a younger one is in time.', rule('selfie-expired')),
  judged('selfie_expired: it is about Persons alone.', rule('selfie-expired')),
  judged('tin_required: a Director of any country has no tax number.', rule('tin-required')),
  judged('tin_required: an UltimateBeneficialOwner of any country has none.', rule('tin-required')),
  judged('tin_required: a Person with an identity of the US has none.', rule('tin-required')),
  judged('tin_required: other Persons and beneficiaries need none.', rule('tin-required')),
  judged('identity_document_rejected: ResidencePermit.', rule('identity-document-rejected')),
  judged(
    'identity_document_rejected: another document than Passport or US DriverLicense in a US company.',
    rule('identity-document-rejected'),
  ),
  judged(
    'identity_document_rejected: sole proprietorships of the US are excepted.',
    rule('identity-document-rejected'),
  ),
  judged(
    'identity_document_rejected: DigitalDriversLicense that is not of BRA.',
    rule('identity-document-rejected'),
  ),
  judged('DigitalDriversLicense of BRA is accepted.', rule('identity-document-rejected')),
  judged(
    'identity_document_images_identical: front and back are the same bytes.',
    rule('identity-document-images-identical'),
  ),
  judged(
    'proof_of_address_required_for_edd: edd_questionnaire without ProofOfAddress.',
    rule('proof-of-address-required-for-edd'),
  ),
  judged(
    'proof_of_address_required_for_edd: without edd_questionnaire none is needed.',
    rule('proof-of-address-required-for-edd'),
  ),
]

const structure: readonly Statement[] = [
  judged('structure_invalid: rule 4 is broken.', rule('structure-invalid')),
  judged('structure_invalid: rule 6 is broken.', rule('structure-invalid')),
  judged('structure_invalid: a sole proprietorship with several beneficiaries.', rule('structure-invalid')),
  judged('structure_invalid: a sole proprietorship owned to less than 100%.', rule('structure-invalid')),
  judged('attestation_invalid: no root-level Director attests.', rule('attestation-invalid')),
  judged('attestation_invalid: more than one does.', rule('attestation-invalid')),
  judged('attestation_invalid: attested_at is missing or not in the past.', rule('attestation-invalid')),
  judged('attestation_invalid: only a US Business owes it.', rule('attestation-invalid')),
  judged('attestation_invalid: a sole proprietorship does not.', rule('attestation-invalid')),
  unjudged(
    'cdd_certification_invalid: an identity is missing.',
    'not-promised',
    'Whether a missing number counts as a missing identity is not said.',
  ),
  judged(
    'cdd_certification_invalid: a tax number is missing.',
    rule('cdd-certification-invalid'),
    rule('tin-required'),
  ),
  unjudged(
    'cdd_certification_invalid: a text cannot be rendered.',
    'not-promised',
    'Which texts cannot be rendered is not said.',
  ),
  judged('cdd_certification_invalid: only a US Business gets it.', rule('cdd-certification-invalid')),
  judged('ubo_share_below_threshold: the share is below rule 5.', rule('ubo-share-below-threshold')),
  judged('ubo_share_below_threshold: not with another role beside it.', rule('ubo-share-below-threshold')),
  judged('ubo_country_prohibited: an owner lives in a prohibited country.', rule('ubo-country-prohibited')),
  judged('ubo_country_prohibited: it is about owners by role.', rule('ubo-country-prohibited')),
  unjudged(
    'An unrated country alone is not rejected.',
    'not-promised',
    'Which countries are unrated is not shown.',
  ),
]

const business: readonly Statement[] = [
  judged(
    'business_description_insufficient: fewer than 80 characters.',
    rule('business-description-insufficient'),
  ),
  judged('Spaces around a description do not count.', rule('business-description-insufficient')),
  judged('It holds for every industry.', rule('business-description-insufficient')),
  judged('industry_required: business_details.industry is missing.', rule('industry-required')),
  judged('miscellaneous_industry_deprecated: Miscellaneous.', rule('miscellaneous-industry-deprecated')),
  ...each(
    ['Other', 'NonProfitAndCharitable'],
    (type) => `The industry_type ${type} still passes.`,
    rule('industry-type-accepted'),
  ),
  unjudged(
    'Those resolve to Miscellaneous internally.',
    'unobservable',
    'Nothing that is answered tells what they resolve to.',
  ),
  judged('prohibited_industry: the resolved industry is on the list.', rule('prohibited-industry')),
  judged(
    'foundation_intended_use_not_supported: a PrivateFoundation with another purpose.',
    rule('foundation-intended-use-not-supported'),
  ),
  ...each(
    ['description', 'flow-of-funds diagram', 'source-of-funds document'],
    (item) => `funds_flow_disclosure_required: the ${item} is missing.`,
    rule('funds-flow-disclosure-required'),
  ),
  judged('All three together are enough.', rule('funds-flow-disclosure-required')),
  judged('license_details_required: licences without details.', rule('license-details-required')),
]

const documents: readonly Statement[] = [
  judged('company_details_required: any Business lacks the group.', rule('company-details-required')),
  judged('company_details_required: a nested company lacks it.', rule('company-details-required')),
  judged('company_details_required: no resume url is left.', rule('no-resume-url')),
  judged('legal_presence_required: a non-US Business lacks it.', rule('legal-presence-required')),
  judged('legal_presence_required: a US Business does not owe it.', rule('legal-presence-required')),
  judged('ownership_structure_required: the group is missing.', rule('ownership-structure-required')),
  judged('A US root company has it without a document.', rule('ownership-structure-required')),
  judged('control_structure_required: a non-US Business lacks it.', rule('control-structure-required')),
  judged('control_structure_required: a US Business does not owe it.', rule('control-structure-required')),
  unjudged(
    'Which types of documents belong to a group.',
    'not-promised',
    'Examples are named for two groups; the mapping is not shown, so types are found by their names.',
  ),
]

const elsewhere: readonly Statement[] = [
  judged(
    'outsourcing_agreement_not_signed: the agreement of the partner is missing.',
    rule('outsourcing-agreement-not-signed'),
  ),
  judged('uk_customers_not_enabled: a Person who lives in the UK.', rule('uk-customers-not-enabled')),
  judged('uk_customers_not_enabled: a Business registered in the UK.', rule('uk-customers-not-enabled')),
  judged('duplicate_upload_blocked: the same bytes a moment ago.', rule('duplicate-upload-blocked')),
  unjudged(
    'A retry succeeds shortly after.',
    'not-promised',
    'How long it takes is not said: what the next attempt is answered is noted.',
  ),
  judged('provider_rejected_document: the provider rejects one.', rule('provider-rejected-document')),
  judged('reuse_rejected: the identity of a Token is not approved.', rule('reuse-rejected')),
  judged('reuse_rejected: the email mismatches.', rule('reuse-rejected')),
  judged('reuse_rejected: an age restriction fails.', rule('reuse-rejected')),
]

/** Errors: structured identification errors, one by one. */
export const identificationErrorsStatements: readonly Statement[] = [
  ...body,
  ...requests,
  ...persons,
  ...structure,
  ...business,
  ...documents,
  ...elsewhere,
]
