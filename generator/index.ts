import { resolvePath } from '../document/index.js'
import type { LoadedDocument } from './model/document.js'
import type { GeneratorInput } from './model/input.js'
import type { GenerateOptions } from './model/options.js'
import type { GeneratedSet } from './model/output.js'

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
export type { GeneratorInput } from './model/input.js'
export type { Manifest } from './model/manifest.js'
export type { GenerateOptions, GenerateStep, PreviousRun } from './model/options.js'
export type { ChosenPrinter, GeneratedSet, OutputFile } from './model/output.js'
export type { PrinterName } from './model/printer.js'
export type { TemplateModel } from './render/template-model.js'

// The documents themselves decide later.
const mayPrint = ({ tablesOnly, types, brands, openEnums }: GenerateOptions): boolean =>
  tablesOnly !== true &&
  (types === undefined ? brands !== true && openEnums !== true : types === 'openapi-typescript')

/**
 * Turns documents into per-document types, validators and operation tables. Pure but for reading templates and
 * runtime: the same inputs give the same bytes, and writing them is the caller's.
 * @throws RampartError with the codes of `diagnostics/codes/generator.ts`; the signal's reason when it is aborted.
 */
export async function generate(
  inputs: readonly GeneratorInput[],
  options: GenerateOptions,
): Promise<GeneratedSet> {
  // Only here: whoever has nothing to generate does without compilers and templates. The library first: it takes as
  // long to load as all else together.
  const { Library } = await import('./types/openapi-typescript/library.js')
  const { signal, typesWorker: worker } = options
  const library = mayPrint(options)
    ? new Library({ ...(signal && { signal }), ...(worker !== undefined && { worker }) })
    : undefined
  try {
    const { generateAll } = await import('./generate.js')
    return await generateAll(inputs, options, library)
  } finally {
    library?.close()
  }
}

/**
 * The title that a document gives itself; undefined without one.
 * @throws RampartError DOCUMENT_SYNTAX or DOCUMENT_INVALID.
 */
export async function titleOf(input: Omit<GeneratorInput, 'name'>): Promise<string | undefined> {
  const { parseDocumentText } = await import('./load/parse.js')
  const { value } = await parseDocumentText({ ...input, name: '' })
  const title = resolvePath(value, ['info', 'title'])
  return typeof title === 'string' && title.trim() !== '' ? title : undefined
}

/**
 * A document of Swagger 2.0 as one of OpenAPI 3.0; undefined for any other.
 * @throws RampartError DOCUMENT_SYNTAX or DOCUMENT_INVALID.
 */
export async function fromSwagger(input: GeneratorInput): Promise<GeneratorInput | undefined> {
  const { convertSwagger } = await import('./load/swagger.js')
  return convertSwagger(input)
}

/**
 * Reads one document as it is written: parsed, and with the parts that it keeps in other files.
 * @param isLoose true for a text without a folder around it, as of git or stdin
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED or DOCUMENT_INVALID.
 */
export async function readDocument(
  input: GeneratorInput,
  isLoose = false,
): Promise<Readonly<Record<string, unknown>>> {
  const { readTree } = await import('./load/read-tree.js')
  return readTree(input, isLoose)
}

/**
 * Reads one document as `generate` does when it is lenient, and what had to be read otherwise than it stands.
 * @param allowRefs folders and hosts that references may lead to, beside the folder that the document is in
 * @throws RampartError DOCUMENT_SYNTAX, DOCUMENT_UNSUPPORTED or DOCUMENT_INVALID.
 */
export async function readLeniently(
  input: GeneratorInput,
  allowRefs: readonly string[] = [],
): Promise<Pick<LoadedDocument, 'root' | 'problems' | 'isSelfContained'>> {
  const { loadDocument } = await import('./load/load.js')
  return loadDocument(input, { lenient: true, allowRefs, closedResponses: true })
}
