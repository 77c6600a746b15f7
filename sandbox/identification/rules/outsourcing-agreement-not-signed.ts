import { unsignedAgreementEmail } from './test-values.js'
import { refuse, type Rule } from './rule.js'

/** The partner's outsourcing agreement is not signed. Links are exempt. */
export const outsourcingAgreementNotSigned: Rule = (submission, { customerEmail }) =>
  submission.kind !== 'Link' && [customerEmail, submission.email].includes(unsignedAgreementEmail)
    ? refuse('outsourcing_agreement_not_signed', 'the outsourcing agreement of the account is not signed')
    : []
