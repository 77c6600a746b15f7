import type { Behaviours } from '../../api/behaviours.js'
import type { IdentificationCode } from '../../api/schemas.js'
import { identificationError } from '../submission/errors.js'
import {
  type Beneficiary,
  type Company,
  type BusinessSubmission,
  companiesOf,
  type CompanyEntry,
} from '../submission/read.js'
import type { Rule } from './rule.js'

const isUsCompany = ({ country }: Company): boolean => country === 'US'

/** Whether a company is a sole proprietorship, which most company rules exempt. */
export function isSoleProprietorship({ type }: Company): boolean {
  return type === 'SoleProprietorship'
}

/** Whether a company needs attestation and certification: a US company that is not a sole proprietorship. */
export function isCertified(company: Company): boolean {
  return isUsCompany(company) && !isSoleProprietorship(company)
}

/** Whether a beneficiary has the role, possibly among others. */
export function isDirector({ roles }: Beneficiary): boolean {
  return roles.includes('Director')
}

/** Whether a beneficiary has the role of an owner, possibly among others. */
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

/** The persons in the certification: qualifying owners and the attesting Director. */
export function namedIn(company: Company, behaviours: Behaviours): readonly Beneficiary[] {
  const owners = qualifyingOwners(company, behaviours)
  return company.beneficiaries.filter(
    (beneficiary) => owners.includes(beneficiary) || (beneficiary.attestingParty && isDirector(beneficiary)),
  )
}

interface Group {
  readonly code: IdentificationCode
  readonly name: string
  /** Any one of these types suffices. The specification does not show the mapping. */
  readonly types: readonly string[]
  readonly isOwed: (place: CompanyEntry, behaviours: Behaviours) => boolean
}

const group = (code: Group['code'], name: string, isOwed: Group['isOwed'], types: string): Group => {
  return { code, name, isOwed, types: types.split(' ') }
}

const isRoot = ({ index }: CompanyEntry): boolean => index === undefined

/** Rule 3: nested companies outside of the United States are exempt from two of the groups. */
const owesPresenceAndControl = (place: CompanyEntry, behaviours: Behaviours): boolean =>
  !isUsCompany(place.company) && (isRoot(place) || !behaviours['nested-company-documents'])

/** The document groups, in reporting order. */
// prettier-ignore
export const groups: readonly Group[] = [
  group('company_details_required', 'Company Details', () => true,
    'StateRegistry IncorporationCert GoodStandingCert'),
  group('legal_presence_required', 'Legal Presence', owesPresenceAndControl,
    'IncorporationArticles'),
  group('ownership_structure_required', 'Ownership Structure', (place) => !isRoot(place) || !isUsCompany(place.company),
    'ShareholderRegistry TransparencyRegistryExtract InformationStatement PartnershipAgreement TrustAgreement'),
  group('control_structure_required', 'Control Structure', owesPresenceAndControl,
    'DirectorsRegistry IncumbencyCert PowerOfAttorney'),
]

/** The missing groups of a submission's companies, once per company. */
export function missingGroups(
  submission: BusinessSubmission,
  behaviours: Behaviours,
): readonly { readonly group: Group; readonly index: number | undefined }[] {
  return companiesOf(submission).flatMap((place) => {
    const { company, index } = place
    const owed = groups.filter(({ isOwed }) => isOwed(place, behaviours))
    const missing = owed.filter(({ types }) => !types.some((type) => company.documentTypes.includes(type)))
    return missing.map((group) => ({ group, index }))
  })
}

/** All missing groups at once, unless the version, or one reading of it, waits for them. */
export const companyDocuments: Rule = (submission, { behaviours, usesAlternative }) => {
  if (submission.kind !== 'Business' || !behaviours['company-documents-required']) return []
  const missing = missingGroups(submission, behaviours)
  const isWhole = missing.every(({ group: { code } }) => code !== 'company_details_required')
  if (isWhole && usesAlternative('document-groups-awaited')) return []
  return missing.map(({ group: { code, name }, index }) =>
    identificationError(code, `a document of the group ${name} is missing`, index),
  )
}
