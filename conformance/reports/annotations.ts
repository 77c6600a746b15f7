import { randomBytes } from 'node:crypto'
import type { Report } from '../model/report.js'
import { verdictOf } from '../model/verdict.js'
import { type BrokenRule, brokenRules, counted, versionName } from './broken.js'
import { shortened } from './printable.js'
import { verdictSentence } from './verdict-words.js'

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

const limited = (kind: 'error' | 'warning', rules: readonly BrokenRule[], used = 0): string[] => {
  const most = mostOfAKind - used
  if (rules.length <= most) return rules.map(annotation)
  const shown = rules.slice(0, most - 1)
  return [...shown.map(annotation), more(kind, rules.slice(shown.length))]
}

/**
 * Workflow commands of GitHub Actions: an annotation for each broken rule, within what the platform shows of one
 * step; the last of many names the rest; and one for a run that is incomplete. Empty when the contract holds.
 */
export function renderAnnotations(report: Report): string {
  const rules = brokenRules(report)
  const errors = rules.filter(({ weight }) => weight === 'failed')
  const warnings = rules.filter(({ weight }) => weight !== 'failed')
  const isIncomplete = verdictOf(report).incomplete !== undefined
  const sentence = data(shortened(verdictSentence(report), longestMessage))
  const incomplete = isIncomplete ? [`::error title=rampart::${sentence}`] : []
  const lines = [
    ...incomplete,
    ...limited('error', errors, incomplete.length),
    ...limited('warning', warnings),
  ]
  return lines.map((line) => `${line}\n`).join('')
}

/** A text that a service had a say in, with GitHub told to obey nothing in it. */
export function withoutCommands(text: string): string {
  const token = randomBytes(16).toString('hex')
  return `::stop-commands::${token}\n${text}::${token}::\n`
}
