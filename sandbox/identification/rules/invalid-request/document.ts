import { beneficiaryAt } from '../../submission/fields.js'
import { isIndustryTypeEnough } from '../industry-required.js'
import { refuse, type Rule } from '../rule.js'

/** invalid_request: the document of the version refuses the body. A Link is never judged. */
export const document: Rule = (submission, facts) => {
  const { violation } = facts
  const { kind } = submission
  if (kind === 'Link' || violation === undefined) return []
  // The one violation that is told may hide others: this reading lets them pass.
  if (violation.includes("'industry'") && isIndustryTypeEnough(submission, facts)) return []
  const [, pointer = ''] = / at (\/\S+)/.exec(violation) ?? []
  return refuse('invalid_request', violation, kind === 'Business' ? beneficiaryAt(pointer) : undefined)
}
