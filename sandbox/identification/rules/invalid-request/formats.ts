import { countryOf } from '../../../primitives/countries.js'
import { parseDate, parseMoment } from '../../submission/timestamps.js'
import { refuse, type Rule } from '../rule.js'

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
