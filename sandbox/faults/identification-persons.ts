import { monthsBefore, parseMoment } from '../identification/submission/timestamps.js'
import { personsOf } from '../identification/submission/traversal.js'
import type { Fault } from './fault.js'
import {
  eager,
  faultOf,
  hasRole,
  isBusiness,
  isPerson,
  isUs,
  lacksTax,
  ofAnyOwner,
  ofBusiness,
  ofRoot,
  onlyRole,
  silent,
} from './submissions.js'

const older = (moment: string | undefined, months: number, now: Date): boolean => {
  const collected = moment === undefined ? undefined : parseMoment(moment)
  return collected !== undefined && collected < monthsBefore(now, months)
}

const director = hasRole('Director')
const owner = hasRole('UltimateBeneficialOwner')

/** Faults in what is asked of natural persons. */
export const identificationPersonFaults: readonly Fault[] = [
  faultOf('selfie_required', 'accepts submissions without a selfie', () => silent('selfie_required')),
  faultOf(
    'selfie_required',
    'asks no Director for a selfie',
    () =>
      silent(
        'selfie_required',
        ofBusiness(() => true),
      ),
    'director',
  ),
  faultOf(
    'selfie_required',
    'asks every beneficiary for a selfie',
    () =>
      eager(
        'selfie_required',
        ofAnyOwner(({ identity }) => identity.selfie === undefined),
      ),
    'everyone',
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
  faultOf('selfie_expired', 'accepts a selfie of any age', () => silent('selfie_expired')),
  faultOf(
    'selfie_expired',
    'takes a selfie for old after 4 months',
    () =>
      eager(
        'selfie_expired',
        (submission, { now }) => isPerson(submission) && older(submission.identity.selfieCollectedAt, 4, now),
      ),
    'four-months',
  ),
  faultOf(
    'selfie_expired',
    'takes the selfies of beneficiaries for old too',
    () =>
      eager(
        'selfie_expired',
        (submission, { now }) =>
          isBusiness(submission) &&
          personsOf(submission).some(({ person }) => older(person.identity.selfieCollectedAt, 6, now)),
      ),
    'beneficiaries',
  ),
  faultOf('tin_required', 'asks nobody for a tax number', () => silent('tin_required')),
  faultOf(
    'tin_required',
    'asks no Person of the US for a tax number',
    () => silent('tin_required', isPerson),
    'person',
  ),
  faultOf(
    'tin_required',
    'asks beneficiaries of companies outside the US for no tax number',
    () =>
      silent(
        'tin_required',
        ofRoot((company) => !isUs(company)),
      ),
    'us-only',
  ),
  faultOf(
    'tin_required',
    'asks an owner who is no Director for no tax number',
    () =>
      silent(
        'tin_required',
        ofAnyOwner((_, one) => owner(one) && !director(one) && lacksTax(one)),
      ),
    'owner',
  ),
  faultOf(
    'tin_required',
    'asks a Director who is no owner for no tax number',
    () =>
      silent(
        'tin_required',
        ofAnyOwner((_, one) => director(one) && !owner(one) && lacksTax(one)),
      ),
    'director',
  ),
  faultOf(
    'tin_required',
    'asks a Shareholder for a tax number',
    () =>
      eager(
        'tin_required',
        ofAnyOwner((_, one) => onlyRole('Shareholder')(one) && lacksTax(one)),
      ),
    'shareholder',
  ),
  faultOf(
    'tin_required',
    'asks every Person for a tax number',
    () => eager('tin_required', (one) => isPerson(one) && one.taxNumber === undefined),
    'every-person',
  ),
  faultOf('proof_of_address_required_for_edd', 'asks for no proof of address', () =>
    silent('proof_of_address_required_for_edd'),
  ),
  faultOf(
    'proof_of_address_required_for_edd',
    'takes any document for a proof of address',
    () => silent('proof_of_address_required_for_edd', (one) => isPerson(one) && one.documentTypes.length > 0),
    'any-document',
  ),
  faultOf(
    'proof_of_address_required_for_edd',
    'asks every Person for a proof of address',
    () =>
      eager('proof_of_address_required_for_edd', (one) => isPerson(one) && one.documentTypes.length === 0),
    'everyone',
  ),
]
