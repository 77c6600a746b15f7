import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf, type Manifest, manifestName, readManifest } from '../../generator/index.js'

/** An earlier run, with the texts of those of its files that are as it left them. */
export interface EarlierRun {
  readonly manifest: Manifest
  readonly files: ReadonlyMap<string, string>
}

/** Text of a file; undefined when there is none. */
export async function textOf(path: string): Promise<string | undefined> {
  return readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return undefined
    throw cause
  })
}

/** What an earlier run left in a folder; undefined when none of this version of rampart did. */
export async function earlierRun(folder: string): Promise<EarlierRun | undefined> {
  const manifest = readManifest((await textOf(join(folder, manifestName))) ?? '')
  if (!manifest) return undefined
  const files = new Map<string, string>()
  for (const [path, digest] of Object.entries(manifest.files)) {
    const text = await textOf(join(folder, path))
    if (text !== undefined && digestOf(text) === digest) files.set(path, text)
  }
  return { manifest, files }
}

/** Whether all files of an earlier run are as it left them. */
export function isIntact({ manifest, files }: EarlierRun): boolean {
  return files.size === Object.keys(manifest.files).length
}
