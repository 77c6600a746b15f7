import { submissionFields } from '../statements/tables/submissions.js'
import { inSection, type Statement } from './statement.js'

const endpoint = 'Endpoints, POST /customers/{id}/identifications/v2'
const general = inSection(endpoint)
const rule = (number: number) => inSection(`${endpoint}, rule ${number}`)

const kinds = ['Business', 'Person', 'Token', 'Link']
const validated = ['Business', 'Person', 'Token']
const code = (name: string): string => `identification/${name}`

/** Fields that the rules are about, each with the rules that need it. */
const fields: readonly (readonly [field: string, ...rules: string[]])[] = [
  ['company_data.beneficiaries', code('structure-invalid'), code('beneficiary-index')],
  ['roles of a beneficiary', code('structure-invalid'), code('ubo-share-below-threshold')],
  ['share_percentage', code('structure-invalid'), code('ubo-share-below-threshold')],
  ['attesting_party', code('attestation-invalid')],
  ['attested_at', code('attestation-invalid')],
  ['address.country', code('ubo-country-prohibited'), code('invalid-request')],
  ['birth_place.state', code('birth-state')],
  ['identity.identity_country_code', code('tin-required'), code('identity-document-rejected')],
  ['tax_identification_number', code('tin-required')],
  ['selfie', code('selfie-required')],
  ['selfie_collected_at', code('selfie-expired')],
  ['business_details.industry', code('industry-required')],
  ['business_details.industry_type', code('industry-type-accepted'), code('industry-wins')],
  ['business_details.business_model_description', code('business-description-insufficient')],
  ['sends_funds_on_customer_behalf', code('funds-flow-disclosure-required')],
  ['has_licenses_or_registrations', code('license-details-required')],
  ['license_details', code('license-details-required')],
  ['company_type', code('structure-invalid'), code('foundation-intended-use-not-supported')],
  ['planned_activities.purpose_and_intended_use', code('foundation-intended-use-not-supported')],
  ['edd_questionnaire', code('proof-of-address-required-for-edd')],
  ['documents of category ProofOfAddress', code('proof-of-address-required-for-edd')],
]

const submissions: readonly Statement[] = [
  ...general.each(kinds, (kind) => `A submission can be of kind ${kind}.`, code('kinds')),
  general.judged('A Link opens a hosted flow only.', code('link-unjudged')),
  general.judged('Nothing of a Link is validated synchronously.', code('link-unjudged')),
  general.judged('A Link never gets structured errors.', code('link-unjudged')),
  general.judged('A Token reuses a verified identity.', code('reuse-rejected')),
  ...general.each(
    validated,
    (kind) => `A ${kind} submission is validated synchronously.`,
    code('synchronous'),
    code('invalid-request'),
  ),
  ...general.each(
    validated,
    (kind) => `A ${kind} submission that fails is answered 400.`,
    code('invalid-request'),
    code('plain-string'),
  ),
  general.unjudged(
    'What is validated before 2026-08-01.',
    'not-promised',
    'The rules are those of 2026-08-01 or later; of earlier versions only the form of refusals is said.',
  ),
  ...fields.map(([field, ...rules]) => general.judged(`Rules are about the field ${field}.`, ...rules)),
  ...general.each(
    submissionFields.map(({ path }) => path.join('.')),
    (name) => `${name} is a field of an identification, from 2026-08-01 on.`,
    'documents/shown',
    'documents/statements',
  ),
  general.unjudged(
    'Full shapes of request and answer.',
    'not-promised',
    'They are not shown: the documents of the service decide them, and documents/body holds answers to that.',
  ),
]

const byVersion: readonly Statement[] = [
  rule(1).judged(
    'From 2026-08-01 business_details.industry is required.',
    code('industry-required'),
    'documents/statements',
  ),
  rule(1).judged(
    'On earlier versions the industry is optional.',
    code('industry-optional'),
    'documents/statements',
  ),
  rule(1).judged(
    'On earlier versions industry_type is accepted.',
    code('industry-type-accepted'),
    'documents/statements',
  ),
  rule(1).judged('industry_type is deprecated.', 'documents/shown'),
  rule(1).judged('Where both are sent, industry wins.', code('industry-wins')),
  rule(2).judged('birth_place.state is optional.', code('birth-state'), 'documents/statements'),
  rule(2).judged('It is missing where the country of birth has subdivisions.', code('birth-state')),
  rule(2).unjudged(
    'Which code says that the state is missing.',
    'not-promised',
    'No code is named for it, and which table of subdivisions counts is not said: only clear ends are judged.',
  ),
  rule(3).judged('A nested company owes Company Details.', code('company-details-required')),
  rule(3).judged('A nested company owes Ownership Structure.', code('ownership-structure-required')),
  rule(3).judged('A nested company owes no Legal Presence.', code('legal-presence-required')),
  rule(3).judged('A nested company owes no Control Structure.', code('control-structure-required')),
  rule(4).judged('A US company gets a certification of its owners.', code('cdd-certification-invalid')),
  rule(4).judged('A sole proprietorship of the US gets none.', code('cdd-certification-invalid')),
  rule(4).judged('Owners of 25% or more are listed in it.', code('cdd-certification-invalid')),
  rule(4).judged(
    'Where nobody owns 25%, owners of 10% or more are listed.',
    code('cdd-certification-invalid'),
  ),
  rule(4).judged('Where nobody owns 10%, structure_invalid is answered.', code('structure-invalid')),
  rule(5).judged('An owner by role alone passes with 25%.', code('ubo-share-below-threshold')),
  rule(5).judged('With 10% where nobody owns 25%.', code('ubo-share-below-threshold')),
  rule(5).judged('Otherwise ubo_share_below_threshold is answered.', code('ubo-share-below-threshold')),
  rule(6).judged('A company needs a root-level Director.', code('structure-invalid')),
  rule(6).judged('It needs a root-level owner of at least 25%.', code('structure-invalid')),
  rule(6).judged('Of at least 10% where nobody owns 25%.', code('structure-invalid')),
  rule(6).judged('A Representative alone never counts as owner.', code('structure-invalid')),
  rule(6).judged('Qualifying owners have 100% at most together.', code('structure-invalid')),
  rule(6).judged('A sole proprietorship has exactly one beneficiary.', code('structure-invalid')),
  rule(6).judged('Who owns 100% of it.', code('structure-invalid')),
  rule(6).judged('A sole proprietorship needs no Director.', code('structure-invalid')),
  rule(7).judged(
    'A PrivateFoundation needs one of a limited set of purposes.',
    code('foundation-intended-use-not-supported'),
  ),
  rule(7).unjudged(
    'The set of purposes.',
    'not-promised',
    'It is not shown: what provokes the code comes from the user, or from what the document lists.',
  ),
]

/** Endpoints: identifications and their rules by version. */
export const identificationsStatements: readonly Statement[] = [...submissions, ...byVersion]
