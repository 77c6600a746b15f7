import { RampartError, type Problem } from '../../diagnostics/index.js'
import {
  fetchDocuments,
  type FetchedSet,
  driftProblems,
  type Lock,
  compareLocks,
  type LockChanges,
  lockFileName,
  lockOf,
} from '../../fetch/index.js'
import { downloadProgress } from '../output/progress.js'
import type { CommandContext } from '../process/context.js'
import type { FetchOptions } from './options.js'
import { resolve } from 'node:path'
import { counted } from '../../reporting/index.js'
import { hashLockedFiles, readLockFile } from '../input/documents.js'
import { recoverFolder } from '../output/recover-folder.js'

/**
 * The URL that the list of versions is read from.
 * @throws RampartError FETCH_URL_INVALID when none is given.
 */
export function requireSpecUrl({ specUrl }: FetchOptions, { env }: CommandContext): string {
  const given = specUrl ?? env['RAMPART_SPEC_URL']
  if (given) return given
  throw new RampartError('FETCH_URL_INVALID', {
    message: 'No specification URL was given.',
    fix: 'Pass --spec-url URL or set RAMPART_SPEC_URL: the host of the environment without the /api prefix.',
  })
}

/**
 * The documents of all versions that a service publishes.
 * @throws RampartError of the FETCH kind.
 */
export async function download(options: FetchOptions, context: CommandContext): Promise<FetchedSet> {
  const progress = downloadProgress(context, true)
  return fetchDocuments({
    specUrl: requireSpecUrl(options, context),
    allowOrigins: options.allowOrigin ?? [],
    signal: context.signal,
    onProgress: progress.onEvent,
    ...(options.timeout === undefined ? {} : { limits: { timeoutMs: options.timeout * 1000 } }),
  }).finally(progress.clear)
}

/** The documents that are served, beside those that a lock file records. */
export interface FrozenResult {
  readonly set: FetchedSet
  /** The lock file that these documents would have. */
  readonly lock: Lock
  readonly changes: LockChanges
  /** Everything that differs, in the folder too. */
  readonly problems: readonly Problem[]
}

const lockFileOf = ({ out }: FetchOptions): string => `${out}/${lockFileName}`

/**
 * Compares the documents that are served with the folder and its lock file; writes nothing.
 * @throws RampartError FETCH_LOCK_MISSING when there is no lock file, and those of fetching.
 */
export async function compareFrozen(options: FetchOptions, context: CommandContext): Promise<FrozenResult> {
  requireSpecUrl(options, context)
  const folder = resolve(context.cwd, options.out)
  await recoverFolder(folder)
  const recorded = await readLockFile(folder)
  if (!recorded) {
    throw new RampartError('FETCH_LOCK_MISSING', { message: `${lockFileOf(options)} does not exist.` })
  }
  const set = await download(options, context)
  const lock = lockOf(set)
  if (lock.source !== recorded.source) context.stderr(`The lock was made from ${recorded.source}.\n`)
  const problems = driftProblems(recorded, lock, await hashLockedFiles(folder, recorded))
  return { set, lock, changes: compareLocks(recorded, lock), problems }
}

/** The failure of `--frozen`; undefined when nothing differs. */
export function driftError(options: FetchOptions, { problems }: FrozenResult): RampartError | undefined {
  if (problems.length === 0) return undefined
  const file = lockFileOf(options)
  const message = `${counted(problems.length, 'thing differs', 'things differ')} from ${file}.`
  return new RampartError('FETCH_DRIFT', { message, where: { file }, problems })
}
