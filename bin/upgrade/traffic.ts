import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { anyBase, type Api, rehearseRecording } from '../../conformance/index.js'
import type { Traffic } from '../../diff/index.js'
import { openSurface } from '../../generator/index.js'
import type { DocumentSide } from '../diff/sides.js'
import { readLockFile } from '../input/documents.js'
import { recordingOn } from '../input/recording-file.js'
import type { CommandContext } from '../process/context.js'
import { apiAt } from '../test/apis.js'
import type { UpgradeOptions } from './command.js'

/** The recordings to read: the named ones, and that of the last run of the suite, if there is one. */
const recordingsOf = ({ har = [], reportDir }: UpgradeOptions, { cwd }: CommandContext) => {
  const suite = join(reportDir, 'exchanges.har')
  const isNamed = har.some((file) => resolve(cwd, file) === resolve(cwd, suite))
  return !isNamed && existsSync(resolve(cwd, suite)) ? [...har, suite] : har
}

const openAs = async (version: string, { input }: DocumentSide, signal: AbortSignal): Promise<Api> =>
  apiAt({ version, input, opened: await openSurface(input, { signal }) }, anyBase)

/**
 * Reads recordings again as if they were of the other version.
 * @throws RampartError RECORDING_UNREADABLE or RECORDING_SYNTAX.
 */
export async function trafficOf(
  from: DocumentSide,
  to: DocumentSide,
  options: UpgradeOptions,
  context: CommandContext,
): Promise<readonly Traffic[]> {
  const due = recordingsOf(options, context)
  if (due.length === 0) return []
  const apis = [
    await openAs('before', from, context.signal),
    await openAs('after', to, context.signal),
  ] as const
  const lock = await readLockFile(resolve(context.cwd, options.specs))
  const plan = {
    apis,
    versions: [from.side.version, to.side.version] as const,
    defaultVersion: lock?.default ?? undefined,
  }
  const all: Traffic[] = []
  for (const file of due) {
    const recording = await recordingOn(context.cwd, file, context.signal)
    const { isOfSuite, ...rehearsal } = await rehearseRecording(plan, recording)
    all.push({ file, isOwn: !isOfSuite, ...rehearsal })
  }
  return all
}
