import { inFormOf } from '../submission/country.js'
import type { Draft, Section } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import { type CasesByCode, due, free } from './cases.js'

const { person, usPerson, business, usBusiness, sole, usSole } = recipes

const give = (section: Section, type: string, country: string): void => {
  section.set(names.documentType, type).setAll(names.identityCountry, (code) => inFormOf(code, country))
}

const own = (type: string, country: string) => (draft: Draft) => give(draft.whole, type, country)
const of = (index: number, type: string, country: string) => (draft: Draft) =>
  give(draft.party(index), type, country)

const identical = (section: Section): void => void section.set(names.back, section.get(names.front))

const rejected = ['identity_document_rejected'] as const
/** Codes for a type that the specification does not name: a service may not know it. */
const unnamed = ['identity_document_rejected', 'invalid_request'] as const
const same = ['identity_document_images_identical'] as const

/** Identity documents of every kind of person, role and company. */
export const identityCases: CasesByCode = {
  identity_document_rejected: [
    due('a Person of the US with a ResidencePermit', usPerson, own('ResidencePermit', 'US'), rejected),
    due('a Director with a ResidencePermit', business, of(0, 'ResidencePermit', 'DE'), rejected, 0),
    due(
      'a beneficiary with a ResidencePermit of the US',
      business,
      of(1, 'ResidencePermit', 'US'),
      rejected,
      1,
    ),
    due(
      'a beneficiary of a US company with a ResidencePermit',
      usBusiness,
      of(1, 'ResidencePermit', 'US'),
      rejected,
      1,
    ),
    due('a sole proprietor with a ResidencePermit', sole, of(0, 'ResidencePermit', 'DE'), rejected, 0),
    due('a US sole proprietor with a ResidencePermit', usSole, of(0, 'ResidencePermit', 'US'), rejected, 0),
    due(
      'a Director of a US company with a DriverLicense of Germany',
      usBusiness,
      of(0, 'DriverLicense', 'DE'),
      rejected,
      0,
    ),
    due(
      'a beneficiary of a US company with a DriverLicense of Canada',
      usBusiness,
      of(1, 'DriverLicense', 'CA'),
      rejected,
      1,
    ),
    due(
      'a beneficiary of a US company with a DriverLicense of Britain',
      usBusiness,
      of(1, 'DriverLicense', 'GB'),
      rejected,
      1,
    ),
    due('a Director of a US company with a NationalId', usBusiness, of(0, 'NationalId', 'US'), unnamed, 0),
    due(
      'a beneficiary with a DigitalDriversLicense of Germany',
      business,
      of(1, 'DigitalDriversLicense', 'DE'),
      rejected,
      1,
    ),
    due(
      'a Person with a DigitalDriversLicense of the US',
      usPerson,
      own('DigitalDriversLicense', 'US'),
      rejected,
    ),
    due(
      'a Person with a DigitalDriversLicense of Portugal',
      person,
      own('DigitalDriversLicense', 'PT'),
      rejected,
    ),
    free(
      'a beneficiary of a German company with a DigitalDriversLicense of Brazil',
      business,
      of(1, 'DigitalDriversLicense', 'BR'),
    ),
    free('a Person with a DriverLicense of France', person, own('DriverLicense', 'FR')),
    free('a Person with a Passport of Brazil', person, own('Passport', 'BR')),
    free('a Person with a NationalId', person, own('NationalId', 'FR')),
    free('a beneficiary of a German company with a NationalId', business, of(1, 'NationalId', 'DE')),
    free('a US sole proprietor with a NationalId', usSole, of(0, 'NationalId', 'US')),
  ],
  identity_document_images_identical: [
    due(
      'a Director whose document has the same front and back',
      business,
      (draft) => identical(draft.party(0)),
      same,
      0,
    ),
    due(
      'a beneficiary of a US company whose document has the same front and back',
      usBusiness,
      (draft) => identical(draft.party(1)),
      same,
      1,
    ),
    due(
      'a sole proprietor whose document has the same front and back',
      sole,
      (draft) => identical(draft.party(0)),
      same,
      0,
    ),
  ],
}
