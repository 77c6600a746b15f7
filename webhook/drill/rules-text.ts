import type { DrillRule } from './rules/rule.js'

/** The severity of a rule, or the reason why it is not judged. */
const judgedAs = (rule: DrillRule): string =>
  rule.due === 'open' ? `not promised: ${rule.reason ?? 'nothing is said'}` : rule.severity

/** The rules of the drill as text. */
export function rulesText(rules: readonly DrillRule[]): string {
  return rules
    .map((rule) => `${rule.id}\n  ${rule.section} · ${judgedAs(rule)}\n  ${rule.statement}\n`)
    .join('\n')
}

/** The rules of the drill as JSON. */
export function rulesJson(rules: readonly DrillRule[]): string {
  const rows = rules.map(({ id, title, section, statement, fix, severity, due }) => ({
    id,
    title,
    section,
    statement,
    fix,
    severity,
    due,
  }))
  return `${JSON.stringify(rows, undefined, 2)}\n`
}
