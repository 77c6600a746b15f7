import type { IdentificationError } from './errors.js'
import { type Facts, type Rule, rules } from './rules/index.js'
import type { Submission } from './submission/model.js'

/** What the first rule that objects has to say; empty when none does (Structured identification errors). */
export const judge = (
  submission: Submission,
  facts: Facts,
  inOrder: readonly Rule[] = Object.values(rules),
): readonly IdentificationError[] => {
  for (const rule of inOrder) {
    const errors = rule(submission, facts)
    if (errors.length > 0) return errors
  }
  return []
}
