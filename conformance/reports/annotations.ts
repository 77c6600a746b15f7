import { randomBytes } from 'node:crypto'
import type { Report } from '../model/report.js'
import { type BrokenRule, brokenRules, counted, versionName } from './broken.js'
import { shortened } from './printable.js'

/** GitHub shows no more annotations of one step. */
const mostOfAKind = 10
const longestMessage = 1_000

const data = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')

const property = (text: string): string => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

const annotation = ({ id, weight, versions, section, findings, statement }: BrokenRule): string => {
  const kind = weight === 'failed' ? 'error' : 'warning'
  const lines = [
    shortened(findings[0]?.message ?? statement, longestMessage),
    ...(findings.length > 1 ? [`and ${findings.length - 1} more`] : []),
    `${section}; ${versions.map((version) => versionName(version)).join(', ')}${weight === 'flaky' ? '; flaky: it passed when repeated' : ''}`,
  ]
  return `::${kind} title=${property(id)}::${data(lines.join('\n'))}`
}

const more = (kind: 'error' | 'warning', rules: readonly BrokenRule[]): string =>
  `::${kind} title=rampart::${data(`${counted(rules.length, 'more rule')}: ${shortened(rules.map(({ id }) => id).join(', '), longestMessage)}`)}`

const limited = (kind: 'error' | 'warning', rules: readonly BrokenRule[]): string[] => {
  if (rules.length <= mostOfAKind) return rules.map(annotation)
  const shown = rules.slice(0, mostOfAKind - 1)
  return [...shown.map(annotation), more(kind, rules.slice(shown.length))]
}

/**
 * Workflow commands of GitHub Actions: an annotation for each broken rule, within what the platform shows of one
 * step; the last of many names the rest. Empty when nothing is broken.
 */
export function renderAnnotations(report: Report): string {
  const rules = brokenRules(report)
  const errors = rules.filter(({ weight }) => weight === 'failed')
  const warnings = rules.filter(({ weight }) => weight !== 'failed')
  return [...limited('error', errors), ...limited('warning', warnings)].map((line) => `${line}\n`).join('')
}

/** A text that a service had a say in, with GitHub told to obey nothing in it. */
export function withoutCommands(text: string): string {
  const token = randomBytes(16).toString('hex')
  return `::stop-commands::${token}\n${text}::${token}::\n`
}
