import { readdir, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { type ErrorCode, type ProblemLocation, fileReason, RampartError } from '../../diagnostics/index.js'
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

/** What is wrong, and where: line and column count from 1, and the column is absent for compiled text. */
interface LoadProblem {
  readonly says: string
  readonly at?: { readonly path: string; readonly line: number; readonly column?: number }
}

type Position = NonNullable<LoadProblem['at']>

const firstLine = (text: string): string => printable(text.split('\n')[0] ?? '').trim()

const positionFrom = (match: RegExpMatchArray | null): Position | undefined => {
  const [, path, line, column] = match ?? []
  return path === undefined ? undefined : { path: path.trim(), line: Number(line), column: Number(column) }
}

/** A syntax error, as the loader words it: `ParseError: Unexpected token \n /folder/file.ts:2:8`. */
const syntaxProblem = (message: string): LoadProblem | undefined => {
  const [, says] = /^ParseError: (.*)/.exec(message) ?? []
  const at = positionFrom(/\n\s*(.+):(\d+):(\d+)\s*$/.exec(message))
  // This loader counts columns from 0.
  if (says === undefined || !at) return undefined
  return { says: firstLine(says), at: { ...at, column: (at.column ?? 0) + 1 } }
}

const positionOf = (path: string, text: string, name: string): Position | undefined => {
  const index = [`'${name}'`, `"${name}"`].map((quoted) => text.indexOf(quoted)).find((at) => at >= 0)
  if (index === undefined) return undefined
  const before = text.slice(0, index).split('\n')
  return { path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const missingImport = (error: Error, path: string, text: string): LoadProblem | undefined => {
  const [, name] = /^Cannot find (?:module|package) '([^']+)'/.exec(error.message) ?? []
  if (name === undefined) return undefined
  const [, importer = path] = /(?:Require stack:\n- | imported from )(.+)/.exec(error.message) ?? []
  const at = importer.trim() === path ? positionOf(path, text, name) : undefined
  const shown = isAbsolute(name) ? relative(dirname(path), name) : name
  const by = importer.trim() === path ? 'it' : relative(dirname(path), importer.trim())
  return { says: `${by} imports "${printable(shown)}", which cannot be found`, ...(at && { at }) }
}

const thrownProblem = (error: unknown, path: string): LoadProblem => {
  if (!(error instanceof Error)) return { says: `it throws: ${firstLine(String(error))}` }
  const lines = (error.stack ?? '').split('\n')
  const frames = lines.map((line) => positionFrom(/\(?([^()\s]+):(\d+):(\d+)\)?$/.exec(line)))
  const at = frames.find((frame) => frame?.path.replace(/^file:\/\//, '') === path)
  return { says: `it throws: ${firstLine(error.message)}`, ...(at && { at: { line: at.line, path } }) }
}

const loadProblemOf = (error: unknown, { path, text }: WrittenConfig): LoadProblem =>
  (error instanceof Error ? (syntaxProblem(error.message) ?? missingImport(error, path, text)) : undefined) ??
  thrownProblem(error, path)

const asFailure = async (cause: unknown, written: WrittenConfig): Promise<unknown> => {
  const { path, file, text, cwd } = written
  const { says, at } = loadProblemOf(cause, written)
  if (!at) return new RampartError('CONFIG_INVALID', { message: `${file}: ${says}`, cause })
  // The error may be in a file that the config imports.
  const shown = at.path === path ? file : relative(cwd, at.path)
  const content = at.path === path ? text : await readTextBounded(at.path).catch(() => '')
  const { line } = at
  const indented = content.split('\n')[line - 1] ?? ''
  const column = at.column ?? indented.length - indented.trimStart().length + 1
  const where: ProblemLocation = { file: shown, line, column }
  const message = `${shown}:${line}:${column}: ${says}`
  return withExcerpt(new RampartError('CONFIG_INVALID', { message, where, cause }), content)
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
  // Before the listener of Node, which makes an exit code of its own.
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
  return isFit ? undefined : 'its default export is no object'
}

/** The default export of a file of TypeScript or JavaScript. */
export function evaluateModule(written: WrittenConfig): Promise<unknown> {
  return load(written).catch(async (cause: unknown) => {
    throw await asFailure(cause, written)
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
    message: `${join(at, name)} is no config file that rampart reads`,
    fix: 'Write rampart.config.ts, .js or .json; "npx rampart init" begins one.',
  })
}

/** Where all users can write, as in /tmp, another user could create a config file, which would run. */
const requireOwn = async ({ folder, name }: Found, start: string): Promise<void> => {
  const [file, own] = await Promise.all([stat(join(folder, name)), stat(start)])
  if (file.uid === own.uid || file.uid === 0) return
  const path = join(relative(start, folder), name)
  throw new RampartError('CONFIG_INVALID', {
    message: `${path} belongs to another user than this folder, and rampart would run it`,
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

const widest = 100
const around = 1

/** A line with a secret name, whose values are not repeated. */
const masked = (line: string): string =>
  /key|secret|token|passw|\/\/[^/\s]*@/i.test(line)
    ? line.replaceAll(/(["'`])(?:\\.|(?!\1).)*(?:\1|$)/g, '$1…$1')
    : line

/** Lines of a text around a position, with a mark under it; line and column count from 1. */
const excerpt = (text: string, line: number, column: number): string => {
  const lines = text.split(/\r?\n/)
  const width = String(line + around).length
  const shown = lines.slice(Math.max(0, line - 1 - around), line + around)
  const first = Math.max(1, line - around)
  return shown
    .flatMap((content, index) => {
      const number = first + index
      const isIt = number === line
      const safe = printable(masked(content).replaceAll('\t', ' ')).slice(0, widest)
      const row = `${isIt ? '>' : ' '} ${String(number).padStart(width)} | ${safe}`
      const isWhole = safe.length === Math.min(content.length, widest) && !safe.includes('…')
      const hasMark = isIt && isWhole && column <= safe.length + 1
      return hasMark ? [row, `  ${' '.repeat(width)} | ${' '.repeat(column - 1)}^`] : [row]
    })
    .join('\n')
}

/** An error with the lines of the text that it names; other errors unchanged. */
const withExcerpt = (error: unknown, text: string): unknown => {
  const { line, column = 1 } = (error instanceof RampartError ? error.where : undefined) ?? {}
  if (!(error instanceof RampartError) || line === undefined) return error
  return error.with({ message: `${error.message}\n${excerpt(text, line, column)}` })
}

/** The value of a JSON text; its error shows the lines around. */
export function parseShown(text: string, name: string, code: ErrorCode): Source {
  try {
    return parseJson(text, name, code)
  } catch (error) {
    throw withExcerpt(error, text)
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
  return parseShown(text, file, 'CONFIG_INVALID')
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
