import { resolve } from 'node:path'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import {
  compareLocks,
  driftProblems,
  fetchDocuments,
  type FetchedSet,
  type Lock,
  type LockChanges,
  lockFileName,
  lockOf,
  toFiles,
} from '../../fetch/index.js'
import { counted } from '../../reporting/index.js'
import type { FetchOptions } from './command.js'
import { hashLockedFiles, lockedPaths, readLockFile } from '../input/documents.js'
import { downloadProgress } from '../output/progress.js'
import { requireWritableFolder } from '../output/write-files.js'
import { writeFolder, type WriteResult } from '../output/write-folder.js'
import type { CommandContext } from '../process/context.js'

/** The URL that the list of versions is read from. */
const requireSpecUrl = ({ specUrl }: FetchOptions): string => {
  if (specUrl) return specUrl
  throw new RampartError('FETCH_URL_INVALID', {
    message: 'No specification URL was given.',
    fix: 'Pass --spec-url URL, set RAMPART_SPEC_URL, or put specUrl into the config file: the host of the environment without the /api prefix.',
  })
}

/** The documents of all versions that a service publishes. */
const download = async (options: FetchOptions, context: CommandContext): Promise<FetchedSet> => {
  const progress = downloadProgress(context, true)
  return fetchDocuments({
    specUrl: requireSpecUrl(options),
    allowOrigins: options.allowOrigin ?? [],
    signal: context.signal,
    onProgress: progress.onEvent,
    ...(options.timeout !== undefined && { limits: { timeoutMs: options.timeout * 1000 } }),
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

/** Compares the documents that are served with the folder and its lock file; writes nothing. */
export async function compareFrozen(options: FetchOptions, context: CommandContext): Promise<FrozenResult> {
  requireSpecUrl(options)
  const folder = resolve(context.cwd, options.out)
  const recorded = await readLockFile(folder)
  if (!recorded)
    throw new RampartError('FETCH_LOCK_MISSING', { message: `${lockFileOf(options)} does not exist.` })
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
  return new RampartError('FETCH_DRIFT', { message, problems })
}

const print = (
  lock: Lock,
  changes: LockChanges,
  done: WriteResult,
  { json, out }: FetchOptions,
  { stdout }: CommandContext,
): void => {
  if (json) return stdout(`${JSON.stringify({ ...lock, changes, ...done }, null, 2)}\n`)
  for (const [version, { file, sha256 }] of Object.entries(lock.documents)) {
    const mark = version === lock.default ? '  default' : ''
    stdout(`${version}  ${out}/${file}  ${sha256.slice(0, 12)}${mark}\n`)
  }
}

const compare = async (options: FetchOptions, context: CommandContext): Promise<void> => {
  const result = await compareFrozen(options, context)
  print(result.lock, result.changes, { written: [], removed: [] }, options, context)
  const error = driftError(options, result)
  if (error) throw error
  context.stderr(`Nothing differs from ${options.out}/${lockFileName}.\n`)
}

const update = async (options: FetchOptions, context: CommandContext): Promise<void> => {
  requireSpecUrl(options)
  const folder = resolve(context.cwd, options.out)
  await requireWritableFolder(folder)
  const before = await readLockFile(folder)
  const set = await download(options, context)
  const lock = lockOf(set)
  const owned = { ownedBefore: lockedPaths(before), signal: context.signal }
  const done = await writeFolder(folder, toFiles(set), owned)
  print(lock, compareLocks(before, lock), done, options, context)
  const count = done.written.length + done.removed.length
  context.stderr(count === 0 ? `${options.out} is up to date.\n` : `${options.out} was updated.\n`)
}

/** One run of `rampart fetch`. */
export async function runFetch(options: FetchOptions, context: CommandContext): Promise<void> {
  await (options.frozen ? compare : update)(options, context)
}
