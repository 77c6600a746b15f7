import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { entriesOf, type RecordingInput } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { recordingOn } from '../input/recording-file.js'

const archiveName = 'exchanges.har'

/** The archive beside a report. */
const archiveOf = async (report: string, context: CommandContext): Promise<RecordingInput | undefined> => {
  const entry = await stat(resolve(context.cwd, report)).catch(() => undefined)
  const file = join(entry?.isDirectory() === true ? report : dirname(report), archiveName)
  const isThere = await stat(resolve(context.cwd, file)).catch(() => undefined)
  return isThere && recordingOn(context.cwd, file, context.signal)
}

const linesOf = async function* (recordings: readonly RecordingInput[]): AsyncGenerator<string> {
  for (const recording of recordings) {
    for await (const entry of entriesOf(recording)) yield JSON.stringify(entry)
  }
}

/**
 * The exchanges of all parts of a run, an entry of an archive on each line and part after part; undefined where no
 * part has an archive. One that is missing is said.
 * @throws RampartError RECORDING_UNREADABLE, and RECORDING_SYNTAX while it is read.
 */
export async function mergedRecording(
  reports: readonly string[],
  context: CommandContext,
): Promise<(() => AsyncIterable<string>) | undefined> {
  const found = await Promise.all(reports.map((report) => archiveOf(report, context)))
  const recordings = found.filter((one) => one !== undefined)
  if (recordings.length === 0) return undefined
  for (const [index, one] of found.entries()) {
    if (!one) context.stderr(`${reports[index]} has no ${archiveName}; its exchanges are left out.\n`)
  }
  return () => linesOf(recordings)
}
