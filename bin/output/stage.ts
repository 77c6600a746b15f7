import { chmod, copyFile, link, lstat, mkdir, readlink, symlink, utimes, writeFile } from 'node:fs/promises'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { FolderPlan } from './folder-plan.js'
import type { FolderTree } from './folder-tree.js'
import { foldersAbove } from './output-file.js'

const atOnce = 16

const inBatches = async <T>(
  items: readonly T[],
  signal: AbortSignal | undefined,
  task: (item: T) => Promise<void>,
): Promise<void> => {
  for (let start = 0; start < items.length; start += atOnce) {
    signal?.throwIfAborted()
    // Every task is over before a failure is passed on: nothing may still be written while we clean up.
    const outcomes = await Promise.allSettled(items.slice(start, start + atOnce).map(task))
    for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    // Tasks that wait for nothing would leave no turn for a signal to arrive in.
    await setImmediate()
  }
}

/** Writes a file that is not there yet. */
type Write = (path: string, content: string | Uint8Array) => Promise<void>

const writeThrough: Write = (path, content) => writeFile(path, content, { flag: 'wx', flush: true })

// Of thousands of small files, promises and waiting for the disk are most of what writing them takes.
const writeSoon: Write = async (path, content) => writeFileSync(path, content, { flag: 'wx' })

/** A second name for the same file keeps its times and costs nothing; not every file system has them. */
const linkOrCopy = async (from: string, to: string): Promise<void> => {
  const stats = await lstat(from)
  if (stats.isSymbolicLink()) return symlink(await readlink(from), to)
  try {
    await link(from, to)
  } catch {
    await copyFile(from, to)
    await utimes(to, stats.atime, stats.mtime)
  }
}

/** How the new files are written, and how that is stopped. */
export interface StageOptions {
  readonly signal?: AbortSignal
  /** Whether the files can be made again from others: then nobody waits until the disk has them. */
  readonly isDerived?: boolean
}

/** Every folder that the new tree needs, each after the one that holds it. */
const foldersOf = (files: readonly string[], empty: readonly string[]): string[] =>
  [...new Set([...[...files, ...empty].flatMap(foldersAbove), ...empty])].sort()

/**
 * Builds in `staged`, an empty folder, what `target` shall become: the new files, written through to the disk unless
 * they can be made again, and everything that stays. Stops between files when the signal is aborted.
 */
export async function stageFolder(
  target: string,
  staged: string,
  tree: FolderTree | undefined,
  plan: FolderPlan,
  { signal, isDerived = false }: StageOptions,
): Promise<void> {
  const present: FolderTree = tree ?? new Map()
  const empty = plan.foreign.filter((path) => present.get(path) === 'folder')
  const staying = [...plan.keep, ...plan.foreign.filter((path) => present.get(path) !== 'folder')]
  const folders = foldersOf([...plan.write.map(({ path }) => path), ...staying], empty)
  for (const folder of folders) await mkdir(join(staged, folder))
  await inBatches(staying, signal, (path) => linkOrCopy(join(target, path), join(staged, path)))
  const write = isDerived ? writeSoon : writeThrough
  await inBatches(plan.write, signal, ({ path, content }) => write(join(staged, path), content))
  const known = folders.filter((folder) => present.get(folder) === 'folder')
  for (const folder of tree ? ['', ...known] : []) {
    await chmod(join(staged, folder), (await lstat(join(target, folder))).mode)
  }
  signal?.throwIfAborted()
}
