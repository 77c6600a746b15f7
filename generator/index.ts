import { resolvePath } from '../document/index.js'
import type { Compare } from './generate.js'
import type { ReadDocument } from './load/load.js'
import type { GeneratorInput, GenerateOptions, GeneratedSet } from './model/document.js'
import type { OpenedSurface, SurfaceOptions } from './surface.js'

export { documentName as safeName } from './build/names.js'
export {
  digestOf,
  digestsOfManifest,
  filesOfManifest,
  fingerprint,
  isCurrent,
  manifestName,
  problemsOf,
  readManifest,
} from './manifest.js'
export type {
  GeneratedSet,
  GenerateOptions,
  GeneratorInput,
  GenerateStep,
  Manifest,
  OutputFile,
  PreviousRun,
} from './model/document.js'
export type { ReadDocument } from './load/load.js'
export type { OpenedSurface, SurfaceOptions } from './surface.js'
export type { Unread } from './surface.js'
export type { TemplateModel } from './render/template-model.js'

/**
 * Generates types, validators and operation tables for each document. Pure except for reading templates and
 * runtime: the same inputs give the same bytes, and the caller writes them.
 * @param compare describes the changes between versions; without it there is no MIGRATION.md
 * @throws RampartError with the codes of the generator in `diagnostics/errors.ts`; the signal's reason when it is
 * aborted.
 */
export async function generate(
  inputs: readonly GeneratorInput[],
  options: GenerateOptions,
  compare?: Compare,
): Promise<GeneratedSet> {
  // Loaded on demand, to spare other commands the compilers and templates. The library is started first, because it
  // takes as long to load as everything else.
  const { Library } = await import('./types/openapi-typescript/library.js')
  const { signal, typesWorker: worker } = options
  const library = options.tablesOnly === true ? undefined : new Library({ signal, worker })
  try {
    const { generateAll } = await import('./generate.js')
    return await generateAll(inputs, options, library, compare)
  } finally {
    library?.close()
  }
}

/** The title of a document. @throws RampartError DOCUMENT_SYNTAX or DOCUMENT_INVALID. */
export async function titleOf(input: Omit<GeneratorInput, 'name'>): Promise<string | undefined> {
  const { parseDocumentText } = await import('./load/parse.js')
  const { value } = await parseDocumentText({ ...input, name: '' })
  const title = resolvePath(value, ['info', 'title'])
  return typeof title === 'string' && title.trim() !== '' ? title : undefined
}

/**
 * Parses one document, and bundles the files that it refers to. Swagger 2.0 is converted.
 * @param isLoose true for a text without a folder, such as from git or stdin
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED or DOCUMENT_INVALID.
 */
export async function readDocument(input: GeneratorInput, isLoose = false): Promise<ReadDocument> {
  const { readTree } = await import('./load/load.js')
  return readTree(input, isLoose)
}

/**
 * Opens one document for tests: leniently, with responses validated as strictly as requests, and without writing
 * files. The validators are the functions of generated code, each compiled on first use.
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED or DOCUMENT_INVALID; the signal's reason when it is
 * aborted.
 */
export async function openSurface(input: GeneratorInput, options?: SurfaceOptions): Promise<OpenedSurface> {
  const { openDocument } = await import('./surface.js')
  return openDocument(input, options)
}
