import type { IdentificationError } from '../api/schemas.js'
import { missing } from './rules/missing.js'
import type { Facts, Rule } from './rules/rule.js'
import { unacceptable } from './rules/unacceptable.js'
import type { Submission } from './submission/read.js'

/** Every rule by name, in order of precedence. */
export const rules: Readonly<Record<string, Rule>> = { ...missing, ...unacceptable }

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
