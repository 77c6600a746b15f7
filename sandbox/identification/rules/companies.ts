import type { Behaviours } from '../../versions/index.js'
import type { Beneficiary, Company } from '../submission/model.js'

/** Registered in the United States. */
export function isUsCompany({ country }: Company): boolean {
  return country === 'US'
}

/** Of the one type that most rules about companies spare. */
export function isSoleProprietorship({ type }: Company): boolean {
  return type === 'SoleProprietorship'
}

/** A company of the United States that is no sole proprietorship: it attests and gets a certification. */
export function isCertified(company: Company): boolean {
  return isUsCompany(company) && !isSoleProprietorship(company)
}

/** Has the role, whatever other roles beside it. */
export function isDirector({ roles }: Beneficiary): boolean {
  return roles.includes('Director')
}

/** Has the role, whatever other roles beside it. */
export function isUltimateOwner({ roles }: Beneficiary): boolean {
  return roles.includes('UltimateBeneficialOwner')
}

/** Beneficiaries whose shares count. One that is only a Representative never does (rule 6). */
export function ownersOf({ beneficiaries }: Company): readonly Beneficiary[] {
  return beneficiaries.filter(({ roles }) => roles.some((role) => role !== 'Representative'))
}

/** The share from which an owner qualifies: 25%, or 10% where the version falls back and nobody owns 25%. */
export function thresholdOf(company: Company, behaviours: Behaviours): number {
  return behaviours['ten-percent-fallback'] && !ownersOf(company).some(({ share }) => share.gte(25)) ? 10 : 25
}

/** The owners that reach the threshold of their company. */
export function qualifyingOwners(company: Company, behaviours: Behaviours): readonly Beneficiary[] {
  const threshold = thresholdOf(company, behaviours)
  return ownersOf(company).filter(({ share }) => share.gte(threshold))
}
