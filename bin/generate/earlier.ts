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

/** An earlier run, with the bytes of its unedited files. */
export interface EarlierRun {
  readonly manifest: Manifest
  readonly files: ReadonlyMap<string, Buffer>
}

/** Text of a file; undefined when there is none. */
export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return undefined
    throw cause
  })
}

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

/** Files that an earlier run wrote: those that this one may replace or remove, and those that were edited since. */
export interface Owned {
  readonly owned: readonly string[]
  /** Edited, and not generated any more. */
  readonly edited: readonly string[]
}

/** Files that an earlier run wrote into a folder. Those that are generated again count as owned, edited or not. */
export async function ownedFiles(folder: string, { files }: GeneratedSet): Promise<Owned> {
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

/** Whether all files of an earlier run are unedited. */
export function isIntact({ manifest, files }: EarlierRun): boolean {
  return files.size === Object.keys(manifest.files).length
}
