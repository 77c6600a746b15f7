import { rejectedTokens } from './test-values.js'
import { refuse, type Rule } from './rule.js'

/** The identity that a Token refers to cannot be reused. */
export const reuseRejected: Rule = (submission) => {
  const reason = submission.kind === 'Token' ? rejectedTokens.get(submission.token ?? '') : undefined
  return reason === undefined ? [] : refuse('reuse_rejected', reason)
}
