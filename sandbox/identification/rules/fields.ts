import { countryOf } from '../../primitives/countries.js'
import { isFile, sizeOf, parseDate, parseMoment } from '../submission/fields.js'
import { onField } from './rule.js'

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

export const requiredTexts = onField(
  'invalid_request',
  ({ of, name, value }) =>
    required.get(of)?.includes(name) === true && value.trim() === '' && 'must not be empty',
)

const longestEmail = 254
const longestPhone = 40

const isEmail = (text: string): boolean =>
  text.length <= longestEmail && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)

const isPhone = (text: string): boolean =>
  text.length <= longestPhone && /^\+[1-9][0-9]{6,14}$/.test(text.replaceAll(/[ ().-]/g, ''))

const countries = `country identity_country_code main_business_countries nationality tax_jurisdiction_country_code
  tax_residence_country`

type Format = readonly [names: string, wanted: string, accepts: (text: string) => boolean]

const formatsByName = new Map(
  (
    [
      ['email email_address', 'an email address', isEmail],
      ['phone phone_number', 'a phone number in international form, with +', isPhone],
      [countries, 'a country code of ISO 3166-1', (text) => countryOf(text) !== undefined],
      ['date_of_birth incorporation_date', 'a date, YYYY-MM-DD', (text) => parseDate(text) !== undefined],
      [
        'attested_at consent_collected_at selfie_collected_at',
        'a timestamp in RFC 3339',
        (text) => parseMoment(text) !== undefined,
      ],
      ['share_percentage', 'a share that is not negative', (text) => !text.startsWith('-')],
    ] satisfies Format[]
  ).flatMap(([names, wanted, accepts]) => names.split(/\s+/).map((name) => [name, { wanted, accepts }])),
)

/** An email, phone number, country code, date, timestamp or share has a bad format. */
export const formats = onField('invalid_request', ({ name, value }) => {
  const format = formatsByName.get(name)
  return format && value.trim() !== '' && !format.accepts(value) && `must be ${format.wanted}`
})

/** The most bytes of a file: the specification mentions a limit without showing it. */
export const mostBytes = 10 * 1024 * 1024

export const fileSizes = onField(
  'invalid_request',
  (field) => isFile(field) && sizeOf(field) > mostBytes && `is a file of more than ${mostBytes} bytes`,
)
