import { setImmediate } from 'node:timers/promises'
import { type Problem, RampartError, withoutHidden } from '../diagnostics/index.js'
import { type NamedOperation, unmatchedPattern } from '../document/index.js'
import { buildModel } from './build/build.js'
import { lint } from './load/lint.js'
import { loadDocument } from './load/load.js'
import { withLines } from './load/problems.js'
import {
  digestOf,
  type Fingerprint,
  fingerprint,
  inOrder,
  isSameDocument,
  manifestFile,
  sha256Of,
  versionsBefore,
} from './manifest.js'
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
import { memberName, type TypesPrinter } from './types/declarations.js'
import { compileValidators } from './validators/compile.js'

/** Prints the module that a user imports. */
const renderIndex = (model: DocumentModel, templates: Templates): OutputFile[] => {
  const hasWebhooks = model.events.events.length > 0
  const values = { version: JSON.stringify(model.name), comment: documentComment(model), hasWebhooks }
  const paths = ['index.js', 'index.d.ts'] as const
  return paths.map((path) => ({ path, content: templates.render(path, values) }))
}

/** Prefixes the paths of files with a folder. */
const below = (folder: string, files: readonly OutputFile[]): OutputFile[] =>
  files.map((file) => ({ ...file, path: `${folder}/${file.path}` }))

const rowOf = ({ type, isTagged, body, message, validator }: EventModel): EventRow => ({
  key: memberName(type),
  name: JSON.stringify(type),
  body,
  tag: isTagged ? JSON.stringify(type) : 'unknown',
  message: message ?? `runtime.MessageOf<${body}>`,
  validator,
})

/** Prints verification, receivers and types of the events of one document; nothing without webhooks. */
const renderWebhooks = ({ events: { tag, events } }: DocumentModel, templates: Templates): OutputFile[] => {
  if (events.length === 0) return []
  const types = events.flatMap(({ body, message = '' }) => [body, message])
  const isUsed = (name: string): boolean => types.some((type) => type.includes(`${name}[`))
  const imported = ['components', 'webhooks'].filter(isUsed).join(', ')
  const values = { rows: events.map(rowOf), tag: JSON.stringify(tag), types: imported }
  const paths = ['webhooks.js', 'webhooks.d.ts'] as const
  return paths.map((path) => ({ path, content: templates.render(path, values) }))
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

/** Describes the changes between versions, named by folder; the generator imports no differ. */
export type Compare = (
  from: Pick<LoadedDocument, 'name' | 'root'>,
  to: Pick<LoadedDocument, 'name' | 'root'>,
) => MigrationValues | Promise<MigrationValues>

/** The output of one document. */
interface Version {
  readonly files: readonly OutputFile[]
  readonly record: DocumentRecord
}

/** The documents of a run, and the templates that print them. */
interface Printing {
  readonly inputs: readonly GeneratorInput[]
  readonly options: GenerateOptions
  readonly templates: Templates
  /** Undefined for tables only. */
  readonly printer: TypesPrinter | undefined
  readonly compare: Compare | undefined
}

/** Prints versions, and reads each document once. */
class Run {
  readonly #printing: Printing
  readonly #documents = new Map<string, Promise<LoadedDocument>>()

  constructor(printing: Printing) {
    this.#printing = printing
  }

  /** Refuses patterns that no operation of any document matches. @throws RampartError SELECTION_EMPTY */
  async requireMatches(): Promise<void> {
    const { inputs, options } = this.#printing
    const all: NamedOperation[] = []
    for (const input of inputs) all.push(...(await this.#document(input)).operations)
    const message =
      unmatchedPattern('include', options.include, all) ?? unmatchedPattern('exclude', options.exclude, all)
    if (message !== undefined) throw new RampartError('SELECTION_EMPTY', { message })
  }

  /** The output of one document. @param previous the input of the version before; undefined for the first */
  async version(input: GeneratorInput, previous: GeneratorInput | undefined, from = ''): Promise<Version> {
    const document = await this.#document(input)
    const { files, problems } = await this.#rendered(input, document, previous)
    // Only the next version compares itself with this one.
    if (previous) this.#documents.delete(previous.name)
    const { isSelfContained } = document
    const others = Object.entries(document.others).map(([path, text]) => [path, text ? digestOf(text) : ''])
    return {
      files: files.map(({ path, content }) => ({ path, content: withoutHidden(content) })),
      record: {
        sha256: sha256Of(input.text),
        from,
        isSelfContained,
        ...(isSelfContained ? {} : { others: Object.fromEntries(others) }),
        problems: withLines(problems, input),
      },
    }
  }

  // All steps are synchronous, so only this yields to the event loop, for abort signals and progress.
  async #begin(step: GenerateStep['step'], { name }: GeneratorInput): Promise<void> {
    const { inputs, options } = this.#printing
    const number = inputs.findIndex((input) => input.name === name) + 1
    options.onStep?.({ step, document: name, number, of: inputs.length })
    await setImmediate()
    options.signal?.throwIfAborted()
  }

  async #document(input: GeneratorInput): Promise<LoadedDocument> {
    const known = this.#documents.get(input.name)
    if (known) return known
    await this.#begin('read', input)
    const loading = loadDocument(input, this.#printing.options)
    this.#documents.set(input.name, loading)
    return loading
  }

  /** Everything for one document. Types are printed in parallel, since they take about as long as validators. */
  async #rendered(input: GeneratorInput, document: LoadedDocument, previous?: GeneratorInput) {
    const { templates, options, printer, compare } = this.#printing
    await this.#begin('build', input)
    const { model, problems } = buildModel(document, templates.typeName, options.events)
    const declaring = printer?.print(document, options, model.names.schemas)
    // A failure of the validators is reported first; this avoids an unhandled rejection of the types meanwhile.
    declaring?.catch(() => {})
    if (declaring && options.singleFile === true) {
      await this.#begin('declare', input)
      const noted = await withNotes(document, problems)
      const files = renderSingleFile(model.name, await declaring, model.names.schemas, templates)
      return { files, problems: noted }
    }
    await this.#begin('compile', input)
    const compiled = compileValidators(model.units, model.file)
    const tables = renderOperations(model, exportedUnits(model, compiled), templates)
    const validators = (requests: ReadonlySet<string>): OutputFile[] =>
      renderValidators(model, compiled, requests, templates)
    if (!declaring) {
      const code = [...tables, ...validators(new Set())].filter(({ path }) => path.endsWith('.js'))
      return { files: below(model.name, code), problems }
    }
    const changes = previous && (await compare?.(await this.#document(previous), document))
    await this.#begin('declare', input)
    const noted = await withNotes(document, problems)
    const declarations = await declaring
    const requests = new Set(declarations.requests.map(({ name }) => name))
    const files = [
      ...tables,
      ...validators(requests),
      ...renderTypes(document, declarations, model.names.schemas, templates),
      ...renderIndex(model, templates),
      ...renderClient(model, requests, templates),
      ...renderWebhooks(model, templates),
      ...(changes ? [{ path: 'MIGRATION.md', content: templates.render('MIGRATION.md', changes) }] : []),
    ]
    files.push(...renderOwnFiles(model, requests, templates, files))
    return { files: below(model.name, files), problems: noted }
  }
}

/** The problems, and notes on other places. Made while types are printed, because the linter takes long to load. */
const withNotes = async (document: LoadedDocument, problems: readonly Problem[]): Promise<Problem[]> => {
  const known = new Set(problems.map(({ where }) => where?.pointer))
  const notes = await lint(document)
  return [...problems, ...notes.filter(({ where }) => !known.has(where?.pointer))]
}

/** Versions of an earlier run whose inputs are unchanged. */
const unchangedVersions = ({ previous }: GenerateOptions, now: Fingerprint): ReadonlyMap<string, Version> => {
  if (!previous || previous.manifest.made !== now.made) return new Map()
  const { manifest, files } = previous
  const decoder = new TextDecoder()
  const kept = Object.entries(manifest.documents).flatMap(([name, record]): [string, Version][] => {
    const isOwn = (path: string): boolean => path.startsWith(`${name}/`) || path === `${name}.d.ts`
    const paths = Object.keys(manifest.files).filter(isOwn)
    const isWhole = paths.every((path) => files.has(path))
    if (!isWhole || !isSameDocument(record, now.documents[name])) return []
    const own = paths.map((path) => ({ path, content: decoder.decode(files.get(path)) }))
    return [[name, { record, files: own }]]
  })
  return new Map(kept)
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

/** Implements `generate`; without a printer there are no types, without `compare` no MIGRATION.md. */
export async function generateAll(
  all: readonly GeneratorInput[],
  options: GenerateOptions,
  printer?: TypesPrinter,
  compare?: Compare,
): Promise<GeneratedSet> {
  refuseSharedNames(all)
  const inputs = inOrder(all)
  const now = await fingerprint(inputs, options)
  const { made, documents } = now
  const templates = await Templates.load(options.templates, options.ownTemplates)
  const unchanged = unchangedVersions(options, now)
  const before = versionsBefore(inputs)
  const run = new Run({ inputs, options, templates, printer, compare })
  const versions = new Map<string, Version>()
  // The run that made unchanged versions had the same patterns.
  if (unchanged.size === 0 && (options.include ?? options.exclude) !== undefined) await run.requireMatches()
  for (const input of inputs) {
    const { name } = input
    versions.set(name, unchanged.get(name) ?? (await run.version(input, before.get(name), documents[name])))
  }
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
