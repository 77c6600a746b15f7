import { readdir, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve, basename, relative } from 'node:path'
import type ts from 'typescript'
import { RampartError } from '../../diagnostics/index.js'
import {
  type Project,
  type DiffReport,
  findImpact,
  type Impact,
  type ImpactResult,
  type ImpactSide,
  type ReportedChange,
} from '../../diff/index.js'
import { isObject, member, textOf } from '../../document/index.js'
import { type CommandContext, untilAborted } from '../process/context.js'
import { gitText } from '../process/git.js'
import { generate, type GenerateOptions } from '../../generator/index.js'
import { readConfig } from '../config/config-file.js'
import { given } from '../input/given.js'
import { withTemporaryFolder, writeFiles } from '../output/write-files.js'
import { generatorParts } from '../process/package-info.js'
import type { DocumentSide } from './sides.js'

const skipped = /^(node_modules|dist|build|out|coverage|\.(?!github$|env))/
const inModules = /(^|\/)node_modules\//

const walked = async (folder: string, below = ''): Promise<string[]> => {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
  const lists = entries
    .filter(({ name }) => !skipped.test(name))
    .map(async (entry) => {
      const path = below === '' ? entry.name : `${below}/${entry.name}`
      if (entry.isDirectory()) return walked(folder, path)
      return entry.isFile() ? [path] : []
    })
  return (await Promise.all(lists)).flat()
}

/** Paths of the project's files, relative to its folder and with `/`, without ignored files and installed packages. */
const projectFiles = async (folder: string, { signal }: CommandContext): Promise<readonly string[]> => {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
  const listed = await untilAborted(signal, gitText(args, { cwd: folder, signal }))
  const known = (listed ?? '').split('\0').filter((path) => path !== '' && !inModules.test(path))
  // An ignored folder inside a repository is a project as well.
  return known.length === 0 ? walked(folder) : known.toSorted()
}

/** A project of the user's, ready to be examined. */
export interface OpenProject {
  readonly project: Project
  /** Absolute path, without links. */
  readonly folder: string
  /** All its files below the folder, with slashes. */
  readonly files: readonly string[]
  readonly notes: readonly string[]
}

/** The error of a project that cannot be examined. */
const unusable = (folder: string, reason: string): RampartError =>
  new RampartError('IMPACT_UNUSABLE', { message: `${folder}: ${reason}` })

/** A path with slashes, as compilers and reports have it. */
export function slashed(path: string): string {
  return path.replaceAll('\\', '/')
}

type Compiler = typeof ts

const oldest = 5

const isCompiler = (value: unknown): value is Compiler =>
  isObject(value) &&
  typeof value['createProgram'] === 'function' &&
  typeof value['resolveModuleName'] === 'function' &&
  Number.parseInt(String(value['version']), 10) >= oldest

const loadModule = (from: string): unknown => {
  try {
    return createRequire(from)('typescript')
  } catch {
    return undefined
  }
}

/** The project's own TypeScript, because its version decides what compiles; if it has none, that of rampart. */
const compilerFor = (
  from: string,
  folder: string,
): { readonly ts: Compiler; readonly speaks?: string; readonly notes: readonly string[] } => {
  const own = loadModule(from)
  if (isCompiler(own)) return { ts: own, notes: [] }
  const ours = loadModule(import.meta.url)
  const speaks = textOf(member(own, 'version'))
  if (!isCompiler(ours))
    throw new RampartError('TYPESCRIPT_MISSING', { message: `${folder}: typescript is not installed there` })
  const why =
    speaks === undefined
      ? 'the project has no typescript'
      : `typescript ${speaks} of the project has no programming interface that rampart knows`
  return { ts: ours, ...given({ speaks }), notes: [`${why}; typescript ${ours.version} was used`] }
}

const settingsFile = /(^|\/)(ts|js)config\.json$/
const source = /\.[cm]?[jt]sx?$/
const declaration = /\.d\.[cm]?ts$/

/** The settings of each folder: its tsconfig.json, or its jsconfig.json where it has no other. */
const configsIn = (files: readonly string[]): readonly string[] => {
  const all = files.filter((file) => settingsFile.test(file))
  const folders = new Set(all.filter((file) => file.endsWith('tsconfig.json')).map((file) => dirname(file)))
  return all.filter((file) => file.endsWith('tsconfig.json') || !folders.has(dirname(file)))
}

/** Finds the settings, the files and the compiler of a project, which a folder or a `tsconfig.json` names. */
export async function openProject(name: string, context: CommandContext): Promise<OpenProject> {
  const path = resolve(context.cwd, name)
  const entry = await stat(path).catch(() => undefined)
  if (!entry) throw unusable(name, 'there is no such folder')
  if (!entry.isDirectory() && !/(^|[./-])(ts|js)config[^/]*\.json$/.test(slashed(path)))
    throw unusable(name, 'it is neither a folder nor a tsconfig.json')
  const real = await realpath(path)
  const folder = entry.isDirectory() ? real : dirname(real)
  const files = await projectFiles(folder, context)
  const absolute = (file: string): string => slashed(join(folder, file))
  const configs = entry.isDirectory() ? configsIn(files).map(absolute) : [slashed(real)]
  const sources = files.filter((file) => source.test(file) && !declaration.test(file)).map(absolute)
  const { notes, ...compiler } = compilerFor(configs[0] ?? join(folder, 'package.json'), name)
  const project: Project = { ...compiler, configs, ...(entry.isDirectory() ? { files: sources } : {}) }
  return { project, folder, files, notes }
}

/** The options of the config file that decide what generated types look like. */
const settingsOf = async (cwd: string): Promise<Partial<GenerateOptions>> => {
  const section = (await readConfig(cwd))?.values['generate']
  if (!isObject(section)) return {}
  return { openEnums: section['openEnums'] === true, brands: section['brands'] === true }
}

const sideOf = (one: DocumentSide, other: DocumentSide, root: string, name: string): ImpactSide => {
  const names = [one.side.version, one.input.name].filter((text) => text !== undefined)
  const known = { names: [...new Set(names)], sha256: one.side.sha256, other: other.side.sha256 }
  return { root, name, known, document: one.document }
}

/** Writes declarations of both documents into a folder. */
const declareBoth = async (
  folder: string,
  from: DocumentSide,
  to: DocumentSide,
  { signal, cwd }: CommandContext,
): Promise<void> => {
  const before = { ...from.input, name: 'before' }
  const after = { ...to.input, name: 'after' }
  const settings = { ...generatorParts(), ...(await settingsOf(cwd)), lenient: true, signal }
  const { files } = await generate([before, after], settings)
  const declarations = files.filter(({ path }) => path.endsWith('.d.ts') || path === 'package.json')
  await writeFiles(folder, declarations)
}

/** Examines a project with declarations of both documents, which are deleted afterwards; without files it needs none. */
export async function examineProject(
  { project }: OpenProject,
  { changes }: Pick<DiffReport, 'changes'>,
  from: DocumentSide,
  to: DocumentSide,
  context: CommandContext,
  behaviours: readonly ReportedChange[] = [],
): Promise<ImpactResult> {
  return withTemporaryFolder('impact', async (folder) => {
    const isEmpty = project.configs.length === 0 && project.files?.length === 0
    if (!isEmpty) await declareBoth(folder, from, to, context)
    context.signal.throwIfAborted()
    const root = slashed(await realpath(folder))
    const [before, after] = [sideOf(from, to, root, 'before'), sideOf(to, from, root, 'after')]
    return findImpact({ project, before, after, changes, behaviours })
  })
}

/** The effect on a project as reports have it, with paths below a folder. */
export function asImpact(
  answer: Exclude<ImpactResult, { readonly reason: string }>,
  { folder, notes }: OpenProject,
  base: string,
): Impact {
  const placed = <One extends { readonly file: string }>(one: One): One => {
    return { ...one, file: slashed(relative(base, one.file)) }
  }
  const below = (text: string): string => text.replace(`${folder}/`, '')
  const { imports, filesRead, ownErrors, unread } = answer
  return {
    folder: slashed(relative(base, folder)) || basename(folder),
    imports,
    filesRead,
    lines: answer.lines.map(placed),
    ...(ownErrors.count > 0 && { ownErrors: { ...ownErrors, first: ownErrors.first.map(placed) } }),
    notes: [...notes, ...unread.map((text) => `settings that could not be read: ${below(text)}`)],
  }
}

/** The lines that changes touch of a project, which a folder or a `tsconfig.json` names. */
export async function impactOn(
  name: string,
  report: DiffReport,
  from: DocumentSide,
  to: DocumentSide,
  context: CommandContext,
): Promise<Impact> {
  const project = await openProject(name, context)
  const answer = await examineProject(project, report, from, to, context)
  if ('reason' in answer) throw unusable(name, answer.reason)
  return asImpact(answer, project, await realpath(context.cwd))
}
