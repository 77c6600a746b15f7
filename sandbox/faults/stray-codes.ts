import type { IdentificationCode } from '../identification/submission/errors.js'
import type { Fault } from './fault.js'
import {
  hasRole,
  isPerson,
  isSole,
  isUs,
  ofAnyOwner,
  ofBusiness,
  ofNested,
  ofRoot,
  onlyRole,
  raises,
  type Condition,
} from './submissions.js'

const american = ofRoot(isUs)

const rows: readonly (readonly [code: IdentificationCode, variant: string, does: string, when: Condition])[] =
  [
    [
      'selfie_required',
      'representative',
      'asks a Representative for a selfie',
      ofAnyOwner(({ identity }, one) => hasRole('Representative')(one) && identity.selfie === undefined),
    ],
    [
      'tin_required',
      'british',
      'asks a Person of Britain for a tax number',
      (one) => isPerson(one) && one.identity.country === 'GB' && one.taxNumber === undefined,
    ],
    [
      'identity_document_rejected',
      'own-licence',
      'accepts no DriverLicense of a Person',
      (one) => isPerson(one) && one.identity.documentType === 'DriverLicense',
    ],
    [
      'structure_invalid',
      'us-fallback',
      'has no other chance at 10% in a US company',
      ofRoot(
        ({ country, beneficiaries }) => country === 'US' && beneficiaries.every(({ share }) => share.lt(25)),
      ),
    ],
    [
      'structure_invalid',
      'directing-sole',
      'wants no Director of a sole proprietorship',
      ofRoot((company) => isSole(company) && company.beneficiaries.some(hasRole('Director'))),
    ],
    [
      'ubo_share_below_threshold',
      'shareholder-too',
      'holds an owner who is a Shareholder too to the threshold',
      ofAnyOwner((_, one) => hasRole('UltimateBeneficialOwner')(one) && hasRole('Shareholder')(one)),
    ],
    [
      'ubo_share_below_threshold',
      'directors',
      'holds a Director who is no owner to the threshold',
      ofAnyOwner((_, one) => onlyRole('Director')(one) && one.share.lt(25)),
    ],
    [
      'attestation_invalid',
      'second',
      'lets the first beneficiary alone attest',
      ofRoot((company) => isUs(company) && company.beneficiaries[1]?.attestingParty === true),
    ],
    [
      'funds_flow_disclosure_required',
      'not-sending',
      'objects to what is disclosed where no funds are sent',
      ofBusiness(
        ({ questionnaire }) =>
          !questionnaire.sendsFundsForCustomers && questionnaire.fundsFlow.some((one) => one !== undefined),
      ),
    ],
    [
      'control_structure_required',
      'nested-us',
      'wants Control Structure of a nested company of the US',
      ofNested(isUs),
    ],
    ['foundation_intended_use_not_supported', 'us', 'limits the purpose of US companies', american],
    [
      'proof_of_address_required_for_edd',
      'token',
      'asks a Token for a proof of address',
      ({ kind }) => kind === 'Token',
    ],
  ]

/**
 * Codes that are returned although the specification excludes them: for one role, one country, or one kind of
 * company.
 */
export const strayCodeFaults: readonly Fault[] = rows.map((row) => raises(...row))
