import type { Company } from '../identification/submission/model.js'
import type { Fault, Hooks } from './fault.js'
import {
  withCode,
  faultOf,
  hasRole,
  isBusiness,
  isSole,
  ofAnyOwner,
  ofBusiness,
  ofRoot,
  onlyRole,
  withoutCode,
} from './submissions.js'

const director = hasRole('Director')
const ownerAlone = onlyRole('UltimateBeneficialOwner')
const threshold = 'ubo_share_below_threshold' as const
const attestation = 'attestation_invalid' as const
const certification = 'cdd_certification_invalid' as const

const isAmerican = ({ country }: Company): boolean => country === 'US'

/** Takes whatever a certification lacks: a missing tax number has a code of its own as well. */
const uncertified = (holds: (company: Company) => boolean): Hooks => ({
  verdict: (errors, { submission }) =>
    isBusiness(submission) && holds(submission.company)
      ? errors.filter(({ code }) => code !== certification && code !== 'tin_required')
      : errors,
})

/** Faults in what is asked of owners: their shares, their countries, who attests, and what is certified. */
export const identificationOwnerFaults: readonly Fault[] = [
  faultOf(threshold, 'accepts an owner with any share', () => withoutCode(threshold)),
  faultOf(
    threshold,
    'wants more than 25%',
    () =>
      withCode(
        threshold,
        ofAnyOwner((_, one) => ownerAlone(one) && one.share.eq(25)),
      ),
    'more-than-25',
  ),
  faultOf(
    threshold,
    'accepts 24% beside an owner of more',
    () =>
      withoutCode(
        threshold,
        ofAnyOwner((_, one) => one.share.gte(24)),
      ),
    'twenty-four',
  ),
  faultOf(
    threshold,
    'has no other chance at 10%',
    () =>
      withCode(
        threshold,
        ofAnyOwner((_, one) => ownerAlone(one) && one.share.lt(25)),
      ),
    'no-fallback',
  ),
  faultOf(
    threshold,
    'falls back to 10% unless somebody owns more than 25%',
    () =>
      withoutCode(
        threshold,
        ofRoot(({ beneficiaries }) => !beneficiaries.some(({ share }) => share.gt(25))),
      ),
    'exactly-25',
  ),
  faultOf(
    threshold,
    'holds an owner with another role to the threshold too',
    () =>
      withCode(
        threshold,
        ofAnyOwner((_, one) => director(one) && hasRole('UltimateBeneficialOwner')(one) && one.share.lt(10)),
      ),
    'other-role',
  ),
  faultOf(attestation, 'lets nobody attest', () => withoutCode(attestation)),
  faultOf(
    attestation,
    'lets several Directors attest',
    () =>
      withoutCode(
        attestation,
        ofRoot(({ beneficiaries }) => beneficiaries.filter((one) => one.attestingParty).length > 1),
      ),
    'several',
  ),
  faultOf(
    attestation,
    'accepts an attestation of the future',
    () =>
      withoutCode(
        attestation,
        ofRoot(({ beneficiaries }) =>
          beneficiaries.some((one) => director(one) && one.attestedAt !== undefined),
        ),
      ),
    'future',
  ),
  faultOf(
    attestation,
    'lets anyone attest',
    () =>
      withoutCode(
        attestation,
        ofRoot(({ beneficiaries }) => beneficiaries.some((one) => !director(one) && one.attestingParty)),
      ),
    'anyone',
  ),
  faultOf(
    attestation,
    'wants an attestation of every company',
    () =>
      withCode(
        attestation,
        ofRoot(({ beneficiaries }) => !beneficiaries.some((one) => one.attestingParty)),
      ),
    'everywhere',
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
  faultOf(
    certification,
    'wants the identity numbers of every company',
    () =>
      withCode(
        certification,
        ofAnyOwner(({ identity }) => identity.number === undefined),
      ),
    'everywhere',
  ),
  faultOf('ubo_country_prohibited', 'accepts owners of every country', () =>
    withoutCode('ubo_country_prohibited'),
  ),
  faultOf(
    'ubo_country_prohibited',
    'prohibits the countries of everyone',
    () =>
      withCode(
        'ubo_country_prohibited',
        ofAnyOwner(({ residence }) => residence === 'KP'),
      ),
    'everyone',
  ),
  faultOf(
    'tin_required',
    'asks the owner of a sole proprietorship for no tax number',
    () =>
      withoutCode(
        'tin_required',
        ofBusiness(({ company }) => isSole(company)),
      ),
    'sole',
  ),
]
