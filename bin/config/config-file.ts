import { readdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileReason, RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { printable } from '../../reporting/index.js'
import { errorText } from '../output/report-failure.js'
import { colorsFor, interruptedExit } from '../process/context.js'
import { packageRoot } from '../process/package-info.js'
import { type Source, parseJson } from '../input/read-input.js'
import { readTextBounded } from '../input/bounded.js'
import { given } from '../input/given.js'

/** A config file on the disk. */
interface WrittenConfig {
  /** Absolute. */
  readonly path: string
  /** Relative to the working folder, as messages show it. */
  readonly file: string
  readonly text: string
  readonly cwd: string
}

const codeFile = /(?:file:\/\/)?((?:\/|[A-Za-z]:[\\/])[^\s()]+\.[cm]?[jt]s):(\d+)/g

/** The failure of a config file, or of a file that it imports, with the line if the loader reports one. */
const asFailure = (cause: unknown, { file, cwd }: WrittenConfig): RampartError => {
  const { message, stack = '' } = cause instanceof Error ? cause : new Error(String(cause))
  const isParsed = message.startsWith('ParseError: ')
  const verb = isParsed || message.startsWith('Cannot find ') ? '' : 'it throws: '
  const says = printable(message.replace('ParseError: ', '').split('\n')[0] ?? '').trim()
  const frames = [...`${isParsed ? message : ''}\n${stack}`.matchAll(codeFile)]
  const isOwn = (at = ''): boolean => at.includes('/node_modules/') || at.startsWith(packageRoot())
  const [, path, line] = frames.find(([, at]) => !isOwn(at)) ?? []
  const where = path === undefined ? { file } : { file: relative(cwd, path), line: Number(line) }
  const at = path === undefined ? file : `${where.file}:${line}`
  return new RampartError('CONFIG_INVALID', {
    message: `${at}: ${verb}${says}`,
    where,
    cause,
  })
}

/** Reports a module that ends the process, or awaits a promise that never settles: Node then exits silently. */
const reportEnd = (file: string): void => {
  if (process.exitCode === interruptedExit) return
  const error = new RampartError('CONFIG_INVALID', {
    message: `${file}: it ends the process, or awaits a promise that never settles`,
    fix: 'Remove process.exit, and the await of that promise, from the code that the file runs.',
  })
  process.stderr.write(errorText(error, colorsFor(false)))
  process.exitCode = error.exitCode
}

const load = async ({ path, file }: WrittenConfig): Promise<unknown> => {
  const { createJiti } = await import('jiti')
  // `rampart` is the running one, because a config may import it before it is installed.
  const alias = { rampart: join(packageRoot(), 'dist', 'bin', 'config', 'define-config.js') }
  const onExit = (): void => reportEnd(file)
  // Runs before the listener of Node, which sets another exit code.
  process.prependListener('exit', onExit)
  try {
    const options = { alias, fsCache: false, moduleCache: false, interopDefault: false }
    return await createJiti(import.meta.url, options).import(path)
  } finally {
    process.off('exit', onExit)
  }
}

const objectionTo = (module: unknown, mayBeList: boolean): string | undefined => {
  if (!isObject(module) || !('default' in module)) return 'it has no default export'
  const value = module['default']
  if (typeof value === 'function')
    return 'its default export is a function; export the object that it returns'
  if (value instanceof Promise) return 'its default export is a promise; await it, and export the result'
  const isFit = isObject(value) || (mayBeList && Array.isArray(value))
  return isFit ? undefined : 'its default export is not an object'
}

/** The default export of a file of TypeScript or JavaScript. */
export function evaluateModule(written: WrittenConfig): Promise<unknown> {
  return load(written).catch((cause: unknown) => {
    throw asFailure(cause, written)
  })
}

/** The object that a module of TypeScript or JavaScript exports by default. @param mayBeList whether a list is allowed too */
export async function evaluate(written: WrittenConfig, mayBeList = false): Promise<unknown> {
  const module = await evaluateModule(written)
  const wrong = objectionTo(module, mayBeList)
  if (wrong === undefined && isObject(module)) return module['default']
  throw new RampartError('CONFIG_INVALID', { message: `${written.file}: ${wrong}` })
}

/** Names of a config file. */
export const configNames: readonly string[] = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].map(
  (ending) => `rampart.config.${ending}`,
)

interface Found {
  readonly folder: string
  readonly name: string
}

const unreadable = /^rampart\.config\.(?:ya?ml|toml|json5|jsonc)$/

/** Names that look like a config file, refused because such a file would be ignored. */
const requireKnownForm = (names: readonly string[], at: string): void => {
  const name = names.find((one) => unreadable.test(one))
  if (name === undefined) return
  throw new RampartError('CONFIG_INVALID', {
    message: `${join(at, name)} is not a config file that rampart reads`,
    fix: 'Write rampart.config.ts, .js or .json; "npx rampart init" begins one.',
  })
}

/** Refuses a config file of another user, which would run: in a folder such as /tmp all users can write. */
const requireOwn = async ({ folder, name }: Found, start: string): Promise<void> => {
  const [file, own] = await Promise.all([stat(join(folder, name)), stat(start)])
  if (file.uid === own.uid || file.uid === 0) return
  const path = join(relative(start, folder), name)
  throw new RampartError('CONFIG_INVALID', {
    message: `${path} belongs to a different user than this folder, and rampart would run it`,
    fix: 'Remove it, or put a config file into this folder.',
  })
}

/** The config file of a folder, or of the nearest above it, up to that of the repository or to the root of the disk. */
export async function findConfig(start: string): Promise<Found | undefined> {
  for (let folder = start; ; folder = dirname(folder)) {
    const there = await readdir(folder).catch((): string[] => [])
    requireKnownForm(there, relative(start, folder))
    const [name, other] = configNames.filter((one) => there.includes(one))
    if (name !== undefined && other !== undefined) {
      const at = relative(start, folder)
      throw new RampartError('CONFIG_INVALID', {
        message: `${join(at, name)} and ${join(at, other)} both exist, and only one can be read`,
        fix: 'Keep one of them.',
      })
    }
    if (name !== undefined) {
      if (folder !== start) await requireOwn({ folder, name }, start)
      return { folder, name }
    }
    if (there.includes('.git') || dirname(folder) === folder) return undefined
  }
}

/** The unchecked content of a config file, and its location. */
export interface ConfigFile {
  /** Its path, relative to the working folder. */
  readonly file: string
  /** Its folder, relative to the working folder; empty for that folder. */
  readonly above: string
  readonly values: Readonly<Record<string, unknown>>
  /** Its text, where that is JSON. */
  readonly text?: string
}

const sourceOf = async (path: string, file: string, cwd: string): Promise<Source> => {
  const text = await readTextBounded(path).catch((cause: NodeJS.ErrnoException) => {
    const message = `${file} cannot be read: ${fileReason(cause)}`
    throw new RampartError('CONFIG_INVALID', { message, cause })
  })
  if (!file.endsWith('.json')) return { name: file, value: await evaluate({ path, file, text, cwd }) }
  return parseJson(text, file, 'CONFIG_INVALID')
}

/** Reads the config file of a folder, or of the nearest folder above that has one; undefined when none has. */
export async function readConfig(folder: string): Promise<ConfigFile | undefined> {
  const found = await findConfig(folder)
  if (!found) return undefined
  const above = relative(folder, found.folder)
  const file = join(above, found.name)
  const { value, text } = await sourceOf(join(found.folder, found.name), file, folder)
  if (isObject(value)) return { file, above, values: value, ...given({ text }) }
  throw new RampartError('CONFIG_INVALID', { message: `${file}: it is not an object` })
}
