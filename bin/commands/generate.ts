import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { GeneratedSet, GeneratorInput } from '../../generator/index.js'
import { colorsFor } from '../colors.js'
import type { CommandContext } from '../context.js'
import { problemLines } from '../problems.js'

interface Options {
  readonly specs?: string
  readonly input?: readonly string[]
  readonly out: string
  readonly check?: boolean
  readonly templates?: string
  readonly json?: boolean
}

const readAll = async ({ specs, input }: Options, { cwd }: CommandContext): Promise<GeneratorInput[]> => {
  const { readInputs, readSpecs } = await import('../output/documents.js')
  const named = await readInputs(cwd, input ?? [])
  // Documents named on the command line stand alone unless a folder is named beside them.
  const dated = named.length > 0 && specs === undefined ? [] : await readSpecs(cwd, specs ?? 'specs')
  return [...dated, ...named]
}

const textOf = (path: string): Promise<string | undefined> =>
  readFile(path, 'utf8').catch((cause: unknown) => {
    if (cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR'))
      return undefined
    throw cause
  })

const stale = (path: string, what: string): Problem => ({
  code: 'GENERATED_STALE',
  severity: 'error',
  message: `${path} ${what}`,
})

const differences = async (
  folder: string,
  set: GeneratedSet,
  owned: readonly string[],
): Promise<Problem[]> => {
  const problems: Problem[] = []
  for (const { path, content } of set.files) {
    const present = await textOf(join(folder, path))
    if (present === undefined) problems.push(stale(path, 'is missing'))
    else if (present !== content) problems.push(stale(path, 'differs'))
  }
  const wanted = new Set(set.files.map(({ path }) => path))
  for (const path of owned) if (!wanted.has(path)) problems.push(stale(path, 'is no longer generated'))
  return problems
}

const check = async (
  context: CommandContext,
  set: GeneratedSet,
  options: Options,
  folder: string,
  owned: readonly string[],
): Promise<void> => {
  const problems = await differences(folder, set, owned)
  if (problems.length === 0) return context.stderr(`${options.out} is up to date.\n`)
  throw new RampartError('GENERATED_STALE', {
    message: `${options.out} is stale: ${problems.length} of ${set.files.length} files differ`,
    where: { file: options.out },
    problems,
  })
}

const summary = (set: GeneratedSet, inputs: readonly GeneratorInput[], out: string): string =>
  inputs
    .map(({ name }) => {
      const files = set.files.filter(({ path }) => path.startsWith(`${name}/`))
      const validators = files.filter(({ path }) => path.includes('/validators/') && path.endsWith('.js'))
      return `${out}/${name}  ${files.length} files, ${validators.length - 1} validator modules\n`
    })
    .join('')

const run = async (options: Options, context: CommandContext): Promise<void> => {
  const { filesOfManifest, generate, manifestName } = await import('../../generator/index.js')
  const { generatorParts } = await import('../package-info.js')
  const { recoverFolder } = await import('../output/recover-folder.js')
  const folder = resolve(context.cwd, options.out)
  const inputs = await readAll(options, context)
  const own = options.templates === undefined ? {} : { ownTemplates: resolve(context.cwd, options.templates) }
  const set = await generate(inputs, { ...generatorParts(), ...own, signal: context.signal })
  context.signal.throwIfAborted()
  const colors = colorsFor(context.color)
  for (const problem of set.problems) context.stderr(`${problemLines(problem, colors).join('\n')}\n`)
  if (!options.check) await recoverFolder(folder)
  const owned = filesOfManifest((await textOf(join(folder, manifestName))) ?? '')
  if (options.check) return check(context, set, options, folder, owned)
  const { writeFolder } = await import('../output/write-folder.js')
  const done = await writeFolder(folder, set.files, { ownedBefore: owned, signal: context.signal })
  context.stdout(options.json ? `${JSON.stringify(done)}\n` : summary(set, inputs, options.out))
  const changed = done.written.length + done.removed.length
  context.stderr(
    changed === 0 ? `${options.out} is up to date.\n` : `${options.out}: ${changed} files changed.\n`,
  )
}

/** The command `rampart generate`: documents to types, validators and operation tables. */
export const generateCommand = (context: CommandContext): Command =>
  new Command('generate')
    .description('Generate types, validators and operation tables from documents.')
    .option('--specs <dir>', 'folder of dated documents, as "rampart fetch" leaves it (default: specs)')
    .option('--input <file...>', 'documents that are not dated')
    .option('--out <dir>', 'folder for the generated code', 'generated')
    .option('--check', 'write nothing, and fail when anything differs')
    .option('--templates <dir>', 'templates that replace those of the same name')
    .option('--json', 'print what was written as JSON')
    .action((options: Options) => run(options, context))
