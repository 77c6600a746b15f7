import { readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import type { OutputFile } from '../../fetch/index.js'
import { unlessMissing } from './write-files.js'

/** Everything below a folder by relative path with `/`. `other` is mostly a symbolic link, which is not followed. */
export type FolderTree = ReadonlyMap<string, 'file' | 'folder' | 'other'>

/** The changes that give a folder a new set of files. */
export interface FolderPlan {
  readonly write: readonly OutputFile[]
  /** Paths of unchanged files of the set. */
  readonly keep: readonly string[]
  /** Paths of our former files that the new set no longer has. */
  readonly drop: readonly string[]
  /** Foreign paths, which stay: files, links and empty folders. */
  readonly foreign: readonly string[]
}

/** All folders above a relative path, nearest first. */
export function foldersAbove(path: string): string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}

const isInside = (path: string): boolean =>
  !/[\\\0]|^[a-z]:/i.test(path) &&
  path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/** Throws RampartError OUTPUT_PATH_INVALID for paths that leave the folder or that clash with each other. */
export function checkPaths(files: readonly OutputFile[]): void {
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
export async function readTree(folder: string): Promise<FolderTree | undefined> {
  const entries = await unlessMissing(readdir(folder, { recursive: true, withFileTypes: true }))
  return (
    entries &&
    new Map(
      entries.map((entry) => [
        relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'),
        entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other',
      ]),
    )
  )
}

const requireFree = (paths: readonly string[], foreign: readonly string[], tree: FolderTree): void => {
  const entries = new Set(foreign)
  const parents = new Set(foreign.flatMap(foldersAbove))
  const blocks = (path: string): boolean => entries.has(path) && tree.get(path) !== 'folder'
  for (const path of paths) {
    const obstacle = entries.has(path) || parents.has(path) ? path : foldersAbove(path).find(blocks)
    if (obstacle === undefined) continue
    const message = `${obstacle} was not written by rampart and is in the way of ${path}.`
    throw new RampartError('OUTPUT_FOREIGN_FILE', { message, where: { file: obstacle } })
  }
}

/**
 * Decides which paths are written, kept, dropped and not touched. Pure. `same` names the files whose bytes are
 * there already, `owned` the paths that an earlier run wrote.
 * Throws RampartError OUTPUT_FOREIGN_FILE where a file that rampart did not write is in the way.
 */
export function planFolder(
  tree: FolderTree,
  files: readonly OutputFile[],
  same: ReadonlySet<string>,
  owned: ReadonlySet<string>,
): FolderPlan {
  const write = files.filter(({ path }) => !same.has(path))
  const wanted = new Set(files.map(({ path }) => path))
  const parents = new Set([...tree.keys()].flatMap(foldersAbove))
  const leaves = [...tree.keys()].filter((path) => !parents.has(path))
  const foreign = leaves.filter((path) => !owned.has(path) && !same.has(path))
  requireFree(
    write.map(({ path }) => path),
    foreign,
    tree,
  )
  const drop = leaves.filter((path) => owned.has(path) && !wanted.has(path))
  return { write, keep: [...same], drop, foreign }
}
