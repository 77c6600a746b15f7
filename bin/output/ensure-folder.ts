import { mkdir } from 'node:fs/promises'
import { dirname } from 'node:path'
import { errnoOf } from './output-error.js'

/**
 * Makes a folder and those above it. Not `mkdir` with `recursive`, which never returns on file systems that
 * answer ENOENT below a folder that exists (procfs does).
 */
export async function ensureFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') return
    if (errnoOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await ensureFolder(dirname(folder))
    await mkdir(folder).catch((again: unknown) => {
      if (errnoOf(again) !== 'EEXIST') throw again
    })
  }
}
