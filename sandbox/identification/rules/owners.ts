import type { Beneficiary, BusinessSubmission, Company } from '../submission/model.js'
import { beneficiariesOf, isCompany, companiesOf, personsOf } from '../submission/traversal.js'
import {
  isCertified,
  isDirector,
  isUltimateOwner,
  isSoleProprietorship,
  ownersOf,
  qualifyingOwners,
  thresholdOf,
} from './companies.js'
import { type Facts, onBusiness, onPerson, refuse } from './rule.js'
import { sum } from '../../money/decimal.js'
import type { Behaviours } from '../../api/behaviours.js'
import { parseMoment } from '../submission/timestamps.js'
import { prohibitedCountries } from './test-values.js'

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

const isPast = (moment: string | undefined, now: Date): boolean => {
  const date = moment === undefined ? undefined : parseMoment(moment)
  return date !== undefined && date <= now
}

/**
 * A US company that is no sole proprietorship must have exactly one attesting root Director, who attested in the
 * past.
 */
export const attestationInvalid = onBusiness(({ company }, { now }) => {
  const [attesting, ...others] = company.beneficiaries.filter(
    (beneficiary) => beneficiary.attestingParty && isDirector(beneficiary),
  )
  return isCertified(company) && (others.length > 0 || !isPast(attesting?.attestedAt, now))
    ? refuse(
        'attestation_invalid',
        'a US company needs exactly one Director with attesting_party true and attested_at in the past',
      )
    : []
})

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

/** The characters that the certification can print: Latin letters with their accents, digits, punctuation. */
const printable = /^[ -~\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027]*$/

/** The persons in the certification: qualifying owners and the attesting Director. */
export function named(company: Company, behaviours: Behaviours): readonly Beneficiary[] {
  const owners = qualifyingOwners(company, behaviours)
  return company.beneficiaries.filter(
    (beneficiary) => owners.includes(beneficiary) || (beneficiary.attestingParty && isDirector(beneficiary)),
  )
}

const isComplete = ({ holder }: Beneficiary): boolean =>
  holder.taxNumber !== undefined && (isCompany(holder) || holder.identity.number !== undefined)

/** Normalized, because an accent may be a separate combining character. */
const isPrintable = ({ printed }: Beneficiary['holder']): boolean =>
  printed.every((text) => printable.test(text.normalize('NFC')))

/**
 * The certification also requires the tax number of the company itself, which the documents require of every company.
 */
export const cddTaxNumberOfCompany = onBusiness(({ company }) =>
  isCertified(company) && company.taxNumber === undefined
    ? refuse('cdd_certification_invalid', 'the tax identification number of the company is missing')
    : [],
)

/** The certification of beneficial ownership cannot be generated for a US company that is no sole proprietorship. */
export const cddCertificationInvalid = onBusiness(({ company }, { behaviours }) => {
  if (!isCertified(company)) return []
  if (!isPrintable(company))
    return refuse(
      'cdd_certification_invalid',
      'the name or address of the company holds a character that cannot be printed',
    )
  const wrong = named(company, behaviours).find((one) => !isComplete(one) || !isPrintable(one.holder))
  return wrong === undefined
    ? []
    : refuse(
        'cdd_certification_invalid',
        isComplete(wrong)
          ? 'the name or address of a beneficiary holds a character that cannot be printed'
          : 'a beneficiary lacks an identity number or a tax identification number',
        wrong.index,
      )
})
