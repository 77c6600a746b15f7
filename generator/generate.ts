import { setImmediate } from 'node:timers/promises'
import { type Problem, RampartError } from '../diagnostics/index.js'
import { buildModel } from './build/build.js'
import { declareDocument } from './declare.js'
import { loadDocument } from './load/load.js'
import { type Fingerprint, fingerprint, manifestFile } from './manifest.js'
import type { GeneratorInput } from './model/input.js'
import type { GenerateOptions, GenerateStep } from './model/options.js'
import type { GeneratedSet, OutputFile } from './model/output.js'
import { renderVersionedClient } from './render/client.js'
import { CompiledBefore } from './render/compiled-before.js'
import { renderDocument } from './render/document.js'
import { packageFile } from './render/package.js'
import { renderRuntime } from './render/runtime.js'
import type { Ancestor } from './series/ancestor.js'
import { isDated } from './series/dated.js'
import { Templates } from './render/templates.js'

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

/** Begins the steps of one document. */
type Begin = (step: GenerateStep['step']) => Promise<void>

// The steps are computation from end to end: without a turn of the event loop between them no signal would arrive,
// and nobody would see what is told.
const beginning =
  ({ signal, onStep }: GenerateOptions, place: Omit<GenerateStep, 'step'>): Begin =>
  async (step) => {
    onStep?.({ step, ...place })
    await setImmediate()
    signal?.throwIfAborted()
  }

/** What was generated of one document, and what the version after it builds on. */
interface Generated extends GeneratedSet {
  readonly ancestor: Ancestor
  readonly isSelfContained: boolean
}

/** Versions of one service, generated one after the other. */
interface Series {
  readonly before: Ancestor | undefined
}

const generateOne = async (
  input: GeneratorInput,
  series: Series | undefined,
  templates: Templates,
  options: GenerateOptions,
  { made }: Fingerprint,
  begin: Begin,
): Promise<Generated> => {
  const { withoutTypes, previous } = options
  await begin('read')
  const document = await loadDocument(input, options)
  const { isSelfContained } = document
  await begin('build')
  const before = series?.before
  const built = buildModel(document, before, series !== undefined)
  const { model, problems, ancestor, migration } = built
  await begin('declare')
  // One that may get a version after it is printed as if it had one: that touches no folder but its own.
  const shared = isDated(input.name) ? { before } : undefined
  const declaration = withoutTypes === true ? undefined : declareDocument(document, built, shared, options)
  await begin('compile')
  const compiled = new CompiledBefore(previous?.made === made ? previous : undefined, model.name)
  const { validators, ...rendered } = renderDocument(model, templates, compiled, {
    before: before?.validators,
    requests: declaration?.requests,
  })
  const files = [
    ...rendered.files,
    ...(migration === undefined ? [] : [{ path: `${model.name}/MIGRATION.md`, content: migration }]),
  ]
  if (!declaration) return { files, problems, ancestor: { ...ancestor, validators }, isSelfContained }
  const { types, enums, printed } = declaration
  const declared = (['types.d.ts', 'enums.js', 'enums.d.ts'] as const).map((file) => ({
    path: `${model.name}/${file}`,
    content: templates.render(file, { declarations: printed[file] }),
  }))
  return {
    files: [...files, ...declared],
    problems,
    ancestor: { ...ancestor, validators, ...(types && { types }), enums },
    isSelfContained,
  }
}

const indexFiles = (names: readonly string[], templates: Templates): OutputFile[] => {
  const rows = names.map((name) => ({
    key: JSON.stringify(name),
    path: JSON.stringify(`./${name}/index.js`),
  }))
  return [
    { path: 'index.js', content: templates.render('index.js', { rows }) },
    { path: 'index.d.ts', content: templates.render('index.d.ts', { rows }) },
    ...renderVersionedClient(names, templates),
  ]
}

/** What `generate` does, with everything that it takes loaded. */
export async function generateAll(
  inputs: readonly GeneratorInput[],
  options: GenerateOptions,
): Promise<GeneratedSet> {
  refuseSharedNames(inputs)
  const sorted = inputs.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const templates = await Templates.load(options.templates, options.ownTemplates)
  const from = await fingerprint(sorted, options)
  const files: OutputFile[] = [...(await renderRuntime(options.runtime))]
  const problems: Problem[] = []
  let isSelfContained = true
  const versions = sorted.filter(({ name }) => isDated(name))
  let before: Ancestor | undefined
  for (const [index, input] of sorted.entries()) {
    // One version alone has nothing to share, and a document without a date nobody to share it with.
    const series = versions.length > 1 && isDated(input.name) ? { before } : undefined
    const begin = beginning(options, { document: input.name, number: index + 1, of: sorted.length })
    const one = await generateOne(input, series, templates, options, from, begin)
    if (series) before = one.ancestor
    isSelfContained &&= one.isSelfContained
    files.push(...one.files)
    problems.push(...one.problems)
  }
  const names = sorted.map(({ name }) => name)
  files.push(...indexFiles(names, templates))
  files.push(packageFile(options.packageName, names, files))
  files.push(manifestFile(from, files, { isSelfContained, problems }))
  return { files: files.toSorted((a, b) => (a.path < b.path ? -1 : 1)), problems }
}
