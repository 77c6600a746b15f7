import { counted, type Paint, printable, shortened } from '../../../reporting/index.js'
import type { CoverageSummary } from '../../model/coverage.js'
import type { Report } from '../../model/report.js'
import { shownVersions } from '../../model/result-name.js'
import { curlLine } from '../evidence/curl.js'
import { type CoverageLine, coverageLines } from '../summary/coverage-lines.js'
import { requestLine } from '../summary/request-line.js'
import {
  breadthOf,
  locationText,
  operationsText,
  shownFindings,
  type ShownFinding,
} from '../summary/shown-findings.js'

const longestLine = 200
/** A longer command is in the other reports: of half a command nobody has anything. */
const longestCommand = 1_000

const errorsInDetail = 10
const warningsInDetail = 6
const inBrief = 10
const stepsShown = 8
const operationsNamed = 2
const reasonsShown = 4
/** With what stands before it on its line that makes a hundred columns. */
const longestMissing = 72

const fact = (name: string, text: string | undefined, paint: Paint): string[] =>
  text === undefined ? [] : [`     ${paint.dim(name.padEnd(10))} ${text}`]

const operationsFact = ({ finding }: ShownFinding): string | undefined => {
  const text = operationsText(finding)
  const count = breadthOf(finding)
  const times = finding.occurrences > 1 ? `; seen ${finding.occurrences} times` : ''
  if (text === undefined) return times === '' ? undefined : times.slice(2)
  return shortened(`${count > 1 ? `${counted(count, 'operation')}: ` : ''}${text}${times}`, longestLine)
}

const commandOf = ({ finding: { evidence, isSequence } }: ShownFinding): string | undefined => {
  const shown = isSequence === true ? evidence.at(-1) : evidence[0]
  if (!shown) return undefined
  const command = printable(curlLine(shown))
  return command.length > longestCommand ? 'too long for this page; report.html has it' : command
}

/** Where the document promises otherwise; of rules of the user's own, where in the body it is. */
const placeFact = ({ finding }: ShownFinding, paint: Paint): string[] => {
  const place = locationText(finding)
  const isPromise = finding.location !== undefined || finding.pointer?.startsWith('#/') === true
  return fact(isPromise ? 'promised' : 'at', place && shortened(place, longestLine), paint)
}

/** What came: the steps of a sequence, or the answer to the one request. */
const stepLines = ({ finding: { evidence, isSequence } }: ShownFinding, paint: Paint): string[] => {
  const shown = isSequence === true ? evidence.slice(-stepsShown) : evidence.slice(0, 1)
  return shown.flatMap((exchange, index) =>
    fact(index === 0 ? 'came' : '', shortened(requestLine(exchange), longestLine), paint),
  )
}

const headLine = ({ rule, finding }: ShownFinding, report: Report, paint: Paint): string => {
  const color = rule.weight === 'failed' ? paint.red : paint.yellow
  const versions = shortened(shownVersions(rule.versions, report).join(', '), 80)
  const name = paint.dim(`[${rule.id}${versions === '' ? '' : ` ${versions}`}]`)
  return `  ${color(rule.weight === 'failed' ? '✕' : '!')} ${paint.bold(shortened(finding.message, 2 * longestLine))} ${name}`
}

const detailed = (shown: ShownFinding, report: Report, paint: Paint): string[] => {
  const { finding } = shown
  const { expected } = finding
  return [
    headLine(shown, report, paint),
    ...fact('shown by', operationsFact(shown), paint),
    ...stepLines(shown, paint),
    ...fact('expected', expected && shortened(expected, longestLine), paint),
    ...placeFact(shown, paint),
    ...fact('again', commandOf(shown), paint),
    '',
  ]
}

const shorter = (shown: ShownFinding, report: Report, paint: Paint): string[] => {
  const { evidence, isSequence } = shown.finding
  const last = isSequence === true ? evidence.at(-1) : evidence[0]
  return [
    headLine(shown, report, paint),
    ...(last ? fact('came', shortened(requestLine(last), longestLine), paint) : []),
    ...placeFact(shown, paint),
  ]
}

/** Findings of one weight: some in detail, some more by name, and the rest counted. */
const findingLines = (
  shown: readonly ShownFinding[],
  word: string,
  [most, print]: readonly [number, (one: ShownFinding) => readonly string[]],
  report: Report,
  paint: Paint,
): string[] => {
  if (shown.length === 0) return []
  const rest = shown.slice(most)
  const more = rest.length - inBrief
  return [
    `${counted(shown.length, word)}:`,
    '',
    ...shown.slice(0, most).flatMap(print),
    ...rest.slice(0, inBrief).map((one) => headLine(one, report, paint)),
    ...(more > 0 ? [paint.dim(`  and ${counted(more, `more ${word}`)} in the report`)] : []),
    ...(rest.length > 0 || word === 'warning' ? [''] : []),
  ]
}

/** What was not reached, as far as it fits a line: whole names, and how many more there are. */
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

/** The reasons for which operations were not reached have a line each; of all else there is one line. */
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

/** Of several documents the newest says what was reached; all are in the report. */
const coverage = (report: Report, paint: Paint): string[] => {
  const all = report.coverage ?? []
  const last = all.at(-1)
  const more = all.length - 1
  return [
    ...(last ? coverageOf(last, report, paint) : []),
    ...(more > 0 ? [paint.dim(`  ${counted(more, 'more document')} in the report`), ''] : []),
  ]
}

/** One finding of each rule before the second of any. */
const inTurn = (shown: readonly ShownFinding[]): ShownFinding[] => {
  const counts = new Map<string, number>()
  const ranked = shown.map((one) => {
    const rank = counts.get(one.rule.id) ?? 0
    counts.set(one.rule.id, rank + 1)
    return { one, rank }
  })
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ one }) => one)
}

/** The findings of a run that explored a service, each as somebody needs it who is to mend it. */
export function exploredFindings(report: Report, paint: Paint): string[] {
  const all = inTurn(shownFindings(report))
  const errors = all.filter(({ rule }) => rule.weight === 'failed')
  const warnings = all.filter(({ rule }) => rule.weight !== 'failed')
  return [
    ...findingLines(errors, 'error', [errorsInDetail, (one) => detailed(one, report, paint)], report, paint),
    ...findingLines(
      warnings,
      'warning',
      [warningsInDetail, (one) => shorter(one, report, paint)],
      report,
      paint,
    ),
  ]
}

/** What the run reached, and what it was explored by. */
export function exploredCoverage(report: Report, paint: Paint): string[] {
  return coverage(report, paint)
}
