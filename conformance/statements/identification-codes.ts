import type { Rule } from './rule.js'

const coded = (name: string, title: string, statement: string): Rule => ({
  id: `identification/${name}`,
  kind: 'scenario',
  title,
  section: 'Errors, structured identification errors',
  statement,
  versions: { from: 'structured-errors' },
  severity: 'error',
  needs: ['writes'],
})

/** One rule for each structured code, named after it. */
export const identificationCodeRules: readonly Rule[] = [
  coded(
    'invalid-request',
    'invalid_request is the catch-all',
    'An empty required field or a bad format (email, phone, country code, date) is refused with invalid_request.',
  ),
  coded(
    'selfie-required',
    'A selfie is required',
    'selfie_required is answered to every Person and every Director of a Business without a selfie, and to nobody else.',
  ),
  coded(
    'selfie-expired',
    'A selfie is not old',
    'selfie_expired is answered to a Person whose selfie is older than 6 months, and to nobody else.',
  ),
  coded(
    'tin-required',
    'A tax number is required',
    'tin_required is answered where the tax number is missing: to a Director or UltimateBeneficialOwner of any country and to a Person with an identity of the US, and to nobody else.',
  ),
  coded(
    'identity-document-rejected',
    'Some identity documents are rejected',
    'identity_document_rejected is answered to a ResidencePermit, to what beneficiaries of US companies may not use, and to a DigitalDriversLicense that is not from Brazil.',
  ),
  coded(
    'identity-document-images-identical',
    'Front and back differ',
    'identity_document_images_identical is answered where front and back are the same bytes.',
  ),
  coded(
    'structure-invalid',
    'The structure of a company holds',
    'structure_invalid is answered where rules 4 and 6 or those of a sole proprietorship are broken, and only there.',
  ),
  coded(
    'attestation-invalid',
    'A US company attests',
    'attestation_invalid is answered to a US company, sole proprietorships apart, without exactly one root Director who attests and did so in the past.',
  ),
  coded(
    'cdd-certification-invalid',
    'The certification can be generated',
    'cdd_certification_invalid is answered to a US company, sole proprietorships apart, that lacks an identity or tax number of a listed owner.',
  ),
  coded(
    'business-description-insufficient',
    'The description is long enough',
    'business_description_insufficient is answered to a business_model_description of fewer than 80 characters after trimming, in every industry.',
  ),
  coded(
    'industry-required',
    'The industry is required',
    'industry_required is answered where business_details.industry is missing.',
  ),
  coded(
    'miscellaneous-industry-deprecated',
    'Miscellaneous is no industry',
    'miscellaneous_industry_deprecated is answered to the industry Miscellaneous.',
  ),
  coded(
    'prohibited-industry',
    'Some industries are prohibited',
    'prohibited_industry is answered where the resolved industry is on the prohibited list.',
  ),
  coded(
    'foundation-intended-use-not-supported',
    'A PrivateFoundation has a limited purpose',
    'foundation_intended_use_not_supported is answered to a PrivateFoundation with another purpose_and_intended_use than the accepted ones.',
  ),
  coded(
    'funds-flow-disclosure-required',
    'The flow of funds is disclosed',
    'funds_flow_disclosure_required is answered where sends_funds_on_customer_behalf is true without description, diagram and source-of-funds document together.',
  ),
  coded(
    'license-details-required',
    'Licences are described',
    'license_details_required is answered where has_licenses_or_registrations is true without license_details.',
  ),
  coded(
    'company-details-required',
    'Company Details are required',
    'company_details_required is answered to every company without a document of that group, root or nested.',
  ),
  coded(
    'legal-presence-required',
    'Legal Presence is required',
    'legal_presence_required is answered to a non-US Business without a document of that group, and to no US or nested company.',
  ),
  coded(
    'ownership-structure-required',
    'Ownership Structure is required',
    'ownership_structure_required is answered to a company without a document of that group, and to no US root company.',
  ),
  coded(
    'control-structure-required',
    'Control Structure is required',
    'control_structure_required is answered to a non-US Business without a document of that group, and to no US or nested company.',
  ),
  coded(
    'ubo-country-prohibited',
    'Owners live where it is allowed',
    'ubo_country_prohibited is answered to an UltimateBeneficialOwner who lives in a country that is prohibited.',
  ),
  coded(
    'ubo-share-below-threshold',
    'An owner alone has a share',
    'ubo_share_below_threshold is answered to a beneficiary with no other role than UltimateBeneficialOwner below 25%, or below 10% where nobody owns 25%.',
  ),
  coded(
    'proof-of-address-required-for-edd',
    'An EDD questionnaire needs an address',
    'proof_of_address_required_for_edd is answered to a Person with edd_questionnaire and without a ProofOfAddress document.',
  ),
  coded(
    'outsourcing-agreement-not-signed',
    'The agreement is signed',
    'outsourcing_agreement_not_signed is answered while the outsourcing agreement of the partner is not signed.',
  ),
  coded(
    'uk-customers-not-enabled',
    'The UK is enabled',
    'uk_customers_not_enabled is answered to customers of the UK where the account is not enabled for them.',
  ),
  coded(
    'duplicate-upload-blocked',
    'A duplicate upload is blocked',
    'duplicate_upload_blocked is answered while a provider blocks an upload that is the same as a recent one.',
  ),
  coded(
    'provider-rejected-document',
    'A provider rejects a document',
    'provider_rejected_document is answered to a document that the provider rejects.',
  ),
  coded(
    'reuse-rejected',
    'Not every identity is reused',
    'reuse_rejected is answered to a Token whose identity cannot be reused.',
  ),
]
