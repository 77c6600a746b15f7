import { setImmediate } from 'node:timers/promises'
import { type Problem, RampartError } from '../diagnostics/index.js'
import { buildModel } from './build/build.js'
import { loadDocument } from './load/load.js'
import type { GeneratorInput } from './model/input.js'
import type { GeneratedSet, OutputFile } from './model/output.js'
import { renderDocument } from './render/document.js'
import { manifestFile } from './render/manifest.js'
import { renderRuntime } from './render/runtime.js'
import { Templates } from './render/templates.js'

/** Where a run takes its parts from, and what it leaves out. */
export interface GenerateOptions {
  /** Folder of the templates that rampart ships. */
  readonly templates: string
  /** Folder of templates that replace shipped ones of the same name. */
  readonly ownTemplates?: string
  /** Folder of the compiled runtime. */
  readonly runtime: string
  /** Leaves TypeScript declarations of the documents out: for readers that only run the code. */
  readonly withoutTypes?: boolean
  /** A reference that names nothing becomes a gap in the output, and is reported; otherwise it ends the run. */
  readonly lenient?: boolean
  /** Folders and hosts that references may lead to, beside the folder that a document is in. */
  readonly allowRefs?: readonly string[]
  /** Judges responses as strictly as requests: what a closed schema does not name is an error. */
  readonly closedResponses?: boolean
  /** Ends the run between two of its steps. */
  readonly signal?: AbortSignal
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

// The steps are computation from end to end: without a turn of the event loop between them no signal would arrive.
const turn = async (signal: AbortSignal | undefined): Promise<void> => {
  await setImmediate()
  signal?.throwIfAborted()
}

const generateOne = async (
  input: GeneratorInput,
  templates: Templates,
  { withoutTypes, signal, ...loading }: GenerateOptions,
): Promise<GeneratedSet> => {
  const document = await loadDocument(input, loading)
  await turn(signal)
  const { model, problems } = buildModel(document)
  await turn(signal)
  const files = renderDocument(model, templates)
  await turn(signal)
  if (withoutTypes === true) return { files, problems }
  const { renderTypes } = await import('./render/types.js')
  const types = templates.render('types.d.ts', { types: await renderTypes(document) })
  await turn(signal)
  return { files: [...files, { path: `${model.name}/types.d.ts`, content: types }], problems }
}

const indexFiles = (names: readonly string[], templates: Templates): OutputFile[] => {
  const rows = names.map((name) => ({
    key: JSON.stringify(name),
    path: JSON.stringify(`./${name}/index.js`),
  }))
  return [
    // Generated code is ESM wherever it is put, also inside a package that is CommonJS.
    { path: 'package.json', content: '{ "type": "module", "sideEffects": false }\n' },
    { path: 'index.js', content: templates.render('index.js', { rows }) },
    { path: 'index.d.ts', content: templates.render('index.d.ts', { rows }) },
  ]
}

/**
 * Turns documents into per-document types, validators and operation tables. Pure but for reading templates and
 * runtime: the same inputs give the same bytes, and writing them is the caller's.
 * @throws RampartError with the codes of `diagnostics/codes/generator.ts`; the signal's reason when it is aborted.
 */
export async function generate(
  inputs: readonly GeneratorInput[],
  options: GenerateOptions,
): Promise<GeneratedSet> {
  refuseSharedNames(inputs)
  const sorted = inputs.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const templates = await Templates.load(options.templates, options.ownTemplates)
  const files: OutputFile[] = [...(await renderRuntime(options.runtime))]
  const problems: Problem[] = []
  for (const input of sorted) {
    const one = await generateOne(input, templates, options)
    files.push(...one.files)
    problems.push(...one.problems)
  }
  files.push(
    ...indexFiles(
      sorted.map(({ name }) => name),
      templates,
    ),
  )
  files.push(manifestFile(sorted, files))
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), problems }
}
