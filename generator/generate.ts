import { setImmediate } from 'node:timers/promises'
import { type Problem, RampartError } from '../diagnostics/index.js'
import { loadDocument } from './load/load.js'
import { fingerprint, inOrder, isSameDocument, manifestFile, versionsBefore } from './manifest.js'
import type { LoadedDocument } from './model/document.js'
import type { GeneratorInput } from './model/input.js'
import type { DocumentRecord, Manifest } from './model/manifest.js'
import type { GenerateOptions, GenerateStep } from './model/options.js'
import type { GeneratedSet, OutputFile } from './model/output.js'
import { migrationOf } from './migration/migration.js'
import { packageFile } from './render/package.js'
import { renderRoot } from './render/root.js'
import { renderRuntime } from './render/runtime.js'
import { Templates } from './render/templates.js'
import { type ChosenPrinter, choosePrinter, reasonsAgainst, startPrinter } from './types/index.js'
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

/** What is left in the output of one document. */
interface Version {
  readonly files: readonly OutputFile[]
  readonly record: DocumentRecord
}

/** One run: what it reads, and what it may take over from an earlier one. */
class Run {
  readonly #inputs: readonly GeneratorInput[]
  readonly #options: GenerateOptions
  readonly #documents = new Map<string, Promise<LoadedDocument>>()

  constructor(inputs: readonly GeneratorInput[], options: GenerateOptions) {
    this.#inputs = inputs
    this.#options = options
  }

  // The steps are computation from end to end: without a turn of the event loop between them no signal would
  // arrive, and nobody would see how far the run is.
  async begin(step: GenerateStep['step'], { name }: GeneratorInput): Promise<void> {
    const { signal, onStep } = this.#options
    const number = this.#inputs.findIndex((input) => input.name === name) + 1
    onStep?.({ step, document: name, number, of: this.#inputs.length })
    await setImmediate()
    signal?.throwIfAborted()
  }

  /** A document, read once. */
  async document(input: GeneratorInput): Promise<LoadedDocument> {
    const known = this.#documents.get(input.name)
    if (known) return known
    await this.begin('read', input)
    const loading = loadDocument(input, this.#options)
    this.#documents.set(input.name, loading)
    return loading
  }

  /** Lets go of a document that nobody asks for again. */
  release({ name }: GeneratorInput): void {
    this.#documents.delete(name)
  }
}

/** Versions of an earlier run that this one would generate from the same. */
const unchangedVersions = (
  { previous }: GenerateOptions,
  made: string,
  documents: Readonly<Record<string, string>>,
): ReadonlyMap<string, Version> => {
  if (!previous || previous.manifest.made !== made) return new Map()
  const { manifest, files } = previous
  const decoder = new TextDecoder()
  const kept = Object.entries(manifest.documents).flatMap(([name, record]): [string, Version][] => {
    const paths = Object.keys(manifest.files).filter((path) => path.startsWith(`${name}/`))
    const isWhole = paths.every((path) => files.has(path))
    if (!isWhole || !isSameDocument(record, documents[name])) return []
    return [[name, { record, files: paths.map((path) => ({ path, content: decoder.decode(files.get(path)) })) }]]
  })
  return new Map(kept)
}

/** What a run has read before it prints anything. */
interface Prepared {
  readonly records: ReadonlyMap<string, readonly string[]>
  readonly chosen: ChosenPrinter
}

/** Reads what is not taken over, and chooses one printer of types for all. */
const prepare = async (
  run: Run,
  inputs: readonly GeneratorInput[],
  unchanged: ReadonlyMap<string, Version>,
  options: GenerateOptions,
): Promise<Prepared> => {
  const records = new Map<string, readonly string[]>()
  for (const input of inputs) {
    const reasons =
      unchanged.get(input.name)?.record.typesReasons ?? reasonsAgainst(await run.document(input), options)
    records.set(input.name, reasons)
  }
  return { records, chosen: choosePrinter(records, options.types) }
}

/** What a run does without types and clients: tables and validators are for readers that run the code. */
const sharedFiles = async (
  names: readonly string[],
  templates: Templates,
  { runtime }: GenerateOptions,
): Promise<OutputFile[]> => [...(await renderRuntime(runtime)), ...renderRoot(names, templates)]

const manifestOf = (
  made: string,
  printer: Manifest['types'],
  versions: ReadonlyMap<string, Version>,
): Omit<Manifest, 'files'> => ({
  made,
  types: printer,
  documents: Object.fromEntries(Array.from(versions, ([name, { record }]) => [name, record])),
})

/** What `generate` does, with everything that it takes loaded. */
export async function generateAll(
  all: readonly GeneratorInput[],
  options: GenerateOptions,
): Promise<GeneratedSet> {
  refuseSharedNames(all)
  const inputs = inOrder(all)
  const names = inputs.map(({ name }) => name)
  const { made, documents } = await fingerprint(inputs, options)
  const unchanged = unchangedVersions(options, made, documents)
  using printing = startPrinter(options)
  const templates = await Templates.load(options.templates, options.ownTemplates)
  const run = new Run(inputs, options)
  const { records, chosen } = await prepare(run, inputs, unchanged, options)
  const isSamePrinter = options.previous?.manifest.types === chosen.printer
  const before = versionsBefore(inputs)
  const versions = new Map<string, Version>()
  for (const input of inputs) {
    const same = isSamePrinter ? unchanged.get(input.name) : undefined
    versions.set(input.name, same ?? (await generateVersion(input)))
  }
  const files = [
    ...[...versions.values()].flatMap((version) => version.files),
    ...(await sharedFiles(names, templates, options)),
  ]
  files.push(packageFile(options.packageName, names, files))
  files.push(manifestFile(manifestOf(made, chosen.printer, versions), files))
  const problems: Problem[] = [...versions.values()].flatMap(({ record }) => record.problems)
  return {
    files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)),
    problems,
    types: chosen,
  }

  async function generateVersion(input: GeneratorInput): Promise<Version> {
    const document = await run.document(input)
    const previous = before.get(input.name)
    const migration = previous && migrationOf(await run.document(previous), document)
    const rendered = await renderVersion(document, migration, {
      templates,
      options,
      print: (one, names) => printing.print(chosen.printer, one, names),
      begin: (step) => run.begin(step, input),
    })
    if (previous) run.release(previous)
    return {
      files: rendered.files,
      record: {
        from: documents[input.name] ?? '',
        isSelfContained: document.isSelfContained,
        typesReasons: records.get(input.name) ?? [],
        problems: rendered.problems,
      },
    }
  }
}
