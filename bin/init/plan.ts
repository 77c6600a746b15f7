import { join, relative } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import { type ConfigFile, configNames, readConfig } from '../config/config-file.js'
import type { Answers } from './answers.js'
import { ciFiles, ciPaths } from './ci-files.js'
import { withText } from './edit-json.js'
import type { CiSystem } from './command.js'
import { hasOurScript, newPackage, scriptName, withScript } from './package-script.js'
import { type Project, textOf } from './project.js'

/** Answers as options of a config file. */
type Urls = Readonly<Partial<Record<'specUrl' | 'baseUrl', string>>>

const urlsOf = ({ specUrl, baseUrl }: Answers): Urls => ({
  ...(specUrl !== undefined && { specUrl }),
  ...(baseUrl !== undefined && { baseUrl }),
})

const quoted = (text: string): string => `'${text.replaceAll(/['\\]/g, String.raw`\$&`)}'`

/** Where the schema of a config file is, once rampart is installed: pnpm alone keeps it in the project's own folder. */
const schemaPath = ({ manager, installFolder }: Project): string => {
  const folder = manager.name === 'pnpm' || installFolder === '' ? '.' : installFolder.replaceAll('\\', '/')
  return `${folder}/node_modules/rampart/bin/config/config.schema.json`
}

/** Name of the config file that suits a project: with types where it has TypeScript, and data where it has no modules. */
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

const literal = /(?<quote>['"`])(?<text>(?:\\.|(?!\k<quote>).)*)\k<quote>/.source

/** The text of a module with another value for a member; undefined where its text is ambiguous. */
const withProperty = (text: string, name: string, value: string, present: unknown): string | undefined => {
  if (present !== undefined) {
    const found = [...text.matchAll(new RegExp(`(\\b${name}['"]?\\s*:\\s*)${literal}`, 'g'))]
    const [match] = found
    if (!match || found.length > 1 || match.groups?.['text'] !== present) return undefined
    return text.replace(match[0], () => `${match[1]}${quoted(value)}`)
  }
  const opening = /(?:defineConfig\(|export default |module\.exports = )\{(\r?\n[ \t]*|[ \t]*)/g
  const [match, other] = [...text.matchAll(opening)]
  if (!match || other) return undefined
  const space = match[1] ?? ''
  return text.replace(match[0], (found) => `${found}${name}: ${quoted(value)},${space === '' ? ' ' : space}`)
}

/** The changes of a config file that is there. */
interface ConfigChange {
  readonly content: string
  /** Members that have to be changed by hand. */
  readonly byHand: readonly string[]
}

/** An existing config file with the values of the answers; the rest of it stays. */
const changedConfig = ({ file, values }: ConfigFile, text: string, answers: Answers): ConfigChange => {
  const byHand: string[] = []
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : ''
  let content = text.slice(mark.length)
  for (const [name, value] of Object.entries(urlsOf(answers))) {
    const present = values[name]
    if (present === value) continue
    const changed = file.endsWith('.json')
      ? withText(content, name, value)
      : withProperty(content, name, value, present)
    if (changed === undefined) byHand.push(`${name}: ${quoted(value)}`)
    else content = changed
  }
  return { content: `${mark}${content}`, byHand }
}

/** The error of a config that cannot be read, with its fix. */
const unreadableConfig = (error: RampartError): RampartError =>
  error.with({
    fix: 'Correct it, or have it replaced with --force; then run "npx rampart init" again.',
    cause: error,
  })

/** Folders of reports and caches, which no repository keeps. */
const ignored = ['rampart-report', 'rampart-inspect', 'rampart-drill', '.rampart'] as const

const isCovered = (name: string, lines: readonly string[]): boolean =>
  lines.some((line) => line.replace(/^(?:\*\*)?\//, '').replace(/\/(?:\*{0,2})$/, '') === name)

const linesOf = (text: string): readonly string[] => text.split(/\r?\n/).map((line) => line.trim())

/**
 * A .gitignore with lines for what is written at every run; the same text where it has them.
 * @param text of the file; undefined when there is none
 * @param above lines of those in folders above, which count here too
 */
const withIgnored = (text: string | undefined, above: readonly string[] = []): string | undefined => {
  const own = linesOf(text ?? '')
  // A line that begins with a slash, in a .gitignore above, applies to the folder of that file.
  const general = above.filter((line) => !/^\/|[^*]\/./.test(line))
  const missing = ignored.filter((name) => !isCovered(name, own) && !isCovered(name, general))
  if (missing.length === 0) return text
  const newline = text?.includes('\r\n') === true ? '\r\n' : '\n'
  const before = text === undefined || text === '' || text.endsWith('\n') ? (text ?? '') : `${text}${newline}`
  return `${before}${missing.map((name) => `${name}/${newline}`).join('')}`
}

/** Lines of the .gitignore files of folders, which may not have any. */
const ignoreLines = async (folders: readonly string[]): Promise<readonly string[]> => {
  const texts = await Promise.all(folders.map((folder) => textOf(join(folder, '.gitignore'))))
  return texts.flatMap((text) => linesOf(text ?? ''))
}

/** A file for the project: its path, relative to the project's folder, and its whole content. */
export interface PlannedFile {
  readonly path: string
  readonly content: string
}

/** The files to write, those that were changed and are kept, and remarks for the user. */
export interface Plan {
  readonly files: readonly PlannedFile[]
  readonly kept: readonly string[]
  readonly remarks: readonly string[]
}

const nothing: Plan = { files: [], kept: [], remarks: [] }

/** The config file of this folder, if it has one; `broken` where it cannot be read. */
export interface PresentConfig {
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
  if (broken && !(isForced && present !== undefined)) throw unreadableConfig(broken)
  if (!config) {
    const path = present ?? configName(project)
    const remarks = above === undefined ? [] : [`${above} counts here no more: ${path} does.`]
    return { files: [{ path, content: newConfig(path, answers, project) }], kept: [], remarks }
  }
  const text = (await textOf(join(project.cwd, config.file))) ?? ''
  const { content, byHand } = changedConfig(config, text, answers)
  if (byHand.length === 0) return { ...nothing, files: [{ path: config.file, content }] }
  if (isForced) {
    return { ...nothing, files: [{ path: config.file, content: newConfig(config.file, answers, project) }] }
  }
  const remark = `${config.file} is written in a way of its own; put in by hand: ${byHand.join(', ')}.`
  return { files: [{ path: config.file, content }], kept: [config.file], remarks: [remark] }
}

const packagePlan = ({ packageText, packageJson, hasPackageAbove }: Project): Plan => {
  if (packageText === undefined || !packageJson) {
    return hasPackageAbove ? nothing : { ...nothing, files: [{ path: 'package.json', content: newPackage }] }
  }
  const content = withScript(packageText, packageJson)
  const isOther = packageJson.scripts?.[scriptName] !== undefined && !hasOurScript(packageJson)
  return {
    files: [{ path: 'package.json', content }],
    kept: [],
    remarks: isOther ? [`package.json has a script "${scriptName}" of its own, which was left alone.`] : [],
  }
}

const foldersAbove = ({ cwd, repository }: Project): readonly string[] => {
  const steps = repository === '' ? 0 : repository.split(/[\\/]/).length
  return Array.from({ length: steps }, (_, index) => join(cwd, ...Array<string>(index + 1).fill('..')))
}

const ignorePlan = async (project: Project): Promise<Plan> => {
  const text = await textOf(join(project.cwd, '.gitignore'))
  const content = withIgnored(text, await ignoreLines(foldersAbove(project)))
  return content === undefined ? nothing : { ...nothing, files: [{ path: '.gitignore', content }] }
}

/** Options besides the answers: whether files may be replaced, and the CI system that was named. */
export interface Wish {
  readonly force?: boolean
  readonly ci?: CiSystem
}

/** The reason why a CI will not run: there is no repository, or the name of its branch is not known. */
const whereNoneRuns = (
  ci: CiSystem,
  asked: CiSystem | undefined,
  { hasRepository, branch, manager }: Project,
): readonly string[] => {
  if (!hasRepository && ci !== 'none')
    return [
      'This folder is in no git repository. The CI finds its files once this folder is the top of one: run git init.',
    ]
  if (!hasRepository && asked === undefined)
    return [
      `No workflow was written, since this folder is in no git repository. Run git init, then ${manager.run} init again.`,
    ]
  return ci === 'github' && branch === undefined
    ? [
        'Git names no branch here, so the workflow checks pushes to main. Change it there if yours is another.',
      ]
    : []
}

const ciPlan = async ({ ci }: Answers, project: Project, { force, ci: asked }: Wish): Promise<Plan> => {
  const files: PlannedFile[] = []
  const kept: string[] = []
  for (const { path, content, isOurs } of await ciFiles(ci, project)) {
    const present = await textOf(join(project.cwd, path))
    if (present === undefined || force === true) files.push({ path, content: content() })
    else if (isOurs(present)) files.push({ path, content: content(present) })
    else kept.push(path)
  }
  // Without a named system, files of both stay.
  const others = (['github', 'gitlab'] as const).filter((system) => asked !== undefined && system !== ci)
  const left: string[] = []
  for (const path of others.flatMap((system) => ciPaths(system, project))) {
    if ((await textOf(join(project.cwd, path))) !== undefined) left.push(path)
  }
  return {
    files,
    kept,
    remarks: [
      ...whereNoneRuns(ci, asked, project),
      ...kept.map((path) => `${path} has other content and was left alone; --force replaces it.`),
      ...left.map((path) => `${path} is there from before; remove it when it shall run no more.`),
    ],
  }
}

/**
 * Plans the files of a project. Unedited files of an earlier run are renewed; edited ones are kept.
 * @throws RampartError INIT_UNREADABLE, or CONFIG_INVALID for a config file that cannot be read.
 */
export async function planFor(
  present: PresentConfig,
  answers: Answers,
  project: Project,
  wish: Wish,
): Promise<Plan> {
  const plans = [
    await configPlan(present, answers, project, wish.force === true),
    packagePlan(project),
    await ignorePlan(project),
    await ciPlan(answers, project, wish),
  ]
  const all = plans.flatMap(({ files }) => files)
  const texts = await Promise.all(all.map(({ path }) => textOf(join(project.cwd, path))))
  return {
    files: all
      .filter(({ content }, index) => texts[index] !== content)
      .map(({ path, content }) => ({
        path: relative(project.cwd, join(project.cwd, path)),
        content,
      })),
    kept: plans.flatMap(({ kept }) => kept),
    remarks: plans.flatMap(({ remarks }) => remarks),
  }
}
