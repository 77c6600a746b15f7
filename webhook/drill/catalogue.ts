import { namedMistakes } from '../signing/mistakes.js'
import { bodyRules } from './rules/bodies.js'
import { eventRules } from './rules/events.js'
import { openRules } from './rules/open.js'
import { answerRules, observedRules } from './rules/receiver.js'
import { type DrillRule, titleOf } from './rules/rule.js'
import { signatureRules } from './rules/signatures.js'
import { timestampRules } from './rules/timestamps.js'
import { transportRules } from './rules/transport.js'

/** All rules of the drill, in the order of reports. */
export const drillCatalogue: readonly DrillRule[] = [
  ...eventRules,
  ...signatureRules,
  ...bodyRules,
  ...timestampRules,
  ...transportRules,
  ...answerRules,
  ...observedRules,
  ...openRules,
]

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
  const rows = rules.map((rule) => {
    const { id, section, statement, fix, severity, due } = rule
    return { id, title: titleOf(rule), section, statement, fix, severity, due }
  })
  return `${JSON.stringify(rows, undefined, 2)}\n`
}

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heading, heading.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** The page that lists the rules of the drill and the mistakes of receivers that accept no valid event. */
export function rulesPage(): string {
  const isOpen = ({ due }: DrillRule): boolean => due === 'open'
  const named = ({ id }: DrillRule): string => `\`${id}\``
  const judged = drillCatalogue
    .filter((rule) => !isOpen(rule))
    .map((rule) => [named(rule), rule.severity, rule.section, rule.statement, rule.fix])
  const watched = drillCatalogue
    .filter(isOpen)
    .map((rule) => [named(rule), rule.statement, ('reason' in rule && rule.reason) || ''])
  const total = namedMistakes
    .filter(({ receiver }) => receiver !== '')
    .map(({ name, receiver, fix }) => [`\`${name}\``, receiver, fix])
  return `# Rules of the drill

What [the drill](../drill.md) judges. An error fails the run, a warning does not.

${table(['Rule', 'Severity', 'Stated in', 'What a passing receiver has shown', 'To fix it'], judged)}

## Watched and not judged

Nothing is promised here. The report says what was seen. Without \`--tolerance\` the edges of the window are watched too.

${table(['Rule', 'What is watched', 'Why it is not judged'], watched)}

## Mistakes that keep every valid event out

${table(['Mistake', '', 'To fix it'], total)}
`
}
