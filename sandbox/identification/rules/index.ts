import type { IdentificationError } from '../errors.js'
import type { Submission } from '../submission/model.js'
import { attestationInvalid } from './attestation-invalid.js'
import { businessDescriptionInsufficient } from './business-description-insufficient.js'
import { cddCertificationInvalid, cddTaxNumberOfCompany } from './cdd-certification-invalid.js'
import { companyDocuments } from './company-documents.js'
import { duplicateUploadBlocked } from './duplicate-upload-blocked.js'
import { foundationIntendedUseNotSupported } from './foundation-intended-use-not-supported.js'
import { fundsFlowDisclosureRequired } from './funds-flow-disclosure-required.js'
import { identityDocumentImagesIdentical } from './identity-document-images-identical.js'
import { identityDocumentRejected } from './identity-document-rejected.js'
import { industryRequired } from './industry-required.js'
import { birthState } from './invalid-request/birth-state.js'
import { document } from './invalid-request/document.js'
import { formats } from './invalid-request/formats.js'
import { companySizes, fileSizes, personDocuments } from './invalid-request/limits.js'
import { requiredTexts } from './invalid-request/required-texts.js'
import { roles } from './invalid-request/roles.js'
import { licenseDetailsRequired } from './license-details-required.js'
import { miscellaneousIndustryDeprecated } from './miscellaneous-industry-deprecated.js'
import { outsourcingAgreementNotSigned } from './outsourcing-agreement-not-signed.js'
import { prohibitedIndustry } from './prohibited-industry.js'
import { proofOfAddressRequiredForEdd } from './proof-of-address-required-for-edd.js'
import { providerRejectedDocument } from './provider-rejected-document.js'
import { reuseRejected } from './reuse-rejected.js'
import type { Facts, Rule } from './rule.js'
import { selfieExpired } from './selfie-expired.js'
import { selfieOfDirector, selfieOfPerson } from './selfie-required.js'
import { structureInvalid } from './structure-invalid.js'
import { tinOfBeneficiary, tinOfPerson } from './tin-required.js'
import { uboCountryProhibited } from './ubo-country-prohibited.js'
import { uboShareBelowThreshold } from './ubo-share-below-threshold.js'
import { ukCustomersNotEnabled } from './uk-customers-not-enabled.js'

/** Every rule by name, in the order in which they are asked: the first that has something to say gives the answer. */
export const rules = {
  // The account comes before anything that is submitted to it.
  outsourcingAgreementNotSigned,
  ukCustomersNotEnabled,
  // A required text with a code of its own, which would be an empty one otherwise.
  cddTaxNumberOfCompany,
  // Texts that mean nothing would mislead every later rule.
  requiredTexts,
  roles,
  formats,
  fileSizes,
  personDocuments,
  companySizes,
  // What is missing: these stand before the document, which requires much of the same without a code.
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
  // What the document lists the values of: a value outside its list is their fault first.
  miscellaneousIndustryDeprecated,
  prohibitedIndustry,
  foundationIntendedUseNotSupported,
  document,
  // What is there and is not acceptable.
  selfieExpired,
  identityDocumentRejected,
  identityDocumentImagesIdentical,
  structureInvalid,
  attestationInvalid,
  uboShareBelowThreshold,
  uboCountryProhibited,
  cddCertificationInvalid,
  // What a provider finds, once the submission is handed on.
  reuseRejected,
  duplicateUploadBlocked,
  providerRejectedDocument,
} as const satisfies Readonly<Record<string, Rule>>

/** The errors of the first rule that objects; empty when none does (Structured identification errors). */
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
