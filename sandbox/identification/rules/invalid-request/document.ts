import { beneficiaryAt } from '../../submission/fields.js'
import { refuse, type Rule } from '../rule.js'

/** invalid_request: the document of the version refuses the body. A Link is never judged. */
export const document: Rule = ({ kind }, { violation }) => {
  if (kind === 'Link' || violation === undefined) return []
  const [, pointer = ''] = / at (\/\S+)/.exec(violation) ?? []
  return refuse('invalid_request', violation, kind === 'Business' ? beneficiaryAt(pointer) : undefined)
}
