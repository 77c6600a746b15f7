import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Command } from 'commander'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { GeneratedSet, GeneratorInput, Manifest } from '../../generator/index.js'
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

interface Earlier {
  readonly manifest: Manifest
  readonly files: ReadonlyMap<string, string>
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

/** What an earlier run left, with the texts of those of its files that are as it left them. */
const earlierRun = async (folder: string): Promise<Earlier | undefined> => {
  const { digestOf, manifestName, readManifest } = await import('../../generator/index.js')
  const manifest = readManifest((await textOf(join(folder, manifestName))) ?? '')
  if (!manifest) return undefined
  const files = new Map<string, string>()
  for (const [path, digest] of Object.entries(manifest.files)) {
    const text = await textOf(join(folder, path))
    if (text !== undefined && digestOf(text) === digest) files.set(path, text)
  }
  return { manifest, files }
}

const isIntact = ({ manifest, files }: Earlier): boolean => files.size === Object.keys(manifest.files).length

const report = (problems: readonly Problem[], context: CommandContext): void => {
  const colors = colorsFor(context.color)
  for (const problem of problems) context.stderr(`${problemLines(problem, colors).join('\n')}\n`)
}

const write = async (
  set: GeneratedSet,
  folder: string,
  owned: readonly string[],
  { signal }: CommandContext,
): Promise<{ readonly written: readonly string[]; readonly removed: readonly string[] }> => {
  const { writeFolder } = await import('../output/write-folder.js')
  return writeFolder(folder, set.files, { ownedBefore: owned, signal })
}

const run = async (options: Options, context: CommandContext): Promise<void> => {
  const { filesOfManifest, fingerprint, generate, isCurrent, manifestName } =
    await import('../../generator/index.js')
  const { buildId, generatorParts } = await import('../package-info.js')
  const { recoverFolder } = await import('../output/recover-folder.js')
  const folder = resolve(context.cwd, options.out)
  const inputs = await readAll(options, context)
  const own = options.templates === undefined ? {} : { ownTemplates: resolve(context.cwd, options.templates) }
  const parts = { ...generatorParts(), build: buildId(), ...own, signal: context.signal }
  if (!options.check) await recoverFolder(folder)
  const earlier = options.check ? undefined : await earlierRun(folder)
  if (earlier && isIntact(earlier) && isCurrent(earlier.manifest, await fingerprint(inputs, parts))) {
    report(earlier.manifest.problems, context)
    if (options.json) context.stdout(`${JSON.stringify({ written: [], removed: [] })}\n`)
    return context.stderr(`${options.out} is up to date.\n`)
  }
  const previous = earlier && { ...earlier.manifest, files: earlier.files }
  const set = await generate(inputs, { ...parts, ...(previous && { previous }) })
  context.signal.throwIfAborted()
  report(set.problems, context)
  const owned = filesOfManifest((await textOf(join(folder, manifestName))) ?? '')
  if (options.check) return check(context, set, options, folder, owned)
  const done = await write(set, folder, owned, context)
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
