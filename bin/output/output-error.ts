import { codeOf, fileReason, RampartError } from '../../diagnostics/index.js'

/** The system's name for a failure, such as `ENOSPC`; undefined when the error is of another kind. */
export function errnoOf(error: unknown): string | undefined {
  return error instanceof Error && 'syscall' in error ? codeOf(error) : undefined
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
  const message = `${folder} cannot be written: ${fileReason(error)} (${errno}).`
  return new RampartError('OUTPUT_NOT_WRITABLE', { message, where, cause: error })
}
