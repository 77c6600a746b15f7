import type { IdentificationError } from '../../submission/errors.js'
import { beneficiaryAt } from '../../submission/fields.js'
import { refuse, type Rule } from '../rule.js'

/** The error for a violation of a document, with the beneficiary that it concerns. */
export function refuseViolation(violation: string): readonly IdentificationError[] {
  const [, pointer = ''] = / at (\/\S+)/.exec(violation) ?? []
  return refuse('invalid_request', violation, beneficiaryAt(pointer))
}

/** invalid_request: the body violates the document of the version. Links are exempt. */
export const document: Rule = ({ kind }, { violation }) =>
  kind === 'Link' || violation === undefined ? [] : refuseViolation(violation)
