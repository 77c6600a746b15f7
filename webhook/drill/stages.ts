import type { BurstRule, CaseRule, DrillRule } from './rules/rule.js'

/** Rules that are judged before those of the next stage are begun. */
export interface Stage {
  readonly cases: readonly CaseRule[]
  /** Judged once the cases are. */
  readonly atOnce: readonly BurstRule[]
}

/**
 * The rules in the order of their weight: what a receiver has to refuse and to take, then many at once, then good practice,
 * and what nothing is promised about last. A drill whose time ends has judged the first of them.
 */
export function inStages(rules: readonly DrillRule[]): readonly Stage[] {
  const cases = rules.filter((rule) => 'cases' in rule)
  const atOnce = rules.filter((rule) => rule.due === 'at-once')
  const isOpen = ({ due }: CaseRule): boolean => due === 'open'
  const errors = cases.filter((rule) => rule.severity === 'error' && !isOpen(rule))
  const isRefused = ({ due }: CaseRule): boolean => due === 'refused'
  return [
    { cases: [...errors.filter(isRefused), ...errors.filter((rule) => !isRefused(rule))], atOnce },
    { cases: cases.filter((rule) => rule.severity === 'warning' && !isOpen(rule)), atOnce: [] },
    { cases: cases.filter(isOpen), atOnce: [] },
  ]
}
