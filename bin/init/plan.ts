import { createInterface } from 'node:readline'
import { join, relative } from 'node:path'
import type { CommandContext } from '../process/context.js'
import { type CiSystem, ciSystems, type InitOptions, urlObjection } from './command.js'
import { RampartError } from '../../diagnostics/index.js'
import type { OutputFile } from '../../generator/index.js'
import { type ConfigFile, configNames, readConfig } from '../config/config-file.js'
import { given } from '../input/given.js'
import { ciFiles, ciPaths } from './ci-files.js'
import { gitText } from '../process/git.js'
import { hasOurScript, newPackage, scriptName, withScript, type Project, textOf } from './project.js'

/** Answers of the command line. */
type Given = Pick<InitOptions, 'specUrl' | 'baseUrl' | 'ci'>

/** Answers, or the defaults for empty ones. An absent URL stays unchanged, or comes from the environment. */
export interface Answers {
  readonly specUrl?: string
  readonly baseUrl?: string
  readonly ci: CiSystem
}

const isCi = (text: string): text is CiSystem => (ciSystems as readonly string[]).includes(text)

const ciObjection = (answer: string): string | undefined =>
  answer === '' || isCi(answer) ? undefined : 'is none of github, gitlab and none'

/** Asks for missing answers on the input, if there is one. The end of the input counts as an empty answer. */
export async function answersTo(
  known: Given,
  usual: Answers,
  input: NodeJS.ReadableStream | undefined,
  { stderr, signal }: CommandContext,
): Promise<Answers> {
  const reader = input && createInterface({ input })
  const lines = reader?.[Symbol.asyncIterator]()
  signal.addEventListener('abort', () => reader?.close(), { once: true })
  const ask = async (name: keyof Given, text: string, otherwise: string, objection = urlObjection) => {
    for (;;) {
      if (known[name] !== undefined || !lines) return known[name] ?? ''
      stderr(`${text} (empty: ${usual[name] ?? otherwise}): `)
      const { value, done } = await lines.next()
      signal.throwIfAborted()
      const answer = done === true ? '' : value.trim()
      const wrong = objection(answer)
      if (wrong === undefined) return answer
      stderr(`The answer ${wrong}.\n`)
    }
  }
  try {
    const of = (name: string): string => `${name} of the environment`
    const specUrl = await ask('specUrl', 'Host that serves /spec/versions', of('RAMPART_SPEC_URL'))
    const baseUrl = await ask('baseUrl', 'API root of the service to test', of('RAMPART_BASE_URL'))
    const ci = await ask('ci', 'CI system: github, gitlab or none', usual.ci, ciObjection)
    const urls = given({ specUrl: specUrl || undefined, baseUrl: baseUrl || undefined })
    return { ...urls, ci: isCi(ci) ? ci : usual.ci }
  } finally {
    reader?.close()
  }
}

/** Answers as options of a config file. */
const urlsOf = ({ specUrl, baseUrl }: Answers) => given({ specUrl, baseUrl })

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** Path of the config file's schema once rampart is installed. Only pnpm installs it in the project's own folder. */
const schemaPath = ({ manager, installFolder }: Project): string => {
  const folder = manager.name === 'pnpm' || installFolder === '' ? '.' : installFolder.replaceAll('\\', '/')
  return `${folder}/node_modules/rampart/bin/config/config.schema.json`
}

/** Name of the config file that suits a project: TypeScript where the project has it, JSON where it has no modules. */
const configName = ({ hasTypeScript, isModule }: Project): string =>
  `rampart.config.${hasTypeScript ? 'ts' : isModule ? 'js' : 'json'}`

/** A config file of that name. It holds URLs and nothing secret. */
const newConfig = (name: string, answers: Answers, project: Project): string => {
  const members = { ...urlsOf(answers), specs: 'specs' }
  if (name.endsWith('.json')) {
    return `${JSON.stringify({ $schema: schemaPath(project), ...members }, null, 2)}\n`
  }
  const lines = Object.entries(members).map(([member, value]) => `  ${member}: ${quoted(value)},\n`)
  const isCommonJs = name.endsWith('.cjs') || name.endsWith('.cts')
  return isCommonJs
    ? `module.exports = {\n${lines.join('')}}\n`
    : `import { defineConfig } from 'rampart'\n\nexport default defineConfig({\n${lines.join('')}})\n`
}

const fixConfig = 'Correct it, or have it replaced with --force; then run "npx rampart init" again.'

/** Folders of reports and caches, which do not belong in a repository. */
const ignored = ['rampart-report/', 'rampart-inspect/', 'rampart-drill/', '.rampart/', '.env'] as const

/** The files to write, those that were changed and are kept, and remarks for the user. */
interface Plan {
  readonly files: readonly OutputFile[]
  readonly kept: readonly string[]
  readonly remarks: readonly string[]
}

const nothing: Plan = { files: [], kept: [], remarks: [] }

/** The config file of this folder, if it has one; `broken` where it cannot be read. */
interface PresentConfig {
  readonly config?: ConfigFile
  readonly broken?: RampartError
  /** The config file in a folder above, which a config file here replaces. */
  readonly above?: string
}

/** Looks for a config file. */
export async function presentConfig(cwd: string): Promise<PresentConfig> {
  try {
    const config = await readConfig(cwd)
    if (!config) return {}
    return config.above === '' ? { config } : { above: config.file }
  } catch (error) {
    if (error instanceof RampartError) return { broken: error }
    throw error
  }
}

const configPlan = async (
  { config, broken, above }: PresentConfig,
  answers: Answers,
  project: Project,
  isForced: boolean,
): Promise<Plan> => {
  const names = await Promise.all(configNames.map((name) => textOf(join(project.cwd, name))))
  const present = configNames.find((_, index) => names[index] !== undefined)
  if (broken && !(isForced && present !== undefined)) throw broken.with({ fix: fixConfig, cause: broken })
  if (!config) {
    const path = present ?? configName(project)
    const remarks = above === undefined ? [] : [`${path} applies here now, and ${above} no longer does.`]
    return { files: [{ path, content: newConfig(path, answers, project) }], kept: [], remarks }
  }
  const { file, values } = config
  const byHand = Object.entries(urlsOf(answers)).filter(([name, value]) => values[name] !== value)
  if (byHand.length === 0) return nothing
  if (isForced) return { ...nothing, files: [{ path: file, content: newConfig(file, answers, project) }] }
  const members = byHand.map(([name, value]) => `${name}: ${quoted(value)}`).join(', ')
  const remark = `${file} was not changed; add by hand: ${members}. --force replaces it.`
  return { ...nothing, kept: [file], remarks: [remark] }
}

const packagePlan = ({ packageText, packageJson, hasPackageAbove }: Project): Plan => {
  if (packageText === undefined || !packageJson) {
    return hasPackageAbove ? nothing : { ...nothing, files: [{ path: 'package.json', content: newPackage }] }
  }
  const content = withScript(packageText, packageJson)
  const isOther = packageJson.scripts?.[scriptName] !== undefined && !hasOurScript(packageJson)
  const remark = `package.json has a script "${scriptName}" of its own, which was not changed.`
  return { files: [{ path: 'package.json', content }], kept: [], remarks: isOther ? [remark] : [] }
}

/** The lines of `.gitignore` whose paths git ignores already; outside of a repository those that the file names. */
const coveredIn = async (text: string, { cwd }: Project, signal: AbortSignal): Promise<readonly string[]> => {
  // Git is asked about a file in each, because a pattern may match the content only. The user's own list is
  // not read, because others do not have it.
  const files = ignored.map((line) => (line.endsWith('/') ? `${line}x` : line))
  const found = await gitText(['-c', 'core.excludesFile=', 'check-ignore', '--', ...files], { cwd, signal })
  const lines = new Set((found ?? text).split(/\r?\n/).map((line) => line.replace(/\/x?$/, '')))
  return ignored.filter((line) => lines.has(line.replace(/\/$/, '')))
}

const ignorePlan = async (project: Project, signal: AbortSignal): Promise<Plan> => {
  const text = (await textOf(join(project.cwd, '.gitignore'))) ?? ''
  const covered = await coveredIn(text, project, signal)
  const missing = ignored.filter((line) => !covered.includes(line))
  if (missing.length === 0) return nothing
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const before = text === '' || text.endsWith('\n') ? text : `${text}${newline}`
  const content = `${before}${missing.map((line) => `${line}${newline}`).join('')}`
  return { ...nothing, files: [{ path: '.gitignore', content }] }
}

/** Options besides the answers: whether files may be replaced, and the CI system that was named. */
type Wish = Pick<InitOptions, 'force' | 'ci'>

/** The reason why a CI will not run: there is no repository, or the name of its branch is not known. */
const reasonNoCiRuns = (
  ci: CiSystem,
  asked: CiSystem | undefined,
  { hasRepository, branch, manager }: Project,
): readonly string[] => {
  const unwritten = `No workflow was written, since this folder is in no git repository. Run git init, then ${manager.run} init again.`
  const unread =
    'This folder is in no git repository. The CI finds its files once this folder is the top of one: run git init.'
  const main =
    'Git names no branch here, so the workflow checks pushes to main. Change it there if your branch has another name.'
  if (hasRepository) return ci === 'github' && branch === undefined ? [main] : []
  if (ci !== 'none') return [unread]
  return asked === undefined ? [unwritten] : []
}

const ciPlan = async ({ ci }: Answers, project: Project, { force, ci: namedCi }: Wish): Promise<Plan> => {
  const files: OutputFile[] = []
  const kept: string[] = []
  for (const { path, content, isOurs } of await ciFiles(ci, project)) {
    const present = await textOf(join(project.cwd, path))
    if (present === undefined || force === true) files.push({ path, content: content() })
    else if (isOurs(present)) files.push({ path, content: content(present) })
    else kept.push(path)
  }
  // Without a named system, files of both stay.
  const others = (['github', 'gitlab'] as const).filter((system) => namedCi !== undefined && system !== ci)
  const left: string[] = []
  for (const path of others.flatMap((system) => ciPaths(system, project))) {
    if ((await textOf(join(project.cwd, path))) !== undefined) left.push(path)
  }
  return {
    files,
    kept,
    remarks: [
      ...reasonNoCiRuns(ci, namedCi, project),
      ...kept.map((path) => `${path} has other content and was not changed; --force replaces it.`),
      ...left.map((path) => `${path} exists already; remove it if it should no longer run.`),
    ],
  }
}

/** Plans the files of a project. Unedited files of an earlier run are renewed; edited ones are kept. */
export async function planFor(
  present: PresentConfig,
  answers: Answers,
  project: Project,
  wish: Wish,
  signal: AbortSignal,
): Promise<Plan> {
  const plans = [
    await configPlan(present, answers, project, wish.force === true),
    packagePlan(project),
    await ignorePlan(project, signal),
    await ciPlan(answers, project, wish),
  ]
  const all = plans.flatMap(({ files }) => files)
  const texts = await Promise.all(all.map(({ path }) => textOf(join(project.cwd, path))))
  return {
    files: all
      .filter(({ content }, index) => texts[index] !== content)
      .map(({ path, content }) => ({ path: relative(project.cwd, join(project.cwd, path)), content })),
    kept: plans.flatMap(({ kept }) => kept),
    remarks: plans.flatMap(({ remarks }) => remarks),
  }
}
