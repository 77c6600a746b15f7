import type { CaseRule, DrillRule, GroupRule } from './rules/rule.js'

/** Rules that are judged before the next stage starts. */
export interface Stage {
  readonly cases: readonly CaseRule[]
  /** Groups that are judged one after the other, after the cases. */
  readonly groups: readonly (readonly GroupRule[])[]
}

/**
 * The rules by weight: what a receiver must refuse and take, then processed events, then good practice,
 * and open rules last. A drill that runs out of time has judged the first stages.
 */
export function inStages(rules: readonly DrillRule[]): readonly Stage[] {
  const cases = rules.filter((rule) => 'cases' in rule)
  const isOpen = ({ due }: CaseRule): boolean => due === 'open'
  const errors = cases.filter((rule) => rule.severity === 'error' && !isOpen(rule))
  const isRefused = ({ due }: CaseRule): boolean => due === 'refused'
  const groups = (...dues: readonly GroupRule['due'][]): (readonly GroupRule[])[] =>
    dues
      .map((due) => rules.filter((rule): rule is GroupRule => rule.due === due))
      .filter(({ length }) => length > 0)
  return [
    {
      cases: [...errors.filter(isRefused), ...errors.filter((rule) => !isRefused(rule))],
      groups: groups('observed'),
    },
    {
      cases: cases.filter((rule) => rule.severity === 'warning' && !isOpen(rule)),
      groups: groups('window'),
    },
    { cases: cases.filter(isOpen), groups: [] },
  ]
}
