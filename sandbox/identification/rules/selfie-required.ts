import { personsOf } from '../submission/traversal.js'
import { isDirector } from './companies.js'
import { onBusiness, onPerson, refuse } from './rule.js'

/** Every Person must submit a selfie. */
export const selfieOfPerson = onPerson(({ identity }) =>
  identity.selfie === undefined ? refuse('selfie_required', 'the selfie is missing') : [],
)

/** Every Director of a Business must submit a selfie. */
export const selfieOfDirector = onBusiness((submission) => {
  const faceless = personsOf(submission).find(
    ({ person, beneficiary }) => isDirector(beneficiary) && person.identity.selfie === undefined,
  )
  return faceless === undefined
    ? []
    : refuse('selfie_required', 'the selfie of a Director is missing', faceless.beneficiary.index)
})
