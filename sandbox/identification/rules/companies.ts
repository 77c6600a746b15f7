import type { Behaviours } from '../../versions/index.js'
import type { Beneficiary, Company } from '../submission/model.js'

/** Whether a company is registered in the United States. */
export function isUsCompany({ country }: Company): boolean {
  return country === 'US'
}

/** Whether a company is a sole proprietorship, which most company rules exempt. */
export function isSoleProprietorship({ type }: Company): boolean {
  return type === 'SoleProprietorship'
}

/** Whether a company needs attestation and certification: a US company that is no sole proprietorship. */
export function isCertified(company: Company): boolean {
  return isUsCompany(company) && !isSoleProprietorship(company)
}

/** Whether a beneficiary has the role, possibly among others. */
export function isDirector({ roles }: Beneficiary): boolean {
  return roles.includes('Director')
}

/** Whether a beneficiary has the role, possibly among others. */
export function isUltimateOwner({ roles }: Beneficiary): boolean {
  return roles.includes('UltimateBeneficialOwner')
}

/** Beneficiaries whose shares count. One that is only a Representative never does (rule 6). */
export function ownersOf({ beneficiaries }: Company): readonly Beneficiary[] {
  return beneficiaries.filter(({ roles }) => roles.some((role) => role !== 'Representative'))
}

/** The minimum share of a qualifying owner: 25%, or 10% if the version has the fallback and no owner has 25%. */
export function thresholdOf(company: Company, behaviours: Behaviours): number {
  return behaviours['ten-percent-fallback'] && !ownersOf(company).some(({ share }) => share.gte(25)) ? 10 : 25
}

/** The owners that reach the threshold of their company. */
export function qualifyingOwners(company: Company, behaviours: Behaviours): readonly Beneficiary[] {
  const threshold = thresholdOf(company, behaviours)
  return ownersOf(company).filter(({ share }) => share.gte(threshold))
}
