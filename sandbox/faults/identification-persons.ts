import { monthsBefore, parseMoment } from '../identification/submission/timestamps.js'
import { personsOf } from '../identification/submission/traversal.js'
import type { Fault } from './fault.js'
import {
  faultOf,
  hasRole,
  isBusiness,
  isPerson,
  isUs,
  lacksTax,
  ofAnyOwner,
  ofBusiness,
  ofRoot,
  omits,
  onlyRole,
  raises,
} from './submissions.js'

const older = (moment: string | undefined, months: number, now: Date): boolean => {
  const collected = moment === undefined ? undefined : parseMoment(moment)
  return collected !== undefined && collected < monthsBefore(now, months)
}

const director = hasRole('Director')
const owner = hasRole('UltimateBeneficialOwner')

/** Faults in the requirements for natural persons. */
export const identificationPersonFaults: readonly Fault[] = [
  omits('selfie_required', '', 'accepts submissions without a selfie'),
  omits(
    'selfie_required',
    'director',
    'asks no Director for a selfie',
    ofBusiness(() => true),
  ),
  raises(
    'selfie_required',
    'everyone',
    'asks every beneficiary for a selfie',
    ofAnyOwner(({ identity }) => identity.selfie === undefined),
  ),
  faultOf(
    'selfie_required',
    'notices a missing selfie the first time only',
    () => {
      let noticed = 0
      return {
        verdict: (errors) =>
          errors.some(({ code }) => code === 'selfie_required') && noticed++ > 0 ? [] : errors,
      }
    },
    'first-only',
  ),
  omits('selfie_expired', '', 'accepts a selfie of any age'),
  raises(
    'selfie_expired',
    'four-months',
    'takes a selfie for old after 4 months',
    (submission, { now }) => isPerson(submission) && older(submission.identity.selfieCollectedAt, 4, now),
  ),
  raises(
    'selfie_expired',
    'beneficiaries',
    'takes the selfies of beneficiaries for old too',
    (submission, { now }) =>
      isBusiness(submission) &&
      personsOf(submission).some(({ person }) => older(person.identity.selfieCollectedAt, 6, now)),
  ),
  omits('tin_required', '', 'asks nobody for a tax number'),
  omits('tin_required', 'person', 'asks no Person of the US for a tax number', isPerson),
  omits(
    'tin_required',
    'us-only',
    'asks beneficiaries of companies outside the US for no tax number',
    ofRoot((company) => !isUs(company)),
  ),
  omits(
    'tin_required',
    'owner',
    'asks an owner who is no Director for no tax number',
    ofAnyOwner((_, one) => owner(one) && !director(one) && lacksTax(one)),
  ),
  omits(
    'tin_required',
    'director',
    'asks a Director who is no owner for no tax number',
    ofAnyOwner((_, one) => director(one) && !owner(one) && lacksTax(one)),
  ),
  raises(
    'tin_required',
    'shareholder',
    'asks a Shareholder for a tax number',
    ofAnyOwner((_, one) => onlyRole('Shareholder')(one) && lacksTax(one)),
  ),
  raises(
    'tin_required',
    'every-person',
    'asks every Person for a tax number',
    (one) => isPerson(one) && one.taxNumber === undefined,
  ),
  omits('proof_of_address_required_for_edd', '', 'asks for no proof of address'),
  omits(
    'proof_of_address_required_for_edd',
    'any-document',
    'takes any document for a proof of address',
    (one) => isPerson(one) && one.documentTypes.length > 0,
  ),
  raises(
    'proof_of_address_required_for_edd',
    'everyone',
    'asks every Person for a proof of address',
    (one) => isPerson(one) && one.documentTypes.length === 0,
  ),
]
