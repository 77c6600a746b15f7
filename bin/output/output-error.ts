import { RampartError } from '../../diagnostics/index.js'

const reasons: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the disk is read-only',
  ENOSPC: 'no space is left on the disk',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of its path is a file and not a folder',
  ENAMETOOLONG: 'a name is too long',
  EMFILE: 'too many files are open',
}

/** The system's name for a failure, such as `ENOSPC`; undefined when the error is of another kind. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : undefined
}

/** Runs something and gives undefined when what it looks for is not there. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a typed error of a failure of the file system and leaves every other error as it is. */
export function asOutputError(error: unknown, folder: string): unknown {
  const errno = errnoOf(error)
  if (errno === undefined) return error
  const where = { file: folder }
  if (errno === 'EBUSY' || errno === 'EXDEV') {
    const message = `${folder} is in use, perhaps as a mount point, and cannot be replaced (${errno}).`
    return new RampartError('OUTPUT_FOLDER_UNFIT', { message, where, cause: error })
  }
  const detail = error instanceof Error ? error.message : errno
  const message = `${folder} cannot be written: ${reasons[errno] ?? 'the file system refuses'} (${detail}).`
  return new RampartError('OUTPUT_NOT_WRITABLE', { message, where, cause: error })
}
