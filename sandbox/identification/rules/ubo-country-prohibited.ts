import { prohibitedCountries } from './test-values.js'
import { personsOf } from '../submission/traversal.js'
import { isUltimateOwner } from './companies.js'
import { onBusiness, refuse } from './rule.js'

/** An ultimate beneficial owner lives in a country that is prohibited for business KYB. */
export const uboCountryProhibited = onBusiness((submission) => {
  const owner = personsOf(submission).find(
    ({ person, beneficiary }) =>
      isUltimateOwner(beneficiary) && prohibitedCountries.has(person.residence ?? ''),
  )
  return owner === undefined
    ? []
    : refuse(
        'ubo_country_prohibited',
        'an UltimateBeneficialOwner lives in a prohibited country',
        owner.beneficiary.index,
      )
})
