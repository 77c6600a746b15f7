import { ukNotEnabledEmail } from './test-values.js'
import type { Submission } from '../submission/model.js'
import { refuse, type Rule } from './rule.js'

const homeOf = (submission: Submission): string | undefined => {
  if (submission.kind === 'Person') return submission.residence
  return submission.kind === 'Business' ? submission.company.country : undefined
}

/** A Person or a Business is resident in the United Kingdom, but the account is not enabled for such customers. */
export const ukCustomersNotEnabled: Rule = (submission, { customerEmail }) =>
  homeOf(submission) === 'GB' && [customerEmail, submission.email].includes(ukNotEnabledEmail)
    ? refuse('uk_customers_not_enabled', 'the account is not enabled for customers of the United Kingdom')
    : []
