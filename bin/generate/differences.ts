import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  digestOf,
  digestsOfManifest,
  filesOfManifest,
  type GeneratedSet,
  type Manifest,
  manifestName,
  readManifest,
} from '../../generator/index.js'
import { shellQuoted } from '../output/shell-text.js'
import { codeOf, type Problem, RampartError } from '../../diagnostics/index.js'
import { counted, firstOf, wordFor } from '../../reporting/index.js'

/** An earlier run, with the bytes of its unedited files. */
interface EarlierRun {
  readonly manifest: Manifest
  readonly files: ReadonlyMap<string, Buffer>
}

/** Text of a file; undefined when there is none. */
const textOf = async (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(cause) ?? '')) return undefined
    throw cause
  })

/** The earlier run that wrote a folder; undefined when none of this version of rampart did. */
export async function earlierRun(folder: string): Promise<EarlierRun | undefined> {
  const manifest = readManifest((await textOf(join(folder, manifestName))) ?? '')
  if (!manifest) return undefined
  const files = new Map<string, Buffer>()
  for (const [path, digest] of Object.entries(manifest.files)) {
    const bytes = bytesOf(join(folder, path))
    if (bytes !== undefined && digestOf(bytes) === digest) files.set(path, bytes)
  }
  return { manifest, files }
}

// Synchronous, which takes a third of the time for a thousand small files.
const bytesOf = (path: string): Buffer | undefined => {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/**
 * Files that an earlier run wrote into a folder. `owned` may be replaced or removed; a file that is generated again
 * is among them even if it was edited. `edited` are the others that were edited since.
 */
export async function ownedFiles(folder: string, { files }: GeneratedSet) {
  const text = (await textOf(join(folder, manifestName))) ?? ''
  const digests = digestsOfManifest(text)
  const wanted = new Set(files.map(({ path }) => path))
  const isEdited = (path: string): boolean => {
    const bytes = wanted.has(path) ? undefined : bytesOf(join(folder, path))
    const digest = digests.get(path)
    return bytes !== undefined && digest !== undefined && digestOf(bytes) !== digest
  }
  const all = filesOfManifest(text)
  const edited = all.filter(isEdited)
  return { owned: all.filter((path) => !edited.includes(path)), edited }
}

/** A difference between a file of the output and the file that would be generated. */
interface Difference {
  readonly path: string
  readonly kind: 'is missing' | 'differs' | 'is no longer generated'
}

/** All differences between a folder and a set of files. `owned` are paths that an earlier run wrote. */
export async function differences(
  folder: string,
  { files }: GeneratedSet,
  owned: readonly string[],
): Promise<readonly Difference[]> {
  const found: Difference[] = []
  for (const { path, content } of files) {
    const present = await textOf(join(folder, path))
    if (present === undefined) found.push({ path, kind: 'is missing' })
    // Git may have changed line ends, which changes no code.
    else if (present.replaceAll('\r\n', '\n') !== content) found.push({ path, kind: 'differs' })
  }
  const wanted = new Set(files.map(({ path }) => path))
  const gone = owned.filter((path) => !wanted.has(path))
  return [...found, ...gone.map((path): Difference => ({ path, kind: 'is no longer generated' }))]
}

const asProblem = ({ path, kind }: Difference): Problem => ({
  code: 'GENERATED_STALE',
  severity: 'error',
  message: `${path} ${kind}`,
})

/** The differences between a folder and the code of its documents. */
export interface GeneratedComparison {
  readonly found: readonly Difference[]
  readonly set: GeneratedSet
}

const onlyLooking = new Set(['--check', '--json'])

// The query of a URL may hold a key.
const shellWord = (word: string): string =>
  shellQuoted(/^https?:/i.test(word) ? word.replace(/[?#].*/s, '') : word)

/** The failure of `--check`; undefined when nothing differs. @param words of the command line, from which the fix is made */
export function staleError(
  out: string,
  { found, set: { files } }: GeneratedComparison,
  words: readonly string[],
): RampartError | undefined {
  if (found.length === 0) return undefined
  const command = ['npx', 'rampart', ...words.filter((word) => !onlyLooking.has(word))].map(shellWord)
  const gone = found.filter(({ kind }) => kind === 'is no longer generated').length
  const differ = `${counted(files.length + gone, 'file')} ${wordFor(found.length, 'differs', 'differ')}`
  const message = `${out} is stale: ${found.length} of ${differ}`
  const fix = `Run: ${command.join(' ')}`
  return new RampartError('GENERATED_STALE', { message, fix, problems: found.map(asProblem) })
}

const signs = { 'is missing': '+', differs: '~', 'is no longer generated': '-' } as const
const mostNamed = 30

/** The changes that a run would make: a line for each of the first files, and their number. */
export function plannedText(out: string, found: readonly Difference[]): string {
  if (found.length === 0) return `${out} is up to date; nothing would be written.\n`
  const lines = found.map(({ path, kind }) => `${signs[kind]} ${out}/${path}`)
  const count = (kind: Difference['kind']): number => found.filter((one) => one.kind === kind).length
  return [
    ...firstOf(lines, mostNamed).map((line) => `${line}\n`),
    `${count('is missing')} new, ${count('differs')} changed, ${count('is no longer generated')} removed; nothing was written.\n`,
  ].join('')
}
