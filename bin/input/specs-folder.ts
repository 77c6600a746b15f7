import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Lock, lockFileName, readLock, sha256 } from '../../fetch/index.js'
import { asOutputError, unlessMissing } from '../output/output-error.js'

/** Reads the lock of a folder of documents; undefined when there is none. Throws RampartError FETCH_LOCK_INVALID. */
export async function readLockFile(folder: string): Promise<Lock | undefined> {
  try {
    const text = await unlessMissing(readFile(join(folder, lockFileName), 'utf8'))
    return text === undefined ? undefined : readLock(text)
  } catch (error) {
    throw asOutputError(error, folder)
  }
}

/** The SHA-256 of every locked document that is there, by file name. */
export async function hashLockedFiles(folder: string, lock: Lock): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const { file } of Object.values(lock.documents)) {
    const bytes = await unlessMissing(readFile(join(folder, file)))
    if (bytes !== undefined) hashes.set(file, sha256(bytes))
  }
  return hashes
}

/** The paths that an earlier fetch wrote into a folder. */
export function lockedPaths(lock: Lock | undefined): string[] {
  return lock ? [lockFileName, ...Object.values(lock.documents).map(({ file }) => file)] : []
}
