import { sum } from '../../money/decimal.js'
import { isFileWith, monthsBefore, parseMoment } from '../submission/fields.js'
import {
  type Beneficiary,
  type Company,
  type Identity,
  companiesOf,
  identitiesOf,
  isCompany,
} from '../submission/read.js'
import {
  isCertified,
  isDirector,
  isSoleProprietorship,
  isUltimateOwner,
  namedIn,
  ownersOf,
  qualifyingOwners,
  thresholdOf,
} from './companies.js'
import { type Facts, onAny, onBusiness, onField, onNaturalPerson, onPerson, type Rule } from './rule.js'

// Values that simulate facts of an account or a provider; docs/reference/sandbox.md lists them all.

/** A file that begins with this text is blocked the first time a customer sends it. */
export const duplicateFile = 'sandbox:duplicate-upload'

/** A file that begins with this text is rejected by the provider. */
export const rejectedFile = 'sandbox:provider-rejected'

/** Share tokens that cannot be reused, each with the reason. */
export const rejectedTokens: ReadonlyMap<string, string> = new Map([
  ['sandbox-token-not-approved', 'the identity behind the token is not approved'],
  ['sandbox-token-email-mismatch', 'the identity behind the token has another email'],
  ['sandbox-token-age-restricted', 'the identity behind the token fails an age restriction'],
])

/** Countries prohibited for business KYB, which the specification does not show. */
export const prohibitedCountries: ReadonlySet<string> = new Set(['CU', 'IR', 'KP', 'SY'])

const months = 6

/** BRA, given here by its alpha-2 code. */
const isDigitalLicense = ({ documentType, country }: Identity): boolean =>
  documentType === 'DigitalDriversLicense' && country === 'BR'

/** The reason why an identity document is rejected; `undefined` if it is accepted. */
const rejectionOf = (identity: Identity, company: Company | undefined, facts: Facts): string | undefined => {
  const { documentType, country } = identity
  if (documentType === 'ResidencePermit') return 'a ResidencePermit is not accepted'
  const isOfUs =
    documentType === 'Passport' ||
    (documentType === 'DriverLicense' && country === 'US') ||
    (facts.usesAlternative('digital-license-everywhere') && isDigitalLicense(identity))
  if (company !== undefined && isCertified(company) && !isOfUs)
    return 'a beneficiary of a US company needs a Passport or a DriverLicense issued in the US'
  return documentType === 'DigitalDriversLicense' && !isDigitalLicense(identity)
    ? 'a DigitalDriversLicense is accepted only from BRA'
    : undefined
}

/** Whether front and back have the same bytes, regardless of their base64 spelling. */
const areIdentical = ({ front, back }: Identity): boolean => {
  if (front === undefined || back === undefined || front === back)
    return front !== undefined && front === back
  const bytes = Buffer.from(front, 'base64')
  // Texts without base64 content decode to no bytes and are not compared.
  return bytes.length > 0 && bytes.equals(Buffer.from(back, 'base64'))
}

const isPast = (moment = '', now: Date): boolean => {
  const date = parseMoment(moment)
  return date !== undefined && date <= now
}

const isOnlyOwner = ({ roles }: Beneficiary): boolean =>
  roles.length > 0 && roles.every((role) => role === 'UltimateBeneficialOwner')

/** The characters that the certification can print: Latin letters with their accents, digits, punctuation. */
const printable = /^[ -~\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027]*$/

/** Normalized, because an accent may be a separate combining character. */
const isPrintable = ({ printed }: Beneficiary['holder']): boolean =>
  printed.every((text) => printable.test(text.normalize('NFC')))

/** Rules for values that are not acceptable, in order of precedence. */
export const unacceptable = {
  // Counted in UTC days; exactly 6 months is still valid.
  selfieExpired: onPerson(
    'selfie_expired',
    ({ identity: { selfieCollectedAt = '' } }, { now }) =>
      (parseMoment(selfieCollectedAt) ?? now) < monthsBefore(now, months) &&
      `the selfie is older than ${months} months`,
  ),
  identityDocumentRejected: onAny('identity_document_rejected', (submission, facts) => {
    for (const { identity, company, index } of identitiesOf(submission)) {
      const message = rejectionOf(identity, company, facts)
      if (message !== undefined) return [message, index]
    }
    return undefined
  }),
  identityDocumentImagesIdentical: onAny('identity_document_images_identical', (submission) => {
    const twin = identitiesOf(submission).find(({ identity }) => areIdentical(identity))
    return twin && ['front and back of the identity document are the same image', twin.index]
  }),
  // Rules 4 and 6, for the root company.
  structureInvalid: onBusiness('structure_invalid', ({ company }, { behaviours }) => {
    if (!behaviours['company-structure']) return undefined
    const { beneficiaries } = company
    if (isSoleProprietorship(company))
      return (
        !(beneficiaries.length === 1 && ownersOf(company)[0]?.share.eq(100)) &&
        'a sole proprietorship has exactly one beneficiary, who owns 100%'
      )
    if (!beneficiaries.some(isDirector)) return 'a company needs a beneficiary with role Director'
    const shares = qualifyingOwners(company, behaviours).map(({ share }) => share)
    if (shares.length === 0) return 'a company needs a beneficiary who owns 25%, or 10% when nobody owns 25%'
    return sum(shares).gt(100) && 'the shares of the qualifying owners add up to more than 100%'
  }),
  attestationInvalid: onBusiness('attestation_invalid', ({ company }, { now }) => {
    const [attesting, ...others] = company.beneficiaries.filter(
      (beneficiary) => beneficiary.attestingParty && isDirector(beneficiary),
    )
    return (
      isCertified(company) &&
      (others.length > 0 || !isPast(attesting?.attestedAt, now)) &&
      'a US company needs exactly one Director with attesting_party true and attested_at in the past'
    )
  }),
  // Rule 5, for companies at any depth.
  uboShareBelowThreshold: onBusiness('ubo_share_below_threshold', (submission, { behaviours }) => {
    for (const { company } of companiesOf(submission)) {
      const threshold = thresholdOf(company, behaviours)
      const small = company.beneficiaries.find((one) => isOnlyOwner(one) && one.share.lt(threshold))
      if (small !== undefined)
        return [
          `a beneficiary with the only role UltimateBeneficialOwner owns less than ${threshold}%`,
          small.index,
        ]
    }
    return undefined
  }),
  uboCountryProhibited: onNaturalPerson(
    'ubo_country_prohibited',
    'an UltimateBeneficialOwner lives in a prohibited country',
    ({ residence = '' }, beneficiary) => isUltimateOwner(beneficiary) && prohibitedCountries.has(residence),
  ),
  // The certification of beneficial ownership cannot be generated.
  cddCertificationInvalid: onBusiness('cdd_certification_invalid', ({ company }, { behaviours }) => {
    if (!isCertified(company)) return undefined
    if (!isPrintable(company))
      return 'the name or address of the company contains a character that cannot be printed'
    for (const { holder, index } of namedIn(company, behaviours)) {
      if (holder.taxNumber === undefined || (!isCompany(holder) && holder.identity.number === undefined))
        return ['a beneficiary lacks an identity number or a tax identification number', index]
      if (!isPrintable(holder))
        return ['the name or address of a beneficiary contains a character that cannot be printed', index]
    }
    return undefined
  }),

  // Findings of a provider, after the submission was forwarded.
  reuseRejected: onAny(
    'reuse_rejected',
    (submission) => submission.kind === 'Token' && rejectedTokens.get(submission.token ?? ''),
  ),
  // Only once: the customer's next attempt is accepted.
  duplicateUploadBlocked: onField(
    'duplicate_upload_blocked',
    (field, { uploadWasBlocked }) =>
      !uploadWasBlocked && isFileWith(field, duplicateFile) && 'was uploaded a moment ago; try again shortly',
  ),
  providerRejectedDocument: onField(
    'provider_rejected_document',
    (field) => isFileWith(field, rejectedFile) && 'was rejected by the provider',
  ),
} satisfies Readonly<Record<string, Rule>>
