import { ukNotEnabledEmail } from './test-values.js'
import type { Submission } from '../submission/model.js'
import { refuse, type Rule } from './rule.js'

const homeOf = (submission: Submission): string | undefined => {
  if (submission.kind === 'Person') return submission.residence
  return submission.kind === 'Business' ? submission.company.country : undefined
}

/** A Person resident, or a Business registered, in the United Kingdom while the account is not enabled for them. */
export const ukCustomersNotEnabled: Rule = (submission, { customerEmail }) =>
  homeOf(submission) === 'GB' && [customerEmail, submission.email].includes(ukNotEnabledEmail)
    ? refuse('uk_customers_not_enabled', 'the account is not enabled for customers of the United Kingdom')
    : []
