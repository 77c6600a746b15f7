import { parseMoment } from '../submission/timestamps.js'
import { isCertified, isDirector } from './companies.js'
import { onBusiness, refuse } from './rule.js'

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
