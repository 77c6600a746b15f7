import { readFile, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { wordFor } from '../../reporting/index.js'
import type { CommandContext } from '../process/context.js'
import { writeFiles } from '../output/write-files.js'
import { packageRoot } from '../process/package-info.js'
import { type Answers, answersTo, type Given } from './answers.js'
import {
  ciFiles,
  configText,
  hasOurScript,
  type PlannedFile,
  scriptName,
  withScript,
} from './planned-files.js'

/** Options of `rampart init`, as commander gives them. */
export interface InitOptions extends Given {
  readonly force?: boolean
}

const configNames = ['rampart.config.ts', 'rampart.config.js', 'rampart.config.json']

const textOf = (file: string): Promise<string | undefined> =>
  readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw new RampartError('INIT_UNREADABLE', {
      message: `${file} cannot be read: ${error.message}`,
      where: { file },
      cause: error,
    })
  })

const firstThere = async (folder: string, names: readonly string[]): Promise<string | undefined> => {
  for (const name of names) if ((await textOf(join(folder, name))) !== undefined) return name
  return undefined
}

const plan = async (answers: Answers, cwd: string): Promise<readonly PlannedFile[]> => {
  const packageText = await textOf(join(cwd, 'package.json'))
  const workflows = ciFiles[answers.ci].map(async ([path, source]) => ({
    path,
    content: await readFile(join(packageRoot(), 'ci', source), 'utf8'),
  }))
  const hasConfig = await firstThere(cwd, configNames)
  return [
    ...(hasConfig === undefined ? [{ path: 'rampart.config.json', content: configText(answers) }] : []),
    ...(packageText === undefined ? [] : [{ path: 'package.json', content: withScript(packageText) }]),
    ...(await Promise.all(workflows)),
  ]
}

/** Files that are there with other content. */
const foreign = async (files: readonly PlannedFile[], cwd: string): Promise<readonly string[]> => {
  const found: string[] = []
  for (const { path, content } of files) {
    const present = path === 'package.json' ? undefined : await textOf(join(cwd, path))
    if (present !== undefined && present !== content) found.push(path)
  }
  return found
}

const refuse = (paths: readonly string[]): never => {
  throw new RampartError('INIT_FILE_EXISTS', {
    message: `${paths.join(', ')} ${wordFor(paths.length, 'is', 'are')} there with other content`,
    where: { file: paths[0] ?? '' },
  })
}

const changedOf = async (files: readonly PlannedFile[], cwd: string): Promise<readonly PlannedFile[]> => {
  const present = await Promise.all(files.map(({ path }) => textOf(join(cwd, path))))
  return files.filter(({ content }, index) => present[index] !== content)
}

/** A folder below the one that holds the repository: a CI reads its files there alone. */
const repositoryAbove = async (cwd: string): Promise<string | undefined> => {
  const isRoot = async (folder: string): Promise<boolean> =>
    stat(join(folder, '.git')).then(
      () => true,
      () => false,
    )
  if (await isRoot(cwd)) return undefined
  for (let folder = cwd; dirname(folder) !== folder;) {
    folder = dirname(folder)
    if (await isRoot(folder)) return relative(cwd, folder)
  }
  return undefined
}

const remarks = async ({ ci }: Answers, cwd: string): Promise<readonly string[]> => {
  const above = ci === 'none' ? undefined : await repositoryAbove(cwd)
  const text = await textOf(join(cwd, 'package.json'))
  return [
    ...(above === undefined
      ? []
      : [
          `The repository begins at ${above}, and a CI looks for its files there: move them, and let their steps run here.`,
        ]),
    ...(text === undefined || hasOurScript(text)
      ? []
      : [`package.json has a script "${scriptName}" of its own, which was left alone.`]),
  ]
}

const nextSteps = ({ specUrl, baseUrl, ci }: Answers): string => {
  const variables = [
    ...(specUrl === undefined ? ['RAMPART_SPEC_URL'] : []),
    ...(baseUrl === undefined ? ['RAMPART_BASE_URL'] : []),
  ]
  const wanted = variables.length === 0 ? '' : ` ${variables.join(' and ')} as variables,`
  const steps = [
    'npm install --save-dev rampart',
    'npx rampart fetch && npx rampart generate, and commit specs and generated',
    ...(ci === 'none' ? [] : [`give the CI${wanted} RAMPART_API_KEY as a secret`]),
    ...(ci === 'gitlab'
      ? ["include rampart.gitlab-ci.yml in .gitlab-ci.yml: include: 'rampart.gitlab-ci.yml'"]
      : []),
    ...(ci === 'github'
      ? ['let GitHub Actions create pull requests, in the settings of the repository']
      : []),
  ]
  return `Next:\n${steps.map((step, index) => `  ${index + 1}. ${step}\n`).join('')}`
}

/**
 * The whole of `rampart init`: config, script and workflow, all of them or none.
 * @throws RampartError INIT_FILE_EXISTS, INIT_UNREADABLE or INIT_PACKAGE_INVALID before anything was written.
 */
export async function runInit(
  options: InitOptions,
  input: NodeJS.ReadableStream,
  context: CommandContext,
): Promise<void> {
  const answers = await answersTo(options, input, context)
  const files = await plan(answers, context.cwd)
  const others = await foreign(files, context.cwd)
  if (others.length > 0 && options.force !== true) refuse(others)
  const changed = await changedOf(files, context.cwd)
  context.signal.throwIfAborted()
  await writeFiles(context.cwd, changed)
  for (const { path } of changed) context.stdout(`${path}\n`)
  for (const remark of await remarks(answers, context.cwd)) context.stderr(`Note: ${remark}\n`)
  context.stderr(changed.length === 0 ? 'Everything is there already.\n' : nextSteps(answers))
}
