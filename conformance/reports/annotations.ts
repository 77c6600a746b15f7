import { annotationLine, annotationLines, counted, shortened } from '../../reporting/index.js'
import type { Report } from '../model/report.js'
import { verdictOf } from '../model/verdict.js'
import { type BrokenRule, brokenRules } from './summary/findings.js'
import { shownVersions } from '../model/result-name.js'
import { verdictSentence } from './summary/verdict.js'

const longestMessage = 1_000

const annotationOf = ({ id, weight, versions, section, findings, statement }: BrokenRule, report: Report) => {
  const names = shownVersions(versions, report)
  const lines = [
    shortened(findings[0]?.message ?? statement, longestMessage),
    ...(findings.length > 1 ? [`and ${findings.length - 1} more`] : []),
    `${[section, ...(names.length === 0 ? [] : [names.join(', ')])].join('; ')}${weight === 'flaky' ? '; flaky: it passed when repeated' : ''}`,
  ]
  const { file, line } = findings[0]?.location ?? {}
  // GitHub shows an annotation beside the line only for a file of the repository.
  const beside = file === undefined || file.includes('://') ? {} : { file, line }
  return { name: id, title: id, message: lines.join('\n'), ...beside }
}

const moreRules = (ids: readonly string[]): string =>
  `${counted(ids.length, 'more rule')}: ${shortened(ids.join(', '), longestMessage)}`

/**
 * Workflow commands of GitHub Actions: an annotation for each broken rule, within what the platform shows of one
 * step; the last of many names the rest; and one for a run that is incomplete. Empty when the contract holds.
 */
export function renderAnnotations(report: Report): string {
  const rules = brokenRules(report)
  const errors = rules.filter(({ weight }) => weight === 'failed').map((one) => annotationOf(one, report))
  const warnings = rules.filter(({ weight }) => weight !== 'failed').map((one) => annotationOf(one, report))
  const isIncomplete = verdictOf(report).incomplete !== undefined
  const message = shortened(verdictSentence(report), longestMessage)
  return [
    isIncomplete ? annotationLine({ level: 'error', title: 'rampart', message }) : '',
    annotationLines('error', errors, moreRules, isIncomplete ? 1 : 0),
    annotationLines('warning', warnings, moreRules),
  ].join('')
}
