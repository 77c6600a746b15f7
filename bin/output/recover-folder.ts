import { lstat, rename } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { realFolder, unlessMissing } from './folder-tree.js'
import { asOutputError, errnoOf } from './output-error.js'
import { findSiblings, removeSibling, type Sibling } from './sibling.js'

const longestWaitMs = 500
const stepMs = 20

const exists = async (path: string): Promise<boolean> => (await unlessMissing(lstat(path))) !== undefined

/** A run at work needs an instant between its two renames; one that died there leaves the target missing. */
const appears = async (target: string, patienceMs: number): Promise<boolean> => {
  for (let waited = 0; waited < patienceMs; waited += stepMs) {
    if (await exists(target)) return true
    await setTimeout(stepMs)
  }
  return exists(target)
}

const lastMoved = async (olds: readonly Sibling[]): Promise<string | undefined> => {
  const times = await Promise.all(
    olds.map(async ({ path }) => (await unlessMissing(lstat(path)))?.ctimeMs ?? 0),
  )
  return olds[times.indexOf(Math.max(...times))]?.path
}

const restore = async (target: string, olds: readonly Sibling[]): Promise<void> => {
  const dead = olds.filter(({ alive }) => !alive)
  if (await appears(target, dead.length < olds.length ? longestWaitMs : 0)) return
  const chosen = await lastMoved(dead.length > 0 ? dead : olds)
  if (chosen === undefined) return
  try {
    await rename(chosen, target)
  } catch (error) {
    // Another run put something there in the meantime: that one has recovered already.
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT'].includes(errnoOf(error) ?? '')) throw error
  }
}

const recover = async (target: string): Promise<void> => {
  const olds = (await findSiblings(target)).filter(({ kind }) => kind === 'old')
  if (olds.length > 0 && !(await exists(target))) await restore(target, olds)
  for (const { path, alive } of await findSiblings(target)) {
    if (!alive) await removeSibling(path)
  }
}

/**
 * Mends what a killed run of `writeFolder` left: puts the old set back when the folder is missing, and
 * removes temporary siblings of runs that are over. Call it before reading a folder that rampart writes.
 * Throws RampartError OUTPUT_NOT_WRITABLE when the old set cannot be put back.
 */
export async function recoverFolder(folder: string): Promise<void> {
  try {
    await recover(await realFolder(folder))
  } catch (error) {
    throw asOutputError(error, folder)
  }
}
