/**
 * Bodies as somebody writes them who knows the specification and the documents alone: none shares a value with the
 * fixtures. A member that is `undefined` is left out of the JSON.
 */
type Members = Readonly<Record<string, unknown>>

const base64 = (text: string): string => Buffer.from(text).toString('base64')

const address = (country: string): Members => ({
  street_1: 'Rua das Flores 7, 2.º',
  city: 'Lisboa',
  zip_code: '1200-192',
  country,
})

/** A natural person among the beneficiaries of a company. */
export const human = (name: string, more: Members = {}, identity: Members = {}): Members => ({
  first_name: name,
  last_name: 'Æbelø-Ñandú',
  date_of_birth: '1979-12-31',
  email_address: `${name.toLowerCase()}+kyb@mail.partner.test`,
  phone_number: '+351 21 346 0001',
  address: address('PT'),
  birth_place: { country: 'PT', place: 'Porto', state: 'PT-13' },
  tax_identification_number: `TIN ${name}`,
  identity: {
    identity_country_code: 'PT',
    identity_document_type: 'Passport',
    identity_document_front: base64(`front ${name}`),
    identity_number: `P-${name}`,
    nationality: 'PT',
    ...identity,
  },
  ...more,
})

/** Selfie of a Director. */
export const face = { selfie: base64('face'), selfie_collected_at: '2025-01-01T00:00:00Z' }

export const beneficiary = (roles: readonly string[], share: unknown, info: Members, more: Members = {}) => ({
  roles,
  share_percentage: share,
  beneficiary_info: info,
  ...more,
})

export const director = (share?: string, more: Members = {}, info: Members = {}) =>
  beneficiary(['Director'], share, human('Dora', info, face), more)

export const owner = (share: unknown, info: Members = {}, identity: Members = {}) =>
  beneficiary(['UltimateBeneficialOwner'], share, human('Olga', info, identity))

export const papers = (...types: readonly string[]) =>
  types.map((type) => ({ type, country: 'PT', file: base64(type) }))

/** One document of every group. */
const allPapers = papers(
  'GoodStandingCert',
  'IncorporationArticles',
  'ShareholderRegistry',
  'DirectorsRegistry',
)

const companyInfo = (more: Members = {}): Members => ({
  company_name: 'Pastéis & Filhos, Lda.',
  company_type: 'Corporation',
  country: 'PT',
  address: address('PT'),
  email: 'geral@empresa.partner.test',
  incorporation_date: '1999-02-28',
  legal_address: 'Rua das Flores 7',
  postal_address: 'Apartado 12',
  registration_number: '500 000 000',
  tax_identification_number: 'PT500000000',
  website: 'empresa.partner.test',
  ...more,
})

/** A company that is a beneficiary of another one. */
export const nested = (
  beneficiaries: readonly unknown[],
  documents: unknown = papers('StateRegistry', 'TrustAgreement'),
  info: Members = {},
): Members => ({ company_data: { company_info: companyInfo(info), beneficiaries, documents } })

interface BusinessParts {
  readonly info?: Members
  readonly beneficiaries?: readonly unknown[]
  readonly documents?: unknown
  readonly details?: Members
  readonly activities?: Members
}

export const business = (parts: BusinessParts = {}): Members => ({
  type: 'Business',
  ip_address: '2001:db8::1',
  phone: '+351 (21) 346-00.02',
  company_data: {
    company_info: companyInfo(parts.info),
    beneficiaries: parts.beneficiaries ?? [director(), owner('100')],
    documents: 'documents' in parts ? parts.documents : allPapers,
  },
  questionnaire: {
    type: 'Generic',
    business_details: {
      business_model_description:
        'Fabrico e venda de pastéis de nata a cafés e hotéis, com entrega diária. '.repeat(2),
      estimated_annual_revenue: 'Under100K',
      has_licenses_or_registrations: false,
      industry: 'HospitalityAndTourism',
      main_business_countries: ['PRT', 'ES'],
      requires_aml_program: true,
      ...parts.details,
    },
    planned_activities: {
      estimated_monthly_transactions: 'LessThanTen',
      estimated_monthly_volume: 'TenToTwentyFiveThousand',
      purpose_and_intended_use: 'EcommerceSales',
      ...parts.activities,
    },
    source_of_funds: {
      customer_funds_handling_details: 'none',
      source_of_funds: 'ShareholderFunds',
      source_of_funds_description: 'capital próprio',
    },
  },
})

/** Attests, as a Director of a US company has to. */
export const attests = { attesting_party: true, attested_at: '2026-07-04T01:02:03.456789+05:30' }

/** A company of the United States that needs nothing but its registry extract. */
export const usBusiness = ({ info, ...parts }: BusinessParts = {}): Members =>
  business({
    info: { country: 'USA', company_name: "O'Neil–Peña & Sons, Inc.", address: address('US'), ...info },
    documents: papers('StateRegistry'),
    beneficiaries: [director(undefined, attests), owner('100')],
    ...parts,
  })

export const person = (more: Members = {}, identity: Members = {}): Members => ({
  type: 'Person',
  address: { street_1: '12 Rue Haute', city: 'Bruxelles', zip_code: '1000', country: 'BEL' },
  consent_collected_at: '2026-06-30',
  date_of_birth: '2000-02-29',
  email_address: "zoë.o'brien@sub.domain.partner.test",
  first_name: 'Zoë',
  full_name: 'Zoë 李',
  last_name: '李',
  identity: {
    identity_country_code: 'BEL',
    identity_document_front: base64('recto'),
    identity_document_back: base64('verso'),
    identity_document_type: 'NationalId',
    ip_address: '203.0.113.9',
    nationality: 'BE',
    selfie: base64('visage'),
    selfie_collected_at: '2026-05-05T05:05:05.5+02:00',
    ...identity,
  },
  intended_use: 'Trading',
  kyc_questionnaire: {
    employment_status: 'Student',
    expected_monthly_transaction_count: 'MoreThan10',
    expected_monthly_transaction_volume: 'MoreThan2000',
    source_of_wealth: 'Other',
    yearly_gross_income: 'LessThan20000',
  },
  phone_number: '+32470123456',
  sharing_consent: false,
  ...more,
})
