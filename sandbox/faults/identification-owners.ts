import type { Company } from '../identification/submission/model.js'
import type { Fault, Hooks } from './fault.js'
import {
  faultOf,
  hasRole,
  isBusiness,
  isSole,
  ofAnyOwner,
  ofBusiness,
  ofRoot,
  omits,
  onlyRole,
  raises,
} from './submissions.js'

const director = hasRole('Director')
const ownerAlone = onlyRole('UltimateBeneficialOwner')
const threshold = 'ubo_share_below_threshold' as const
const attestation = 'attestation_invalid' as const
const certification = 'cdd_certification_invalid' as const

const isAmerican = ({ country }: Company): boolean => country === 'US'

/** Ignores problems of a certification, including the code for a missing tax number. */
const uncertified = (holds: (company: Company) => boolean): Hooks => ({
  verdict: (errors, { submission }) =>
    isBusiness(submission) && holds(submission.company)
      ? errors.filter(({ code }) => code !== certification && code !== 'tin_required')
      : errors,
})

/** Faults in the requirements for owners: shares, countries, attestation, and certification. */
export const identificationOwnerFaults: readonly Fault[] = [
  omits(threshold, '', 'accepts an owner with any share'),
  raises(
    threshold,
    'more-than-25',
    'wants more than 25%',
    ofAnyOwner((_, one) => ownerAlone(one) && one.share.eq(25)),
  ),
  omits(
    threshold,
    'twenty-four',
    'accepts 24% beside an owner of more',
    ofAnyOwner((_, one) => one.share.gte(24)),
  ),
  raises(
    threshold,
    'no-fallback',
    'has no other chance at 10%',
    ofAnyOwner((_, one) => ownerAlone(one) && one.share.lt(25)),
  ),
  omits(
    threshold,
    'exactly-25',
    'falls back to 10% unless somebody owns more than 25%',
    ofRoot(({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gt(25))),
  ),
  raises(
    threshold,
    'other-role',
    'holds an owner with another role to the threshold too',
    ofAnyOwner((_, one) => director(one) && hasRole('UltimateBeneficialOwner')(one) && one.share.lt(10)),
  ),
  omits(attestation, '', 'lets nobody attest'),
  omits(
    attestation,
    'several',
    'lets several Directors attest',
    ofRoot(({ beneficiaries }) => beneficiaries.filter((one) => one.attestingParty).length > 1),
  ),
  omits(
    attestation,
    'future',
    'accepts an attestation of the future',
    ofRoot(({ beneficiaries }) => beneficiaries.some((one) => director(one) && one.attestedAt !== undefined)),
  ),
  omits(
    attestation,
    'anyone',
    'lets anyone attest',
    ofRoot(({ beneficiaries }) => beneficiaries.some((one) => !director(one) && one.attestingParty)),
  ),
  raises(
    attestation,
    'everywhere',
    'wants an attestation of every company',
    ofRoot(({ beneficiaries }) => !beneficiaries.some((one) => one.attestingParty)),
  ),
  faultOf(certification, 'generates any certification', () => uncertified(isAmerican)),
  faultOf(
    certification,
    'lists nobody below 25%',
    () =>
      uncertified(
        (company) => isAmerican(company) && !company.beneficiaries.some(({ share }) => share.gte(25)),
      ),
    'no-fallback',
  ),
  raises(
    certification,
    'everywhere',
    'wants the identity numbers of every company',
    ofAnyOwner(({ identity }) => identity.number === undefined),
  ),
  omits('ubo_country_prohibited', '', 'accepts owners of every country'),
  raises(
    'ubo_country_prohibited',
    'everyone',
    'prohibits the countries of everyone',
    ofAnyOwner(({ residence }) => residence === 'KP'),
  ),
  omits(
    'tin_required',
    'sole',
    'asks the owner of a sole proprietorship for no tax number',
    ofBusiness(({ company }) => isSole(company)),
  ),
]
