import type { Observed } from '../model/observed.js'
import type { Check, ExploreViolation } from '../model/violation.js'
import type { ExploreRuleId } from '../model/document-rules.js'

/** A check with the rules that it judges by: most judge one. */
export interface RuleCheck {
  readonly rule: ExploreRuleId
  readonly check: Check
}

/** What a check finds, before it is known which answer shows it. */
export type Fault = Omit<ExploreViolation, 'steps'>

/** Violations that one answer shows. */
export function shownBy(observed: Observed, faults: readonly Fault[]): readonly ExploreViolation[] {
  return faults.map((fault) => ({ ...fault, steps: [observed] }))
}
