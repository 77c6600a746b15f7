import { dirname, resolve } from 'node:path'
import type { CommandContext } from '../process/context.js'
import { requireWritableFolder, writeFiles } from '../output/write-files.js'
import { answersTo } from './answers.js'
import { ciPaths } from './ci-files.js'
import { nextSteps } from './next-steps.js'
import type { CiSystem, InitOptions } from './options.js'
import { planFor, presentConfig } from './plan.js'
import { type Project, readProject, textOf } from './project.js'

/** What is typed, where somebody sits at a terminal. */
const typedInput = ({ yes }: InitOptions, context: CommandContext): NodeJS.ReadableStream | undefined => {
  const { stdout } = context.streams ?? {}
  if (yes === true || !context.interactive || !stdout || !('isTTY' in stdout) || stdout.isTTY !== true) {
    return undefined
  }
  const stdin = context.stdin?.()
  return stdin?.isTTY === true ? stdin : undefined
}

/**
 * The CI that a project has files of, those of rampart first. Where nothing is known it is github, and none outside of a
 * repository, where no CI would run.
 */
const usualCi = async (project: Project): Promise<CiSystem> => {
  for (const system of ['github', 'gitlab'] as const) {
    const [first = ''] = ciPaths(system, project)
    if ((await textOf(resolve(project.cwd, first))) !== undefined) return system
  }
  if (!project.hasRepository) return 'none'
  const names = project.repositoryNames
  return names.includes('.gitlab-ci.yml') && !names.includes('.github') ? 'gitlab' : 'github'
}

const urlIn = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)

/**
 * The whole of `rampart init`: config, script, ignored files and workflow, all of them or none.
 * @throws RampartError INIT_UNREADABLE, INIT_PACKAGE_INVALID, CONFIG_INVALID or OUTPUT_NOT_WRITABLE before anything
 *   was written.
 */
export async function runInit(options: InitOptions, context: CommandContext): Promise<void> {
  const { cwd } = context
  const project = await readProject(context)
  const present = await presentConfig(cwd)
  const { specUrl, baseUrl } = present.config?.values ?? {}
  const [knownSpec, knownBase] = [urlIn(specUrl), urlIn(baseUrl)]
  const usual = {
    ...(knownSpec !== undefined && { specUrl: knownSpec }),
    ...(knownBase !== undefined && { baseUrl: knownBase }),
    ci: await usualCi(project),
  }
  const answers = await answersTo(options, usual, typedInput(options, context), context)
  const { files, kept, remarks } = await planFor(present, answers, project, options)
  for (const { path } of files) await requireWritableFolder(dirname(resolve(cwd, path)))
  context.signal.throwIfAborted()
  await writeFiles(cwd, files)
  const written = files.map(({ path }) => path)
  if (options.json === true) context.stdout(`${JSON.stringify({ written, kept, remarks }, null, 2)}\n`)
  else context.stdout(written.map((path) => `${path}\n`).join(''))
  for (const remark of remarks) context.stderr(`Note: ${remark}\n`)
  context.stderr(
    files.length === 0
      ? 'Everything is there already.\n'
      : nextSteps(answers, { ...usual, ...answers }, project),
  )
}
