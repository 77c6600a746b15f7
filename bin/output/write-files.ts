import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asOutputError, errnoOf } from './output-error.js'

/** A file to be written; what is too large to be held comes piece by piece. */
export interface FileToWrite {
  readonly path: string
  readonly content: string | Uint8Array | AsyncIterable<string>
}

/** For what shows traffic of an account: its owner alone reads it. */
export const ownerOnly = 0o600

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

/**
 * Writes files that do not depend on each other, each whole or not at all, and touches nothing beside them.
 * @param mode who may read them, as far as the umask allows
 * @throws RampartError OUTPUT_NOT_WRITABLE.
 */
export async function writeFiles(folder: string, files: readonly FileToWrite[], mode = 0o666): Promise<void> {
  for (const { path, content } of files) {
    const target = join(folder, path)
    const draft = `${target}.${process.pid}.tmp`
    try {
      await ensureFolder(dirname(target))
      await writeFile(draft, content, { flush: true, mode })
      await rename(draft, target)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined)
      throw asOutputError(error, folder)
    }
  }
}
