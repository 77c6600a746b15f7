import {
  counted,
  escapeMarkdown,
  Room,
  shortened,
  tableRow,
  annotationLine,
  annotationLines,
  firstOf,
} from '../../reporting/index.js'
import type { CoverageSummary, Report, VersionSummary } from '../model/report.js'
import { type BrokenRule, brokenRules, countStates, seconds, timesText } from './summary/findings.js'
import { verdictOf, shownVersions, summaryName } from '../model/verdict.js'
import { type CoverageLine, coverageLines } from './summary/coverage-lines.js'
import { verdictSentence, wordsOf } from './summary/verdict.js'

const longestAnnotation = 1_000

const annotationOf = ({ id, state, versions, section, findings, statement }: BrokenRule, report: Report) => {
  const names = shownVersions(versions, report)
  const lines = [
    shortened(findings[0]?.message ?? statement, longestAnnotation),
    ...(findings.length > 1 ? [`and ${findings.length - 1} more`] : []),
    `${[section, ...(names.length === 0 ? [] : [names.join(', ')])].join('; ')}${state === 'flaky' ? '; flaky: it passed when repeated' : ''}`,
  ]
  const { file, line } = findings[0]?.location ?? {}
  // GitHub shows an annotation beside the line only for a file of the repository.
  const beside = file === undefined || file.includes('://') ? {} : { file, line }
  return { name: id, title: id, message: lines.join('\n'), ...beside }
}

const moreRules = (ids: readonly string[]): string =>
  `${counted(ids.length, 'more rule')}: ${shortened(ids.join(', '), longestAnnotation)}`

/**
 * Workflow commands of GitHub Actions: an annotation for each broken rule, up to GitHub's limit, of which the last
 * names the rest, and one for an incomplete run. Empty when the contract holds.
 */
export function renderAnnotations(report: Report): string {
  const rules = brokenRules(report)
  const errors = rules.filter(({ state }) => state === 'failed').map((one) => annotationOf(one, report))
  const warnings = rules.filter(({ state }) => state !== 'failed').map((one) => annotationOf(one, report))
  const isIncomplete = verdictOf(report).incomplete !== undefined
  const message = shortened(verdictSentence(report), longestAnnotation)
  return [
    isIncomplete ? annotationLine({ level: 'error', title: 'rampart', message }) : '',
    annotationLines('error', errors, moreRules, isIncomplete ? 1 : 0),
    annotationLines('warning', warnings, moreRules),
  ].join('')
}

/** GitHub's limit for the summary of one step, in bytes. */
export const longestJobSummary = 1024 * 1024

const longestMessage = 300
const findingsShown = 3

const cell = (text: string, longest = longestMessage): string => escapeMarkdown(shortened(text, longest))

const versionRow = (report: Report, summary: VersionSummary): string => {
  const { version, requests } = summary
  const own = report.results.filter((result) => result.version === version)
  const counts = countStates(own, report.results).map(({ count }) => count)
  const numbers = [...counts, requests.sent, requests.unanswered]
  return tableRow([cell(summaryName(summary, report)), ...numbers.map(String)])
}

const marks = { broken: '❌', incomplete: '⚠️', holds: '✅' } as const

const verdict = (report: Report): string => {
  const mark = marks[verdictOf(report).state]
  return `${mark} ${shortened(verdictSentence(report), longestMessage)}`
}

const ruleRow = (report: Report, { id, state, versions, section, findings }: BrokenRule): string => {
  const texts = findings.map((finding) => `${cell(finding.message)}${timesText(finding)}`)
  const found = firstOf(texts, findingsShown).join('<br>')
  const names = report.unversioned === true ? [] : [cell(shownVersions(versions, report).join(', '))]
  return tableRow([state, cell(id), ...names, cell(section), found])
}

const missingShown = 3

const coverageRow = ({ label, reached, of, words, missing }: CoverageLine): string => {
  const shown = missing.slice(0, missingShown).map((text) => cell(text))
  const more = missing.length > missingShown ? ['…'] : []
  return tableRow([`${label} ${words}`, `${reached} of ${of}`, [...shown, ...more].join('<br>')])
}

/** The coverage of a document, with the first unreached points. */
const coverageRows = (summary: CoverageSummary, report: Report): string[] => {
  const name = shownVersions([summary.version], report).map((version) => ` of ${cell(version)}`)
  const rows = coverageLines(summary, missingShown).map(coverageRow)
  return [tableRow([`Reached${name.join('')}`, '', 'Not reached']), '|---|--:|---|', ...rows, '']
}

const fitting = (rows: readonly string[], bytes: number): readonly string[] => {
  const { lines, leftOut } = new Room(bytes).take(rows)
  return leftOut === 0 ? lines : [...lines, '', `and ${counted(leftOut, 'more rule')} in the report`]
}

/** The report as Markdown for the summary of a job on GitHub, within `room` bytes. */
export function renderJobSummary(report: Report, room = longestJobSummary): string {
  const rules = brokenRules(report)
  const titles = [
    report.unversioned === true ? 'Document' : 'Version',
    ...countStates(report.results).map(({ label }) => label),
    'requests',
    'unanswered',
  ]
  const head = [
    `### ${escapeMarkdown(verdict(report))}`,
    '',
    `${wordsOf(report).heading} ${cell(report.target.baseUrl)}, ${seconds(report.durationMs)}`,
    ...(report.outlook === undefined ? [] : ['', cell(report.outlook, longestMessage)]),
    '',
    ...(report.mistakes ?? []).map(
      ({ title, fix, severity }) =>
        `- ${severity === 'error' ? '' : 'Warning: '}**${cell(title)}** ${cell(fix)}`,
    ),
    ...(report.mistakes?.length ? [''] : []),
    tableRow(titles),
    `|---${'|--:'.repeat(titles.length - 1)}|`,
    ...report.versions.map((version) => versionRow(report, version)),
    '',
  ]
  const columns = ['', 'Rule', ...(report.unversioned === true ? [] : ['Versions']), 'Section', 'Found']
  const headings = [tableRow(columns), `|${'---|'.repeat(columns.length)}`]
  const coverage = (report.coverage ?? []).flatMap((summary) => coverageRows(summary, report))
  const used = Buffer.byteLength([...head, ...headings, ...coverage].join('\n'))
  const rows = rules.map((rule) => ruleRow(report, rule))
  const table = rows.length === 0 ? [] : [...headings, ...fitting(rows, room - used - 100), '']
  return [...head, ...table, ...coverage].join('\n')
}
