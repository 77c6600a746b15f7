import { lstat, readdir, readlink, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { errnoOf } from './output-error.js'

/** `other` is everything that is neither a plain file nor a folder, above all symbolic links. */
export type EntryKind = 'file' | 'folder' | 'other'

/** Everything below a folder, by path relative to it and with `/`; a folder stands before what it holds. */
export type FolderTree = ReadonlyMap<string, EntryKind>

const maxLinks = 40

/** Runs something and gives undefined when what it looks for is not there. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The real path of a folder that may be a symbolic link, also when nothing stands there yet. */
export async function realFolder(path: string): Promise<string> {
  let target = resolve(path)
  for (let links = 0; links < maxLinks; links += 1) {
    const stats = await unlessMissing(lstat(target))
    if (!stats?.isSymbolicLink()) break
    target = resolve(dirname(target), await readlink(target))
  }
  const parent = await unlessMissing(realpath(dirname(target)))
  return join(parent ?? dirname(target), basename(target))
}

/** Reads the tree of a folder without following links; undefined when the folder does not exist. */
export async function readTree(folder: string): Promise<FolderTree | undefined> {
  const tree = new Map<string, EntryKind>()
  const walk = async (below: string): Promise<void> => {
    for (const entry of await readdir(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      tree.set(path, entry.isFile() ? 'file' : entry.isDirectory() ? 'folder' : 'other')
      if (entry.isDirectory()) await walk(path)
    }
  }
  const found = await unlessMissing(readdir(folder))
  if (found === undefined) return undefined
  await walk('')
  return tree
}
