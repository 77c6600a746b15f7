import { inFormOf } from '../submission/country.js'
import type { Draft } from '../submission/draft.js'
import { recipes } from '../submission/facts.js'
import { names } from '../submission/names.js'
import type { CodeRule } from '../attempt/verdict.js'

const { person, usPerson, edd, business, usBusiness, sole, usSole, nested } = recipes

const everyone = [person, usPerson, edd, business, usBusiness, sole, usSole, nested]

const withDocument =
  (type: string, country: string, index?: number) =>
  (draft: Draft): void => {
    const section = index === undefined ? draft.whole : draft.party(index)
    section.set(names.documentType, type).setAll(names.identityCountry, (code) => inFormOf(code, country))
  }

const sameImages = (index?: number) => (draft: Draft) => {
  const section = index === undefined ? draft.whole : draft.party(index)
  section.set(names.back, section.get(names.front))
}

/** Codes about identity documents. */
export const identityDocumentCodes: readonly CodeRule[] = [
  {
    code: 'identity_document_rejected',
    innocent: everyone,
    cases: [
      {
        name: 'a Person with a ResidencePermit',
        recipe: person,
        due: ['identity_document_rejected'],
        edit: withDocument('ResidencePermit', 'FR'),
      },
      {
        name: 'a beneficiary with a ResidencePermit',
        about: 1,
        recipe: business,
        due: ['identity_document_rejected'],
        edit: withDocument('ResidencePermit', 'DE', 1),
      },
      {
        name: 'a beneficiary of a US company with a DriverLicense of Germany',
        about: 1,
        recipe: usBusiness,
        due: ['identity_document_rejected'],
        edit: withDocument('DriverLicense', 'DE', 1),
      },
      {
        name: 'a beneficiary of a US company with a NationalId',
        about: 1,
        recipe: usBusiness,
        // The specification does not name this type: a service may not know it.
        due: ['identity_document_rejected', 'invalid_request'],
        edit: withDocument('NationalId', 'US', 1),
      },
      {
        name: 'a Person with a DigitalDriversLicense of France',
        recipe: person,
        due: ['identity_document_rejected'],
        edit: withDocument('DigitalDriversLicense', 'FR'),
      },
      {
        name: 'a beneficiary of a US company with a Passport of Germany',
        recipe: usBusiness,
        edit: withDocument('Passport', 'DE', 1),
      },
      {
        name: 'a beneficiary of a US company with a DriverLicense of the US',
        recipe: usBusiness,
        edit: withDocument('DriverLicense', 'US', 1),
      },
      {
        name: 'the owner of a US sole proprietorship with a DriverLicense of Germany',
        recipe: usSole,
        edit: withDocument('DriverLicense', 'DE', 0),
      },
      {
        name: 'a beneficiary of a German company with a DriverLicense of Germany',
        recipe: business,
        edit: withDocument('DriverLicense', 'DE', 1),
      },
      {
        name: 'a Person with a DigitalDriversLicense of Brazil',
        recipe: person,
        edit: withDocument('DigitalDriversLicense', 'BR'),
      },
    ],
  },
  {
    code: 'identity_document_images_identical',
    innocent: everyone,
    cases: [
      {
        name: 'a Person whose document has the same front and back',
        recipe: person,
        due: ['identity_document_images_identical'],
        edit: sameImages(),
      },
      {
        name: 'a beneficiary whose document has the same front and back',
        about: 1,
        recipe: business,
        due: ['identity_document_images_identical'],
        edit: sameImages(1),
      },
    ],
  },
]
