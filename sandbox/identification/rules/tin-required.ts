import { beneficiariesOf } from '../submission/walk.js'
import { isDirector, isUltimateOwner } from './companies.js'
import { onBusiness, onPerson, refuse } from './rule.js'

/** A Person whose identity document is from the United States gives a tax number. */
export const tinOfPerson = onPerson(({ identity, taxNumber }) =>
  identity.country === 'US' && taxNumber === undefined
    ? refuse('tin_required', 'the tax identification number is missing')
    : [],
)

/** Every Director and every ultimate beneficial owner gives a tax number, whatever the country. */
export const tinOfBeneficiary = onBusiness((submission) => {
  const untaxed = beneficiariesOf(submission).find(
    ({ beneficiary }) =>
      (isDirector(beneficiary) || isUltimateOwner(beneficiary)) && beneficiary.holder.taxNumber === undefined,
  )
  return untaxed === undefined
    ? []
    : refuse(
        'tin_required',
        'the tax identification number of a Director or UltimateBeneficialOwner is missing',
        untaxed.beneficiary.index,
      )
})
