import type { IdentificationCode } from '../identification/submission/errors.js'
import type { Beneficiary, Company } from '../identification/submission/model.js'
import type { Fault } from './fault.js'
import {
  hasRole,
  isPerson,
  isSole,
  isUs,
  lacksTax,
  ofAnyOwner,
  ofBusiness,
  ofRoot,
  omits,
  onlyRole,
  type Condition,
} from './submissions.js'

/** A code that is not returned under a condition. */
type Row = readonly [code: IdentificationCode, variant: string, does: string, when: Condition]

const ownerAlone = onlyRole('UltimateBeneficialOwner')
const american = ofRoot(isUs)
const sole = ofRoot(isSole)
const ofUsPerson: Condition = (one) => isPerson(one) && one.identity.country === 'US'
const withShare = (share: number): Condition =>
  ofRoot(({ beneficiaries }) => beneficiaries.some((one) => one.share.eq(share)))

const both =
  (...conditions: readonly Condition[]): Condition =>
  (submission, judged) =>
    conditions.every((holds) => holds(submission, judged))

const anyBeneficiary = (holds: (one: Beneficiary, company: Company) => boolean): Condition =>
  ofRoot((company) => company.beneficiaries.some((one) => holds(one, company)))

const months = (count: number): number => count * 30.44 * 86_400_000

const olderThan =
  (count: number): Condition =>
  (one, { now }) =>
    isPerson(one) && now.getTime() - Date.parse(one.identity.selfieCollectedAt ?? '') > months(count)

const total = ({ beneficiaries }: Company): number =>
  beneficiaries.reduce((sum, { share }) => sum + Number(share), 0)

const rows: readonly Row[] = [
  ['selfie_required', 'us-person', 'asks no Person of the US for a selfie', ofUsPerson],
  ['selfie_required', 'sole', 'asks no sole proprietor who is a Director for a selfie', sole],
  ['selfie_expired', 'years', 'takes a selfie of more than a year for a new one', olderThan(12)],
  [
    'tin_required',
    'foreign-resident',
    'asks nobody abroad with an identity of the US for a tax number',
    both(ofUsPerson, (one) => isPerson(one) && one.residence !== 'US'),
  ],
  [
    'tin_required',
    'us-owner',
    'asks no owner of the US in a foreign company for a tax number',
    both(
      ofRoot((company) => !isUs(company)),
      ofAnyOwner((person, one) => lacksTax(one) && person.identity.country === 'US'),
    ),
  ],
  [
    'identity_document_rejected',
    'permit-in-us',
    'accepts a ResidencePermit in a US company',
    both(
      american,
      ofAnyOwner(({ identity }) => identity.documentType === 'ResidencePermit'),
    ),
  ],
  [
    'identity_document_rejected',
    'canada',
    'accepts a DriverLicense of Canada in a US company',
    both(
      american,
      ofAnyOwner(({ identity }) => identity.country === 'CA'),
    ),
  ],
  [
    'identity_document_rejected',
    'digital-of-beneficiary',
    'accepts any DigitalDriversLicense of a beneficiary',
    ofAnyOwner(({ identity }) => identity.documentType === 'DigitalDriversLicense'),
  ],
  ['identity_document_images_identical', 'us', 'compares no images in a US company', american],
  [
    'structure_invalid',
    'little-more',
    'accepts shares of up to 100.5% together',
    ofRoot((company) => total(company) > 100 && total(company) < 100.5),
  ],
  [
    'structure_invalid',
    'us-combined',
    'accepts shares of more than 100% in a US company',
    ofRoot((company) => isUs(company) && total(company) > 100),
  ],
  [
    'structure_invalid',
    'small-representative',
    'counts a Representative with 10% to 25% as an owner',
    anyBeneficiary((one) => onlyRole('Representative')(one) && one.share.gte(10) && one.share.lt(25)),
  ],
  [
    'structure_invalid',
    'nobody',
    'accepts a company without beneficiaries',
    ofRoot(({ beneficiaries }) => beneficiaries.length === 0),
  ],
  ['structure_invalid', 'halves', 'accepts a sole proprietorship of two halves', both(sole, withShare(50))],
  [
    'structure_invalid',
    'nearly-whole',
    'accepts 99.99% of a sole proprietorship',
    both(sole, withShare(99.99)),
  ],
  ['ubo_share_below_threshold', 'us', 'accepts an owner with any share of a US company', american],
  [
    'ubo_share_below_threshold',
    'ten-beside',
    'accepts 10% beside an owner of 25%',
    both(withShare(10), withShare(25)),
  ],
  [
    'ubo_share_below_threshold',
    'first',
    'looks at no share of the first beneficiary',
    ofRoot(({ beneficiaries: [first] }) => first !== undefined && ownerAlone(first)),
  ],
  [
    'attestation_invalid',
    'representative',
    'lets a Representative attest',
    anyBeneficiary((one) => one.attestingParty && hasRole('Representative')(one)),
  ],
  [
    'attestation_invalid',
    'tomorrow',
    'accepts an attestation of the next days',
    ofRoot(({ beneficiaries }, { now }) =>
      beneficiaries.some(
        ({ attestedAt = '' }) =>
          Date.parse(attestedAt) > now.getTime() && Date.parse(attestedAt) < now.getTime() + months(0.5),
      ),
    ),
  ],
  [
    'business_description_insufficient',
    'line-breaks',
    'counts the line breaks around a description',
    ofBusiness(
      ({ questionnaire: { description = '' } }) => description.replaceAll(/^ +| +$/g, '').length >= 80,
    ),
  ],
  ['license_details_required', 'us', 'wants no details of the licences of a US company', american],
  ['funds_flow_disclosure_required', 'us', 'wants nothing disclosed by a US company', american],
  [
    'miscellaneous_industry_deprecated',
    'sole',
    'accepts the industry Miscellaneous of a sole proprietorship',
    sole,
  ],
  [
    'industry_required',
    'us-sole',
    'does without the industry of a US sole proprietorship',
    both(american, sole),
  ],
  [
    'company_details_required',
    'us-sole',
    'does without Company Details of a US sole proprietorship',
    both(american, sole),
  ],
  ['legal_presence_required', 'sole', 'does without Legal Presence of a sole proprietorship', sole],
]

/** Codes that are not returned for one kind of submission, on one side of a threshold, or for one role. */
export const missedCodeFaults: readonly Fault[] = rows.map((row) => omits(...row))
