import { refuse, type Rule, onBusiness, onPerson } from './rule.js'
import { beneficiariesOf, companiesOf, personsOf } from '../submission/traversal.js'
import { countryOf } from '../../primitives/countries.js'
import { parseDate, parseMoment } from '../submission/timestamps.js'
import type { IdentificationError } from '../../api/schemas.js'
import { filesOf, sizeOf, beneficiaryAt } from '../submission/model.js'

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

/** invalid_request: the required list of roles is empty, in a company at any depth. */
export const roles = onBusiness((submission) => {
  const idle = beneficiariesOf(submission).find(({ beneficiary }) => beneficiary.roles.length === 0)
  return idle === undefined
    ? []
    : refuse('invalid_request', 'roles of a beneficiary must not be empty', idle.beneficiary.index)
})

interface Format {
  readonly names: readonly string[]
  readonly accepts: (text: string) => boolean
  /** The expected format. */
  readonly wanted: string
}

const longestEmail = 254
const longestPhone = 40

const formatPatterns: readonly Format[] = [
  {
    names: ['email', 'email_address'],
    accepts: (text) => text.length <= longestEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text),
    wanted: 'an email address',
  },
  {
    names: ['phone', 'phone_number'],
    accepts: (text) =>
      text.length <= longestPhone && /^\+[1-9][0-9]{6,14}$/.test(text.replaceAll(/[ ().-]/g, '')),
    wanted: 'a phone number in international form, with +',
  },
  {
    names: [
      'country',
      'identity_country_code',
      'main_business_countries',
      'nationality',
      'tax_jurisdiction_country_code',
      'tax_residence_country',
    ],
    accepts: (text) => countryOf(text) !== undefined,
    wanted: 'a country code of ISO 3166-1',
  },
  {
    names: ['date_of_birth', 'incorporation_date'],
    accepts: (text) => parseDate(text) !== undefined,
    wanted: 'a date, YYYY-MM-DD',
  },
  {
    names: ['attested_at', 'consent_collected_at', 'selfie_collected_at'],
    accepts: (text) => parseMoment(text) !== undefined,
    wanted: 'a timestamp in RFC 3339',
  },
  {
    names: ['share_percentage'],
    accepts: (text) => !text.startsWith('-'),
    wanted: 'a share that is not negative',
  },
]

/** invalid_request: an email, phone number, country code, date, timestamp or share has a bad format. */
export const formats: Rule = ({ fields }) => {
  for (const { name, value, at, beneficiary } of fields) {
    const format = formatPatterns.find(({ names }) => names.includes(name))
    if (format !== undefined && value.trim() !== '' && !format.accepts(value))
      return refuse('invalid_request', `request body at ${at} must be ${format.wanted}`, beneficiary)
  }
  return []
}

/** The specification mentions limits without showing them; except for the file size these are the sandbox's own. */
export const mostBytes = 10 * 1024 * 1024
export const mostDocuments = 10
export const mostBeneficiaries = 20

/** invalid_request: a file is too large. */
export const fileSizes: Rule = (submission) => {
  const large = filesOf(submission).find((file) => sizeOf(file) > mostBytes)
  return large === undefined
    ? []
    : refuse(
        'invalid_request',
        `request body at ${large.at} is a file of more than ${mostBytes} bytes`,
        large.beneficiary,
      )
}

const tooMany = (what: string, most: number, beneficiary?: number): readonly IdentificationError[] =>
  refuse('invalid_request', `more than ${most} ${what}`, beneficiary)

/** invalid_request: a Person with too many documents. */
export const personDocuments = onPerson(({ documentTypes }) =>
  documentTypes.length > mostDocuments ? tooMany('documents', mostDocuments) : [],
)

/** invalid_request: a company with too many documents or beneficiaries. */
export const companySizes = onBusiness((submission) => {
  for (const { company, index } of companiesOf(submission)) {
    if (company.documentTypes.length > mostDocuments) return tooMany('documents', mostDocuments, index)
    if (company.beneficiaries.length > mostBeneficiaries)
      return tooMany('beneficiaries', mostBeneficiaries, index)
  }
  return []
})

/** Countries without ISO 3166-2 subdivisions, and two city states whose subdivisions are no places of birth. */
export const withoutSubdivisions: ReadonlySet<string> = new Set(
  `AI AQ AS AW AX BL BM BV CC CK CW CX EH FK FO GF GG GI GP GS GU HK HM IM IO JE KY MC MF MO MP MQ MS NC NF NU PF PM
   PN PR RE SG SJ SX TC TF TK VA VG VI YT`.split(/\s+/),
)

const cities: ReadonlySet<string> = new Set(['MC', 'SG'])

const hasSubdivisions = (country: string, countsCities: boolean): boolean =>
  !withoutSubdivisions.has(country) || (countsCities && cities.has(country))

/**
 * birth_place.state is missing for a country with subdivisions (rule 2): invalid_request, or structure_invalid in the
 * other reading.
 */
export const birthState = onBusiness((submission, { usesAlternative }) => {
  const isOther = usesAlternative('birth-state-in-structure')
  const stateless = personsOf(submission).find(
    ({ person: { birthPlace } }) =>
      birthPlace.state === undefined &&
      birthPlace.country !== undefined &&
      hasSubdivisions(birthPlace.country, isOther),
  )
  return stateless === undefined
    ? []
    : refuse(
        isOther ? 'structure_invalid' : 'invalid_request',
        'birth_place.state is required for a country that has subdivisions',
        stateless.beneficiary.index,
      )
})

/** The error for a violation of a document, with the beneficiary that it concerns. */
export function refuseViolation(violation: string): readonly IdentificationError[] {
  const [, pointer = ''] = / at (\/\S+)/.exec(violation) ?? []
  return refuse('invalid_request', violation, beneficiaryAt(pointer))
}

/** invalid_request: the body violates the document of the version. Links are exempt. */
export const document: Rule = ({ kind }, { violation }) =>
  kind === 'Link' || violation === undefined ? [] : refuseViolation(violation)
