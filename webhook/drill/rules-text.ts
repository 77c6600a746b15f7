import type { DrillRule } from './rules/rule.js'

/** How a rule is judged, in a word or with the reason why it is not. */
const judgedAs = (rule: DrillRule): string =>
  rule.due === 'open' ? `not promised: ${rule.reason ?? 'nothing is said'}` : rule.severity

/** The rules of the drill for a reader. */
export function rulesText(rules: readonly DrillRule[]): string {
  return rules
    .map((rule) => `${rule.id}\n  ${rule.section} · ${judgedAs(rule)}\n  ${rule.statement}\n`)
    .join('\n')
}

/** The rules of the drill for a program. */
export function rulesJson(rules: readonly DrillRule[]): string {
  const rows = rules.map(({ id, title, section, statement, mend, severity, due }) => ({
    id,
    title,
    section,
    statement,
    mend,
    severity,
    due,
  }))
  return `${JSON.stringify(rows, undefined, 2)}\n`
}
