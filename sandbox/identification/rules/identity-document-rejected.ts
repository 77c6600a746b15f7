import type { UsesAlternative } from '../../api/interpretations.js'
import type { Identity } from '../submission/model.js'
import { identitiesOf, type IdentityEntry } from '../submission/traversal.js'
import { isCertified } from './companies.js'
import { type Facts, refuse, type Rule } from './rule.js'

/** BRA, given here by its alpha-2 code. */
const isDigitalLicense = ({ documentType, country }: Identity): boolean =>
  documentType === 'DigitalDriversLicense' && country === 'BR'

const isUsDocument = (identity: Identity, usesAlternative: UsesAlternative): boolean =>
  identity.documentType === 'Passport' ||
  (identity.documentType === 'DriverLicense' && identity.country === 'US') ||
  (usesAlternative('digital-license-everywhere') && isDigitalLicense(identity))

/** The reason to reject an identity document; `undefined` if it is accepted. */
const objection = ({ identity, company }: IdentityEntry, { usesAlternative }: Facts): string | undefined => {
  const { documentType } = identity
  if (documentType === 'ResidencePermit') return 'a ResidencePermit is not accepted'
  if (company !== undefined && isCertified(company) && !isUsDocument(identity, usesAlternative))
    return 'a beneficiary of a US company needs a Passport or a DriverLicense issued in the US'
  return documentType === 'DigitalDriversLicense' && !isDigitalLicense(identity)
    ? 'a DigitalDriversLicense is accepted only from BRA'
    : undefined
}

/** An identity document is missing, or of a kind that is not accepted. */
export const identityDocumentRejected: Rule = (submission, facts) => {
  for (const place of identitiesOf(submission)) {
    const message = objection(place, facts)
    if (message !== undefined) return refuse('identity_document_rejected', message, place.index)
  }
  return []
}
