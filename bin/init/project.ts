import { readdir, readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { isObject, objectOf } from '../../document/index.js'
import { invalidInput, parseJson } from '../input/read-input.js'
import { fileReason, RampartError } from '../../diagnostics/index.js'
import { given } from '../input/given.js'
import type { CommandContext } from '../process/context.js'
import { gitText } from '../process/git.js'
import { callingManager, managerOf, type PackageManager } from '../process/package-manager.js'

/** Name of the script that a project's package.json is given. */
export const scriptName = 'contract'

const scriptText = 'rampart check'

/** The members of a package.json that matter here. */
interface PackageJson {
  readonly [member: string]: unknown
  readonly scripts?: Readonly<Record<string, unknown>>
}

const isPackage = (value: unknown): value is PackageJson =>
  isObject(value) && (value['scripts'] === undefined || isObject(value['scripts']))

/** Reads a package.json, which the user knows under a name. */
const parsePackage = (text: string, name: string): PackageJson => {
  const code = 'INIT_PACKAGE_INVALID'
  const source = parseJson(text, name, code)
  const { value } = source
  if (isPackage(value)) return value
  const [pointer, message] = isObject(value)
    ? ['/scripts', '"scripts" is not an object']
    : ['', 'it is not an object']
  throw invalidInput(code, source, [{ pointer, message }])
}

/** Whether a package.json runs rampart in the script of that name. */
export function hasOurScript({ scripts }: PackageJson): boolean {
  return scripts?.[scriptName] === scriptText
}

/** package.json with the script; the same text where it has one of that name. Printed as npm prints it, with its own indent and line ends. */
export function withScript(text: string, json: PackageJson): string {
  if (json.scripts !== undefined && scriptName in json.scripts) return text
  const [mark = ''] = /^\uFEFF/.exec(text) ?? []
  const [indent = '  '] = /^[ \t]+(?=")/m.exec(text) ?? []
  const [end = ''] = /\s*$/.exec(text) ?? []
  const added = { ...json, scripts: { ...json.scripts, [scriptName]: scriptText } }
  const printed = JSON.stringify(added, null, indent)
  return `${mark}${text.includes('\r\n') ? printed.replaceAll('\n', '\r\n') : printed}${end}`
}

/** The package.json of a folder that has none. */
export const newPackage = withScript('\n', { private: true })

/** The folder that is set up, with the facts that decide its files. Folders are relative to it; its own path is empty. */
export interface Project {
  readonly cwd: string
  /** Text of its package.json. */
  readonly packageText?: string
  readonly packageJson?: PackageJson
  /** Whether a folder above, of the same repository, has a package.json. */
  readonly hasPackageAbove: boolean
  readonly hasTypeScript: boolean
  /** Whether `.js` files are ECMAScript modules. */
  readonly isModule: boolean
  readonly manager: PackageManager
  /** Whether it holds a workspace of several packages. */
  readonly isWorkspaceRoot: boolean
  /** The folder of the lock file, or of the workspace. */
  readonly installFolder: string
  /** The folder that holds the repository; empty also where there is none. */
  readonly repository: string
  readonly hasRepository: boolean
  /** The branch that pushes are checked on: the default one of the remote, else the one that is checked out. */
  readonly branch: string | undefined
  /** Names in the folder of the repository. */
  readonly repositoryNames: readonly string[]
}

interface Level {
  readonly folder: string
  readonly names: readonly string[]
  readonly text?: string
  readonly json?: PackageJson
  readonly manager?: PackageManager
}

/** A file's text; undefined when there is none. */
export async function textOf(file: string): Promise<string | undefined> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    const message = `${file} cannot be read: ${fileReason(error)}`
    throw new RampartError('INIT_UNREADABLE', { message, cause: error })
  })
}

const levelAt = async (folder: string, cwd: string): Promise<Level> => {
  const names = await readdir(folder).catch((): string[] => [])
  const path = join(relative(cwd, folder), 'package.json')
  const text = names.includes('package.json') ? await textOf(join(folder, 'package.json')) : undefined
  const json = text === undefined ? undefined : parsePackage(text, path)
  const yarnLock = names.includes('yarn.lock') ? await textOf(join(folder, 'yarn.lock')) : undefined
  const manager = managerOf({ names, packageManager: json?.['packageManager'], ...given({ yarnLock }) })
  return { folder, names, ...given({ text, json, manager }) }
}

const isWorkspace = ({ names, json }: Level): boolean =>
  names.includes('pnpm-workspace.yaml') || json?.['workspaces'] !== undefined

/** The folder and those above it, as far as they belong together: to one repository, or else to one workspace. */
const levelsOf = async (cwd: string): Promise<readonly Level[]> => {
  const levels: Level[] = []
  for (let folder = cwd; ; folder = dirname(folder)) {
    const level = await levelAt(folder, cwd).catch((error: unknown): Level => {
      // A broken package.json in a folder above may belong to another project.
      if (folder === cwd) throw error
      return { folder, names: [] }
    })
    levels.push(level)
    if (level.names.includes('.git')) return levels
    if (dirname(folder) === folder) break
  }
  return levels.slice(0, levels.findLastIndex(isWorkspace) + 1 || 1)
}

const dependsOn = (json: PackageJson | undefined, name: string): boolean =>
  ['dependencies', 'devDependencies', 'peerDependencies', 'optionalDependencies'].some(
    (kind) => name in objectOf(json?.[kind]),
  )

/** The branch according to git, which stores branches in several ways; undefined for a detached commit. */
const branchOf = async (cwd: string, signal: AbortSignal): Promise<string | undefined> => {
  for (const name of ['refs/remotes/origin/HEAD', 'HEAD']) {
    const found = await gitText(['symbolic-ref', '--quiet', '--short', name], { cwd, signal })
    if (found !== undefined) return found.trim().replace(/^origin\//, '')
  }
  return undefined
}

/** Whether a project has rampart among its dependencies. */
export function isInstalled({ packageJson }: Project): boolean {
  return dependsOn(packageJson, 'rampart')
}

/** Looks at a folder and at what is above it. */
export async function readProject(context: Pick<CommandContext, 'cwd' | 'env' | 'signal'>): Promise<Project> {
  const { cwd, env, signal } = context
  const levels = await levelsOf(cwd)
  const [current] = levels
  const at = (level: Level | undefined): string => (level ? relative(cwd, level.folder) : '')
  const managed = levels.find(({ manager }) => manager !== undefined)
  const nearest = levels.find(({ json }) => json !== undefined)
  const repository = levels.find(({ names }) => names.includes('.git'))
  const isTypeScript = ({ names, json }: Level): boolean =>
    names.includes('tsconfig.json') || dependsOn(json, 'typescript')
  return {
    cwd,
    ...given({ packageText: current?.text, packageJson: current?.json }),
    hasPackageAbove: levels.slice(1).some(({ json }) => json !== undefined),
    hasTypeScript: levels.some(isTypeScript),
    isModule: nearest?.json?.['type'] === 'module',
    isWorkspaceRoot: current !== undefined && isWorkspace(current),
    manager: managed?.manager ?? callingManager(env),
    installFolder: at(managed ?? levels.findLast(isWorkspace) ?? nearest),
    repository: at(repository),
    hasRepository: repository !== undefined,
    branch: repository && (await branchOf(repository.folder, signal)),
    repositoryNames: (repository ?? current)?.names ?? [],
  }
}
