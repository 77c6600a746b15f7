import {
  type Stats,
  accessSync,
  constants,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { codeOf, RampartError } from '../../diagnostics/index.js'
import type { OutputFile } from '../../fetch/index.js'
import { asOutputError, ensureFolder } from './write-files.js'

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
    if (!isInside(path)) refuse(path, 'is not a path inside the output folder')
    if (paths.has(path)) refuse(path, 'would be written twice')
    paths.add(path)
  }
  for (const path of paths) {
    const folder = foldersAbove(path).find((above) => paths.has(above))
    if (folder !== undefined) refuse(folder, `would be both a file and the folder of ${JSON.stringify(path)}`)
  }
}

/** The file system entry at a path, without following links. */
const entryAt = (path: string): Stats | undefined => {
  try {
    return lstatSync(path)
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error) ?? '')) return undefined
    throw error
  }
}

const isFolder = (path: string): boolean => entryAt(path)?.isDirectory() === true

/** The file system entry at a path; undefined if the path, or a link on its way, leads out of `root`. */
const entryIn = (root: string, path: string): Stats | undefined =>
  isInside(path) && foldersAbove(path).every((above) => isFolder(join(root, above)))
    ? entryAt(join(root, path))
    : undefined

/** The files and empty folders below a folder, by path relative to `root`. */
const leavesOf = (root: string, folder: string): string[] => {
  const entries = readdirSync(join(root, folder), { withFileTypes: true })
  if (entries.length === 0) return [folder]
  return entries.flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    return entry.isDirectory() ? leavesOf(root, path) : [path]
  })
}

/** The path of a file or folder that prevents writing a file, and was not written by rampart. */
const obstacleOf = (root: string, path: string, owned: ReadonlySet<string>): string | undefined => {
  const isForeign = (one: string): boolean => entryAt(join(root, one)) !== undefined && !owned.has(one)
  const above = foldersAbove(path).find((folder) => isForeign(folder) && !isFolder(join(root, folder)))
  if (above !== undefined) return above
  const leaves = isFolder(join(root, path)) ? leavesOf(root, path) : [path]
  return leaves.some(isForeign) ? path : undefined
}

const requireFree = (root: string, path: string, owned: ReadonlySet<string>): void => {
  const obstacle = obstacleOf(root, path, owned)
  if (obstacle === undefined) return
  const what = obstacle === path ? 'a file that it would write' : `in the way of ${path}`
  const message = `${join(root, obstacle)} was not written by rampart, and is ${what}.`
  throw new RampartError('OUTPUT_FOREIGN_FILE', { message })
}

const isThere = (root: string, { path, content }: OutputFile): boolean => {
  const found = entryIn(root, path)
  if (found?.isFile() !== true || found.size !== Buffer.byteLength(content)) return false
  return readFileSync(join(root, path)).equals(Buffer.from(content))
}

/** The changes that give a folder a new set of files. */
interface FolderPlan {
  readonly write: readonly OutputFile[]
  /** Paths of files that an earlier run wrote and the new set lacks. */
  readonly drop: readonly string[]
}

/** @throws RampartError OUTPUT_FOREIGN_FILE, or an error of the file system for a folder that cannot be changed. */
const planFolder = (
  root: string,
  files: readonly OutputFile[],
  ownedBefore: readonly string[],
): FolderPlan => {
  const owned = new Set(ownedBefore)
  const wanted = new Set(files.map(({ path }) => path))
  const write = files.filter((file) => !isThere(root, file))
  const drop = ownedBefore.filter((path) => !wanted.has(path) && entryIn(root, path) !== undefined)
  const paths = write.map(({ path }) => path)
  for (const path of paths) requireFree(root, path, owned)
  const folders = new Set([...paths, ...drop].flatMap(foldersAbove))
  for (const folder of folders)
    if (isFolder(join(root, folder))) accessSync(join(root, folder), constants.W_OK)
  return { write, drop }
}

/** The files that `writeFolder` may replace, and how it is stopped. */
interface WriteOptions {
  /** Paths that an earlier run wrote, as its lock or manifest records them: only these may be replaced or dropped. */
  readonly ownedBefore: readonly string[]
  readonly signal?: AbortSignal
  /** Whether the files can be made again from others, so that they need not be synced to the disk. */
  readonly isDerived?: boolean
}

/** The files that were written and removed, as paths relative to the folder. Both empty when everything was there already. */
export interface WriteResult {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Removes the drafts of killed runs. In containers every run may have the same process id. */
const removeLeftovers = (root: string): void => {
  for (const name of readdirSync(root)) {
    const [, pid] = /^\.rampart-(\d+)-\w{6}$/.exec(name) ?? []
    if (pid !== undefined && (Number(pid) === process.pid || !isAlive(Number(pid))))
      rmSync(join(root, name), { recursive: true, force: true })
  }
}

/** Writes the files below `drafts`, synchronously, because promises would take most of the time. */
const writeDrafts = async (
  drafts: string,
  files: readonly OutputFile[],
  { signal, isDerived = false }: WriteOptions,
): Promise<void> => {
  for (const { path, content } of files) {
    // Lets signals be handled between the synchronous writes.
    await setImmediate()
    signal?.throwIfAborted()
    mkdirSync(dirname(join(drafts, path)), { recursive: true })
    writeFileSync(join(drafts, path), content, { flag: 'wx', flush: !isDerived })
  }
  await setImmediate()
  signal?.throwIfAborted()
}

const removeIfEmpty = (folder: string): void => {
  try {
    rmdirSync(folder)
  } catch {
    // It holds other files.
  }
}

/**
 * Puts the drafts in place within milliseconds. Synchronous, so that no signal comes between. The last file of a set
 * lists the others. It goes first, because after a kill the next run has to know which files are rampart's.
 */
const putInPlace = (root: string, drafts: string, { write, drop }: FolderPlan): void => {
  for (const path of drop) rmSync(join(root, path))
  const emptied = [...new Set(drop.flatMap(foldersAbove))]
  for (const folder of emptied.toSorted((a, b) => b.length - a.length)) removeIfEmpty(join(root, folder))
  for (const { path } of write.toReversed()) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    renameSync(join(drafts, path), join(root, path))
  }
}

const update = async (root: string, plan: FolderPlan, options: WriteOptions): Promise<void> => {
  const isNew = entryAt(root) === undefined
  await ensureFolder(root)
  removeLeftovers(root)
  const drafts = await mkdtemp(join(root, `.rampart-${process.pid}-`))
  try {
    await writeDrafts(drafts, plan.write, options)
    putInPlace(root, drafts, plan)
  } finally {
    rmSync(drafts, { recursive: true, force: true })
    if (isNew) await rmdir(root).catch(() => undefined)
  }
}

/**
 * Makes a folder hold a set of files. All files are written as drafts first, within the folder, and then renamed: an
 * error or an abort before the renames leaves the old set. Files that rampart did not write stay, and unchanged ones
 * keep their times. @throws RampartError OUTPUT_FOREIGN_FILE, OUTPUT_NOT_WRITABLE, OUTPUT_PATH_INVALID, or the signal's
 * reason when aborted before the renames.
 */
export async function writeFolder(
  folder: string,
  files: readonly OutputFile[],
  options: WriteOptions,
): Promise<WriteResult> {
  options.signal?.throwIfAborted()
  checkPaths(files)
  try {
    const plan = planFolder(folder, files, options.ownedBefore)
    if (plan.write.length + plan.drop.length > 0) await update(folder, plan, options)
    return { written: plan.write.map(({ path }) => path), removed: plan.drop }
  } catch (error) {
    throw asOutputError(error, folder)
  }
}
