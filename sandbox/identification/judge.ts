import type { IdentificationError } from './submission/errors.js'
import type { Submission } from './submission/model.js'
import { attestationInvalid } from './rules/attestation-invalid.js'
import { businessDescriptionInsufficient } from './rules/business-description-insufficient.js'
import { cddCertificationInvalid, cddTaxNumberOfCompany } from './rules/cdd-certification-invalid.js'
import { companyDocuments } from './rules/company-documents.js'
import { duplicateUploadBlocked } from './rules/duplicate-upload-blocked.js'
import { foundationIntendedUseNotSupported } from './rules/foundation-intended-use-not-supported.js'
import { fundsFlowDisclosureRequired } from './rules/funds-flow-disclosure-required.js'
import { identityDocumentImagesIdentical } from './rules/identity-document-images-identical.js'
import { identityDocumentRejected } from './rules/identity-document-rejected.js'
import { industryRequired } from './rules/industry-required.js'
import { birthState } from './rules/invalid-request/birth-state.js'
import { document } from './rules/invalid-request/document.js'
import { formats } from './rules/invalid-request/formats.js'
import { companySizes, fileSizes, personDocuments } from './rules/invalid-request/limits.js'
import { requiredTexts } from './rules/invalid-request/required-texts.js'
import { roles } from './rules/invalid-request/roles.js'
import { licenseDetailsRequired } from './rules/license-details-required.js'
import { miscellaneousIndustryDeprecated } from './rules/miscellaneous-industry-deprecated.js'
import { outsourcingAgreementNotSigned } from './rules/outsourcing-agreement-not-signed.js'
import { prohibitedIndustry } from './rules/prohibited-industry.js'
import { proofOfAddressRequiredForEdd } from './rules/proof-of-address-required-for-edd.js'
import { providerRejectedDocument } from './rules/provider-rejected-document.js'
import { reuseRejected } from './rules/reuse-rejected.js'
import type { Facts, Rule } from './rules/rule.js'
import { selfieExpired } from './rules/selfie-expired.js'
import { selfieOfDirector, selfieOfPerson } from './rules/selfie-required.js'
import { structureInvalid } from './rules/structure-invalid.js'
import { tinOfBeneficiary, tinOfPerson } from './rules/tin-required.js'
import { uboCountryProhibited } from './rules/ubo-country-prohibited.js'
import { uboShareBelowThreshold } from './rules/ubo-share-below-threshold.js'
import { ukCustomersNotEnabled } from './rules/uk-customers-not-enabled.js'

/** Every rule by name, in order of precedence: the first one with errors determines the response. */
export const rules = {
  // The account is checked before the submission.
  outsourcingAgreementNotSigned,
  ukCustomersNotEnabled,
  // Has a code of its own, and would otherwise be reported as an empty text.
  cddTaxNumberOfCompany,
  // Meaningless values would mislead every later rule.
  requiredTexts,
  roles,
  formats,
  fileSizes,
  personDocuments,
  companySizes,
  // Missing members: checked before the document, which requires many of them too, but without a code.
  selfieOfPerson,
  selfieOfDirector,
  tinOfPerson,
  tinOfBeneficiary,
  industryRequired,
  businessDescriptionInsufficient,
  licenseDetailsRequired,
  fundsFlowDisclosureRequired,
  proofOfAddressRequiredForEdd,
  birthState,
  companyDocuments,
  // Members with enumerated values: an unknown value is their own fault first.
  miscellaneousIndustryDeprecated,
  prohibitedIndustry,
  foundationIntendedUseNotSupported,
  document,
  // Members that are present but not acceptable.
  selfieExpired,
  identityDocumentRejected,
  identityDocumentImagesIdentical,
  structureInvalid,
  attestationInvalid,
  uboShareBelowThreshold,
  uboCountryProhibited,
  cddCertificationInvalid,
  // Findings of a provider, after the submission was forwarded.
  reuseRejected,
  duplicateUploadBlocked,
  providerRejectedDocument,
} as const satisfies Readonly<Record<string, Rule>>

/** The errors of the first rule that has any; empty if none has (Structured identification errors). */
export function judge(
  submission: Submission,
  facts: Facts,
  inOrder: readonly Rule[] = Object.values(rules),
): readonly IdentificationError[] {
  for (const rule of inOrder) {
    const errors = rule(submission, facts)
    if (errors.length > 0) return errors
  }
  return []
}
