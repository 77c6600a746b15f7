import { commandOf, comparisonOf, noLongerJudged, type Report } from '../../conformance/index.js'
import { counted, wordFor } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import { type ReadReport, readReport, readReportOf, reportWords } from './read-report.js'

/** Options that choose the report that a run is compared with. */
export interface ComparisonOptions {
  readonly compare?: string
  readonly reportDir: string
  readonly shard?: string
}

/** The report that a run is compared with. */
export interface EarlierReport extends ReadReport {
  /** True if the user named it; otherwise it is the last one in the folder of reports. */
  readonly isNamed: boolean
}

/**
 * The report to compare a run with: the named one, otherwise the last in the folder of reports if it can be read. Parts
 * of a run are not compared, because each judges only some rules.
 * @param command the command of the run
 * @throws RampartError REPORT_UNUSABLE for a named one.
 */
export async function earlierReport(
  command: string,
  { compare, reportDir, shard }: ComparisonOptions,
  { cwd }: CommandContext,
): Promise<EarlierReport | undefined> {
  if (compare !== undefined) return { ...(await readReportOf(command, cwd, compare)), isNamed: true }
  if (shard !== undefined) return undefined
  // A missing or unreadable report there is no reason to refuse a run.
  return readReport(cwd, reportDir).then(
    (read) => ({ ...read, isNamed: false }),
    () => undefined,
  )
}

/**
 * The reason why a report is not compared with an earlier one. Reports of several services in one folder are normal and
 * not mentioned; another command's report there is replaced.
 */
const incomparable = (report: Report, { report: earlier, isNamed }: EarlierReport): string | undefined => {
  if (commandOf(report) !== commandOf(earlier)) return 'of another command'
  return isNamed ? 'of another base URL' : undefined
}

/**
 * A report compared with an earlier one: which failures are new, fixed or stay, and a warning for each rule that only
 * the earlier one judged. Prints which report that was.
 * @param isPart whether the user left rules, versions or operations out of the run
 */
export function compared(
  report: Report,
  earlier: EarlierReport | undefined,
  { stderr }: CommandContext,
  isPart = false,
): Report {
  if (!earlier) return report
  const words = reportWords(earlier)
  const comparison = comparisonOf(report, earlier.report, isPart)
  if (!comparison) {
    const why = incomparable(report, earlier)
    if (why !== undefined) stderr(`Not compared with ${words}: it is ${why}.\n`)
    return report
  }
  const [fresh, fixed, stays] = [comparison.new, comparison.fixed, comparison.stays].map(
    ({ length }) => length,
  )
  stderr(
    `Compared with ${words}: ${counted(fresh ?? 0, 'new failure')}, ${fixed} fixed, ${stays} as before.\n`,
  )
  const open = comparison.unjudged?.length ?? 0
  if (open > 0)
    stderr(
      `${counted(open, 'earlier failure was', 'earlier failures were')} not judged again; --only-failed still finds ${wordFor(open, 'it', 'them')}.\n`,
    )
  if (isPart && !earlier.isNamed)
    stderr(`The report of this part replaces ${earlier.file}; --report-dir keeps both.\n`)
  return {
    ...report,
    comparison,
    warnings: [...(report.warnings ?? []), ...noLongerJudged(report, earlier.report)],
  }
}
