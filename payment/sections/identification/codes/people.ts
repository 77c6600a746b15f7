import {
  type Edit,
  identity,
  all,
  move,
  ownership,
  remove,
  roles,
  Section,
  set,
  untaxed,
} from '../submission/draft.js'
import { names } from '../submission/names.js'
import { directing, owner, recipes } from '../submission/recipes.js'
import { daysAgo } from '../submission/values.js'
import { type CodeTable, due, free } from './cases.js'

const { person, usPerson, edd, business, usBusiness, sole, usSole, nested, token } = recipes

const everyone = [person, usPerson, edd, business, usBusiness, sole, usSole, nested]

const monthsAgo = (months: number): string => daysAgo(months * 30.44)

const badCountry =
  (index?: number): Edit =>
  (draft) => {
    const section = draft.party(index)
    const before = section.get(names.country)
    section.set(names.country, typeof before === 'string' && before.length === 3 ? '1!?' : '1!')
  }

const sameImages =
  (index?: number): Edit =>
  (draft) =>
    void draft.party(index).set(names.back, draft.party(index).get(names.front))

const otherDocuments: Edit = (draft) =>
  draft.documents().forEach((document) => new Section(document).setAll(names.documentKind, () => 'Other'))

const neitherEddNorDocuments: Edit = ({ whole }) => void whole.remove(names.edd).without(names.documents)

/** Codes for a type outside the specification, which a service may not know. */
const unnamed = ['identity_document_rejected', 'invalid_request'] as const

/** A missing tax number has its own code and prevents certification; which code occurs is open. */
export const uncertified = ['tin_required', 'cdd_certification_invalid'] as const

/** Codes about natural persons: selfies, tax numbers, proofs of address, and empty or malformed fields. */
// prettier-ignore
export const personCodes: CodeTable = {
  invalid_request: {
    title: 'invalid_request is the catch-all',
    statement: 'An empty required field or a bad format (email, phone, country code, date) is refused with invalid_request.',
    cases: [
      due('an empty first name', person, set(names.firstName, '')),
      due('an email that is none', person, set(names.email, 'not an email')),
      due('a phone number that is none', person, set(names.phone, 'not a phone')),
      due('a country code that is none', person, badCountry()),
      due('a date that is none', person, set(names.birthDate, 'not a date')),
      due('a beneficiary with an email that is none', business, set(names.email, 'not an email', 1), { about: 1 }),
      due('a beneficiary with a date that is none', business, set(names.birthDate, 'not a date', 1), { about: 1 }),
      due('a beneficiary with an empty first name', business, set(names.firstName, '', 1), { about: 1 }),
      due('an empty share token', token, set(names.token, '')),
      due('a US Person with a phone number that is none', usPerson, set(names.phone, 'not a phone')),
      due('a company with an email that is none', business, set(names.email, 'not an email')),
      due('a beneficiary of a US company with an email that is none', usBusiness, set(names.email, 'not an email', 1), { about: 1 }),
      due('a beneficiary with a phone number that is none', business, set(names.phone, 'not a phone', 1), { about: 1 }),
      due('a beneficiary with a country code that is none', business, badCountry(1), { about: 1 }),
      due('a company with a country code that is none', business, badCountry()),
      due('a company with a date that is none', business, set(names.incorporated, 'not a date')),
    ],
  },
  selfie_required: {
    title: 'A selfie is required',
    statement: 'selfie_required is answered to every Person and every Director of a Business without a selfie, and to nobody else.',
    innocent: everyone,
    cases: [
      due('a Person without a selfie', person, remove(names.selfie)),
      due('a Director without a selfie', business, remove(names.selfie, 0), { about: 0, isOfEveryType: true }),
      due('a Director of a US company without a selfie', usBusiness, remove(names.selfie, 0), { about: 0 }),
      due('a second Director without a selfie', business, all(roles(1, 'Director'), remove(names.selfie, 1)), { about: 1 }),
      free('a Shareholder without a selfie', business, remove(names.selfie, 1)),
      free('an UltimateBeneficialOwner without a selfie', business, all(roles(1, owner), remove(names.selfie, 1))),
      due('a Person of the US without a selfie', usPerson, remove(names.selfie)),
      due('a Person with an EDD questionnaire without a selfie', edd, remove(names.selfie)),
      due('a sole proprietor who is a Director, without a selfie', sole, all(roles(0, ...directing), remove(names.selfie, 0)), { about: 0 }),
      free('a Representative without a selfie', business, all(roles(1, 'Representative'), remove(names.selfie, 1))),
      free('a US UltimateBeneficialOwner without a selfie', usBusiness, remove(names.selfie, 1)),
      free('a sole proprietor without a selfie', sole, remove(names.selfie, 0)),
      free('a US sole proprietor without a selfie', usSole, remove(names.selfie, 0)),
    ],
  },
  selfie_expired: {
    title: 'A selfie is not old',
    statement: 'selfie_expired is answered to a Person whose selfie is older than 6 months, and to nobody else.',
    innocent: everyone,
    cases: [
      due('a Person with a selfie of 8 months ago', person, set(names.selfieAge, monthsAgo(8))),
      free('a Person with a selfie of 5 months ago', person, set(names.selfieAge, monthsAgo(5))),
      free('a Director with a selfie of 8 months ago', business, set(names.selfieAge, monthsAgo(8), 0)),
      due('a Person of the US with a selfie of 8 months ago', usPerson, set(names.selfieAge, daysAgo(244))),
      due('a Person with an EDD questionnaire and a selfie of 8 months ago', edd, set(names.selfieAge, daysAgo(244))),
      due('a Person with a selfie of 7 months ago', person, set(names.selfieAge, daysAgo(214))),
      due('a Person with a selfie of two years ago', person, set(names.selfieAge, daysAgo(730))),
    ],
  },
  tin_required: {
    title: 'A tax number is required',
    statement: 'tin_required is answered where the tax number is missing: to a Director or UltimateBeneficialOwner of any country and to a Person with an identity of the US, and to nobody else.',
    innocent: everyone,
    cases: [
      due('a Person with an identity of the US and no tax number', usPerson, remove(names.tax)),
      due('a Director of a German company without a tax number', business, all(roles(1, owner), roles(0, 'Director'), remove(names.tax, 0)), { about: 0, isOfEveryType: true }),
      due('an UltimateBeneficialOwner of a German company without a tax number', business, all(roles(1, owner), remove(names.tax, 1)), { about: 1 }),
      due('a US Director without a tax number', usBusiness, remove(names.tax, 0), {
        about: 0,
        codes: uncertified,
      }),
      due('a US UltimateBeneficialOwner without a tax number', usBusiness, remove(names.tax, 1), {
        about: 1,
        codes: uncertified,
      }),
      due('the owner of a sole proprietorship without a tax number', sole, remove(names.tax, 0), { about: 0 }),
      free('a Person with an identity of France and no tax number', person, remove(names.tax)),
      free('a Shareholder without a tax number', business, remove(names.tax, 1)),
      free('a Representative without a tax number', business, all(roles(1, 'Representative'), remove(names.tax, 1))),
      due('a Person of France with an identity of the US and no tax number', person, untaxed('US')),
      due('a Person with an EDD questionnaire, an identity of the US and no tax number', edd, untaxed('US')),
      due('the owner of a US sole proprietorship without a tax number', usSole, untaxed('US', 0), { about: 0 }),
      due('an owner of a German company with an identity of the US and no tax number', business, all(roles(1, owner), untaxed('US', 1)), { about: 1 }),
      due('a Director with 8% of a German company without a tax number', business, all(ownership(directing, 60, directing, 8), untaxed('DE', 1)), { about: 1 }),
      due('an owner of a US company with an identity of Germany and no tax number', usBusiness, untaxed('DE', 1), { about: 1, codes: uncertified }),
      free('a Person of the US with an identity of France and no tax number', usPerson, untaxed('FR')),
      free('a Person with an identity of Britain and no tax number', person, untaxed('GB')),
      free('a Person with an identity of Germany and no tax number', person, untaxed('DE')),
      free('a US Shareholder with 5% without a tax number', usBusiness, all(ownership(directing, 60, ['Shareholder'], 5), remove(names.tax, 1))),
    ],
  },
  proof_of_address_required_for_edd: {
    title: 'An EDD questionnaire needs an address',
    statement: 'proof_of_address_required_for_edd is answered to a Person with edd_questionnaire and without a ProofOfAddress document.',
    innocent: [person, usPerson, edd],
    cases: [
      due('a Person with an EDD questionnaire and no documents', edd, remove(names.documents)),
      due(
        'a Person with an EDD questionnaire and another document',
        edd, otherDocuments, { codes: ['proof_of_address_required_for_edd', 'invalid_request'] },
      ),
      free('a Person with neither EDD questionnaire nor documents', edd, neitherEddNorDocuments),
      due('a Person with an EDD questionnaire and an identity of the US, without documents', edd, all(remove(names.documents), move(names.identityCountry, 'US'))),
      free('a Token', token),
    ],
  },
  identity_document_rejected: {
    title: 'Some identity documents are rejected',
    statement: 'identity_document_rejected is answered to a ResidencePermit, to what beneficiaries of US companies may not use, and to a DigitalDriversLicense that is not from Brazil.',
    details: ['Beneficiaries of a US company use a Passport or a DriverLicense of the US; those of a sole proprietorship are excepted.'],
    innocent: everyone,
    cases: [
      due('a Person with a ResidencePermit', person, identity('ResidencePermit', 'FR')),
      due('a beneficiary with a ResidencePermit', business, identity('ResidencePermit', 'DE', 1), { about: 1 }),
      due('a beneficiary of a US company with a DriverLicense of Germany', usBusiness, identity('DriverLicense', 'DE', 1), { about: 1, isOfEveryType: true }),
      // A type outside the specification, which a service may not know.
      due('a beneficiary of a US company with a NationalId', usBusiness, identity('NationalId', 'US', 1), { about: 1, codes: unnamed }),
      due('a Person with a DigitalDriversLicense of France', person, identity('DigitalDriversLicense', 'FR')),
      free('a beneficiary of a US company with a Passport of Germany', usBusiness, identity('Passport', 'DE', 1)),
      free('a beneficiary of a US company with a DriverLicense of the US', usBusiness, identity('DriverLicense', 'US', 1)),
      free('the owner of a US sole proprietorship with a DriverLicense of Germany', usSole, identity('DriverLicense', 'DE', 0)),
      free('a beneficiary of a German company with a DriverLicense of Germany', business, identity('DriverLicense', 'DE', 1)),
      free('a Person with a DigitalDriversLicense of Brazil', person, identity('DigitalDriversLicense', 'BR')),
      due('a Person of the US with a ResidencePermit', usPerson, identity('ResidencePermit', 'US')),
      due('a Director with a ResidencePermit', business, identity('ResidencePermit', 'DE', 0), { about: 0 }),
      due('a beneficiary with a ResidencePermit of the US', business, identity('ResidencePermit', 'US', 1), { about: 1 }),
      due('a beneficiary of a US company with a ResidencePermit', usBusiness, identity('ResidencePermit', 'US', 1), { about: 1 }),
      due('a sole proprietor with a ResidencePermit', sole, identity('ResidencePermit', 'DE', 0), { about: 0 }),
      due('a US sole proprietor with a ResidencePermit', usSole, identity('ResidencePermit', 'US', 0), { about: 0 }),
      due('a Director of a US company with a DriverLicense of Germany', usBusiness, identity('DriverLicense', 'DE', 0), { about: 0 }),
      due('a beneficiary of a US company with a DriverLicense of Canada', usBusiness, identity('DriverLicense', 'CA', 1), { about: 1 }),
      due('a beneficiary of a US company with a DriverLicense of Britain', usBusiness, identity('DriverLicense', 'GB', 1), { about: 1 }),
      due('a Director of a US company with a NationalId', usBusiness, identity('NationalId', 'US', 0), { about: 0, codes: unnamed }),
      due('a beneficiary with a DigitalDriversLicense of Germany', business, identity('DigitalDriversLicense', 'DE', 1), { about: 1 }),
      due('a Person with a DigitalDriversLicense of the US', usPerson, identity('DigitalDriversLicense', 'US')),
      due('a Person with a DigitalDriversLicense of Portugal', person, identity('DigitalDriversLicense', 'PT')),
      free('a beneficiary of a German company with a DigitalDriversLicense of Brazil', business, identity('DigitalDriversLicense', 'BR', 1)),
      free('a Person with a DriverLicense of France', person, identity('DriverLicense', 'FR')),
      free('a Person with a Passport of Brazil', person, identity('Passport', 'BR')),
      free('a Person with a NationalId', person, identity('NationalId', 'FR')),
      free('a beneficiary of a German company with a NationalId', business, identity('NationalId', 'DE', 1)),
      free('a US sole proprietor with a NationalId', usSole, identity('NationalId', 'US', 0)),
    ],
  },
  identity_document_images_identical: {
    title: 'Front and back differ',
    statement: 'identity_document_images_identical is answered where front and back are the same bytes.',
    innocent: everyone,
    cases: [
      due('a Person whose document has the same front and back', person, sameImages()),
      due('a beneficiary whose document has the same front and back', business, sameImages(1), { about: 1 }),
      due('a Director whose document has the same front and back', business, sameImages(0), { about: 0 }),
      due('a beneficiary of a US company whose document has the same front and back', usBusiness, sameImages(1), { about: 1 }),
      due('a sole proprietor whose document has the same front and back', sole, sameImages(0), { about: 0 }),
    ],
  },
}
