import { readdir, realpath, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import type ts from 'typescript'
import { RampartError } from '../../diagnostics/index.js'
import type { Project } from '../../diff/index.js'
import { isObject } from '../../document/index.js'
import type { CommandContext } from '../process/context.js'
import { gitText } from '../process/git.js'
import { untilAborted } from '../process/until-aborted.js'

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
  // An ignored folder inside of a repository is a project as well.
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
export function unusable(folder: string, reason: string): RampartError {
  return new RampartError('IMPACT_UNUSABLE', { message: `${folder}: ${reason}`, where: { file: folder } })
}

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

const versionOf = (value: unknown): string | undefined =>
  isObject(value) && typeof value['version'] === 'string' ? value['version'] : undefined

const loadModule = (from: string): unknown => {
  try {
    return createRequire(from)('typescript')
  } catch {
    return undefined
  }
}

/** TypeScript of the project itself, since what it compiles with decides what compiles; else the one of rampart. */
const compilerFor = (
  from: string,
  folder: string,
): { readonly ts: Compiler; readonly speaks?: string; readonly notes: readonly string[] } => {
  const own = loadModule(from)
  if (isCompiler(own)) return { ts: own, notes: [] }
  const ours = loadModule(import.meta.url)
  const speaks = versionOf(own)
  if (!isCompiler(ours)) {
    throw new RampartError('TYPESCRIPT_MISSING', {
      message: `${folder}: typescript is not installed there`,
      where: { file: folder },
    })
  }
  const why =
    speaks === undefined
      ? 'the project has no typescript'
      : `typescript ${speaks} of the project has no programming interface that rampart knows`
  return {
    ts: ours,
    ...(speaks === undefined ? {} : { speaks }),
    notes: [`${why}; typescript ${ours.version} was used`],
  }
}

const settingsFile = /(^|\/)(ts|js)config\.json$/
const source = /\.[cm]?[jt]sx?$/
const declaration = /\.d\.[cm]?ts$/

/** Of a folder, its tsconfig.json before the jsconfig.json beside it. */
const configsIn = (files: readonly string[]): readonly string[] => {
  const all = files.filter((file) => settingsFile.test(file))
  const folders = new Set(all.filter((file) => file.endsWith('tsconfig.json')).map((file) => dirname(file)))
  return all.filter((file) => file.endsWith('tsconfig.json') || !folders.has(dirname(file)))
}

/**
 * Finds the settings, the files and the compiler of a project.
 * @param name as the user spelled it: a folder, or a `tsconfig.json`
 * @throws RampartError IMPACT_UNUSABLE or TYPESCRIPT_MISSING.
 */
export async function openProject(name: string, context: CommandContext): Promise<OpenProject> {
  const path = resolve(context.cwd, name)
  const entry = await stat(path).catch(() => undefined)
  if (!entry) throw unusable(name, 'there is no such folder')
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
