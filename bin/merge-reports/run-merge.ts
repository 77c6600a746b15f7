import { applyBaseline, mergeReports, obstaclesToMerging, type Report } from '../../conformance/index.js'
import { registry } from '../../payment/index.js'
import { RampartError } from '../../diagnostics/index.js'
import type { CommandContext } from '../process/context.js'
import { conclude } from '../reports/conclude.js'
import { deliver } from '../reports/deliver.js'
import { mergedRecording } from './merged-recording.js'
import type { TestOptions } from '../test/options.js'
import { readBaseline } from '../reports/read-baseline.js'
import { readReport } from '../reports/read-report.js'

/** Options of `rampart merge-reports`, as commander gives them. */
export type MergeOptions = Pick<TestOptions, 'reportDir' | 'baseline' | 'strict' | 'requireAll' | 'json'>

const requireOneRun = (reports: readonly Report[], folders: readonly string[]): void => {
  const named = reports.map((report, index) => ({ report, name: folders[index] ?? '' }))
  const obstacles = obstaclesToMerging(named)
  if (obstacles.length > 0) throw new RampartError('REPORTS_DIFFER', { message: obstacles.join('; ') })
}

/** Ids of the rules that come with rampart, and of those that a report is about. */
const rulesOf = ({ results }: Report): readonly string[] =>
  [...registry.rules, ...results].map(({ id }) => id)

/**
 * The whole of `rampart merge-reports`.
 * @param reportName the report's folder as the user spelled it
 * @throws RampartError REPORT_UNUSABLE, REPORTS_DIFFER, RECORDING_SYNTAX, and what a run ends with.
 */
export async function merge(
  folders: readonly string[],
  options: MergeOptions,
  reportName: string,
  context: CommandContext,
): Promise<void> {
  const read = await Promise.all(folders.map((folder) => readReport(context.cwd, folder)))
  const [first, ...rest] = read.map(({ report }) => report)
  if (!first) throw new RampartError('REPORT_UNUSABLE', { message: 'no report was named' })
  requireOneRun([first, ...rest], folders)
  const whole = mergeReports([first, ...rest])
  const report =
    options.baseline === undefined
      ? whole
      : applyBaseline(
          whole,
          await readBaseline(context.cwd, options.baseline, rulesOf(whole)),
          new Date().toISOString().slice(0, 10),
        )
  const recording = await mergedRecording(folders, context)
  const target = {
    folder: options.reportDir,
    name: reportName,
    prints: options.json === true ? 'json' : 'text',
  } as const
  await deliver(report, { ...target, ...(recording && { recording }) }, context)
  conclude(report, reportName, options)
}
