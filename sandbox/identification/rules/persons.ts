import { personsOf, identitiesOf, type IdentityEntry } from '../submission/traversal.js'
import { isDirector, isCertified } from './companies.js'
import { onBusiness, onPerson, refuse, type Facts, type Rule } from './rule.js'
import { monthsBefore, parseMoment } from '../submission/timestamps.js'
import type { UsesAlternative } from '../../api/interpretations.js'
import type { Identity } from '../submission/model.js'

/** Every Person must submit a selfie. */
export const selfieOfPerson = onPerson(({ identity }) =>
  identity.selfie === undefined ? refuse('selfie_required', 'the selfie is missing') : [],
)

/** Every Director of a Business must submit a selfie. */
export const selfieOfDirector = onBusiness((submission) => {
  const withoutSelfie = personsOf(submission).find(
    ({ person, beneficiary }) => isDirector(beneficiary) && person.identity.selfie === undefined,
  )
  return withoutSelfie === undefined
    ? []
    : refuse('selfie_required', 'the selfie of a Director is missing', withoutSelfie.beneficiary.index)
})

const months = 6

/**
 * The selfie of a Person is more than 6 calendar months old, counted in UTC days; exactly 6 months is still valid.
 */
export const selfieExpired = onPerson(({ identity: { selfieCollectedAt = '' } }, { now }) => {
  const collected = parseMoment(selfieCollectedAt)
  return collected !== undefined && collected < monthsBefore(now, months)
    ? refuse('selfie_expired', `the selfie is older than ${months} months`)
    : []
})

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

const areIdentical = ({ front, back }: Identity): boolean => {
  if (front === undefined || back === undefined || front === back)
    return front !== undefined && front === back
  const bytes = Buffer.from(front, 'base64')
  // Texts without base64 content decode to no bytes and are not compared.
  return bytes.length > 0 && bytes.equals(Buffer.from(back, 'base64'))
}

/** Front and back of an identity document have the same bytes, regardless of their base64 spelling. */
export const identityDocumentImagesIdentical: Rule = (submission) => {
  const twin = identitiesOf(submission).find(({ identity }) => areIdentical(identity))
  return twin === undefined
    ? []
    : refuse(
        'identity_document_images_identical',
        'front and back of the identity document are the same image',
        twin.index,
      )
}

/** A Person with an edd_questionnaire must submit a document of type ProofOfAddress. */
export const proofOfAddressRequiredForEdd = onPerson(({ hasEddQuestionnaire, documentTypes }) =>
  hasEddQuestionnaire && !documentTypes.includes('ProofOfAddress')
    ? refuse(
        'proof_of_address_required_for_edd',
        'an edd_questionnaire needs a document of type ProofOfAddress',
      )
    : [],
)
