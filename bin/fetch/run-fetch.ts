import { resolve } from 'node:path'
import {
  type Lock,
  compareLocks,
  type LockChanges,
  lockFileName,
  lockOf,
  toFiles,
} from '../../fetch/index.js'
import { lockedPaths, readLockFile } from '../input/documents.js'
import { recoverFolder } from '../output/recover-folder.js'
import { requireWritableFolder } from '../output/write-files.js'
import { writeFolder, type WriteResult } from '../output/write-folder.js'
import type { CommandContext } from '../process/context.js'
import { download, requireSpecUrl } from './frozen.js'
import { compareFrozen, driftError } from './frozen.js'
import type { FetchOptions } from './options.js'

const summary = (out: string, lock: Lock): string =>
  Object.entries(lock.documents)
    .map(([version, { file, sha256 }]) => {
      const mark = version === lock.default ? '  default' : ''
      return `${version}  ${out}/${file}  ${sha256.slice(0, 12)}${mark}\n`
    })
    .join('')

const print = (
  lock: Lock,
  changes: LockChanges,
  done: WriteResult,
  { json, out }: FetchOptions,
  context: CommandContext,
): void => {
  const data = { ...lock, changes, ...done }
  context.stdout(json ? `${JSON.stringify(data, null, 2)}\n` : summary(out, lock))
}

const compare = async (options: FetchOptions, context: CommandContext): Promise<void> => {
  const result = await compareFrozen(options, context)
  print(result.lock, result.changes, { written: [], removed: [] }, options, context)
  const error = driftError(options, result)
  if (error) throw error
  context.stderr(`Nothing differs from ${options.out}/${lockFileName}.\n`)
}

const update = async (options: FetchOptions, context: CommandContext): Promise<void> => {
  requireSpecUrl(options, context)
  const folder = resolve(context.cwd, options.out)
  await recoverFolder(folder)
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

/**
 * One run of `rampart fetch`.
 * @throws RampartError of the FETCH and OUTPUT kinds; FETCH_DRIFT with `--frozen` when anything differs.
 */
export async function runFetch(options: FetchOptions, context: CommandContext): Promise<void> {
  await (options.frozen ? compare : update)(options, context)
}
