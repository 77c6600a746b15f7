import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import { type CodeTable, due, free } from './cases.js'
import { type Edit, identity } from './edits.js'

const { person, usPerson, edd, business, usBusiness, sole, usSole, nested } = recipes

const everyone = [person, usPerson, edd, business, usBusiness, sole, usSole, nested]

const sameImages =
  (index?: number): Edit =>
  (draft) => {
    const section = index === undefined ? draft.whole : draft.party(index)
    section.set(names.back, section.get(names.front))
  }

/** Codes for a type that the specification does not name: a service may not know it. */
const unnamed = ['identity_document_rejected', 'invalid_request'] as const

/** Codes about identity documents. */
export const identityDocumentCodes: CodeTable = {
  identity_document_rejected: {
    innocent: everyone,
    cases: [
      due('a Person with a ResidencePermit', person, identity('ResidencePermit', 'FR')),
      due('a beneficiary with a ResidencePermit', business, identity('ResidencePermit', 'DE', 1), {
        about: 1,
      }),
      due(
        'a beneficiary of a US company with a DriverLicense of Germany',
        usBusiness,
        identity('DriverLicense', 'DE', 1),
        { about: 1 },
      ),
      // The specification does not name this type: a service may not know it.
      due('a beneficiary of a US company with a NationalId', usBusiness, identity('NationalId', 'US', 1), {
        about: 1,
        codes: ['identity_document_rejected', 'invalid_request'],
      }),
      due('a Person with a DigitalDriversLicense of France', person, identity('DigitalDriversLicense', 'FR')),
      free(
        'a beneficiary of a US company with a Passport of Germany',
        usBusiness,
        identity('Passport', 'DE', 1),
      ),
      free(
        'a beneficiary of a US company with a DriverLicense of the US',
        usBusiness,
        identity('DriverLicense', 'US', 1),
      ),
      free(
        'the owner of a US sole proprietorship with a DriverLicense of Germany',
        usSole,
        identity('DriverLicense', 'DE', 0),
      ),
      free(
        'a beneficiary of a German company with a DriverLicense of Germany',
        business,
        identity('DriverLicense', 'DE', 1),
      ),
      free(
        'a Person with a DigitalDriversLicense of Brazil',
        person,
        identity('DigitalDriversLicense', 'BR'),
      ),
      due('a Person of the US with a ResidencePermit', usPerson, identity('ResidencePermit', 'US')),
      due('a Director with a ResidencePermit', business, identity('ResidencePermit', 'DE', 0), { about: 0 }),
      due('a beneficiary with a ResidencePermit of the US', business, identity('ResidencePermit', 'US', 1), {
        about: 1,
      }),
      due(
        'a beneficiary of a US company with a ResidencePermit',
        usBusiness,
        identity('ResidencePermit', 'US', 1),
        { about: 1 },
      ),
      due('a sole proprietor with a ResidencePermit', sole, identity('ResidencePermit', 'DE', 0), {
        about: 0,
      }),
      due('a US sole proprietor with a ResidencePermit', usSole, identity('ResidencePermit', 'US', 0), {
        about: 0,
      }),
      due(
        'a Director of a US company with a DriverLicense of Germany',
        usBusiness,
        identity('DriverLicense', 'DE', 0),
        { about: 0 },
      ),
      due(
        'a beneficiary of a US company with a DriverLicense of Canada',
        usBusiness,
        identity('DriverLicense', 'CA', 1),
        { about: 1 },
      ),
      due(
        'a beneficiary of a US company with a DriverLicense of Britain',
        usBusiness,
        identity('DriverLicense', 'GB', 1),
        { about: 1 },
      ),
      due('a Director of a US company with a NationalId', usBusiness, identity('NationalId', 'US', 0), {
        about: 0,
        codes: unnamed,
      }),
      due(
        'a beneficiary with a DigitalDriversLicense of Germany',
        business,
        identity('DigitalDriversLicense', 'DE', 1),
        { about: 1 },
      ),
      due(
        'a Person with a DigitalDriversLicense of the US',
        usPerson,
        identity('DigitalDriversLicense', 'US'),
      ),
      due(
        'a Person with a DigitalDriversLicense of Portugal',
        person,
        identity('DigitalDriversLicense', 'PT'),
      ),
      free(
        'a beneficiary of a German company with a DigitalDriversLicense of Brazil',
        business,
        identity('DigitalDriversLicense', 'BR', 1),
      ),
      free('a Person with a DriverLicense of France', person, identity('DriverLicense', 'FR')),
      free('a Person with a Passport of Brazil', person, identity('Passport', 'BR')),
      free('a Person with a NationalId', person, identity('NationalId', 'FR')),
      free('a beneficiary of a German company with a NationalId', business, identity('NationalId', 'DE', 1)),
      free('a US sole proprietor with a NationalId', usSole, identity('NationalId', 'US', 0)),
    ],
  },
  identity_document_images_identical: {
    innocent: everyone,
    cases: [
      due('a Person whose document has the same front and back', person, sameImages()),
      due('a beneficiary whose document has the same front and back', business, sameImages(1), { about: 1 }),
      due('a Director whose document has the same front and back', business, sameImages(0), { about: 0 }),
      due(
        'a beneficiary of a US company whose document has the same front and back',
        usBusiness,
        sameImages(1),
        { about: 1 },
      ),
      due('a sole proprietor whose document has the same front and back', sole, sameImages(0), { about: 0 }),
    ],
  },
}
