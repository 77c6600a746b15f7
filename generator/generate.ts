import { setImmediate } from 'node:timers/promises'
import { RampartError, withoutHidden } from '../diagnostics/index.js'
import { loadDocument } from './load/load.js'
import { fingerprint, inOrder, isSameDocument, manifestFile, sha256Of, versionsBefore } from './manifest.js'
import type { LoadedDocument } from './model/document.js'
import type {
  DocumentRecord,
  GeneratorInput,
  GenerateOptions,
  GenerateStep,
  GeneratedSet,
  OutputFile,
} from './model/options.js'
import type { MigrationValues } from './render/template-model.js'
import { packageFile, renderRoot, renderRuntime } from './render/root-files.js'
import { Templates } from './render/templates.js'
import type { TypesPrinter } from './types/index.js'
import { renderVersion } from './version.js'

const refuseSharedNames = (inputs: readonly GeneratorInput[]): void => {
  const seen = new Map<string, GeneratorInput>()
  for (const input of inputs) {
    const other = seen.get(input.name.toLowerCase())
    if (other) {
      throw new RampartError('DOCUMENT_DUPLICATE', {
        message: `${other.file} and ${input.file} would both be generated into "${input.name}"`,
        where: { file: input.file },
      })
    }
    seen.set(input.name.toLowerCase(), input)
  }
}

/**
 * Describes the changes from one version to the next. The caller provides it, because the generator does not
 * import the differ. Versions have the names of their folders.
 */
export type Compare = (
  from: Pick<LoadedDocument, 'name' | 'root'>,
  to: Pick<LoadedDocument, 'name' | 'root'>,
) => MigrationValues | Promise<MigrationValues>

/** The output of one document. */
interface Version {
  readonly files: readonly OutputFile[]
  readonly record: DocumentRecord
}

/** One run: its inputs, and the output of an earlier run that it can reuse. */
class Run {
  readonly #inputs: readonly GeneratorInput[]
  readonly #options: GenerateOptions
  readonly #documents = new Map<string, Promise<LoadedDocument>>()

  constructor(inputs: readonly GeneratorInput[], options: GenerateOptions) {
    this.#inputs = inputs
    this.#options = options
  }

  // All steps are synchronous, so only this yields to the event loop, for abort signals and progress.
  async begin(step: GenerateStep['step'], { name }: GeneratorInput): Promise<void> {
    const { signal, onStep } = this.#options
    const number = this.#inputs.findIndex((input) => input.name === name) + 1
    onStep?.({ step, document: name, number, of: this.#inputs.length })
    await setImmediate()
    signal?.throwIfAborted()
  }

  async document(input: GeneratorInput): Promise<LoadedDocument> {
    const known = this.#documents.get(input.name)
    if (known) return known
    await this.begin('read', input)
    const loading = loadDocument(input, this.#options)
    this.#documents.set(input.name, loading)
    return loading
  }

  /** Frees a document that is no longer needed. */
  forget({ name }: GeneratorInput): void {
    this.#documents.delete(name)
  }
}

/** Versions of an earlier run whose inputs are unchanged. */
const unchangedVersions = (
  { previous }: GenerateOptions,
  made: string,
  documents: Readonly<Record<string, string>>,
): ReadonlyMap<string, Version> => {
  if (!previous || previous.manifest.made !== made) return new Map()
  const { manifest, files } = previous
  const decoder = new TextDecoder()
  const kept = Object.entries(manifest.documents).flatMap(([name, record]): [string, Version][] => {
    const paths = Object.keys(manifest.files).filter(
      (path) => path.startsWith(`${name}/`) || path === `${name}.d.ts`,
    )
    const isWhole = paths.every((path) => files.has(path))
    if (!isWhole || !isSameDocument(record, documents[name])) return []
    return [
      [name, { record, files: paths.map((path) => ({ path, content: decoder.decode(files.get(path)) })) }],
    ]
  })
  return new Map(kept)
}

/** Generates the versions that an earlier run cannot provide, one after the other. */
const generateVersions = async (
  run: Run,
  inputs: readonly GeneratorInput[],
  unchanged: ReadonlyMap<string, Version>,
  printing: {
    readonly templates: Templates
    readonly options: GenerateOptions
    readonly printer: TypesPrinter | undefined
    readonly compare: Compare | undefined
  },
  recordOf: (input: GeneratorInput, document: LoadedDocument) => Omit<DocumentRecord, 'problems'>,
): Promise<ReadonlyMap<string, Version>> => {
  const { templates, options, printer, compare } = printing
  const before = versionsBefore(inputs)
  const versions = new Map<string, Version>()
  for (const input of inputs) {
    const known = unchanged.get(input.name)
    if (known) {
      versions.set(input.name, known)
      continue
    }
    const document = await run.document(input)
    const previous = before.get(input.name)
    const rendered = await renderVersion(document, {
      templates,
      options,
      types: printer && ((one, { schemas }) => printer.print(one, options, schemas)),
      migration: async () => previous && compare?.(await run.document(previous), document),
      begin: (step) => run.begin(step, input),
    })
    const files = rendered.files.map(({ path, content }) => ({ path, content: withoutHidden(content) }))
    const { problems } = rendered
    versions.set(input.name, { files, record: { ...recordOf(input, document), problems } })
    // Only the next version compares itself with this one.
    if (previous) run.forget(previous)
  }
  return versions
}

const sharedFiles = async (
  names: readonly string[],
  versions: readonly OutputFile[],
  templates: Templates,
  { runtime, packageName }: GenerateOptions,
): Promise<OutputFile[]> => {
  const files = [...(await renderRuntime(runtime)), ...renderRoot(names, templates)]
  return [...files, packageFile(packageName, names, [...versions, ...files])]
}

/**
 * Implements `generate`, with all dependencies loaded.
 * @param printer started before; undefined if no types are generated
 * @param compare writes MIGRATION.md; without it there is none
 */
export async function generateAll(
  all: readonly GeneratorInput[],
  options: GenerateOptions,
  printer?: TypesPrinter,
  compare?: Compare,
): Promise<GeneratedSet> {
  refuseSharedNames(all)
  const inputs = inOrder(all)
  const { made, documents } = await fingerprint(inputs, options)
  const templates = await Templates.load(options.templates, options.ownTemplates)
  const versions = await generateVersions(
    new Run(inputs, options),
    inputs,
    unchangedVersions(options, made, documents),
    { templates, options, printer, compare },
    ({ name, text }, { isSelfContained }) => ({
      sha256: sha256Of(text),
      from: documents[name] ?? '',
      isSelfContained,
    }),
  )
  const names = inputs.map(({ name }) => name)
  const files = [...versions.values()].flatMap((version) => version.files)
  if (options.singleFile !== true) files.push(...(await sharedFiles(names, files, templates, options)))
  const records = Object.fromEntries(Array.from(versions, ([name, { record }]) => [name, record]))
  files.push(manifestFile({ made, documents: records }, files))
  return {
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    problems: Object.values(records).flatMap(({ problems }) => problems),
  }
}
