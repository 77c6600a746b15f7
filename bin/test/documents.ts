import { basename } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { resolvePath } from '../../document/index.js'
import { type GeneratorInput, type OpenedSurface, openSurface } from '../../generator/index.js'
import { type DocumentOutline, outlineOfSurface } from '../../conformance/index.js'
import { fetchDocuments, type FetchedDocument, type FetchedSet } from '../../fetch/index.js'
import { readDocuments } from '../generate/inputs.js'
import { convertedText } from '../input/documents.js'
import { serviceUrls } from '../input/service-urls.js'
import { downloadProgress } from '../output/progress.js'
import type { CommandContext } from '../process/context.js'
import type { ListedVersions, TestOptions } from './command.js'

/** A document that was opened, with its text. */
interface NamedDocument extends Pick<OpenedSurface, 'root'> {
  readonly input: GeneratorInput
}

const dateIn = (text: string): string | undefined => /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/.exec(text)?.[0]

/** A number as the text spells it: 1.0 is read as 1. */
const spelled = (number: number, text: string): string => {
  const found = [...text.matchAll(/\bversion["']?\s*:\s*([\d.]+)/g)].map(([, literal = '']) => literal)
  return found.find((literal) => Number(literal) === number) ?? String(number)
}

/** The `info.version` of a document, where it is a text that fits a header. */
const ownVersion = ({ root, input }: NamedDocument): string | undefined => {
  const version = resolvePath(root, ['info', 'version'])
  const text = typeof version === 'number' ? spelled(version, input.text) : version
  return typeof text === 'string' && /^[!-~]([ -~]*[!-~])?$/.test(text) ? text : undefined
}

/** The date of a single document, else its name; requests do not carry it. */
const datedName = (one: NamedDocument): string => {
  const { file, name } = one.input
  return dateIn(basename(file)) ?? dateIn(file) ?? dateIn(ownVersion(one) ?? '') ?? name
}

const same = (one: GeneratorInput, other: GeneratorInput, name: string): RampartError =>
  new RampartError('OPTION_INVALID', {
    message: `${other.file} and ${one.file} are both of version ${name}`,
    fix: 'Put the date of each version into the name of its file, for instance 2026-01-01.yaml, or give their info.version values of their own.',
  })

/**
 * Names of several documents of one service, by which requests ask for each: the date in the name of the file or in its
 * address, else the document's own `info.version`, else the name of the file.
 * @throws RampartError OPTION_INVALID where two documents are of one version.
 */
const versionNames = (documents: readonly NamedDocument[]): readonly string[] => {
  const inputs = documents.map(({ input }) => input)
  if (documents.length < 2) return documents.map(datedName)
  const names = documents.map((one) => {
    const { file, name } = one.input
    return dateIn(basename(file)) ?? dateIn(file) ?? ownVersion(one) ?? name
  })
  for (const [index, input] of inputs.entries()) {
    const other = inputs[names.indexOf(names[index] ?? '')]
    if (other && other !== input) throw same(input, other, names[index] ?? '')
  }
  return names
}

/** A document that a service is judged by. */
export interface OpenDocument extends NamedDocument {
  /** The version that requests ask for with it. */
  readonly version: string
  readonly opened: OpenedSurface
  /** The surface of `opened`, under the version. */
  readonly surface: OpenedSurface['surface']
}

/** The documents and versions that a service is judged by. */
export interface Documents {
  readonly opened: readonly OpenDocument[]
  readonly listed: ListedVersions
}

const sayUnserved = ({ unserved }: FetchedSet, context: CommandContext): void => {
  for (const { version, error } of unserved) {
    context.stderr(
      `The document of ${version} cannot be had, so that version is not tested: ${error.message}\n`,
    )
  }
}

const fetchSet = async (
  specUrl: string,
  { allowOrigin = [], timeout }: TestOptions,
  context: CommandContext,
): Promise<FetchedSet> => {
  const progress = downloadProgress(context)
  const fetching = fetchDocuments({
    specUrl,
    allowOrigins: allowOrigin,
    signal: context.signal,
    limits: { timeoutMs: timeout * 1000 },
    onProgress: progress.onEvent,
    withoutUnserved: true,
  })
  const set = await fetching.finally(progress.clear)
  sayUnserved(set, context)
  return set
}

const inputOf = ({ version, fileName, bytes }: FetchedDocument): GeneratorInput => ({
  name: version,
  file: fileName,
  text: Buffer.from(bytes).toString('utf8'),
})

/** Documents as input of the generator. */
export function inputsOf({ documents }: FetchedSet): GeneratorInput[] {
  return documents.map(inputOf)
}

/** The versions of fetched documents, oldest first. */
export function versionsOf(set: FetchedSet): ListedVersions {
  return {
    versions: set.documents.map(({ version }) => version).toSorted(),
    unserved: set.unserved.map(({ version, url }) => ({ version, url })),
    default: set.default,
  }
}

/** A document without its version yet. */
type Unnamed = Pick<OpenDocument, 'input' | 'opened' | 'root'>

const open = async (
  inputs: readonly GeneratorInput[],
  { allowRefs }: Pick<TestOptions, 'allowRefs'>,
  context: CommandContext,
): Promise<readonly Unnamed[]> => {
  const read: Unnamed[] = []
  for (const input of inputs) {
    const opened = await openSurface(input, { ...(allowRefs && { allowRefs }), signal: context.signal })
    if (opened.isConverted) context.stderr(convertedText(input.file))
    read.push({ input, opened, root: opened.root })
  }
  return read
}

const named = (read: readonly Unnamed[], versions: readonly string[]): readonly OpenDocument[] =>
  read.map((one, index) => {
    const version = versions[index] ?? ''
    return { ...one, version, surface: { ...one.opened.surface, version } }
  })

/**
 * Opens the documents of --document, one after the other: files, URLs, or standard input.
 * @throws RampartError DOCUMENT_UNREADABLE, DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED, DOCUMENT_INVALID, OPTION_INVALID, or
 *   one of fetching.
 */
export async function namedDocuments(
  document: readonly string[],
  options: Pick<TestOptions, 'allowRefs'>,
  context: CommandContext,
): Promise<readonly OpenDocument[]> {
  const { allowRefs } = options
  const inputs = await readDocuments({ input: document, out: '', ...(allowRefs && { allowRefs }) }, context)
  const read = await open(inputs, options, context)
  return named(read, versionNames(read))
}

/**
 * The documents that a service is judged by: the named ones, otherwise those that it publishes. Warns of a listed one
 * that cannot be fetched, and goes on as long as there is another.
 * @throws RampartError as `namedDocuments` does, or of the FETCH kind.
 */
export async function documentsFor(options: TestOptions, context: CommandContext): Promise<Documents> {
  if (options.document !== undefined) {
    const opened = await namedDocuments(options.document, options, context)
    return { opened, listed: { versions: opened.map(({ version }) => version), default: null } }
  }
  const { specUrl } = serviceUrls(options.baseUrl, options.specUrl)
  const set = await fetchSet(specUrl, options, context)
  const read = await open(inputsOf(set), options, context)
  const versions = set.documents.map(({ version }) => version)
  return { opened: named(read, versions), listed: versionsOf(set) }
}

/** The outlines by which packs decide whether they are about the service. */
export function outlinesOf(documents: readonly OpenDocument[]): readonly DocumentOutline[] {
  return documents.map(({ surface }) => outlineOfSurface(surface))
}
