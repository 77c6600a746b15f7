import { countryOf } from '../../primitives/countries.js'
import { filesOf, sizeOf, parseDate, parseMoment } from '../submission/fields.js'
import { onAny } from './rule.js'

/** Required texts by the object that contains them, without those that have a code of their own. */
const required = new Map(
  Object.entries({
    submission: `consent_collected_at date_of_birth email_address first_name full_name ip_address last_name phone
      phone_number token`,
    address: 'city country street_1 zip_code',
    beneficiary_info: 'date_of_birth email_address first_name last_name phone_number',
    birth_place: 'country place',
    company_info: `company_name country email incorporation_date legal_address postal_address registration_number
      tax_identification_number website`,
    documents: 'country file name',
    edd_questionnaire: 'source_of_funds_proof',
    identity: `identity_country_code identity_document_front identity_document_type ip_address nationality
      selfie_collected_at`,
    main_business_countries: 'main_business_countries',
    source_of_funds: 'customer_funds_handling_details source_of_funds_description',
  }).map(([holder, names]) => [holder, names.split(/\s+/)]),
)

export const requiredTexts = onAny('invalid_request', ({ fields }) => {
  const empty = fields.find(
    ({ of, name, value }) => required.get(of)?.includes(name) === true && value.trim() === '',
  )
  return empty && [`request body at ${empty.at} must not be empty`, empty.beneficiary]
})

interface Format {
  readonly names: readonly string[]
  readonly accepts: (text: string) => boolean
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

/** An email, phone number, country code, date, timestamp or share has a bad format. */
export const formats = onAny('invalid_request', ({ fields }) => {
  for (const { name, value, at, beneficiary } of fields) {
    const format = formatPatterns.find(({ names }) => names.includes(name))
    if (format !== undefined && value.trim() !== '' && !format.accepts(value))
      return [`request body at ${at} must be ${format.wanted}`, beneficiary]
  }
  return undefined
})

/** The most bytes of a file: the specification mentions a limit without showing it. */
export const mostBytes = 10 * 1024 * 1024

export const fileSizes = onAny('invalid_request', (submission) => {
  const large = filesOf(submission).find((file) => sizeOf(file) > mostBytes)
  return large && [`request body at ${large.at} is a file of more than ${mostBytes} bytes`, large.beneficiary]
})
