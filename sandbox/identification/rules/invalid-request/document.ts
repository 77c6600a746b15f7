import type { IdentificationError } from '../../submission/errors.js'
import { beneficiaryAt } from '../../submission/fields.js'
import { refuse, type Rule } from '../rule.js'

/** The error for a violation of a document, with the beneficiary that it is about. */
export function refuseViolation(violation: string): readonly IdentificationError[] {
  const [, pointer = ''] = / at (\/\S+)/.exec(violation) ?? []
  return refuse('invalid_request', violation, beneficiaryAt(pointer))
}

/** invalid_request: the document of the version refuses the body. A Link is never judged. */
export const document: Rule = ({ kind }, { violation }) =>
  kind === 'Link' || violation === undefined ? [] : refuseViolation(violation)
