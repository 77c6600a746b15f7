import type { IdentificationError } from '../api/schemas.js'
import type { Submission } from './submission/model.js'
import {
  duplicateUploadBlocked,
  outsourcingAgreementNotSigned,
  providerRejectedDocument,
  reuseRejected,
  ukCustomersNotEnabled,
} from './rules/account.js'
import { companyDocuments } from './rules/companies.js'
import {
  birthState,
  companySizes,
  document,
  fileSizes,
  formats,
  personDocuments,
  requiredTexts,
  roles,
} from './rules/invalid-request.js'
import {
  attestationInvalid,
  cddCertificationInvalid,
  cddTaxNumberOfCompany,
  structureInvalid,
  tinOfBeneficiary,
  tinOfPerson,
  uboCountryProhibited,
  uboShareBelowThreshold,
} from './rules/owners.js'
import {
  identityDocumentImagesIdentical,
  identityDocumentRejected,
  proofOfAddressRequiredForEdd,
  selfieExpired,
  selfieOfDirector,
  selfieOfPerson,
} from './rules/persons.js'
import {
  businessDescriptionInsufficient,
  foundationIntendedUseNotSupported,
  fundsFlowDisclosureRequired,
  industryRequired,
  licenseDetailsRequired,
  miscellaneousIndustryDeprecated,
  prohibitedIndustry,
} from './rules/questionnaires.js'
import type { Facts, Rule } from './rules/rule.js'

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
