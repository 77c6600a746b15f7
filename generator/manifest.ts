import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Problem } from '../diagnostics/index.js'
import { isObject } from './load/pointer.js'
import type { GeneratorInput } from './model/input.js'
import type { GenerateOptions } from './model/options.js'
import type { OutputFile } from './model/output.js'

/** Name of the file that says which files of a folder were generated, and from what. */
export const manifestName = 'rampart.generated.json'

/** What a set of generated files depends on; digests throughout, so that it holds nothing of the machine. */
export interface Fingerprint {
  /** Of the generator, its options and the templates. */
  readonly made: string
  /** Of each document, by name. */
  readonly documents: Readonly<Record<string, string>>
}

/** What an earlier run left in a folder. */
export interface Manifest extends Fingerprint {
  /** Whether the documents are all there is: one that refers to other files may change without changing itself. */
  readonly isSelfContained: boolean
  /** Digest of each file, by path. */
  readonly files: Readonly<Record<string, string>>
  /** Digest of what the code of a file was compiled from, by path. */
  readonly compiled: Readonly<Record<string, string>>
  readonly problems: readonly Problem[]
}

const version = 2

/** A digest of text: enough of it to tell two texts apart, and no more. */
export const digestOf = (text: string | Uint8Array): string =>
  createHash('sha256').update(text).digest('hex').slice(0, 32)

const templateTexts = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.hbs')).toSorted()
  return Promise.all(names.map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`))
}

/** What a run with these inputs and options would depend on. */
export async function fingerprint(
  inputs: readonly GeneratorInput[],
  {
    build = '',
    ownTemplates,
    templates: _shipped,
    runtime: _runtime,
    signal: _signal,
    previous: _before,
    onStep: _tell,
    ...settings
  }: GenerateOptions,
): Promise<Fingerprint> {
  const own = ownTemplates === undefined ? [] : await templateTexts(ownTemplates).catch(() => [])
  const known = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sorted = inputs.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return {
    made: digestOf(JSON.stringify([version, build, known, own])),
    documents: Object.fromEntries(
      sorted.map(({ name, text }) => [name, createHash('sha256').update(text).digest('hex')]),
    ),
  }
}

/** The manifest holds no times, no paths of a machine and no order of arguments: equal inputs, equal bytes. */
export function manifestFile(
  from: Fingerprint,
  files: readonly OutputFile[],
  rest: Pick<Manifest, 'isSelfContained' | 'problems'>,
): OutputFile {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const manifest = {
    manifestVersion: version,
    ...from,
    ...rest,
    files: Object.fromEntries(sorted.map(({ path, content }) => [path, digestOf(content)])),
    compiled: Object.fromEntries(
      sorted.flatMap(({ path, source }) => (source === undefined ? [] : [[path, source]])),
    ),
  }
  return { path: manifestName, content: `${JSON.stringify(manifest, undefined, 2)}\n` }
}

const isManifest = (value: unknown): value is Manifest =>
  isObject(value) &&
  value['manifestVersion'] === version &&
  typeof value['made'] === 'string' &&
  [value['documents'], value['files'], value['compiled']].every(isObject) &&
  Array.isArray(value['problems'])

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A manifest as this version of rampart writes it; undefined for any other text. */
export function readManifest(text: string): Manifest | undefined {
  const value = parsed(text)
  return isManifest(value) ? value : undefined
}

/** Paths that a manifest lists, of this version or an older one; nothing when the text is no manifest. */
export function filesOfManifest(text: string): string[] {
  const value = parsed(text)
  const files = isObject(value) ? value['files'] : undefined
  const paths = Array.isArray(files) ? files.filter((path) => typeof path === 'string') : undefined
  if (paths) return [...paths, manifestName]
  return isObject(files) ? [...Object.keys(files), manifestName] : []
}

/** Digests that a manifest gives of its files, by path; those of old versions give none. */
export function digestsOfManifest(text: string): ReadonlyMap<string, unknown> {
  const value = parsed(text)
  const files = isObject(value) ? value['files'] : undefined
  return new Map(isObject(files) ? Object.entries(files) : [])
}

/** Whether a run would leave what an earlier one left, as long as its files are as it left them. */
export function isCurrent(manifest: Manifest, wanted: Fingerprint): boolean {
  return (
    manifest.isSelfContained &&
    manifest.made === wanted.made &&
    JSON.stringify(manifest.documents) === JSON.stringify(wanted.documents)
  )
}
