import { isUtf8 } from 'node:buffer'
import { readdir, stat } from 'node:fs/promises'
import { basename, extname, join, relative, resolve } from 'node:path'
import { codeOf, didYouMean, fileReason, RampartError, wrongUse } from '../../diagnostics/index.js'
import {
  fetchOne,
  type Lock,
  lockFileName,
  readLock,
  sha256,
  withoutQueries,
  withScheme,
} from '../../fetch/index.js'
import { type GeneratorInput, safeName, titleOf } from '../../generator/index.js'
import { downloadProgress } from '../output/progress.js'
import { unlessMissing } from '../output/write-files.js'
import type { CommandContext } from '../process/context.js'
import { given } from './given.js'
import { separated } from './options.js'
import { readFileBounded, readPiped, readTextBounded, TooLong, UnfitContent } from './bounded.js'

/** Reads the lock of a folder of documents; undefined when there is none. */
export async function readLockFile(folder: string): Promise<Lock | undefined> {
  const path = join(folder, lockFileName)
  const text = await unlessMissing(readTextBounded(path)).catch((cause: unknown) => {
    throw unreadable(path, cause)
  })
  return text === undefined ? undefined : readLock(text, path)
}

/** The SHA-256 of every existing locked document, by file name. */
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

/** Bytes as text. @throws RampartError DOCUMENT_SYNTAX where they are not UTF-8. */
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
  if (shown !== undefined) throw wrongUse(`${shown} is neither a file nor an http or https URL`)
  return Promise.all(
    paths.map((path) => {
      const address = /^[^/]*:\d+\//.test(path) ? withScheme(path) : undefined
      return readDocument(cwd, resolve(cwd, path), safeName(stem(path)), address)
    }),
  )
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
  const files = await datedFiles(path)
  if (files.length === 0) {
    const isThere = (await stat(path).catch(() => undefined)) !== undefined
    throw missing(isThere ? `${folder} holds no dated documents` : `there is no folder ${folder}`)
  }
  return Promise.all(files.map((file) => readDocument(cwd, join(path, file), stem(file), isLocked)))
}

/** The origins of the hosts in `--allow-refs`, which also names folders. */
const originsOf = (allowRefs: readonly string[]): string[] =>
  allowRefs
    .flatMap((host) => [`http://${host}`, `https://${host}`])
    .filter((text) => URL.canParse(text) && new URL(text).origin === text.toLowerCase())

const elsewhere = (error: unknown): unknown => {
  if (!(error instanceof RampartError) || error.code !== 'FETCH_CROSS_ORIGIN') return error
  return error.with({ fix: 'If you trust it, allow its host with --allow-refs.' })
}

/** A document and its text, from a URL. It has no name yet where the URL does not end with that of a file. */
export async function readRemote(
  given: string,
  allowRefs: readonly string[],
  context: CommandContext,
): Promise<Omit<GeneratorInput, 'name'>> {
  const progress = downloadProgress(context)
  const onProgress: typeof progress.onEvent = (event) =>
    progress.onEvent(event.type === 'retry' ? { ...event, reason: withoutQueries(event.reason) } : event)
  const { signal } = context
  const found = await fetchOne(given, { allowOrigins: originsOf(allowRefs), signal, onProgress })
    .catch((error: unknown) => {
      throw elsewhere(error)
    })
    .finally(progress.clear)
  return { file: found.url, text: found.text }
}

/** Whether an input is a URL rather than a file. */
export function isUrl(input: string): boolean {
  return /^https?:\/\//i.test(input)
}

/** The options of a command that name documents. */
interface NamedDocuments {
  readonly specs?: string | undefined
  readonly input?: readonly string[] | undefined
  readonly only?: readonly string[] | undefined
  readonly allowRefs?: readonly string[] | undefined
}

const onlyNamed = (all: readonly GeneratorInput[], only: readonly string[]): readonly GeneratorInput[] => {
  const names = all.map(({ name }) => name)
  // The name of a file may hold a comma itself.
  const asked = only.flatMap((text) => (names.includes(text) ? text : separated([text])))
  const unknown = asked.find((name) => !names.includes(name))
  if (unknown === undefined) return all.filter(({ name }) => asked.includes(name))
  throw wrongUse(
    `--only ${unknown}: there is no document of that name${didYouMean(unknown, names)}`,
    'Name dates in the folder of --specs, or files of --input without their ending.',
  )
}

/** A title as the name of a file. */
const asStem = (title: string): string =>
  title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}.]+/gu, '-')
    .replaceAll(/^-|-$/g, '')

type Unnamed = Omit<GeneratorInput, 'name'>

const named = async (read: Unnamed, own: string, other: string): Promise<GeneratorInput> => {
  const name = own === '' ? asStem((await titleOf(read)) ?? '') : own
  return { ...read, name: safeName(name === '' ? other : name) }
}

const fromUrl = async (
  url: string,
  { allowRefs = [] }: NamedDocuments,
  context: CommandContext,
): Promise<GeneratorInput> => {
  const read = await readRemote(url, allowRefs, context)
  return named(read, stem(new URL(url).pathname), new URL(url).hostname)
}

const readNamed = async (
  options: NamedDocuments,
  context: CommandContext,
): Promise<readonly GeneratorInput[]> => {
  const inputs: GeneratorInput[] = []
  if (options.input?.filter((input) => input === '-')[1] !== undefined)
    throw wrongUse('standard input holds one document only, and - is named twice')
  for (const input of options.input ?? []) {
    if (input === '-') inputs.push(await named(await readStdin(context), '', 'stdin'))
    else if (isUrl(input)) inputs.push(await fromUrl(input, options, context))
    else inputs.push(...(await readInputs(context.cwd, [input])))
  }
  return inputs
}

/** Reads the documents that a run is about. */
export async function readDocuments(
  options: NamedDocuments,
  context: CommandContext,
): Promise<readonly GeneratorInput[]> {
  const { specs, only } = options
  const given = await readNamed(options, context)
  // Documents on the command line replace the folder unless it is named too.
  const dated = specs === undefined ? [] : await readSpecs(context.cwd, specs)
  return only === undefined ? [...dated, ...given] : onlyNamed([...dated, ...given], only)
}
