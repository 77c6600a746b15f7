import { rename, rm } from 'node:fs/promises'

/**
 * Deletes a folder under a name of its own, so that no half-deleted one is ever taken for a complete set.
 * What cannot be deleted now is left to the next run.
 */
export const discard = async (folder: string, gone: string): Promise<void> => {
  try {
    await rename(folder, gone)
    await rm(gone, { recursive: true, force: true })
  } catch {}
}
