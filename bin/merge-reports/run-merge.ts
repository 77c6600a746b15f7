import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import {
  applyBaseline,
  archiveName,
  linesOfArchive,
  type RecordingInput,
  mergeReports,
  obstaclesToMerging,
} from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { recordingOn } from '../input/bounded.js'
import { registry } from '../../payment/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { dayAfter } from '../output/print.js'
import { conclude, deliver } from '../reports/write-reports.js'
import type { MergeOptions } from './command.js'
import { readBaseline, readReport } from '../reports/read-report.js'

/** The archive beside a report. */
const archiveOf = async (report: string, context: CommandContext): Promise<RecordingInput | undefined> => {
  const entry = await stat(resolve(context.cwd, report)).catch(() => undefined)
  const file = join(entry?.isDirectory() === true ? report : dirname(report), archiveName)
  const isThere = await stat(resolve(context.cwd, file)).catch(() => undefined)
  return isThere && recordingOn(context.cwd, file, context.signal)
}

const linesOf = async function* (recordings: readonly RecordingInput[]): AsyncGenerator<string> {
  for (const recording of recordings) yield* linesOfArchive(recording)
}

/** The exchanges of all parts of a run, an archive entry per line; undefined where no part has an archive. Reports missing ones. */
const mergedRecording = async (
  reports: readonly string[],
  context: CommandContext,
): Promise<AsyncIterable<string> | undefined> => {
  const found = await Promise.all(reports.map((report) => archiveOf(report, context)))
  const recordings = found.filter((one) => one !== undefined)
  if (recordings.length === 0) return undefined
  for (const [index, one] of found.entries()) {
    if (!one) context.stderr(`${reports[index]} has no ${archiveName}; its exchanges are left out.\n`)
  }
  return linesOf(recordings)
}

/** Runs `rampart merge-reports`. */
export async function merge(
  folders: readonly string[],
  options: MergeOptions,
  context: CommandContext,
): Promise<void> {
  const read = await Promise.all(folders.map((folder) => readReport(context.cwd, folder)))
  const [first, ...rest] = read.map(({ report }) => report)
  if (!first) throw new RampartError('REPORT_UNUSABLE', { message: 'no report was named' })
  const reports = [first, ...rest] as const
  const obstacles = obstaclesToMerging(
    reports.map((report, index) => ({ report, name: folders[index] ?? '' })),
  )
  if (obstacles.length > 0) throw new RampartError('REPORTS_DIFFER', { message: obstacles.join('; ') })
  const whole = mergeReports(reports)
  // The rules that come with rampart, and those that the report is about.
  const ids = [...registry.rules, ...whole.results].map(({ id }) => id)
  const report =
    options.baseline === undefined
      ? whole
      : applyBaseline(whole, await readBaseline(context.cwd, options.baseline, ids), dayAfter(0))
  const recording = await mergedRecording(folders, context)
  const prints = options.json === true ? 'json' : 'text'
  await deliver(report, { folder: options.reportDir, prints, ...(recording && { recording }) }, context)
  conclude(report, options)
}
