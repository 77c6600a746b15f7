import { setImmediate } from 'node:timers/promises'
import { type Problem, RampartError, withoutHidden } from '../diagnostics/index.js'
import { buildModel } from './build/build.js'
import { loadDocument } from './load/load.js'
import { fingerprint, inOrder, isSameDocument, manifestFile, sha256Of, versionsBefore } from './manifest.js'
import type {
  DocumentModel,
  DocumentRecord,
  EventModel,
  GeneratedSet,
  GenerateOptions,
  GenerateStep,
  GeneratorInput,
  LoadedDocument,
  OutputFile,
} from './model/document.js'
import { renderClient } from './render/client.js'
import { documentComment } from './render/module.js'
import { renderOperations } from './render/operations.js'
import { packageFile, renderOwnFiles, renderRoot, renderRuntime } from './render/root-files.js'
import type { EventRow, MigrationValues } from './render/template-model.js'
import { Templates } from './render/templates.js'
import { renderSingleFile, renderTypes } from './render/types.js'
import { exportedUnits, renderValidators } from './render/validators.js'
import { memberName, type TypeDeclarations, type TypesPrinter } from './types/declarations.js'
import { compileValidators } from './validators/compile.js'

/** Prints the module that a user imports. */
const renderIndex = (model: DocumentModel, templates: Templates): OutputFile[] => {
  const values = {
    version: JSON.stringify(model.name),
    comment: documentComment(model),
    hasWebhooks: model.events.events.length > 0,
  }
  return [
    { path: 'index.js', content: templates.render('index.js', values) },
    { path: 'index.d.ts', content: templates.render('index.d.ts', values) },
  ]
}

/** Prints the changes since the previous version. */
const renderMigration = (migration: MigrationValues, templates: Templates): OutputFile[] => [
  { path: 'MIGRATION.md', content: templates.render('MIGRATION.md', migration) },
]

/** Prefixes the paths of files with a folder. */
const below = (folder: string, files: readonly OutputFile[]): OutputFile[] =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }))

const rowOf = ({ type, isTagged: isTold, body, message, validator }: EventModel): EventRow => ({
  key: memberName(type),
  name: JSON.stringify(type),
  body,
  tag: isTold ? JSON.stringify(type) : 'unknown',
  message: message ?? `runtime.MessageOf<${body}>`,
  validator,
})

/** Prints verification, receivers and types of the events of one document; nothing without webhooks. */
const renderWebhooks = (
  { events: { tag, events } }: Pick<DocumentModel, 'events'>,
  templates: Templates,
): OutputFile[] => {
  if (events.length === 0) return []
  const types = events.flatMap(({ body, message = '' }) => [body, message])
  const values = {
    rows: events.map(rowOf),
    tag: JSON.stringify(tag),
    types: ['components', 'webhooks']
      .filter((name) => types.some((type) => type.includes(`${name}[`)))
      .join(', '),
  }
  return (['webhooks.js', 'webhooks.d.ts'] as const).map((path) => ({
    path,
    content: templates.render(path, values),
  }))
}

/** The input for printing the folder of a version. */
interface VersionPrinting {
  readonly templates: Templates
  readonly options: GenerateOptions
  /** Starts printing the types of a document; the caller awaits the result. Undefined for tables only. */
  readonly types:
    | ((document: LoadedDocument, names: DocumentModel['names']) => Promise<TypeDeclarations>)
    | undefined
  /** The changes since the version before; undefined for the first version. */
  readonly migration: () => Promise<MigrationValues | undefined>
  readonly begin: (step: GenerateStep['step']) => Promise<void>
}

/** The files of a version, relative to its folder, and the problems of its document. */
interface RenderedVersion {
  readonly files: readonly OutputFile[]
  readonly problems: readonly Problem[]
}

const isCode = ({ path }: OutputFile): boolean => path.endsWith('.js')

/** Prints everything for one document. Types are printed in parallel, since they take about as long as validators. */
const renderVersion = async (
  document: LoadedDocument,
  { templates, options, types, migration, begin }: VersionPrinting,
): Promise<RenderedVersion> => {
  await begin('build')
  const { model, problems } = buildModel(document, templates.typeName, options.events)
  const declaring = types?.(document, model.names)
  // A failure of the validators is reported first; this avoids an unhandled rejection of the types meanwhile.
  declaring?.catch(() => {})
  if (declaring && options.singleFile === true) {
    await begin('declare')
    const declarations = await declaring
    const files = renderSingleFile(model.name, declarations, model.names.schemas, templates)
    return { files, problems }
  }
  await begin('compile')
  const compiled = compileValidators(model.units, model.file)
  const tables = renderOperations(model, exportedUnits(model, compiled), templates)
  const validators = (requests: ReadonlySet<string>): OutputFile[] =>
    renderValidators(model, compiled, requests, templates)
  if (!declaring) {
    return { files: below(model.name, [...tables, ...validators(new Set())].filter(isCode)), problems }
  }
  const changes = await migration()
  await begin('declare')
  const declarations = await declaring
  const requests = new Set(declarations.requests.map(({ name }) => name))
  const files = [
    ...tables,
    ...validators(requests),
    ...renderTypes(document, declarations, model.names.schemas, templates),
    ...renderIndex(model, templates),
    ...renderClient(model, requests, templates),
    ...renderWebhooks(model, templates),
    ...(changes ? renderMigration(changes, templates) : []),
  ]
  files.push(...renderOwnFiles(model, requests, templates, files))
  return { files: below(model.name, files), problems }
}

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
