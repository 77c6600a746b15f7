import { RampartError } from '../../diagnostics/index.js'
import type { FolderTree } from './folder-tree.js'
import { foldersAbove, type OutputFile } from './output-file.js'

/** The changes by which a folder comes to hold a new set of files. */
export interface FolderPlan {
  readonly write: readonly OutputFile[]
  /** Paths of the set whose bytes are there already. */
  readonly keep: readonly string[]
  /** Paths of our former files that the new set no longer has. */
  readonly drop: readonly string[]
  /** Paths of what is not ours and stays: files, links and empty folders. */
  readonly foreign: readonly string[]
}

const leavesOf = (tree: FolderTree): string[] => {
  const parents = new Set([...tree.keys()].flatMap(foldersAbove))
  return [...tree.keys()].filter((path) => !parents.has(path))
}

const requireFree = (paths: readonly string[], foreign: readonly string[], tree: FolderTree): void => {
  const entries = new Set(foreign)
  const parents = new Set(foreign.flatMap(foldersAbove))
  const blocks = (path: string): boolean => entries.has(path) && tree.get(path) !== 'folder'
  for (const path of paths) {
    const obstacle = entries.has(path) || parents.has(path) ? path : foldersAbove(path).find(blocks)
    if (obstacle === undefined) continue
    const message = `${obstacle} was not written by rampart and stands where ${path} must be written.`
    throw new RampartError('OUTPUT_FOREIGN_FILE', { message, where: { file: obstacle } })
  }
}

/**
 * Decides what is written, kept, dropped and left alone. Pure. `same` names the files whose bytes are
 * there already, `owned` the paths that an earlier run wrote.
 * Throws RampartError OUTPUT_FOREIGN_FILE where something of somebody else's is in the way.
 */
export function planFolder(
  tree: FolderTree,
  files: readonly OutputFile[],
  same: ReadonlySet<string>,
  owned: ReadonlySet<string>,
): FolderPlan {
  const write = files.filter(({ path }) => !same.has(path))
  const wanted = new Set(files.map(({ path }) => path))
  const others = leavesOf(tree).filter((path) => !owned.has(path) && !same.has(path))
  requireFree(
    write.map(({ path }) => path),
    others,
    tree,
  )
  const drop = leavesOf(tree).filter((path) => owned.has(path) && !wanted.has(path))
  return { write, keep: [...same], drop, foreign: others }
}
