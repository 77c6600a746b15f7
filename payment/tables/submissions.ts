/** A field of an identification that the specification names, anywhere in a submission. */
export interface SubmissionField {
  /** Its name, prefixed by that of its parent where it would be ambiguous. */
  readonly path: readonly string[]
  readonly type?: 'string' | 'boolean' | 'array' | 'object'
  /** Named values; a document may list others. */
  readonly values?: readonly string[]
  /** Its minimum length, with structured errors. */
  readonly min?: number
  /** Deprecated since the industry is required. */
  readonly isDeprecated?: true
}

const named = (path: string, more: Omit<SubmissionField, 'path'> = {}): SubmissionField => ({
  path: path.split('.'),
  ...more,
})

const text = { type: 'string' } as const
const flag = { type: 'boolean' } as const
const record = { type: 'object' } as const

/** Endpoints, POST /customers/{id}/identifications/v2: fields in its rules. */
export const submissionFields: readonly SubmissionField[] = [
  named('company_data', record),
  named('company_data.beneficiaries', { type: 'array' }),
  named('beneficiaries.roles', {
    type: 'array',
    values: ['Director', 'UltimateBeneficialOwner', 'Shareholder', 'Representative'],
  }),
  named('beneficiaries.share_percentage'),
  named('beneficiaries.attesting_party', flag),
  named('beneficiaries.attested_at', text),
  named('address.country', text),
  named('birth_place.state', text),
  named('identity.identity_country_code', text),
  named('tax_identification_number', text),
  named('tax_residence_country', text),
  named('selfie'),
  named('selfie_collected_at', text),
  named('business_details', record),
  named('business_details.industry', text),
  named('business_details.industry_type', {
    type: 'string',
    values: ['Other', 'NonProfitAndCharitable'],
    isDeprecated: true,
  }),
  named('business_details.business_model_description', { type: 'string', min: 80 }),
  named('business_details.sends_funds_on_customer_behalf', flag),
  named('business_details.has_licenses_or_registrations', flag),
  named('business_details.license_details'),
  named('company_type', { type: 'string', values: ['PrivateFoundation'] }),
  named('planned_activities.purpose_and_intended_use', text),
  named('edd_questionnaire', record),
  named('documents'),
]

/** Kinds of an identification. */
export const submissionKinds = ['Business', 'Person', 'Token', 'Link'] as const
