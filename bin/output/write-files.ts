import {
  access,
  constants,
  lstat,
  mkdir,
  mkdtemp,
  readlink,
  rename,
  rm,
  rmdir,
  stat,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { codeOf, fileReason, RampartError } from '../../diagnostics/index.js'

/** The system's name for a failure, such as `ENOSPC`; undefined when the error is of another kind. */
const errnoOf = (error: unknown): string | undefined =>
  error instanceof Error && 'syscall' in error ? codeOf(error) : undefined

/** Runs a function, and returns undefined when the file that it looks for does not exist. */
export async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** Makes a typed error of a failure of the file system; other errors stay unchanged. */
export function asOutputError(error: unknown, folder: string): unknown {
  const errno = errnoOf(error)
  if (errno === undefined) return error
  const message = `${folder} cannot be written: ${fileReason(error)}.`
  return new RampartError('OUTPUT_NOT_WRITABLE', { message, cause: error })
}

const notWritable = (path: string, why: string): RampartError =>
  new RampartError('OUTPUT_NOT_WRITABLE', { message: `${path} ${why}.` })

/** The nearest existing folder above a path, or the path itself. */
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
 * Makes sure, before the work, that a folder can be written. For a missing one a temporary folder is made above it and
 * removed, because permissions do not show all that a file system refuses (procfs). An existing one keeps its times.
 */
export async function requireWritableFolder(folder: string): Promise<void> {
  const found = await present(folder)
  if (!found.isFolder)
    throw notWritable(
      folder,
      found.path === folder ? 'is a file' : `cannot be a folder: ${found.path} is a file`,
    )
  const tried =
    found.path === folder
      ? access(folder, constants.W_OK | constants.X_OK)
      : mkdtemp(join(found.path, '.rampart-')).then(rmdir)
  await tried.catch((error: unknown) => {
    throw asOutputError(error, folder)
  })
}

/** Makes sure, before the work, that a file can be written. A device or a pipe needs no writable folder. */
export async function requireWritableFile(file: string): Promise<void> {
  const there = await stat(file).catch(() => undefined)
  if (there && !there.isFile() && !there.isDirectory()) return
  await requireWritableFolder(dirname(file))
  const found = await present(file)
  if (found.path === file && found.isFolder) throw notWritable(file, 'is a folder')
}

/** A file to be written; one that is too large for memory comes in pieces. */
interface FileToWrite {
  readonly path: string
  readonly content: string | Uint8Array | AsyncIterable<string>
}

/** The mode of files with traffic of an account, which only their owner may read. */
export const ownerOnly = 0o600

/**
 * Makes a folder and those above it, which `mode` lets enter as the umask allows. Not `mkdir` with `recursive`, which
 * never returns on file systems that answer ENOENT below a folder that exists (procfs does).
 */
export async function ensureFolder(folder: string, mode?: number): Promise<void> {
  try {
    await mkdir(folder, mode)
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') {
      // A link may lead to a folder that is not there yet.
      const isThere = (await unlessMissing(stat(folder))) !== undefined
      return isThere ? undefined : ensureFolder(resolve(dirname(folder), await readlink(folder)), mode)
    }
    if (errnoOf(error) !== 'ENOENT' || dirname(folder) === folder) throw error
    await ensureFolder(dirname(folder), mode)
    await mkdir(folder, mode).catch((again: unknown) => {
      if (errnoOf(again) !== 'EEXIST') throw again
    })
  }
}

/** Writes independent files, each completely or not at all, and touches no others. @param mode as far as the umask allows */
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
      throw asOutputError(error, codeOf(error) === 'EISDIR' ? target : folder)
    }
  }
}

/**
 * Writes a file that an option names. A device, a pipe and a link are written through, because the rename that makes a
 * file complete or absent would replace them.
 */
export async function writeNamed(cwd: string, path: string, content: string): Promise<void> {
  const file = resolve(cwd, path)
  const there = await lstat(file).catch(() => undefined)
  if (there?.isFile() !== false) return writeFiles(dirname(file), [{ path: basename(file), content }])
  await writeFile(file, content).catch((error: unknown) => {
    throw asOutputError(error, file)
  })
}

/** Provides a temporary folder, which only this user can read, and deletes it. */
export async function withTemporaryFolder<T>(purpose: string, use: (folder: string) => Promise<T>) {
  const folder = await mkdtemp(join(tmpdir(), `rampart-${purpose}-`)).catch((error: unknown) => {
    const message = `the folder of temporary files ${tmpdir()} cannot be written: ${fileReason(error)}`
    const fix = 'Set TMPDIR to a folder that can be written.'
    throw new RampartError('OUTPUT_NOT_WRITABLE', { message, fix, cause: error })
  })
  try {
    return await use(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
