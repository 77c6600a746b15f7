import { counted, firstOf, type Paint, printable, shortened, wordFor } from '../../reporting/index.js'
import {
  type CoverageSummary,
  addRequests,
  type Report,
  type RuleResult,
  type VersionSummary,
} from '../model/report.js'
import { resultName, shownVersions, versionName, verdictOf } from '../model/verdict.js'
import { type CoverageLine, coverageLines } from './summary/coverage-lines.js'
import {
  countStates,
  type Fact,
  factsOf,
  reasonsOf,
  seconds,
  shownFindings,
  type ShownFinding,
} from './summary/findings.js'
import {
  documentsLine,
  requestsSentence,
  resultsSentence,
  verdictSentence,
  wordsOf,
} from './summary/verdict.js'

const longestLine = 200
/** A longer command is only in the other reports, because a truncated one is useless. */
const longestCommand = 1_000

const errorsInDetail = 10
const warningsInDetail = 6
const inBrief = 10
const operationsNamed = 2
const reasonsShown = 4
const namesShown = 6
const versionsShown = 6
/** Makes a line of a hundred columns with its prefix. */
const longestMissing = 72

const factLine = ([name, text]: Fact, paint: Paint): string => {
  const isTooLong = name === 'repeat' && text.length > longestCommand
  const whole = isTooLong ? 'too long for this summary; report.html has it' : text
  const isWhole = name === 'repeat' || name === 'first'
  return `     ${paint.dim(name.padEnd(10))} ${shortened(whole, isWhole ? longestCommand : longestLine)}`
}

const headLine = ({ rule, finding }: ShownFinding, report: Report, paint: Paint): string => {
  const color = rule.state === 'failed' ? paint.red : paint.yellow
  const versions = shortened(shownVersions(rule.versions, report).join(', '), 80)
  const flaky = rule.state === 'flaky' ? ', flaky: it passed when it was repeated' : ''
  const name = paint.dim(`[${rule.id}${versions === '' ? '' : ` ${versions}`}${flaky}]`)
  return `  ${color(rule.state === 'failed' ? '✕' : '!')} ${paint.bold(shortened(finding.message, 2 * longestLine))} ${name}`
}

const factsOfWarning = new Set(['accepted', 'response', 'at', 'promised'])

const detailed = (shown: ShownFinding, report: Report, paint: Paint): string[] => {
  const { rule, finding } = shown
  const isFailed = rule.state === 'failed'
  const facts = factsOf(finding, rule.section, report.created).filter(
    ([name]) => isFailed || factsOfWarning.has(name),
  )
  const lines = facts.map((fact) => factLine(fact, paint))
  return [headLine(shown, report, paint), ...lines, ...(isFailed ? [''] : [])]
}

/** Findings that break the contract, or warnings: some in detail, some by name, and the number of others. */
const findingLines = (
  shown: readonly ShownFinding[],
  word: 'finding' | 'warning',
  most: number,
  report: Report,
  paint: Paint,
): string[] => {
  if (shown.length === 0) return []
  const rest = shown.slice(most)
  const more = rest.length - inBrief
  return [
    `${counted(shown.length, word)}:`,
    '',
    ...shown.slice(0, most).flatMap((one) => detailed(one, report, paint)),
    ...rest.slice(0, inBrief).map((one) => headLine(one, report, paint)),
    ...(more > 0 ? [paint.dim(`  and ${counted(more, `more ${word}`)} in the report`)] : []),
    ...(rest.length > 0 || word === 'warning' ? [''] : []),
  ]
}

const findings = (report: Report, paint: Paint): string[] => {
  const all = shownFindings(report)
  const errors = all.filter(({ rule }) => rule.state === 'failed')
  const warnings = all.filter(({ rule }) => rule.state !== 'failed')
  return [
    ...findingLines(errors, 'finding', errorsInDetail, report, paint),
    ...findingLines(warnings, 'warning', warningsInDetail, report, paint),
  ]
}

/** The results of a state by reason, the most frequent first; other reasons are counted. */
const groupReasons = (report: Report, state: 'inconclusive' | 'skipped'): string[] => {
  const all = reasonsOf(report, (one) => one.state === state)
  const lines = all.slice(0, reasonsShown).map(([reason, results]) => {
    const names = results.map((result) => resultName(result, report))
    return `  ${names.length} ${state}: ${shortened(reason, longestLine)}\n          ${shortened(firstOf(names, namesShown).join(', '), 2 * longestLine)}`
  })
  const rest = all.slice(reasonsShown).reduce((sum, [, names]) => sum + names.length, 0)
  return rest === 0 ? lines : [...lines, `  ${rest} more ${state} for other reasons; the report has them`]
}

/** The unreached points that fit into a line, and the number of others. */
const missingLine = (missing: readonly string[], count: number): string => {
  const room = longestMissing - 14
  const kept = [shortened(missing[0] ?? '', room)]
  for (const one of missing.slice(1)) {
    if (`${kept.join('; ')}; ${one}`.length > room) break
    kept.push(printable(one))
  }
  const more = count - kept.length
  return `${kept.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}

/** One line for each reason of unreached operations, and one line for all other points. */
const missingLines = ({ label, reached, of, missing }: CoverageLine): string[] => {
  if (missing.length === 0) return []
  if (label !== 'operations') return [missingLine(missing, of - reached)]
  const more = missing.length - reasonsShown
  return [
    ...missing.slice(0, reasonsShown).map((one) => shortened(one, longestMissing)),
    ...(more > 0 ? [`and for ${counted(more, 'more reason')}`] : []),
  ]
}

const coverageOf = (summary: CoverageSummary, report: Report, paint: Paint): string[] => {
  const names = shownVersions([summary.version], report)
  const width = 19
  return [
    `Reached${names.map((name) => ` of ${shortened(name, 40)}`).join('')}:`,
    ...coverageLines(summary, operationsNamed).flatMap((line) => {
      const { label, reached, of, words } = line
      const head = `  ${label.padEnd(width)} ${paint.bold(`${reached} of ${of}`)} ${words}`
      const not = missingLines(line).map((text, index) =>
        paint.dim(`  ${''.padEnd(width)} ${index === 0 ? 'not:' : '    '} ${text}`),
      )
      return [head].concat(not)
    }),
    '',
  ]
}

/** The coverage of the newest document; the report has all. */
const coverage = (report: Report, paint: Paint): string[] => {
  const all = report.coverage ?? []
  const last = all.at(-1)
  const more = all.length - 1
  return [
    ...(last ? coverageOf(last, report, paint) : []),
    ...(more > 0 ? [paint.dim(`  ${counted(more, 'more document')} in the report`), ''] : []),
  ]
}

type Row = Pick<VersionSummary, 'requests' | 'durationMs'>

const tableLine = (
  name: string,
  results: readonly RuleResult[],
  { requests, durationMs }: Row,
  report: Report,
  paint: Paint,
): string => {
  const cells = countStates(results, report.results).map(({ label, tone, count }) => {
    const text = String(count).padStart(label.length)
    if (count === 0) return paint.dim(text)
    return { good: paint.green, bad: paint.red, odd: paint.yellow, quiet: String }[tone](text)
  })
  const answered = requests.unanswered === 0 ? `${requests.sent}` : `${requests.answered}/${requests.sent}`
  const rest = `${answered.padStart(8)}  ${seconds(durationMs).padStart(7)}`
  return `  ${name.padEnd(12)}${cells.join('  ')}  ${rest}`
}

/** The newest versions of which something was judged, and the service as a whole; others are counted. */
const tableLines = (report: Report, paint: Paint): string[] => {
  const rows = report.versions
    .map((row) => ({ row, own: report.results.filter(({ version }) => version === row.version) }))
    .filter(({ row, own }) => own.length > 0 || row.requests.sent > 0)
  const left = Math.max(0, rows.length - versionsShown - 1)
  const shown = left === 0 ? rows : [...rows.slice(0, 1), ...rows.slice(1 + left)]
  const lines = shown.map(({ row, own }) =>
    tableLine(versionName(row.version, report), own, row, report, paint),
  )
  const { durationMs } = report
  const all = { requests: addRequests(rows.map(({ row }) => row.requests)), durationMs }
  const more = left === 0 ? [] : [paint.dim(`  and ${counted(left, 'older version')} in the report`)]
  const sum = rows.length > 1 ? [tableLine('all', report.results, all, report, paint)] : []
  return [...lines, ...more, ...sum]
}

/** The causes with their fixes, which readers need first. */
const mistakeLines = ({ mistakes = [] }: Report, paint: Paint): string[] =>
  (['error', 'warning'] as const).flatMap((severity) => {
    const ofSeverity = mistakes.filter((one) => one.severity === severity)
    if (ofSeverity.length === 0) return []
    const lines = ofSeverity.flatMap(({ name, title, fix, rules }) => [
      `  ${paint.bold(title)} ${paint.dim(`[${name}]`)}`,
      `          ${fix}`,
      paint.dim(`          shown by ${shortened(rules.join(', '), longestLine)}`),
    ])
    const heading =
      severity === 'error'
        ? `${counted(ofSeverity.length, 'mistake')}:`
        : `Good practice, ${counted(ofSeverity.length, 'warning')} that ${wordFor(ofSeverity.length, 'does', 'do')} not fail the run:`
    return [heading].concat(lines, '')
  })

const verdict = (report: Report, paint: Paint): string => {
  const { state } = verdictOf(report)
  const sentence = shortened(verdictSentence(report), 2 * longestLine)
  if (state === 'broken') return paint.red(sentence)
  return state === 'holds' ? paint.green(sentence) : paint.yellow(sentence)
}

/** The numbers of each version; a single undated document is named instead. */
const overview = (report: Report, paint: Paint): string[] => {
  if (report.unversioned === true) return [documentsLine(report)]
  const labels = countStates(report.results).map(({ label }) => label)
  const heading = `  ${''.padEnd(12)}${labels.join('  ')}  requests     time`
  return [`${resultsSentence(report)}:`, '', paint.dim(heading), ...tableLines(report, paint), '']
}

/**
 * The summary of a run for a terminal: the verdict, each finding with what is needed to fix it, the unjudged rules, the
 * coverage, the numbers, and the verdict again, because readers of a long summary look at its end.
 */
export function renderText(report: Report, paint: Paint): string {
  const unjudged = [...groupReasons(report, 'inconclusive'), ...groupReasons(report, 'skipped')]
  const lines = [
    paint.bold(`${wordsOf(report).heading} ${report.target.baseUrl}`),
    verdict(report, paint),
    '',
    ...mistakeLines(report, paint),
    ...findings(report, paint),
    ...unjudged,
    ...(unjudged.length > 0 ? [''] : []),
    ...coverage(report, paint),
    ...overview(report, paint),
    ...(report.observations ?? []),
    `${requestsSentence(report)}.`,
    verdict(report, paint),
    ...(report.outlook === undefined ? [] : [shortened(report.outlook, 2 * longestLine)]),
  ]
  return `${lines.join('\n')}\n`
}
