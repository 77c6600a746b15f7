import {
  unsignedAgreementEmail,
  ukNotEnabledEmail,
  rejectedTokens,
  duplicateFile,
  rejectedFile,
} from './test-values.js'
import { refuse, type Rule } from './rule.js'
import { type Submission, beginsWith, filesOf } from '../submission/model.js'

/** The partner's outsourcing agreement is not signed. Links are exempt. */
export const outsourcingAgreementNotSigned: Rule = (submission, { customerEmail }) =>
  submission.kind !== 'Link' && [customerEmail, submission.email].includes(unsignedAgreementEmail)
    ? refuse('outsourcing_agreement_not_signed', 'the outsourcing agreement of the account is not signed')
    : []

const homeOf = (submission: Submission): string | undefined => {
  if (submission.kind === 'Person') return submission.residence
  return submission.kind === 'Business' ? submission.company.country : undefined
}

/** A Person or a Business is resident in the United Kingdom, but the account is not enabled for such customers. */
export const ukCustomersNotEnabled: Rule = (submission, { customerEmail }) =>
  homeOf(submission) === 'GB' && [customerEmail, submission.email].includes(ukNotEnabledEmail)
    ? refuse('uk_customers_not_enabled', 'the account is not enabled for customers of the United Kingdom')
    : []

/** The identity that a Token refers to cannot be reused. */
export const reuseRejected: Rule = (submission) => {
  const reason = submission.kind === 'Token' ? rejectedTokens.get(submission.token ?? '') : undefined
  return reason === undefined ? [] : refuse('reuse_rejected', reason)
}

/** The provider blocks an upload once; the customer's next attempt is accepted. */
export const duplicateUploadBlocked: Rule = (submission, { uploadWasBlocked }) => {
  const blocked = filesOf(submission).find((file) => beginsWith(file, duplicateFile))
  return blocked === undefined || uploadWasBlocked
    ? []
    : refuse(
        'duplicate_upload_blocked',
        `request body at ${blocked.at} was uploaded a moment ago; try again shortly`,
        blocked.beneficiary,
      )
}

/** The provider rejects a document: corrupt, blurry, of the wrong category. */
export const providerRejectedDocument: Rule = (submission) => {
  const rejected = filesOf(submission).find((file) => beginsWith(file, rejectedFile))
  return rejected === undefined
    ? []
    : refuse(
        'provider_rejected_document',
        `request body at ${rejected.at} was rejected by the provider`,
        rejected.beneficiary,
      )
}
