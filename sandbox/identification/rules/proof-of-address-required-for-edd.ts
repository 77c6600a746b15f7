import { onPerson, refuse } from './rule.js'

/** A Person with an edd_questionnaire must submit a document of type ProofOfAddress. */
export const proofOfAddressRequiredForEdd = onPerson(({ hasEddQuestionnaire, documentTypes }) =>
  hasEddQuestionnaire && !documentTypes.includes('ProofOfAddress')
    ? refuse(
        'proof_of_address_required_for_edd',
        'an edd_questionnaire needs a document of type ProofOfAddress',
      )
    : [],
)
