import { createHash } from 'node:crypto'
import type { GeneratorInput } from '../model/input.js'
import type { OutputFile } from '../model/output.js'

/** Name of the file that says which files of a folder were generated, and from what. */
export const manifestName = 'rampart.generated.json'

/** The manifest holds no times, no paths of a machine and no order of arguments: equal inputs, equal bytes. */
export function manifestFile(inputs: readonly GeneratorInput[], files: readonly OutputFile[]): OutputFile {
  const manifest = {
    manifestVersion: 1,
    documents: Object.fromEntries(
      inputs.map(({ name, text }) => [name, createHash('sha256').update(text).digest('hex')]),
    ),
    files: files.map(({ path }) => path).toSorted(),
  }
  return { path: manifestName, content: `${JSON.stringify(manifest, undefined, 2)}\n` }
}

/** Paths that a manifest lists; nothing when the text is no manifest. */
export function filesOfManifest(text: string): string[] {
  try {
    const manifest: unknown = JSON.parse(text)
    const files =
      typeof manifest === 'object' && manifest !== null && 'files' in manifest ? manifest.files : []
    return Array.isArray(files) ? [...files.filter((path) => typeof path === 'string'), manifestName] : []
  } catch {
    return []
  }
}
