import { access, constants, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { asOutputError, errnoOf } from './output-error.js'

const refused = (path: string, why: string): RampartError =>
  new RampartError('OUTPUT_NOT_WRITABLE', { message: `${path} ${why}.`, where: { file: path } })

/** The nearest folder above a path, or the path itself, that is there. */
const present = async (path: string): Promise<{ readonly path: string; readonly isFolder: boolean }> => {
  try {
    return { path, isFolder: (await stat(path)).isDirectory() }
  } catch (error) {
    const isAbove = dirname(path) !== path && ['ENOENT', 'ENOTDIR'].includes(errnoOf(error) ?? '')
    if (isAbove) return present(dirname(path))
    throw asOutputError(error, path)
  }
}

/**
 * Makes sure that a folder can be written before the work whose outcome it is to hold. Nothing is made.
 * @throws RampartError OUTPUT_NOT_WRITABLE.
 */
export async function requireWritableFolder(folder: string): Promise<void> {
  const found = await present(folder)
  if (!found.isFolder) throw refused(folder, `cannot be a folder: ${found.path} is a file`)
  await access(found.path, constants.W_OK | constants.X_OK).catch((error: unknown) => {
    throw asOutputError(error, folder)
  })
}

/**
 * The same for a file.
 * @throws RampartError OUTPUT_NOT_WRITABLE.
 */
export async function requireWritableFile(file: string): Promise<void> {
  await requireWritableFolder(dirname(file))
  const found = await present(file)
  if (found.path === file && found.isFolder) throw refused(file, 'is a folder')
}
