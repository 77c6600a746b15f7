type Json = Readonly<Record<string, unknown>>

const text = { type: 'string' }
const one = (...values: readonly string[]): Json => ({ type: 'string', enum: values })
const list = (items: Json): Json => ({ type: 'array', items })
const ref = (name: string): Json => ({ $ref: `#/components/schemas/${name}` })

/** An object whose members are required, but for those that end in a question mark. */
const record = (members: Readonly<Record<string, Json>>): Json => ({
  type: 'object',
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  properties: Object.fromEntries(
    Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema]),
  ),
})

const three = { type: 'string', pattern: '^[A-Z]{3}$' }
const two = { type: 'string', pattern: '^[A-Z]{2}$' }
const day = { type: 'string', format: 'date' }
const moment = { type: 'string', format: 'date-time' }
const flag = { type: 'boolean' }

const industries = ['Software', 'Agriculture', 'Retail', 'Miscellaneous', 'Gambling']

/** Schemas of submissions, with other names and wrappers around the names of the specification. */
export const identificationSchemas: Json = {
  'Kyc.Submission': {
    oneOf: [ref('Kyc.Link'), ref('Kyc.Token'), ref('Kyc.Person'), ref('Kyc.Business')],
  },
  'Kyc.Link': record({ kind: one('Link') }),
  'Kyc.Token': record({ kind: one('Token'), share_token: text, declaration: flag }),
  'Kyc.Identity': record({
    identity_country_code: two,
    document_type: one('IdCard', 'Passport', 'DriverLicense', 'DigitalDriversLicense', 'ResidencePermit'),
    'document_number?': text,
    front: text,
    'back?': text,
    'selfie?': text,
    'selfie_collected_at?': moment,
  }),
  'Kyc.Home': record({ line: text, city: text, country: three }),
  'Kyc.Person': record({
    kind: one('Person'),
    given_name: text,
    family_name: text,
    date_of_birth: text,
    email: text,
    phone: text,
    address: ref('Kyc.Home'),
    identity: ref('Kyc.Identity'),
    'tax_identification_number?': text,
    'edd_questionnaire?': record({ occupation: text, net_worth: { type: 'integer' } }),
    'documents?': list(record({ category: one('BankStatement', 'ProofOfAddress'), content: text })),
    declaration: flag,
    reference: { type: 'string', minLength: 7 },
  }),
  'Kyc.Human': record({
    first_name: text,
    last_name: text,
    date_of_birth: day,
    email: text,
    address: ref('Kyc.Home'),
    birth_place: record({ country: three, city: text, 'state?': text }),
    identity: ref('Kyc.Identity'),
    'tax_identification_number?': text,
  }),
  'Kyc.Owner': record({
    roles: list(one('Representative', 'Shareholder', 'UltimateBeneficialOwner', 'Director')),
    share_percentage: { type: 'number', minimum: 0, maximum: 100 },
    'attesting_party?': flag,
    'attested_at?': moment,
    'person?': ref('Kyc.Human'),
    'company_data?': ref('Kyc.Company'),
  }),
  'Kyc.Company': record({
    legal_name: text,
    registration_country: three,
    company_type: one('SoleProprietorship', 'PrivateFoundation', 'Company'),
    beneficiaries: list(ref('Kyc.Owner')),
    documents: list(
      record({
        category: one('CompanyDetails', 'LegalPresence', 'OwnershipStructure', 'ControlStructure', 'Other'),
        content: text,
      }),
    ),
  }),
  'Kyc.Business': record({
    kind: one('Business'),
    company_data: ref('Kyc.Company'),
    business_details: record({
      'industry?': one(...industries),
      'industry_type?': one('Other', 'NonProfitAndCharitable', 'Software'),
      business_model_description: text,
      has_licenses_or_registrations: flag,
      'license_details?': record({ regulator: text, number: text }),
      sends_funds_on_customer_behalf: flag,
      'funds_description?': text,
      'flow_of_funds_diagram?': text,
      'source_of_funds_document?': text,
    }),
    planned_activities: record({ purpose_and_intended_use: one('Payroll', 'Investing', 'Other') }),
  }),
}
