import { type Problem, withoutHidden } from '../diagnostics/index.js'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isDated } from './build/names.js'
import { entriesOf, isObject, type JsonObject, member } from '../document/index.js'
import type {
  DocumentRecord,
  GeneratorInput,
  GenerateOptions,
  Manifest,
  OutputFile,
} from './model/document.js'

/** Name of the file that lists the generated files of a folder and their inputs. */
export const manifestName = 'rampart.generated.json'

/** The inputs of a set of generated files, as digests, so that it contains nothing specific to the machine. */
export interface Fingerprint {
  /** Of the generator, its options and the templates. */
  readonly made: string
  /** Of each document and its previous version, by name. */
  readonly documents: Readonly<Record<string, string>>
}

const version = 3

/** The SHA-256 of text, as other tools print it. */
export function sha256Of(text: string | Uint8Array): string {
  return createHash('sha256').update(text).digest('hex')
}

/** A shortened digest that distinguishes two texts. */
export function digestOf(text: string | Uint8Array): string {
  return sha256Of(text).slice(0, 32)
}

const templateTexts = async (folder: string): Promise<string[]> => {
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.hbs'))
  return Promise.all(
    names.toSorted().map(async (name) => `${name}\n${await readFile(join(folder, name), 'utf8')}`),
  )
}

/** Sorts inputs by name, which for dates is by time. */
export function inOrder(inputs: readonly GeneratorInput[]): GeneratorInput[] {
  return inputs.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** The version before each dated document, by name. */
export function versionsBefore(inputs: readonly GeneratorInput[]): ReadonlyMap<string, GeneratorInput> {
  const dated = inOrder(inputs).filter(({ name }) => isDated(name))
  return new Map(
    dated.slice(1).flatMap(({ name }, index) => (dated[index] ? [[name, dated[index]] as const] : [])),
  )
}

/** The inputs that the output of a run depends on. */
export async function fingerprint(
  inputs: readonly GeneratorInput[],
  {
    build = '',
    ownTemplates,
    templates: _shipped,
    runtime: _runtime,
    typesWorker: _worker,
    signal: _signal,
    previous: _before,
    onStep: _tell,
    ...settings
  }: GenerateOptions,
): Promise<Fingerprint> {
  const own = ownTemplates && (await templateTexts(ownTemplates).catch((error: unknown) => [String(error)]))
  const known = Object.entries(settings).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const before = versionsBefore(inputs)
  const textOf = (input: GeneratorInput | undefined): string => (input ? digestOf(input.text) : '')
  return {
    made: digestOf(JSON.stringify([version, build, known, own])),
    documents: Object.fromEntries(
      inOrder(inputs).map((input) => {
        const previous = before.get(input.name)
        return [input.name, digestOf([textOf(input), previous?.name, textOf(previous)].join('\n'))]
      }),
    ),
  }
}

/** The manifest contains no times, machine paths or argument order, so that equal inputs give equal bytes. */
export function manifestFile(from: Omit<Manifest, 'files'>, files: readonly OutputFile[]): OutputFile {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  const manifest = {
    manifestVersion: version,
    ...from,
    files: Object.fromEntries(sorted.map(({ path, content }) => [path, digestOf(content)])),
  }
  return { path: manifestName, content: `${withoutHidden(JSON.stringify(manifest, undefined, 2))}\n` }
}

const isRecord = (value: unknown): boolean =>
  isObject(value) &&
  typeof value['sha256'] === 'string' &&
  typeof value['from'] === 'string' &&
  Array.isArray(value['problems'])

const isManifest = (value: unknown): value is Manifest =>
  isObject(value) &&
  value['manifestVersion'] === version &&
  typeof value['made'] === 'string' &&
  isObject(value['files']) &&
  isObject(value['documents']) &&
  Object.values(value['documents']).every(isRecord)

const parseManifest = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The digests of both sides of a merge conflict, which git leaves in a manifest when two branches generate. */
const conflictingFiles = (text: string): JsonObject | undefined =>
  /^<{7} /m.test(text)
    ? Object.fromEntries(
        [...text.matchAll(/^ {4}"([^"\\]+)": "([\da-f]{32})",?$/gm)].map(([, path, digest]) => [
          path,
          digest,
        ]),
      )
    : undefined

const filesIn = (text: string): JsonObject | undefined => {
  const files = member(parseManifest(text), 'files')
  return isObject(files) ? files : conflictingFiles(text)
}

/** A manifest in the format of this rampart version; undefined for any other text. */
export function readManifest(text: string): Manifest | undefined {
  const value = parseManifest(text)
  return isManifest(value) ? value : undefined
}

/** The paths in a manifest of any version; empty if the text is not a manifest. */
export function filesOfManifest(text: string): string[] {
  const files = filesIn(text)
  return files ? [...Object.keys(files), manifestName] : []
}

/** Whether a document is unchanged since an earlier run generated from it. */
export function isSameDocument(record: DocumentRecord | undefined, from: string | undefined): boolean {
  return record?.isSelfContained === true && record.from === from
}

/** The digests of files in a manifest, by path. */
export function digestsOfManifest(text: string): ReadonlyMap<string, unknown> {
  return new Map(entriesOf(filesIn(text)))
}

/** Whether the files that a document referred to are unchanged. A manifest without digests proves nothing. */
const areSame = async ({ others }: DocumentRecord, file: string): Promise<boolean> => {
  if (others === undefined) return false
  const same = Object.entries(others).map(async ([path, digest]) => {
    const text = await readFile(join(dirname(file), path), 'utf8').catch(() => undefined)
    // The bundler reads lines without carriage returns.
    return text !== undefined && digestOf(text.replaceAll('\r\n', '\n')) === digest
  })
  return (await Promise.all(same)).every(Boolean)
}

/** Whether the output of an earlier run is up to date, provided its files were not changed. */
export async function isCurrent(
  { made, documents }: Manifest,
  wanted: Fingerprint,
  inputs: readonly GeneratorInput[],
): Promise<boolean> {
  if (made !== wanted.made || inputs.length !== Object.keys(documents).length) return false
  const same = inputs.map(async ({ name, file }) => {
    const record = documents[name]
    if (record === undefined || record.from !== wanted.documents[name]) return false
    return record.isSelfContained || areSame(record, file)
  })
  return (await Promise.all(same)).every(Boolean)
}

/** The problems that an earlier run reported in its documents. */
export function problemsOf({ documents }: Pick<Manifest, 'documents'>): Problem[] {
  return Object.values(documents).flatMap(({ problems }) => problems)
}
