import { identitiesOf, type PlacedIdentity } from '../submission/walk.js'
import { isCertified } from './companies.js'
import { refuse, type Rule } from './rule.js'

const isUsDocument = ({ documentType, country }: PlacedIdentity['identity']): boolean =>
  documentType === 'Passport' || (documentType === 'DriverLicense' && country === 'US')

/** Why an identity document is not accepted; `undefined` when it is. */
const objection = ({ identity, company }: PlacedIdentity): string | undefined => {
  const { documentType, country } = identity
  if (documentType === 'ResidencePermit') return 'a ResidencePermit is not accepted'
  if (company !== undefined && isCertified(company) && !isUsDocument(identity))
    return 'a beneficiary of a US company needs a Passport or a DriverLicense issued in the US'
  return documentType === 'DigitalDriversLicense' && country !== 'BR'
    ? 'a DigitalDriversLicense is accepted only from BRA'
    : undefined
}

/** An identity document of a kind that is not accepted, or not there. */
export const identityDocumentRejected: Rule = (submission) => {
  for (const place of identitiesOf(submission)) {
    const message = objection(place)
    if (message !== undefined) return refuse('identity_document_rejected', message, place.index)
  }
  return []
}
