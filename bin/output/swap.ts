import { open, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FolderTree, readTree } from './folder-tree.js'
import { removeSibling, type SiblingNames } from './sibling.js'
import { ensureFolder } from './ensure-folder.js'

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

/** Files that somebody put into the folder while the new one was prepared are theirs, and move over. */
const rescue = async (old: string, target: string, planned: FolderTree): Promise<void> => {
  const found = (await readTree(old)) ?? new Map()
  const present = (await readTree(target)) ?? new Map()
  for (const [path, kind] of found) {
    if (kind === 'folder' || planned.has(path) || present.has(path)) continue
    await ensureFolder(dirname(join(target, path)))
    await rename(join(old, path), join(target, path))
  }
}

const replace = async (staged: string, target: string, old: string): Promise<void> => {
  await rename(target, old)
  try {
    await rename(staged, target)
  } catch (error) {
    await rename(old, target)
    throw error
  }
}

/**
 * Puts `staged` where `target` is. `planned` is the tree that was there when the new one was prepared,
 * undefined for none. Between the two renames the old set stands beside the target under a name from
 * which `recoverFolder` puts it back.
 */
export async function swapIn(
  staged: string,
  target: string,
  planned: FolderTree | undefined,
  names: SiblingNames,
): Promise<void> {
  if (!planned) {
    await rename(staged, target)
    return syncFolder(dirname(target))
  }
  const old = names.name('old')
  await replace(staged, target, old)
  await syncFolder(dirname(target))
  try {
    await rescue(old, target, planned)
  } catch {
    // The new set is in place; what could not be saved stays in the old folder until the next run.
    return
  }
  await removeSibling(old)
}
