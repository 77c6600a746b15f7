import { counted, type Paint, shortened } from '../../reporting/index.js'
import type { Finding } from '../model/finding.js'
import type { Report, VersionSummary } from '../model/report.js'
import { verdictOf } from '../model/verdict.js'
import { type BrokenRule, brokenRules, type Weight } from './summary/broken-rules.js'
import { nothingJudged, stateOrder, tally } from './summary/tally.js'
import { requestLine } from './summary/request-line.js'
import { requestsSentence, verdictSentence } from './summary/verdict-sentence.js'
import { resultName, versionName } from '../model/result-name.js'
import { exploredCoverage, exploredFindings } from './explored/text.js'
import { documentsLine } from './summary/documents-line.js'
import { wordsOf } from './summary/subject.js'

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`

// Lines of a screen of some forty for broken rules; skipped ones and the table have the rest.
const brokenLines = 22
const rulesInDetail = 4
const reasonsShown = 3
const versionsShown = 6
const longestLine = 200

const findingLines = ({ message, occurrences, evidence }: Finding, paint: Paint): string[] => {
  const times = occurrences > 1 ? paint.dim(` (${occurrences} times)`) : ''
  const line = `          ${shortened(message, longestLine)}${times}`
  const [first] = evidence
  return first ? [line, paint.dim(`            ${shortened(requestLine(first), longestLine)}`)] : [line]
}

const marks = (paint: Paint): Readonly<Record<Weight, string>> => ({
  failed: paint.red('failed '),
  warning: paint.yellow('warning'),
  flaky: paint.yellow('flaky  '),
})

const ruleLines = (rule: BrokenRule, most: number, report: Report, paint: Paint): string[] => {
  const names = rule.versions.map((version) => versionName(version, report))
  const versions = shortened(names.join(', '), 80)
  const head = `  ${marks(paint)[rule.weight]} ${paint.bold(rule.id)} ${paint.dim(`${versions} · ${rule.section}`)}`
  const more = rule.findings.length - most
  return [
    head,
    ...rule.findings.slice(0, most).flatMap((finding) => findingLines(finding, paint)),
    ...(more > 0 ? [paint.dim(`          and ${more} more in the report`)] : []),
  ]
}

/** Broken rules, the worst first: in detail as long as it fits a screen, and the rest by name. */
const brokenLinesOf = (report: Report, paint: Paint): string[] => {
  const rules = brokenRules(report)
  const most = rules.length > rulesInDetail ? 1 : 3
  const blocks = rules.map((rule) => ruleLines(rule, most, report, paint))
  let used = 0
  const rest = blocks.findIndex((block) => (used += block.length) > brokenLines)
  if (rest === -1) return blocks.flat()
  const names = rules.slice(rest).map(({ id }) => id)
  const more = `  and ${counted(names.length, 'more rule')}: ${shortened(names.join(', '), 2 * longestLine)}`
  return [...blocks.slice(0, rest).flat(), paint.dim(more)]
}

/** The results of a state by their reason, the most frequent first; of many reasons the rest is counted. */
const groupReasons = (report: Report, state: 'inconclusive' | 'skipped'): string[] => {
  const groups = new Map<string, string[]>()
  for (const { reason = 'no reason given', id, version } of report.results.filter(
    (one) => one.state === state,
  )) {
    const names = groups.get(reason) ?? []
    groups.set(reason, names)
    names.push(resultName({ id, version }, report))
  }
  const all = [...groups].toSorted(([, a], [, b]) => b.length - a.length)
  const lines = all.slice(0, reasonsShown).map(([reason, names]) => {
    const more = names.length > 3 ? `, and ${names.length - 3} more` : ''
    return `  ${names.length} ${state}: ${shortened(reason, longestLine)}\n          ${names.slice(0, 3).join(', ')}${more}`
  })
  const rest = all.slice(reasonsShown).reduce((sum, [, names]) => sum + names.length, 0)
  return rest === 0 ? lines : [...lines, `  ${rest} more ${state} for other reasons; the report has them`]
}

const titles = ['passed', 'failed', 'flaky', 'inconclusive', 'skipped', 'n/a', 'open'] as const

const tableLine = (
  report: Report,
  { version, requests, durationMs }: VersionSummary,
  paint: Paint,
): string => {
  const counts = tally(report.results.filter((result) => result.version === version))
  const cells = stateOrder.map((state, index) => {
    const text = String(counts[state]).padStart(titles[index]?.length ?? 0)
    if (counts[state] === 0) return paint.dim(text)
    if (state === 'passed') return paint.green(text)
    if (state === 'failed') return paint.red(text)
    return state === 'inconclusive' ? paint.yellow(text) : text
  })
  const answered = requests.unanswered === 0 ? `${requests.sent}` : `${requests.answered}/${requests.sent}`
  const rest = `${answered.padStart(8)}  ${seconds(durationMs).padStart(7)}`
  return `  ${versionName(version, report).padEnd(12)}${cells.join('  ')}  ${rest}`
}

/** The newest versions, and the service as a whole; of more there is only the count. */
const tableLines = (report: Report, paint: Paint): string[] => {
  const { versions } = report
  const left = Math.max(0, versions.length - versionsShown - 1)
  const shown = left === 0 ? versions : [...versions.slice(0, 1), ...versions.slice(1 + left)]
  const lines = shown.map((version) => tableLine(report, version, paint))
  return left === 0 ? lines : [...lines, paint.dim(`  and ${counted(left, 'older version')} in the report`)]
}

/** The causes that were found, each with its remedy: a reader wants to know these first. */
const mistakeLines = ({ mistakes = [] }: Report, paint: Paint): string[] => {
  if (mistakes.length === 0) return []
  const lines = mistakes.flatMap(({ name, title, mend, rules }) => [
    `  ${paint.bold(title)} ${paint.dim(`[${name}]`)}`,
    `          ${mend}`,
    paint.dim(`          shown by ${shortened(rules.join(', '), longestLine)}`),
  ])
  return [`${counted(mistakes.length, 'mistake')}:`, ...lines, '']
}

const verdict = (report: Report, paint: Paint): string => {
  const { state } = verdictOf(report)
  const sentence = shortened(verdictSentence(report), 2 * longestLine)
  if (state === 'broken') return paint.red(sentence)
  return state === 'holds' && nothingJudged(report) === undefined
    ? paint.green(sentence)
    : paint.yellow(sentence)
}

/** The numbers of each version; where there is but one document without a date, it is named instead. */
const overview = (report: Report, paint: Paint): string[] => {
  if (report.unversioned === true) return [documentsLine(report)]
  const heading = `  ${''.padEnd(12)}${titles.join('  ')}  requests     time`
  return [paint.dim(heading), ...tableLines(report, paint), '']
}

/**
 * The summary of a run for a terminal: broken rules first, then those that could not be judged, then the table. It
 * fits a screen whatever was found, but for a run that explored a service: there each finding has what mends it.
 */
export function renderText(report: Report, paint: Paint): string {
  const isExplored = report.coverage !== undefined
  const broken = isExplored ? exploredFindings(report, paint) : brokenLinesOf(report, paint)
  const skipped = [...groupReasons(report, 'inconclusive'), ...groupReasons(report, 'skipped')]
  const lines = [
    paint.bold(`${wordsOf(report).heading} ${report.target.baseUrl}`),
    '',
    ...mistakeLines(report, paint),
    ...broken,
    ...(broken.length > 0 && !isExplored ? [''] : []),
    ...skipped,
    ...(skipped.length > 0 ? [''] : []),
    ...exploredCoverage(report, paint),
    ...overview(report, paint),
    ...(report.observations ?? []),
    `${requestsSentence(report)}.`,
    verdict(report, paint),
    ...(report.outlook === undefined ? [] : [shortened(report.outlook, 2 * longestLine)]),
  ]
  return `${lines.join('\n')}\n`
}
