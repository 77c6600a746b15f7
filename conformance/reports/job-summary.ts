import type { Report, VersionSummary } from '../model/report.js'
import { type BrokenRule, brokenRules, counted, versionName } from './broken.js'
import { shortened } from './printable.js'
import { verdictOf } from '../model/verdict.js'
import { nothingJudged, stateOrder, tally } from './tally.js'
import { verdictSentence } from './verdict-words.js'
import { wordsOf } from './words.js'

/** GitHub refuses a longer summary of one step, in bytes. */
export const longestJobSummary = 1024 * 1024

const longestMessage = 300
const findingsShown = 3

// Everything that Markdown or HTML gives a meaning to; a link or an image would call another place.
const escape = (text: string): string =>
  text
    .replaceAll(/[&<>]/g, (letter) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter] ?? letter)
    .replaceAll(/[\\`*_{}[\]()#+!|~@:.]/g, '\\$&')

const cell = (text: string, longest = longestMessage): string => escape(shortened(text, longest))

const versionRow = (report: Report, { version, requests }: VersionSummary): string => {
  const counts = tally(report.results.filter((result) => result.version === version))
  return `| ${[cell(versionName(version, report)), ...stateOrder.map((name) => String(counts[name])), String(requests.sent), String(requests.unanswered)].join(' | ')} |`
}

const marks = { broken: '❌', incomplete: '⚠️', holds: '✅' } as const

const verdict = (report: Report): string => {
  const mark = nothingJudged(report) === undefined ? marks[verdictOf(report).state] : marks.incomplete
  return `${mark} ${shortened(verdictSentence(report), longestMessage)}`
}

const ruleRow = (report: Report, { id, weight, versions, section, findings }: BrokenRule): string => {
  const shown = findings
    .slice(0, findingsShown)
    .map(({ message, occurrences }) => `${cell(message)}${occurrences > 1 ? ` (${occurrences} times)` : ''}`)
  const rest = findings.length - shown.length
  const found = [...shown, ...(rest > 0 ? [`and ${rest} more`] : [])].join('<br>')
  return `| ${weight} | ${cell(id)} | ${cell(versions.map((version) => versionName(version, report)).join(', '))} | ${cell(section)} | ${found} |`
}

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`

/** Lines as long as there is room, in bytes, and then how many there was none for. */
const fitting = (lines: readonly string[], room: number): string[] => {
  let left = room
  const taken = lines.findIndex((line) => (left -= Buffer.byteLength(line) + 1) < 0)
  if (taken === -1) return [...lines]
  return [...lines.slice(0, taken), '', `and ${counted(lines.length - taken, 'more rule')} in the report`]
}

/**
 * The report as Markdown for the summary of a job on GitHub.
 * @param room how many bytes the summary may still have
 */
export function renderJobSummary(report: Report, room = longestJobSummary): string {
  const rules = brokenRules(report)
  const head = [
    `### ${escape(verdict(report))}`,
    '',
    `${wordsOf(report).heading} ${cell(report.target.baseUrl)}, ${(report.durationMs / 1000).toFixed(1)} s`,
    '',
    ...(report.mistakes ?? []).map(({ title, mend }) => `- **${cell(title)}** ${cell(mend)}`),
    ...(report.mistakes?.length ? [''] : []),
    row([
      'Version',
      'passed',
      'failed',
      'flaky',
      'inconclusive',
      'skipped',
      'n/a',
      'open',
      'requests',
      'unanswered',
    ]),
    `|---${'|--:'.repeat(9)}|`,
    ...report.versions.map((version) => versionRow(report, version)),
    '',
  ]
  const titles = [row(['', 'Rule', 'Versions', 'Section', 'Found']), '|---|---|---|---|---|']
  const used = Buffer.byteLength([...head, ...titles].join('\n'))
  const told =
    rules.length === 0
      ? []
      : [
          ...titles,
          ...fitting(
            rules.map((rule) => ruleRow(report, rule)),
            room - used - 100,
          ),
          '',
        ]
  return [...head, ...told].join('\n')
}
