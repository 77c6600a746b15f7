import { commandOf, comparisonOf, noLongerJudged, type Report } from '../../conformance/index.js'
import { counted } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import { type ReadReport, readReport, readReportOf, reportWords } from './read-report.js'

/** Options that choose the report that a run is compared with. */
export interface ComparisonOptions {
  readonly compare?: string
  readonly reportDir: string
  readonly shard?: string
}

/**
 * The report that a run is compared with: the one that is named, otherwise the last in the folder of reports where
 * there is one that can be read. Parts of a run are compared with nothing: each judges some rules alone.
 * @param command that the run is of
 * @throws RampartError REPORT_UNUSABLE for the one that is named.
 */
export async function earlierReport(
  command: string,
  { compare, reportDir, shard }: ComparisonOptions,
  { cwd }: CommandContext,
): Promise<ReadReport | undefined> {
  if (compare !== undefined) return readReportOf(command, cwd, compare)
  if (shard !== undefined) return undefined
  // Nothing there, or whatever lies there by chance, is no reason to refuse a run.
  return readReport(cwd, reportDir).catch(() => undefined)
}

/** Why a report is compared with none: the one that there is tells of something else. */
const incomparable = (report: Report, earlier: Report): string =>
  commandOf(report) === commandOf(earlier) ? 'of another base URL' : 'of another command'

/**
 * A report with what became of the failures of an earlier one, and a warning for each rule that only that one judged;
 * says which report that was.
 */
export function compared(
  report: Report,
  earlier: ReadReport | undefined,
  { stderr }: CommandContext,
): Report {
  if (!earlier) return report
  const words = reportWords(earlier)
  const comparison = comparisonOf(report, earlier.report)
  if (!comparison) {
    stderr(`Not compared with ${words}: it is ${incomparable(report, earlier.report)}.\n`)
    return report
  }
  const [fresh, mended, stays] = [comparison.new, comparison.mended, comparison.stays].map(
    ({ length }) => length,
  )
  stderr(
    `Compared with ${words}: ${counted(fresh ?? 0, 'new failure')}, ${mended} mended, ${stays} as before.\n`,
  )
  return {
    ...report,
    comparison,
    warnings: [...(report.warnings ?? []), ...noLongerJudged(report, earlier.report)],
  }
}
