import type { Behaviours } from '../../versions/index.js'
import type { Beneficiary, Company } from '../submission/model.js'

/** Registered in the United States. */
export const isUsCompany = ({ country }: Company): boolean => country === 'US'

/** Of the one type that most rules about companies spare. */
export const isSoleProprietorship = ({ type }: Company): boolean => type === 'SoleProprietorship'

/** A company of the United States that is no sole proprietorship: it attests and gets a certification. */
export const isCertified = (company: Company): boolean =>
  isUsCompany(company) && !isSoleProprietorship(company)

/** Has the role, whatever other roles beside it. */
export const isDirector = ({ roles }: Beneficiary): boolean => roles.includes('Director')

/** Has the role, whatever other roles beside it. */
export const isUltimateOwner = ({ roles }: Beneficiary): boolean => roles.includes('UltimateBeneficialOwner')

/** Beneficiaries whose shares count. One that is only a Representative never does (rule 6). */
export const ownersOf = ({ beneficiaries }: Company): readonly Beneficiary[] =>
  beneficiaries.filter(({ roles }) => roles.some((role) => role !== 'Representative'))

/** The share from which an owner qualifies: 25%, or 10% where the version falls back and nobody owns 25%. */
export const thresholdOf = (company: Company, behaviours: Behaviours): number =>
  behaviours['ten-percent-fallback'] && !ownersOf(company).some(({ share }) => share.gte(25)) ? 10 : 25

/** The owners that reach the threshold of their company. */
export const qualifyingOwners = (company: Company, behaviours: Behaviours): readonly Beneficiary[] => {
  const threshold = thresholdOf(company, behaviours)
  return ownersOf(company).filter(({ share }) => share.gte(threshold))
}
