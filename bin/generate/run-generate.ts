import { resolve } from 'node:path'
import type { GenerateStep, GenerateOptions, GeneratedSet, GeneratorInput } from '../../generator/index.js'
import { RedrawnLine } from '../output/progress.js'
import { counted } from '../../reporting/index.js'
import { type Problem, wrongUse } from '../../diagnostics/index.js'
import { type CommandContext, colorsFor } from '../process/context.js'
import { problemLines } from '../output/report-failure.js'
import {
  differences,
  type GeneratedComparison,
  plannedText,
  staleError,
  earlierRun,
  ownedFiles,
} from './differences.js'
import { containedEvents } from '../../payment/tables/messages.js'
import { requireWritableFolder } from '../output/write-files.js'
import type { WriteResult } from '../output/write-folder.js'
import { given } from '../input/given.js'
import { readDocuments } from '../input/documents.js'
import type { GenerateCommandOptions } from './command.js'

const words: Readonly<Record<GenerateStep['step'], string>> = {
  read: 'reading',
  build: 'building the model',
  compile: 'compiling validators',
  declare: 'printing types',
}

/** Shows the progress of the generator on a terminal, and nowhere else. */
export function generateProgress(context: Pick<CommandContext, 'stderr' | 'interactive'>) {
  const line = new RedrawnLine(context)
  return {
    onStep: ({ step, document, number, of }: GenerateStep): void =>
      line.draw(`${String(number).padStart(4)}/${of}  ${document}  ${words[step]}`),
    onWrite: (files: number): void => line.draw(`writing ${counted(files, 'file')}`, true),
    clear: (): void => line.clear(),
  }
}

const settingsOf = async (
  options: GenerateCommandOptions,
  { cwd, signal }: CommandContext,
): Promise<GenerateOptions> => {
  const { buildId, generatorParts } = await import('../process/package-info.js')
  const { templates, include, exclude, lenient, allowRefs, openEnums, brands, singleFile } = options
  return {
    ...generatorParts(),
    build: buildId(),
    signal,
    events: containedEvents,
    ...given({ include, exclude, lenient, allowRefs, openEnums, brands, singleFile }),
    ...given({ ownTemplates: templates && resolve(cwd, templates), packageName: options.package }),
  }
}

/** @throws RampartError OPTION_INVALID for options that do not go together. */
const checkTogether = ({ singleFile, brands, package: packageName }: GenerateCommandOptions): void => {
  if (singleFile !== true || (brands !== true && packageName === undefined)) return
  const [other, why] = brands
    ? ['--brands', 'brands come with the runtime']
    : ['--package', 'a file of types is not a package']
  throw wrongUse(`--single-file and ${other} do not go together: ${why}`, 'Leave one of them out.')
}

const report = (problems: readonly Problem[], context: CommandContext): void => {
  const colors = colorsFor(context.color)
  for (const problem of problems) context.stderr(`${problemLines(problem, colors).join('\n')}\n`)
}

/** Whether a file was generated from the named document: it is in the folder of that name, or is the single file. */
const isOf = (name: string, path: string): boolean => path.startsWith(`${name}/`) || path === `${name}.d.ts`

const summary = (set: GeneratedSet, inputs: readonly GeneratorInput[], out: string): string =>
  inputs
    .map(({ name }) => {
      const files = set.files.filter(({ path }) => isOf(name, path))
      const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
      return `${out}/${name}  ${counted(files.length, 'file')}, ${Math.ceil(bytes / 1024)} KB\n`
    })
    .join('')

/** Names the removed versions of an earlier run, because the folder contains the versions of this run only. */
const reportRemoved = (
  { removed }: WriteResult,
  gone: readonly string[],
  { out, only }: GenerateCommandOptions,
  { stderr }: CommandContext,
): void => {
  const why = only === undefined ? 'there is no document of that name' : '--only does not name it'
  for (const name of gone)
    if (removed.some((path) => isOf(name, path))) stderr(`${out}/${name} is removed: ${why}.\n`)
}

const print = (
  { written, removed }: WriteResult,
  text: string,
  options: GenerateCommandOptions,
  context: CommandContext,
): void => {
  context.stdout(options.json ? `${JSON.stringify({ written, removed })}\n` : text)
  const changed = written.length + removed.length
  const says = changed === 0 ? ' is up to date' : `: ${counted(changed, 'file')} changed`
  context.stderr(`${options.out}${says}.\n`)
}

/** Generates files, reusing unchanged versions of an earlier run, and reports progress and problems. */
const generated = async (
  inputs: readonly GeneratorInput[],
  run: GenerateOptions,
  previous: GenerateOptions['previous'],
  context: CommandContext,
): Promise<GeneratedSet> => {
  const { generate } = await import('../../generator/index.js')
  const { onStep, clear } = generateProgress(context)
  const set = await generate(inputs, { ...run, ...given({ previous }), onStep }, async (from, to) => {
    const { migrationOf } = await import('../../diff/index.js')
    return migrationOf(from, to)
  }).finally(clear)
  context.signal.throwIfAborted()
  report(set.problems, context)
  return set
}

/** Generates without writing, and compares with the folder. A check does not trust the manifest of the earlier run. */
export async function compareGenerated(
  options: GenerateCommandOptions,
  context: CommandContext,
): Promise<GeneratedComparison> {
  checkTogether(options)
  const folder = resolve(context.cwd, options.out)
  const inputs = await readDocuments(options, context)
  const settings = await settingsOf(options, context)
  const set = await generated(inputs, settings, options.check ? undefined : await earlierRun(folder), context)
  const { owned } = await ownedFiles(folder, set)
  return { found: await differences(folder, set, owned), set }
}

const compare = async (options: GenerateCommandOptions, context: CommandContext): Promise<void> => {
  const comparison = await compareGenerated(options, context)
  const { found } = comparison
  if (options.json) context.stdout(`${JSON.stringify(found)}\n`)
  else if (options.check !== true) context.stdout(plannedText(options.out, found))
  if (options.check !== true) return
  const error = staleError(options.out, comparison, context.args ?? [])
  if (error) throw error
  context.stderr(`${options.out} is up to date.\n`)
}

const update = async (options: GenerateCommandOptions, context: CommandContext): Promise<void> => {
  const { fingerprint, isCurrent, problemsOf } = await import('../../generator/index.js')
  checkTogether(options)
  const folder = resolve(context.cwd, options.out)
  const inputs = await readDocuments(options, context)
  const settings = await settingsOf(options, context)
  await requireWritableFolder(folder)
  const earlier = await earlierRun(folder)
  const isIntact = earlier && earlier.files.size === Object.keys(earlier.manifest.files).length
  if (isIntact && (await isCurrent(earlier.manifest, await fingerprint(inputs, settings), inputs))) {
    report(problemsOf(earlier.manifest), context)
    return print({ written: [], removed: [] }, '', options, context)
  }
  const set = await generated(inputs, settings, earlier, context)
  const { writeFolder } = await import('../output/write-folder.js')
  const { owned, edited } = await ownedFiles(folder, set)
  for (const path of edited)
    context.stderr(`${options.out}/${path} is kept: it is no longer generated, but was edited.\n`)
  const { onWrite, clear } = generateProgress(context)
  onWrite(set.files.length)
  const ownership = { ownedBefore: owned, signal: context.signal, isDerived: true }
  const done = await writeFolder(folder, set.files, ownership).finally(clear)
  const before = Object.keys(earlier?.manifest.documents ?? {})
  const gone = before.filter((name) => !inputs.some((input) => input.name === name))
  reportRemoved(done, gone, options, context)
  print(done, summary(set, inputs, options.out), options, context)
}

/** One run of `rampart generate`. */
export async function runGenerate(options: GenerateCommandOptions, context: CommandContext): Promise<void> {
  await (options.check === true || options.dryRun === true ? compare : update)(options, context)
}
