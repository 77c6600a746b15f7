import { resolve } from 'node:path'
import { comparisonOf, noLongerJudged, type Report } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { readReport } from './read-report.js'

/** Options that choose the report that a run is compared with. */
export interface ComparisonOptions {
  readonly compare?: string
  readonly reportDir: string
  readonly shard?: string
}

/**
 * The report that a run is compared with: the one that is named, otherwise the last in the folder of reports where
 * there is one that can be read. Parts of a run are compared with nothing: each judges some rules alone.
 * @throws RampartError REPORT_UNUSABLE for the one that is named.
 */
export async function earlierReport(
  { compare, reportDir, shard }: ComparisonOptions,
  context: CommandContext,
): Promise<Report | undefined> {
  if (compare !== undefined) return readReport(context.cwd, compare)
  if (shard !== undefined) return undefined
  // Nothing there, or whatever lies there by chance, is no reason to refuse a run.
  return readReport(context.cwd, resolve(context.cwd, reportDir, 'report.json')).catch(() => undefined)
}

/** A report with what became of the failures of an earlier one, and a warning for each rule that only that one judged. */
export function compared(report: Report, earlier: Report | undefined): Report {
  if (!earlier) return report
  const comparison = comparisonOf(report, earlier)
  return {
    ...report,
    ...(comparison && { comparison }),
    warnings: [...(report.warnings ?? []), ...noLongerJudged(report, earlier)],
  }
}
