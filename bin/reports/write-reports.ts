import { resolve } from 'node:path'
import {
  archiveName,
  createdWords,
  exchangesShown,
  longestJobSummary,
  renderAnnotations,
  renderHar,
  renderJobSummary,
  renderJson,
  renderText,
  type Report,
  reportFiles,
  isBroken,
  isOfDocuments,
  nothingJudged,
  verdictOf,
  verdictSentence,
} from '../../conformance/index.js'
import { counted, firstOf } from '../../reporting/index.js'
import { appendJobSummary, isOnGithub, printText } from '../output/print.js'
import { ownerOnly, writeFiles } from '../output/write-files.js'
import { colorsFor, type CommandContext, InterruptedRun } from '../process/context.js'
import { RampartError } from '../../diagnostics/index.js'

/** The destination of a report. */
export interface ReportTarget {
  /** As the user spelled it. */
  readonly folder: string
  /** Printed on stdout: the summary, the report itself, or nothing. */
  readonly prints: 'text' | 'json' | 'nothing'
  /** The recorded entries, one on each line; undefined when nothing was recorded. */
  readonly recording?: AsyncIterable<string>
}

const summaryWithin = (report: Report, room: number): string => {
  const summary = renderJobSummary(report, room)
  return Buffer.byteLength(summary) <= room ? summary : ''
}

/** Prints the summary of a run, annotates the job on GitHub, and writes every report into its folder. */
export async function writeReports(
  report: Report,
  { folder, prints, recording }: ReportTarget,
  context: CommandContext,
): Promise<void> {
  const ids = new Set(exchangesShown(report).flatMap(({ id }) => id ?? []))
  const content = recording && renderHar(recording, report.tool.version, ids)
  const files = [...reportFiles(report), ...(content ? [{ path: archiveName, content }] : [])]
  // Printed first: on a full disk it is all that is left of the run.
  if (prints === 'json') context.stdout(renderJson(report))
  if (prints === 'text') printText(renderText(report, colorsFor(context.color)), context)
  if (isOnGithub(context)) {
    // On stdout only beside text. GitHub reads annotations from either stream.
    const annotate = prints === 'text' ? context.stdout : context.stderr
    annotate(renderAnnotations(report))
    await appendJobSummary((used) => summaryWithin(report, longestJobSummary - used), context)
  }
  await writeFiles(resolve(context.cwd, folder), files, ownerOnly)
  context.stderr(`Reports in ${folder}: ${files.map(({ path }) => path).join(', ')}\n`)
}

const shownOfEach = 3

/** The first warnings of each kind, and how many more of it are in the report. */
const printWarnings = ({ warnings = [] }: Report, context: CommandContext): void => {
  const { yellow } = colorsFor(context.color)
  for (const kind of new Set(warnings.map(({ code }) => code))) {
    const own = warnings.filter(({ code }) => code === kind).map(({ message }) => message)
    for (const line of firstOf(own, shownOfEach)) context.stderr(`${yellow(`warning[${kind}]`)}: ${line}\n`)
  }
}

/** Prints the summary of a run, writes its reports, and prints warnings on stderr. */
export async function deliver(report: Report, target: ReportTarget, context: CommandContext): Promise<void> {
  try {
    await writeReports(report, target, context)
  } finally {
    printWarnings(report, context)
    const words = createdWords(report.created)
    if (words !== '') context.stderr(`${words}\n`)
  }
}

const broken = ({ results }: Report, folder: string): RampartError => {
  const failed = results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
  const rules = new Set(failed.map(({ id }) => id))
  return new RampartError('CONTRACT_BROKEN', {
    message: `broken rules: ${[...rules].join(', ')}`,
    fix: `Open ${folder}/report.html, or read report.json: each finding names the rule, the location and the exchange that shows it.`,
  })
}

/** The folder of reports as the user spelled it, and conditions, besides broken rules, that make a run fail. */
interface Strictness {
  readonly reportDir: string
  /** Warnings of the report count as failures. */
  readonly strict?: boolean
  /** Skipped rules count as failures. */
  readonly requireAll?: boolean
}

const requireNoWarnings = ({ results, warnings = [] }: Report): void => {
  const warned = results.filter(({ state, severity }) => state === 'failed' && severity === 'warning')
  const texts = [...new Set(warned.map(({ id }) => id)), ...warnings.map(({ message }) => message)]
  if (texts.length === 0) return
  const message = `${counted(texts.length, 'warning')}: ${texts.join('; ')}`
  throw new RampartError('WARNINGS_STRICT', { message })
}

const requireNoSkips = (report: Report): void => {
  // The number of cases depends on the time of the run.
  const isMissed = ({ id, state, lacks }: Report['results'][number]): boolean =>
    state === 'skipped' && !(lacks === 'time' && isOfDocuments({ id }))
  if (!report.results.some(isMissed)) return
  throw new RampartError('RULES_SKIPPED', { message: verdictSentence(report) })
}

/** Ends the command according to a report. */
export function conclude(report: Report, { reportDir, strict, requireAll }: Strictness): void {
  if (report.interrupted === true)
    throw new InterruptedRun(`Interrupted; the reports in ${reportDir} hold what was judged by then.`)
  if (isBroken(report)) throw broken(report, reportDir)
  if (verdictOf(report).incomplete)
    throw new RampartError('RUN_INCOMPLETE', { message: verdictSentence(report) })
  const unjudged = nothingJudged(report)
  if (unjudged !== undefined) throw new RampartError('NOTHING_JUDGED', { message: unjudged })
  if (requireAll === true) requireNoSkips(report)
  if (strict === true) requireNoWarnings(report)
}
