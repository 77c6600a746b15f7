import { companiesOf } from '../submission/traversal.js'
import type { Beneficiary } from '../submission/model.js'
import { thresholdOf } from './companies.js'
import { onBusiness, refuse } from './rule.js'

const isOnlyOwner = ({ roles }: Beneficiary): boolean =>
  roles.length > 0 && roles.every((role) => role === 'UltimateBeneficialOwner')

/** A beneficiary of any company is only an UltimateBeneficialOwner, and has too small a share (rule 5). */
export const uboShareBelowThreshold = onBusiness((submission, { behaviours }) => {
  for (const { company } of companiesOf(submission)) {
    const threshold = thresholdOf(company, behaviours)
    const small = company.beneficiaries.find(
      (beneficiary) => isOnlyOwner(beneficiary) && beneficiary.share.lt(threshold),
    )
    if (small !== undefined)
      return refuse(
        'ubo_share_below_threshold',
        `a beneficiary with the only role UltimateBeneficialOwner owns less than ${threshold}%`,
        small.index,
      )
  }
  return []
})
