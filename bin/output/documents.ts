import { readdir, readFile } from 'node:fs/promises'
import { basename, extname, join, relative, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { type GeneratorInput, safeName } from '../../generator/index.js'
import { recoverFolder } from './recover-folder.js'
import { readLockFile } from './specs-folder.js'

const datedFile = /^\d{4}-\d{2}-\d{2}\.(json|ya?ml)$/

const readDocument = async (cwd: string, path: string, name: string): Promise<GeneratorInput> => {
  const file = relative(cwd, path) || path
  try {
    return { name, file, text: await readFile(path, 'utf8') }
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new RampartError('DOCUMENT_UNREADABLE', {
      message: `${file} cannot be read: ${reason}`,
      where: { file },
      cause,
    })
  }
}

const stem = (path: string): string => basename(path, extname(path))

/** Reads documents named on the command line; each is named after its file. */
export function readInputs(cwd: string, paths: readonly string[]): Promise<GeneratorInput[]> {
  return Promise.all(paths.map((path) => readDocument(cwd, resolve(cwd, path), safeName(stem(path)))))
}

const datedFiles = async (folder: string): Promise<string[]> => {
  const lock = await readLockFile(folder)
  if (lock) return Object.values(lock.documents).map(({ file }) => file)
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => datedFile.test(name))
}

/**
 * Reads the dated documents of a folder: those of its lock, or without one every file named by a date.
 * @throws RampartError SPECS_MISSING when there are none.
 */
export async function readSpecs(cwd: string, folder: string): Promise<GeneratorInput[]> {
  const path = resolve(cwd, folder)
  await recoverFolder(path)
  const files = await datedFiles(path)
  if (files.length === 0) {
    throw new RampartError('SPECS_MISSING', {
      message: `${folder} holds no dated documents`,
      where: { file: folder },
    })
  }
  return Promise.all(files.map((file) => readDocument(cwd, join(path, file), stem(file))))
}
