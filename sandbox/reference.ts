import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'

import type { ServedDocuments, SandboxOptions } from './options.js'

/** The root of the package: this file lies one folder below it as a source, two when it is compiled. */
const packageRoot = (): URL => {
  const root = ['../', '../../']
    .map((path) => new URL(path, import.meta.url))
    .find((folder) => existsSync(new URL('package.json', folder)))
  if (root === undefined) throw new TypeError('the sandbox does not lie inside its package')
  return root
}

const isIndex = (value: unknown): value is { default: string; versions: readonly string[] } =>
  typeof value === 'object' &&
  value !== null &&
  'default' in value &&
  typeof value.default === 'string' &&
  'versions' in value &&
  Array.isArray(value.versions)

const readDocuments = async (folder: URL): Promise<ServedDocuments> => {
  const index: unknown = JSON.parse(await readFile(new URL('index.json', folder), 'utf8'))
  if (!isIndex(index)) throw new TypeError('the list of the built documents is not readable')
  const entries = index.versions.map(
    async (version) => [version, { bytes: await readFile(new URL(`${version}.json`, folder)) }] as const,
  )
  return { versions: new Map(await Promise.all(entries)), default: index.default }
}

/**
 * The reference service: the documents that the build made, and what was generated from them. A version that the
 * build adds is served without a change here. Throws when the package has not been built.
 */
export const loadReferenceService = async (): Promise<Pick<SandboxOptions, 'specs' | 'surfaces'>> => {
  const generated = await import('#generated/index.js')
  const surfaces = generated.versions.map(
    async (version) => [version, await generated.load(version)] as const,
  )
  return {
    specs: await readDocuments(new URL('dist/specs/', packageRoot())),
    surfaces: new Map<string, Awaited<ReturnType<typeof generated.load>>>(await Promise.all(surfaces)),
  }
}
