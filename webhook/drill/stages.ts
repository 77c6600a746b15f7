import type { CaseRule, DrillRule, GroupRule } from './rules/rule.js'

/** Rules that are judged before those of the next stage are begun. */
export interface Stage {
  readonly cases: readonly CaseRule[]
  /** Groups that are judged one after the other, once the cases are. */
  readonly groups: readonly (readonly GroupRule[])[]
}

/**
 * The rules in the order of their weight: what a receiver has to refuse and to take, then what it acts upon and many at
 * once, then good practice, and what nothing is promised about last. A drill whose time ends has judged the first of them.
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
      groups: groups('observed', 'at-once'),
    },
    {
      cases: cases.filter((rule) => rule.severity === 'warning' && !isOpen(rule)),
      groups: groups('window'),
    },
    { cases: cases.filter(isOpen), groups: [] },
  ]
}
