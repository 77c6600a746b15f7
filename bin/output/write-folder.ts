import {
  readdir,
  access,
  chmod,
  constants,
  cp,
  link,
  mkdir,
  open,
  readFile,
  rename,
  stat,
  writeFile,
} from 'node:fs/promises'
import { join, relative, sep, dirname } from 'node:path'
import { writeFileSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { RampartError } from '../../diagnostics/index.js'
import type { OutputFile } from '../../fetch/index.js'
import { unlessMissing, asOutputError } from './write-files.js'
import {
  type OwnSiblings,
  realFolder,
  recoverFolder,
  removeSibling,
  requireFit,
  withClaim,
} from './recover-folder.js'

/** Everything below a folder by relative path with `/`. `other` is mostly a symbolic link, which is not followed. */
type FolderTree = ReadonlyMap<string, 'file' | 'folder' | 'other'>

/** The changes that give a folder a new set of files. */
interface FolderPlan {
  readonly write: readonly OutputFile[]
  /** Paths of unchanged files of the set. */
  readonly keep: readonly string[]
  /** Paths of our former files that the new set no longer has. */
  readonly drop: readonly string[]
  /** Foreign paths, which stay: files, links and empty folders. */
  readonly foreign: readonly string[]
}

/** All folders above a relative path, nearest first. */
const foldersAbove = (path: string): string[] => {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

const isInside = (path: string): boolean =>
  !/[\\\0]|^[a-z]:/i.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/** Throws RampartError OUTPUT_PATH_INVALID for paths that leave the folder or that clash with each other. */
const checkPaths = (files: readonly OutputFile[]): void => {
  const paths = new Set<string>()
  const refuse = (path: string, why: string): never => {
    throw new RampartError('OUTPUT_PATH_INVALID', { message: `${JSON.stringify(path)} ${why}.` })
  }
  for (const { path } of files) {
    if (!isInside(path)) refuse(path, 'is not a path inside of the output folder')
    if (paths.has(path)) refuse(path, 'would be written twice')
    paths.add(path)
  }
  for (const path of paths) {
    const folder = foldersAbove(path).find((above) => paths.has(above))
    if (folder !== undefined) refuse(folder, `would be both a file and the folder of ${JSON.stringify(path)}`)
  }
}

/** Reads the tree of a folder; undefined when the folder does not exist. */
const readTree = async (folder: string): Promise<FolderTree | undefined> => {
  const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))
  const kinds = entries?.map((entry) => {
    const path = relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/')
    return [path, entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other'] as const
  })
  return kinds && new Map(kinds)
}

const requireFree = (
  folder: string,
  paths: readonly string[],
  foreign: readonly string[],
  tree: FolderTree,
): void => {
  const entries = new Set(foreign)
  const parents = new Set(foreign.flatMap(foldersAbove))
  const blocks = (path: string): boolean => entries.has(path) && tree.get(path) !== 'folder'
  for (const path of paths) {
    const obstacle = entries.has(path) || parents.has(path) ? path : foldersAbove(path).find(blocks)
    if (obstacle === undefined) continue
    const what = obstacle === path ? 'a file that it would write' : `in the way of ${path}`
    const message = `${join(folder, obstacle)} was not written by rampart, and is ${what}.`
    throw new RampartError('OUTPUT_FOREIGN_FILE', { message })
  }
}

/**
 * Decides which paths are written, kept, dropped and not touched. `same` names the files whose bytes are there already,
 * `owned` the paths of an earlier run. @throws RampartError OUTPUT_FOREIGN_FILE for another file in the way.
 */
const planFolder = (
  folder: string,
  tree: FolderTree,
  files: readonly OutputFile[],
  same: ReadonlySet<string>,
  owned: ReadonlySet<string>,
): FolderPlan => {
  const write = files.filter(({ path }) => !same.has(path))
  const wanted = new Set(files.map(({ path }) => path))
  const parents = new Set([...tree.keys()].flatMap(foldersAbove))
  const leaves = [...tree.keys()].filter((path) => !parents.has(path))
  const foreign = leaves.filter((path) => !owned.has(path) && !same.has(path))
  const paths = write.map(({ path }) => path)
  requireFree(folder, paths, foreign, tree)
  const drop = leaves.filter((path) => owned.has(path) && !wanted.has(path))
  return { write, keep: [...same], drop, foreign }
}

const longestWaitMs = 10_000
const maxForeign = 1000

/** The files that `writeFolder` may replace, and how it is stopped. */
interface WriteOptions {
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

/** A folder with many foreign files is probably a mistake, and would be rebuilt link by link. */
const requireOwn = ({ foreign }: FolderPlan, folder: string): void => {
  if (foreign.length <= maxForeign) return
  const message = `${folder} holds ${foreign.length} files that rampart did not write.`
  throw new RampartError('OUTPUT_FOLDER_UNFIT', { message })
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
  const plan = planFolder(target, tree ?? new Map(), files, same, new Set(owned))
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
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close().catch(() => undefined)
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
 * Makes a folder, or the one that a link names, hold a set of files, all or nothing. A kill at any moment leaves the
 * old set or the new one, at worst beside the folder, where the next run finds it. Files that rampart did not write
 * stay, unchanged ones keep their times. Runs that write one folder wait for each other.
 * @throws RampartError OUTPUT_FOREIGN_FILE, OUTPUT_NOT_WRITABLE, OUTPUT_FOLDER_UNFIT, OUTPUT_BUSY, OUTPUT_PATH_INVALID,
 * or the signal's reason when aborted before the new set is in place.
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
