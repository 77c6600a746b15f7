import { dirname, resolve } from 'node:path'
import { textOf as asText } from '../../document/index.js'
import { wordFor } from '../../reporting/index.js'
import { type Answers, answersTo, planFor, presentConfig } from './plan.js'
import { ciPaths, includePath } from './ci-files.js'
import type { CiSystem, InitOptions } from './command.js'
import { isInstalled, type Project, readProject, textOf } from './project.js'
import { given } from '../input/given.js'
import { requireWritableFolder, writeFiles } from '../output/write-files.js'
import type { CommandContext } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'

/** One step: its purpose, and its command lines, each of which can be pasted. */
interface Step {
  readonly says: string
  readonly commands?: readonly string[]
}

const ciSteps = ({ specUrl, baseUrl, ci }: Answers, gitlabFile: string): readonly Step[] => {
  if (ci === 'none') return []
  const urls = Object.entries({ RAMPART_SPEC_URL: specUrl, RAMPART_BASE_URL: baseUrl })
  const variables = urls.flatMap(([name, url]) => (url === undefined ? [name] : []))
  const many = wordFor(variables.length, 'a variable', 'variables')
  const wanted = variables.length === 0 ? '' : `${variables.join(' and ')} as ${many}, and `
  return [
    { says: `Give the CI ${wanted}RAMPART_API_KEY as a secret.` },
    ci === 'gitlab'
      ? { says: `Include ${gitlabFile} in .gitlab-ci.yml: include: '${gitlabFile}'` }
      : { says: 'Let GitHub Actions create pull requests, in the settings of the repository.' },
  ]
}

/** No registry has the package yet: a clone packs it, and CI installs the file that is committed. */
const installation = ({ manager, isWorkspaceRoot }: Project): Step => {
  const file = `rampart-${packageInfo().version}.tgz`
  const add = isWorkspaceRoot ? manager.addAtRoot : manager.add
  const named = manager.name === 'yarn' ? `rampart@file:./${file}` : `./${file}`
  return {
    says: `Put ${file} here, which "npm pack" writes in a clone of rampart; commit it, and install it:`,
    commands: [`${add} ${named}`],
  }
}

/** The next steps as text. Each command is alone on its line, so that it can be pasted. */
const nextSteps = (answers: Answers, project: Project): string => {
  const { manager } = project
  const specs =
    'Set RAMPART_SPEC_URL to the host that serves /spec/versions, or put specUrl into the config file.'
  const both = 'Fetch the documents and generate code; commit both:'
  const check =
    answers.baseUrl === undefined
      ? 'Check; the service itself is tested once baseUrl or RAMPART_BASE_URL is set:'
      : 'Check, with the key of the service in RAMPART_API_KEY:'
  const steps: readonly Step[] = [
    ...(isInstalled(project) ? [] : [installation(project)]),
    ...(answers.specUrl === undefined ? [{ says: specs }] : []),
    { says: both, commands: [`${manager.run} fetch`, `${manager.run} generate`] },
    { says: check, commands: [`${manager.run} check`] },
    ...ciSteps(answers, includePath(project)),
  ]
  return `Next:\n${steps
    .map(({ says, commands = [] }, index) =>
      [`  ${index + 1}. ${says}`, ...commands.map((command) => `       ${command}`)].join('\n'),
    )
    .join('\n')}\n`
}

/** The keyboard, where the command runs on a terminal. */
const typedInput = ({ yes }: InitOptions, context: CommandContext): NodeJS.ReadableStream | undefined => {
  const { stdout } = context.streams ?? {}
  if (yes === true || !context.interactive || !stdout || !('isTTY' in stdout) || stdout.isTTY !== true) {
    return undefined
  }
  const stdin = context.stdin?.()
  return stdin?.isTTY === true ? stdin : undefined
}

/** The CI whose files a project has. Without any it is GitHub, and outside of a repository none, as no CI would run there. */
const usualCi = async (project: Project): Promise<CiSystem> => {
  for (const system of ['github', 'gitlab'] as const) {
    const [first = ''] = ciPaths(system, project)
    if ((await textOf(resolve(project.cwd, first))) !== undefined) return system
  }
  if (!project.hasRepository) return 'none'
  const names = project.repositoryNames
  return names.includes('.gitlab-ci.yml') && !names.includes('.github') ? 'gitlab' : 'github'
}

/**
 * Runs `rampart init`: config, script, ignored files and workflow, all of them or none.
 * @throws RampartError INIT_UNREADABLE, INIT_PACKAGE_INVALID, CONFIG_INVALID or OUTPUT_NOT_WRITABLE before anything is
 * written.
 */
export async function runInit(options: InitOptions, context: CommandContext): Promise<void> {
  const { cwd } = context
  const project = await readProject(context)
  const present = await presentConfig(cwd)
  const { specUrl, baseUrl } = present.config?.values ?? {}
  const known = given({ specUrl: asText(specUrl), baseUrl: asText(baseUrl) })
  const usual = { ...known, ci: await usualCi(project) }
  const answers = await answersTo(options, usual, typedInput(options, context), context)
  const { files, kept, remarks } = await planFor(present, answers, project, options, context.signal)
  for (const { path } of files) await requireWritableFolder(dirname(resolve(cwd, path)))
  context.signal.throwIfAborted()
  await writeFiles(cwd, files)
  const written = files.map(({ path }) => path)
  if (options.json === true) context.stdout(`${JSON.stringify({ written, kept, remarks }, null, 2)}\n`)
  else context.stdout(written.map((path) => `${path}\n`).join(''))
  for (const remark of remarks) context.stderr(`Note: ${remark}\n`)
  context.stderr(
    files.length === 0 ? 'Everything is already there.\n' : nextSteps({ ...usual, ...answers }, project),
  )
}
