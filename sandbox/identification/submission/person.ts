import type { Identity, NaturalPerson } from './model.js'
import { countryIn, type JsonObject, objectIn, textIn, textsIn } from './json-members.js'

/** The identity block of a Person or of a beneficiary. Throws `Unreadable`. */
export function readIdentity(identity: JsonObject): Identity {
  return {
    documentType: textIn(identity, 'identity_document_type'),
    country: countryIn(identity, 'identity_country_code'),
    number: textIn(identity, 'identity_number'),
    front: textIn(identity, 'identity_document_front'),
    back: textIn(identity, 'identity_document_back'),
    selfie: textIn(identity, 'selfie'),
    selfieCollectedAt: textIn(identity, 'selfie_collected_at'),
  }
}

/** The lines of an address, as printed in a certification. Throws `Unreadable`. */
export function addressLines(address: JsonObject): readonly string[] {
  return textsIn(address, ['street_1', 'street_2', 'city', 'state', 'zip_code'])
}

/** A beneficiary that is a natural person. Throws `Unreadable`. */
export function readNaturalPerson(info: JsonObject): NaturalPerson {
  const address = objectIn(info, 'address')
  const birthPlace = objectIn(info, 'birth_place')
  return {
    identity: readIdentity(objectIn(info, 'identity')),
    residence: countryIn(address, 'country'),
    birthPlace: { country: countryIn(birthPlace, 'country'), state: textIn(birthPlace, 'state') },
    taxNumber: textIn(info, 'tax_identification_number'),
    printed: [...textsIn(info, ['first_name', 'middle_name', 'last_name']), ...addressLines(address)],
  }
}
