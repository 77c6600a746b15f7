import { refuse, type Rule } from '../rule.js'

/** Required texts by the object that contains them, without those that have a code of their own. */
const required: Readonly<Record<string, readonly string[]>> = {
  submission: [
    'consent_collected_at',
    'date_of_birth',
    'email_address',
    'first_name',
    'full_name',
    'ip_address',
    'last_name',
    'phone',
    'phone_number',
    'token',
  ],
  address: ['city', 'country', 'street_1', 'zip_code'],
  beneficiary_info: ['date_of_birth', 'email_address', 'first_name', 'last_name', 'phone_number'],
  birth_place: ['country', 'place'],
  company_info: [
    'company_name',
    'country',
    'email',
    'incorporation_date',
    'legal_address',
    'postal_address',
    'registration_number',
    'tax_identification_number',
    'website',
  ],
  documents: ['country', 'file', 'name'],
  edd_questionnaire: ['source_of_funds_proof'],
  identity: [
    'identity_country_code',
    'identity_document_front',
    'identity_document_type',
    'ip_address',
    'nationality',
    'selfie_collected_at',
  ],
  main_business_countries: ['main_business_countries'],
  source_of_funds: ['customer_funds_handling_details', 'source_of_funds_description'],
}

/** invalid_request: a required text is empty or blank. */
export const requiredTexts: Rule = ({ fields }) => {
  const empty = fields.find(({ of, name, value }) => required[of]?.includes(name) && value.trim() === '')
  return empty === undefined
    ? []
    : refuse('invalid_request', `request body at ${empty.at} must not be empty`, empty.beneficiary)
}
