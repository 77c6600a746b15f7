import { writeFileSync } from 'node:fs'
import {
  access,
  chmod,
  constants,
  cp,
  link,
  mkdir,
  open,
  readFile,
  realpath,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises'
import { dirname, join, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { RampartError } from '../../diagnostics/index.js'
import type { OutputFile } from '../../fetch/index.js'
import {
  checkPaths,
  type FolderPlan,
  foldersAbove,
  type FolderTree,
  planFolder,
  readTree,
} from './folder-plan.js'
import { asOutputError, unlessMissing } from './write-files.js'
import { type OwnSiblings, realFolder, recoverFolder, removeSibling, withClaim } from './recover-folder.js'

const longestWaitMs = 10_000
const maxForeign = 1000

/** The files that `writeFolder` may replace, and how it is stopped. */
export interface WriteOptions {
  /** Paths that an earlier run wrote, as its lock or manifest records them: only these may be dropped. */
  readonly ownedBefore: readonly string[]
  readonly signal?: AbortSignal
  /** Whether the files can be made again from others, so that they need not be synced to the disk. */
  readonly isDerived?: boolean
  /** Milliseconds to wait for another run that writes the same folder. */
  readonly patienceMs?: number
}

/** The files that were written and removed, as paths relative to the folder. Both empty when everything was there already. */
export interface WriteResult {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

interface Survey {
  readonly tree: FolderTree | undefined
  readonly plan: FolderPlan
  readonly result: WriteResult
  readonly isDone: boolean
}

const requireFit = async (target: string, folder: string): Promise<void> => {
  const here = await realpath(process.cwd())
  if (here !== target && !here.startsWith(target.endsWith(sep) ? target : target + sep)) return
  const message = `${folder} contains the current folder, and would be replaced as a whole.`
  throw new RampartError('OUTPUT_FOLDER_UNFIT', { message, where: { file: folder } })
}

/** A folder with many foreign files is probably a mistake, and would be rebuilt link by link. */
const requireOwn = ({ foreign }: FolderPlan, folder: string): void => {
  if (foreign.length <= maxForeign) return
  const message = `${folder} holds ${foreign.length} files that rampart did not write.`
  throw new RampartError('OUTPUT_FOLDER_UNFIT', { message, where: { file: folder } })
}

const survey = async (
  target: string,
  files: readonly OutputFile[],
  owned: readonly string[],
): Promise<Survey> => {
  const tree = await readTree(target)
  const same = new Set<string>()
  for (const { path, content } of files) {
    if (tree?.get(path) !== 'file') continue
    const wanted = Buffer.from(content)
    const { size } = await stat(join(target, path))
    if (size === wanted.length && wanted.equals(await readFile(join(target, path)))) same.add(path)
  }
  const plan = planFolder(tree ?? new Map(), files, same, new Set(owned))
  const result = { written: plan.write.map(({ path }) => path), removed: plan.drop }
  return { tree, plan, result, isDone: plan.write.length + plan.drop.length === 0 }
}

/** Hard links keep times and cost nothing; not every file system has them. */
const linkOrCopy = async (from: string, to: string, isFile: boolean): Promise<void> => {
  const copy = (): Promise<void> => cp(from, to, { preserveTimestamps: true, verbatimSymlinks: true })
  // Some systems would link what a symbolic link leads to.
  await (isFile ? link(from, to).catch(copy) : copy())
}

/** Writes a file that is not there yet. */
const writeNew = async (path: string, content: OutputFile['content'], isDerived: boolean): Promise<void> => {
  // Synchronous, because for thousands of small files most of the time would go into promises and waiting for the disk.
  if (isDerived) writeFileSync(path, content, { flag: 'wx' })
  else await writeFile(path, content, { flag: 'wx', flush: true })
}

/** Builds the new `target` in `staged`, an empty folder: the new files and everything that stays. */
const stage = async (
  target: string,
  staged: string,
  { tree = new Map(), plan }: Survey,
  { signal, isDerived = false }: WriteOptions,
): Promise<void> => {
  const isFolder = (path: string): boolean => tree.get(path) === 'folder'
  const staying = [...plan.keep, ...plan.foreign]
  const paths = [...staying, ...plan.write.map(({ path }) => path)]
  const folders = [...new Set([...paths.flatMap(foldersAbove), ...staying.filter(isFolder)])].sort()
  // Synchronous work blocks signals.
  const mayGoOn = async (): Promise<void> => {
    await setImmediate()
    signal?.throwIfAborted()
  }
  for (const folder of folders) await mkdir(join(staged, folder))
  for (const path of staying) {
    await mayGoOn()
    if (!isFolder(path)) await linkOrCopy(join(target, path), join(staged, path), tree.get(path) === 'file')
  }
  for (const { path, content } of plan.write) {
    await mayGoOn()
    await writeNew(join(staged, path), content, isDerived)
  }
  // Last, because the folder may be read-only then.
  for (const folder of folders.filter(isFolder)) {
    await chmod(join(staged, folder), (await stat(join(target, folder))).mode)
  }
  await mayGoOn()
}

/** Not every system lets a folder be synchronised; the renames are complete without it. */
const syncFolder = async (folder: string): Promise<void> => {
  try {
    const handle = await open(folder, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  } catch {}
}

/** Puts the new set where `target` is. Between the two renames `recoverFolder` would put the old set back. */
const swap = async (target: string, { staged, old }: OwnSiblings, isThere: boolean): Promise<void> => {
  if (isThere) {
    await chmod(staged, (await stat(target)).mode)
    await rename(target, old)
  }
  try {
    await rename(staged, target)
  } catch (error) {
    if (isThere) await rename(old, target)
    throw error
  }
  await syncFolder(dirname(target))
  await removeSibling(old)
}

const replaceFolder = async (
  target: string,
  files: readonly OutputFile[],
  options: WriteOptions,
): Promise<WriteResult> => {
  const { ownedBefore, signal, patienceMs = longestWaitMs } = options
  // The first comparison makes no claim, because usually nothing changed. Another run may be writing.
  const glance = await unlessMissing(survey(target, files, ownedBefore))
  if (glance?.isDone) return glance.result
  return withClaim(target, patienceMs, signal, async (own) => {
    await recoverFolder(target)
    const found = await survey(target, files, ownedBefore)
    if (found.isDone) return found.result
    requireOwn(found.plan, target)
    if (found.tree) await access(target, constants.W_OK)
    await stage(target, own.staged, found, options)
    await swap(target, own, found.tree !== undefined)
    return found.result
  })
}

/**
 * Makes a folder hold a set of files, all or nothing. A kill at any moment leaves the old set or the new one, at worst
 * beside the folder, where the next run finds it and puts it back. Files that rampart did not write stay, unchanged
 * files keep their times, and without a change nothing is written. A folder that is a symbolic link stays one. Runs
 * that write the same folder wait for each other.
 * Throws RampartError OUTPUT_FOREIGN_FILE, OUTPUT_NOT_WRITABLE, OUTPUT_FOLDER_UNFIT, OUTPUT_BUSY or
 * OUTPUT_PATH_INVALID, or the signal's reason when aborted before the new set is in place.
 */
export async function writeFolder(
  folder: string,
  files: readonly OutputFile[],
  options: WriteOptions,
): Promise<WriteResult> {
  options.signal?.throwIfAborted()
  checkPaths(files)
  try {
    await recoverFolder(folder)
    const target = await realFolder(folder)
    await requireFit(target, folder)
    return await replaceFolder(target, files, options)
  } catch (error) {
    throw asOutputError(error, folder)
  }
}
