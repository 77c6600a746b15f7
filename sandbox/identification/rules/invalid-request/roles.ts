import { beneficiariesOf } from '../../submission/traversal.js'
import { onBusiness, refuse } from '../rule.js'

/** invalid_request: the required list of roles is empty, in a company at any depth. */
export const roles = onBusiness((submission) => {
  const idle = beneficiariesOf(submission).find(({ beneficiary }) => beneficiary.roles.length === 0)
  return idle === undefined
    ? []
    : refuse('invalid_request', 'roles of a beneficiary must not be empty', idle.beneficiary.index)
})
