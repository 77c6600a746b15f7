import { resolve } from 'node:path'
import { type Problem, RampartError } from '../../diagnostics/index.js'
import type { GenerateOptions, GeneratedSet, GeneratorInput } from '../../generator/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { problemLines } from '../output/problems.js'
import { commandText } from './command-text.js'
import { differences, plannedText, staleError } from './differences.js'
import { earlierRun, isIntact, ownedFiles } from './earlier.js'
import { readDocuments } from './inputs.js'
import type { Options } from './options.js'
import { generateProgress } from './progress.js'

const settingsOf = async (options: Options, { cwd, signal }: CommandContext): Promise<GenerateOptions> => {
  const { buildId, generatorParts } = await import('../process/package-info.js')
  const { templates, include, exclude, lenient, allowRefs, openEnums, brands, package: packageName } = options
  const { types, singleFile } = options
  return {
    ...generatorParts(),
    build: buildId(),
    signal,
    ...(templates === undefined ? {} : { ownTemplates: resolve(cwd, templates) }),
    ...(include === undefined ? {} : { include }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(lenient === true ? { lenient } : {}),
    ...(allowRefs === undefined ? {} : { allowRefs }),
    ...(openEnums === true ? { openEnums } : {}),
    ...(brands === true ? { brands } : {}),
    ...(types === undefined ? {} : { types }),
    ...(singleFile === true ? { singleFile } : {}),
    ...(packageName === undefined ? {} : { packageName }),
  }
}

/** @throws RampartError OPTION_INVALID for options that do not go together. */
const checkTogether = ({ types, singleFile, brands, openEnums, package: packageName }: Options): void => {
  const pairs: readonly (readonly [boolean, string, string])[] = [
    [singleFile === true && brands === true, '--single-file and --brands', 'brands come with the runtime'],
    [
      singleFile === true && packageName !== undefined,
      '--single-file and --package',
      'a file of types is no package',
    ],
    [
      types === 'openapi-typescript' && (brands === true || openEnums === true),
      '--types openapi-typescript',
      'brands and open enumerations are of the other printer',
    ],
  ]
  const [, names, why] = pairs.find(([isWrong]) => isWrong) ?? []
  if (names === undefined) return
  throw new RampartError('OPTION_INVALID', {
    message: `${names} do not go together: ${why}`,
    fix: 'Leave one of them out.',
  })
}

const report = (problems: readonly Problem[], context: CommandContext): void => {
  const colors = colorsFor(context.color)
  for (const problem of problems) context.stderr(`${problemLines(problem, colors).join('\n')}\n`)
}

const summary = (set: GeneratedSet, inputs: readonly GeneratorInput[], out: string): string =>
  inputs
    .map(({ name }) => {
      const single = `${name}.d.ts`
      const files = set.files.filter(({ path }) => path.startsWith(`${name}/`) || path === single)
      const bytes = files.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0)
      return `${out}/${name}  ${files.length} file${files.length === 1 ? '' : 's'}, ${Math.ceil(bytes / 1024)} KB\n`
    })
    .join('')

/** What was written, and what to say of it. */
interface Done {
  readonly written: readonly string[]
  readonly removed: readonly string[]
}

/** @param types who printed the types; said where something was written, for it explains what changed */
const tell = (
  { written, removed }: Done,
  text: string,
  types: string,
  options: Options,
  context: CommandContext,
): void => {
  context.stdout(options.json ? `${JSON.stringify({ written, removed })}\n` : text)
  const changed = written.length + removed.length
  context.stderr(
    changed === 0
      ? `${options.out} is up to date.\n`
      : `${types}\n${options.out}: ${changed} files changed.\n`,
  )
}

const lookOnly = async (
  set: GeneratedSet,
  folder: string,
  options: Options,
  context: CommandContext,
): Promise<void> => {
  const { owned } = await ownedFiles(folder, set)
  const found = await differences(folder, set, owned)
  if (options.check !== true) {
    context.stdout(options.json ? `${JSON.stringify(found)}\n` : plannedText(options.out, found))
  } else if (found.length === 0) context.stderr(`${options.out} is up to date.\n`)
  else throw staleError(options.out, found, set.files.length, commandText(options))
}

/**
 * One run of `rampart generate`.
 * @throws RampartError of reading, generating or writing, and GENERATED_STALE with `--check`.
 */
export async function runGenerate(options: Options, context: CommandContext): Promise<void> {
  const { fingerprint, generate, isCurrent, problemsOf } = await import('../../generator/index.js')
  checkTogether(options)
  const folder = resolve(context.cwd, options.out)
  const inputs = await readDocuments(options, context)
  const settings = await settingsOf(options, context)
  const looksOnly = options.check === true || options.dryRun === true
  const { recoverFolder } = await import('../output/recover-folder.js')
  if (!looksOnly) await recoverFolder(folder)
  // Whoever checks takes nothing for granted, not even what an earlier run says of itself.
  const earlier = options.check ? undefined : await earlierRun(folder)
  const isDone =
    earlier && isIntact(earlier) && isCurrent(earlier.manifest, await fingerprint(inputs, settings))
  if (isDone && !looksOnly) {
    report(problemsOf(earlier.manifest), context)
    return tell({ written: [], removed: [] }, '', '', options, context)
  }
  const { onStep, onWrite, clear } = generateProgress(context)
  const run = { ...settings, onStep, ...(earlier && { previous: earlier }) }
  const set = await generate(inputs, run).finally(clear)
  context.signal.throwIfAborted()
  report(set.problems, context)
  if (looksOnly) return lookOnly(set, folder, options, context)
  const { writeFolder } = await import('../output/write-folder.js')
  const { owned, edited } = await ownedFiles(folder, set)
  for (const path of edited)
    context.stderr(`${options.out}/${path} is kept: it is no longer generated, but was edited.\n`)
  onWrite(set.files.length)
  const writing = writeFolder(folder, set.files, {
    ownedBefore: owned,
    signal: context.signal,
    isDerived: true,
  })
  const done = await writing.finally(clear)
  tell(done, summary(set, inputs, options.out), set.types.message, options, context)
}
