import type { Beneficiary, BusinessSubmission } from '../submission/model.js'
import { beneficiariesOf, isCompany } from '../submission/traversal.js'
import { named } from './cdd-certification-invalid.js'
import { isCertified, isDirector, isUltimateOwner } from './companies.js'
import { type Facts, onBusiness, onPerson, refuse } from './rule.js'

/** A Person with an identity document of the United States must give a tax number. */
export const tinOfPerson = onPerson(({ identity, taxNumber }) =>
  identity.country === 'US' && taxNumber === undefined
    ? refuse('tin_required', 'the tax identification number is missing')
    : [],
)

/** Beneficiaries whose missing tax number is reported with the certification of the root company instead. */
const judgedLater = (
  { company }: BusinessSubmission,
  { behaviours, usesAlternative }: Facts,
): readonly Beneficiary[] =>
  usesAlternative('tax-number-by-certification') && isCertified(company)
    ? named(company, behaviours).filter(({ holder }) => !isCompany(holder))
    : []

/** Every Director and every ultimate beneficial owner must give a tax number, in any country. */
export const tinOfBeneficiary = onBusiness((submission, facts) => {
  const later = judgedLater(submission, facts)
  const untaxed = beneficiariesOf(submission).find(
    ({ beneficiary }) =>
      (isDirector(beneficiary) || isUltimateOwner(beneficiary)) &&
      beneficiary.holder.taxNumber === undefined &&
      !later.includes(beneficiary),
  )
  return untaxed === undefined
    ? []
    : refuse(
        'tin_required',
        'the tax identification number of a Director or UltimateBeneficialOwner is missing',
        untaxed.beneficiary.index,
      )
})
