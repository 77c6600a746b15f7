import { type Rule, scopeText } from '../statements/index.js'
import type { Statement } from '../ledger/index.js'

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

const unique = (texts: readonly string[]): string => [...new Set(texts)].join(', ')

const cells = (statement: Statement, rules: ReadonlyMap<string, Rule>): string[] => {
  if ('none' in statement) return ['', '', `${statement.none}: ${statement.why}`]
  const own = statement.rules.flatMap((id) => rules.get(id) ?? [])
  return [
    own.map(({ id }) => `\`${id}\``).join(', '),
    unique(own.map(({ versions }) => scopeText(versions))),
    unique(own.flatMap(({ needs }) => needs)),
  ]
}

const head = ['| # | Statement | Rules | Versions | Needs, or why it has no rule |', '|---|---|---|---|---|']

/** The ledger as a page: each statement in order, the rules that judge it, their versions and what they need. */
export function renderCoverage(ledger: readonly Statement[], catalogue: readonly Rule[]): string {
  const rules = new Map(catalogue.map((rule) => [rule.id, rule]))
  const judged = ledger.filter((statement) => 'rules' in statement).length
  const judging = catalogue.filter(({ kind }) => kind !== 'open').length
  const rows = ledger.map((statement, index) => ({
    section: statement.section,
    row: `| ${[String(index + 1), statement.says, ...cells(statement, rules)].map(cell).join(' | ')} |`,
  }))
  const sections = [...new Set(ledger.map(({ section }) => section))]
  const tableOf = (wanted: string): string[] => {
    const own = rows.filter(({ section }) => section === wanted).map(({ row }) => row)
    return [`## ${wanted}`, '', ...head, ...own, '']
  }
  return [
    '# Coverage of the specification',
    '',
    `${ledger.length} statements: ${judged} judged by ${judging} rules, ${ledger.length - judged} without a rule, each with the reason.`,
    '',
    ...sections.flatMap(tableOf),
  ].join('\n')
}
