import { isUtf8 } from 'node:buffer'
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, relative, resolve } from 'node:path'
import { locatePointers } from '../../document/text/index.js'
import { codeOf, fileReason, RampartError, wrongUse } from '../../diagnostics/index.js'
import { type Lock, lockFileName, readLock, sha256 } from '../../fetch/index.js'
import { type GeneratorInput, safeName } from '../../generator/index.js'
import { unlessMissing } from '../output/write-files.js'
import type { CommandContext } from '../process/context.js'
import { recoverFolder } from '../output/recover-folder.js'
import { given } from './given.js'
import { readFileBounded, readPiped, readTextBounded, TooLong, UnfitContent } from './bounded.js'

/** Reads the lock of a folder of documents; undefined when there is none. */
export async function readLockFile(folder: string): Promise<Lock | undefined> {
  const path = join(folder, lockFileName)
  const text = await unlessMissing(readTextBounded(path)).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  return text === undefined ? undefined : readLock(text, path)
}

/** The SHA-256 of every locked document that is there, by file name. */
export async function hashLockedFiles(folder: string, lock: Lock): Promise<Map<string, string>> {
  const hashes = new Map<string, string>()
  for (const { file } of Object.values(lock.documents)) {
    const bytes = await unlessMissing(readFileBounded(join(folder, file)))
    if (bytes !== undefined) hashes.set(file, sha256(bytes))
  }
  return hashes
}

/** The paths that an earlier fetch wrote into a folder. */
export function lockedPaths(lock: Lock | undefined): string[] {
  return lock ? [lockFileName, ...Object.values(lock.documents).map(({ file }) => file)] : []
}

const datedFile = /^\d{4}-\d{2}-\d{2}\.(json|ya?ml)$/

/** Bytes as text. @throws RampartError DOCUMENT_SYNTAX where they are no UTF-8. */
export function textIn(bytes: Buffer, file: string): string {
  if (isUtf8(bytes)) return bytes.toString('utf8')
  const message = `${file}: the text is not UTF-8`
  throw new RampartError('DOCUMENT_SYNTAX', { message, fix: 'Save it as UTF-8.' })
}

/** The error of a file that cannot be read; other errors unchanged. */
const unreadable = (file: string, cause: unknown, fix?: string): unknown => {
  if (!(cause instanceof UnfitContent) && codeOf(cause) === undefined) return cause
  const message = `${file} cannot be read: ${fileReason(cause)}`
  return new RampartError('DOCUMENT_UNREADABLE', { message, ...given({ fix }), cause })
}

const isFolder =
  'Name a document in it. The folder that fetch wrote goes into --specs, which most commands read by default.'

const isLocked =
  'The lock file names it: restore it from version control, or run "npx rampart fetch --spec-url URL".'

/** @param missing what to do where there is no such file */
const bytesOf = (file: string, reading: Promise<Buffer>, missing?: string): Promise<Buffer> =>
  reading.catch((cause: unknown) => {
    const isLong = cause instanceof TooLong ? 'Name a shorter document, or divide this one.' : undefined
    const fixes: Readonly<Record<string, string | undefined>> = { EISDIR: isFolder, ENOENT: missing }
    throw unreadable(file, cause, isLong ?? fixes[codeOf(cause) ?? ''])
  })

const readDocument = async (cwd: string, path: string, name: string, missing?: string) => {
  const file = relative(cwd, path) || path
  return { name, file, text: textIn(await bytesOf(file, readFileBounded(path), missing), file) }
}

/** The line that names a converted document. */
export function convertedText(name: string): string {
  return `${name} is Swagger 2.0; it is read as OpenAPI 3.0.\n`
}

/** The name of a file without its ending. */
export function stem(path: string): string {
  return basename(path, extname(path))
}

/** Reads the document that is piped in. @throws RampartError DOCUMENT_UNREADABLE or DOCUMENT_SYNTAX, or the signal's reason. */
export async function readStdin(context: CommandContext): Promise<Omit<GeneratorInput, 'name'>> {
  const file = 'standard input'
  return { file, text: textIn(await bytesOf(file, readPiped(context)), file) }
}

/** Reads documents named on the command line; each is named after its file. */
export async function readInputs(cwd: string, paths: readonly string[]): Promise<GeneratorInput[]> {
  const url = paths.find((path) => path.includes('://'))
  // It may hold a password or a key.
  const shown = url?.replace(/[?#].*/s, '').replace(/\/\/[^/]*@/, '//')
  if (shown !== undefined) throw wrongUse(`${shown} is no http or https URL, and no file`)
  return Promise.all(paths.map((path) => readDocument(cwd, resolve(cwd, path), safeName(stem(path)))))
}

const datedFiles = async (folder: string): Promise<string[]> => {
  const lock = await readLockFile(folder)
  if (lock) return Object.values(lock.documents).map(({ file }) => file)
  const names = await readdir(folder).catch(() => [])
  return names.filter((name) => datedFile.test(name))
}

/** Reads the dated documents of a folder: those of its lock, or without one every file named by a date. */
export async function readSpecs(cwd: string, folder: string): Promise<GeneratorInput[]> {
  const path = resolve(cwd, folder)
  const missing = (message: string): RampartError => new RampartError('SPECS_MISSING', { message })
  if ((await stat(path).catch(() => undefined))?.isFile() === true)
    throw missing(`${folder} is a file, and no folder of dated documents`)
  await recoverFolder(path)
  const files = await datedFiles(path)
  if (files.length === 0) {
    const isThere = (await stat(path).catch(() => undefined)) !== undefined
    throw missing(isThere ? `${folder} holds no dated documents` : `there is no folder ${folder}`)
  }
  return Promise.all(files.map((file) => readDocument(cwd, join(path, file), stem(file), isLocked)))
}

/** The lines of JSON Pointers of a document in its text, which `read` knows: the document may have been converted. */
export function linesIn(
  text: string,
  read: { pointerInText(pointer: string): string | undefined },
  pointers: Iterable<string>,
): ReadonlyMap<string, number> {
  const own = Array.from(pointers, (pointer) => [pointer, read.pointerInText(pointer)] as const)
  const lines = locatePointers(text, new Set(own.flatMap(([, at]) => at ?? [])))
  return new Map(
    own.flatMap(([pointer, at]) => {
      const line = at === undefined ? undefined : lines.get(at)
      return line === undefined ? [] : [[pointer, line] as const]
    }),
  )
}
