import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

import type { Surface } from '../runtime/surface.js'
import type { ServedDocuments, SandboxOptions } from './sandbox.js'

const documents = async (): Promise<ServedDocuments> => {
  const generated = createRequire(import.meta.url).resolve('#generated/index.js')
  const folder = new URL('../dist/specs/', pathToFileURL(generated))
  const index = JSON.parse(await readFile(new URL('index.json', folder), 'utf8'))
  const entries = index.versions.map(
    async (version: string) =>
      [version, { bytes: await readFile(new URL(`${version}.json`, folder)) }] as const,
  )
  return { versions: new Map(await Promise.all(entries)), default: index.default }
}

/** The reference service, with every version of the build. Throws if the package has not been built. */
export async function loadReferenceService() {
  const { load, versions } = await import('#generated/index.js')
  const surfaces = versions.map(async (version) => [version, await load(version)] as const)
  return { specs: await documents(), surfaces: new Map<string, Surface>(await Promise.all(surfaces)) }
}

/** The reference service, loading only what startup needs; the rest is loaded with the first request. */
export async function openReferenceService(): Promise<Pick<SandboxOptions, 'specs' | 'surfaces'>> {
  const { load, versions } = await import('#generated/index.js')
  const surfaces = versions.map((version) => [version, () => load(version)] as const)
  return { specs: await documents(), surfaces: new Map<string, () => Promise<Surface>>(surfaces) }
}
