import { wrongUse } from '../../diagnostics/index.js'
import { basename } from 'node:path'
import { resolvePath } from '../../document/index.js'
import { type GeneratorInput, type OpenedSurface, openSurface } from '../../generator/index.js'
import { type DocumentOutline, outlineOfSurface } from '../../conformance/index.js'
import { fetchDocuments, type FetchedSet } from '../../fetch/index.js'
import { given } from '../input/given.js'
import { convertedText, readDocuments } from '../input/documents.js'
import { serviceUrls } from '../input/service-urls.js'
import { downloadProgress } from '../output/progress.js'
import type { CommandContext } from '../process/context.js'
import { versions } from '../../versions/index.js'
import type { ListedVersions, TestOptions } from './command.js'

/** A document that a service is judged by. */
export interface OpenDocument {
  /** The version that requests ask for with it. */
  readonly version: string
  readonly input: GeneratorInput
  readonly opened: OpenedSurface
}

const dateIn = (text: string): string | undefined => /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0]

/** A number as the text spells it: 1.0 is read as 1. */
const numberText = (number: number, text: string): string => {
  const found = [...text.matchAll(/\bversion["']?\s*:\s*([\d.]+)/g)].map(([, literal = '']) => literal)
  return found.find((literal) => Number(literal) === number) ?? String(number)
}

/** The `info.version` of a document, where it is a text that fits a header. */
const ownVersion = ({ opened, input }: OpenDocument): string | undefined => {
  const version = resolvePath(opened.root, ['info', 'version'])
  const text = typeof version === 'number' ? numberText(version, input.text) : version
  return typeof text === 'string' && /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : undefined
}

const apart =
  'Put the date of each version into the name of its file, for instance 2026-01-01.yaml, or give their info.version values of their own.'

/**
 * Documents with the versions that requests name: the date in the name of the file or in its address, else
 * `info.version` (only its date for a single document, which requests do not name), else the name of the file.
 */
const withVersions = (documents: readonly OpenDocument[]): readonly OpenDocument[] => {
  const named = documents.map((one) => {
    const { file, name } = one.input
    const own = documents.length > 1 ? ownVersion(one) : dateIn(ownVersion(one) ?? '')
    return { ...one, version: dateIn(basename(file)) ?? dateIn(file) ?? own ?? name }
  })
  for (const one of named) {
    const other = named.find(({ version }) => version === one.version)
    if (other && other !== one)
      throw wrongUse(`${other.input.file} and ${one.input.file} are both of version ${one.version}`, apart)
  }
  return named
}

const fetchSet = async (
  specUrl: string,
  { allowOrigin = [], timeout }: TestOptions,
  context: CommandContext,
): Promise<FetchedSet> => {
  const progress = downloadProgress(context)
  const set = await fetchDocuments({
    specUrl,
    allowOrigins: allowOrigin,
    signal: context.signal,
    limits: { timeoutMs: timeout * 1000 },
    onProgress: progress.onEvent,
    withoutUnserved: true,
    withoutList: versions,
  }).finally(progress.clear)
  if (set.listError)
    context.stderr(`The versions tested are those of the specification: ${set.listError.message}\n`)
  const why = 'cannot be fetched, so that version is not tested'
  for (const { version, error } of set.unserved)
    context.stderr(`The document of ${version} ${why}: ${error.message}\n`)
  return set
}

/** Documents as input of the generator, under their versions. */
export function inputsOf({ documents }: FetchedSet): GeneratorInput[] {
  const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('utf8')
  return documents.map(({ version, fileName, bytes }) => ({
    name: version,
    file: fileName,
    text: textOf(bytes),
  }))
}

/** The versions of fetched documents, oldest first. */
const versionsOf = (set: FetchedSet): ListedVersions => ({
  versions: set.documents.map(({ version }) => version).toSorted(),
  unserved: set.unserved.map(({ version, url }) => ({ version, url })),
  default: set.default,
})

/** Opens documents under their names, one after the other. Parts that cannot be read become gaps. */
export async function openDocuments(
  inputs: readonly GeneratorInput[],
  { allowRefs }: Pick<TestOptions, 'allowRefs'>,
  context: CommandContext,
): Promise<readonly OpenDocument[]> {
  const read: OpenDocument[] = []
  for (const input of inputs) {
    const opened = await openSurface(input, { ...given({ allowRefs }), signal: context.signal })
    if (opened.isConverted) context.stderr(convertedText(input.file))
    read.push({ version: input.name, input, opened })
  }
  return read
}

/** Opens the documents of --document, one after the other: files, URLs, or standard input. */
export async function namedDocuments(
  document: readonly string[],
  options: Pick<TestOptions, 'allowRefs'>,
  context: CommandContext,
): Promise<readonly OpenDocument[]> {
  const inputs = await readDocuments({ input: document, allowRefs: options.allowRefs }, context)
  return withVersions(await openDocuments(inputs, options, context))
}

/** The documents that a service is judged by: the named ones, otherwise those that it publishes, as far as they are there. */
export async function documentsFor(
  options: TestOptions,
  context: CommandContext,
): Promise<{ readonly opened: readonly OpenDocument[]; readonly listed: ListedVersions }> {
  if (options.document !== undefined) {
    const opened = await namedDocuments(options.document, options, context)
    return { opened, listed: { versions: opened.map(({ version }) => version), default: null } }
  }
  const { specUrl } = serviceUrls(options.baseUrl, options.specUrl)
  const set = await fetchSet(specUrl, options, context)
  return { opened: await openDocuments(inputsOf(set), options, context), listed: versionsOf(set) }
}

/** The outlines by which packs decide whether they are about the service. */
export function outlinesOf(documents: readonly OpenDocument[]): readonly DocumentOutline[] {
  return documents.map(({ version, opened }) => ({ ...outlineOfSurface(opened.surface), version }))
}
