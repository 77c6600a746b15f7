import { sum } from '../../money/decimal.js'
import type { Behaviours } from '../../versions/index.js'
import type { Company } from '../submission/model.js'
import { isDirector, isSoleProprietorship, ownersOf, qualifyingOwners } from './companies.js'
import { onBusiness, refuse } from './rule.js'

const objectionToSoleProprietorship = (company: Company): string | undefined => {
  const [owner] = ownersOf(company)
  return company.beneficiaries.length === 1 && owner?.share.eq(100) === true
    ? undefined
    : 'a sole proprietorship has exactly one beneficiary, who owns 100%'
}

/** The violation of rule 4 or 6 by the structure of a root company; `undefined` if there is none. */
const objection = (company: Company, behaviours: Behaviours): string | undefined => {
  if (isSoleProprietorship(company)) return objectionToSoleProprietorship(company)
  if (!company.beneficiaries.some(isDirector)) return 'a company needs a beneficiary with role Director'
  const shares = qualifyingOwners(company, behaviours).map(({ share }) => share)
  if (shares.length === 0) return 'a company needs a beneficiary who owns 25%, or 10% when nobody owns 25%'
  return sum(shares).gt(100) ? 'the shares of the qualifying owners add up to more than 100%' : undefined
}

/** The structure of the root company violates a rule, if the version has these rules. */
export const structureInvalid = onBusiness(({ company }, { behaviours }) => {
  const message = behaviours['company-structure'] ? objection(company, behaviours) : undefined
  return message === undefined ? [] : refuse('structure_invalid', message)
})
