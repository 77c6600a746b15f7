import { readFile } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative } from 'node:path'
import { type ProblemLocation, RampartError } from '../../diagnostics/index.js'
import { isObject } from '../../document/index.js'
import { printable } from '../../reporting/index.js'
import { packageRoot } from '../process/package-info.js'
import { withExcerpt } from './excerpt.js'

/** A position in a file. Line and column count from 1. */
interface Position {
  readonly path: string
  readonly line: number
  readonly column: number
}

/** A config file as it stands on the disk. */
export interface WrittenConfig {
  /** Absolute. */
  readonly path: string
  /** Relative to the working folder, as it is named to the user. */
  readonly file: string
  readonly text: string
  readonly cwd: string
}

interface Trouble {
  readonly says: string
  readonly at?: Position
}

const firstLine = (text: string): string => printable(text.split('\n')[0] ?? '').trim()

const positionFrom = (match: RegExpMatchArray | null): Position | undefined => {
  const [, path, line, column] = match ?? []
  return path === undefined ? undefined : { path: path.trim(), line: Number(line), column: Number(column) }
}

/** A syntax error, as the loader words it: `ParseError: Unexpected token \n /folder/file.ts:2:8`. */
const parseTrouble = (message: string): Trouble | undefined => {
  const [, says] = /^ParseError: (.*)/.exec(message) ?? []
  const at = positionFrom(/\n\s*(.+):(\d+):(\d+)\s*$/.exec(message))
  // This one counts columns from 0.
  return says === undefined || !at
    ? undefined
    : { says: firstLine(says), at: { ...at, column: at.column + 1 } }
}

const positionOf = (path: string, text: string, name: string): Position | undefined => {
  const index = [`'${name}'`, `"${name}"`].map((quoted) => text.indexOf(quoted)).find((at) => at >= 0)
  if (index === undefined) return undefined
  const before = text.slice(0, index).split('\n')
  return { path, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}

const missingTrouble = (error: Error, path: string, text: string): Trouble | undefined => {
  const [, name] = /^Cannot find (?:module|package) '([^']+)'/.exec(error.message) ?? []
  if (name === undefined) return undefined
  const [, importer = path] = /(?:Require stack:\n- | imported from )(.+)/.exec(error.message) ?? []
  const at = importer.trim() === path ? positionOf(path, text, name) : undefined
  const shown = isAbsolute(name) ? relative(dirname(path), name) : name
  const by = importer.trim() === path ? 'it' : relative(dirname(path), importer.trim())
  return { says: `${by} imports "${printable(shown)}", which cannot be found`, ...(at && { at }) }
}

const thrownTrouble = (error: unknown, path: string): Trouble => {
  if (!(error instanceof Error)) return { says: `it throws: ${firstLine(String(error))}` }
  const frames = (error.stack ?? '')
    .split('\n')
    .map((line) => positionFrom(/\(?([^()\s]+):(\d+):(\d+)\)?$/.exec(line)))
  const at = frames.find((frame) => frame?.path.replace(/^file:\/\//, '') === path)
  return { says: `it throws: ${firstLine(error.message)}`, ...(at && { at: { ...at, path } }) }
}

const troubleOf = (error: unknown, { path, text }: WrittenConfig): Trouble =>
  (error instanceof Error ? (parseTrouble(error.message) ?? missingTrouble(error, path, text)) : undefined) ??
  thrownTrouble(error, path)

const asFailure = async (cause: unknown, written: WrittenConfig): Promise<unknown> => {
  const { path, file, text, cwd } = written
  const { says, at } = troubleOf(cause, written)
  if (!at) return new RampartError('CONFIG_INVALID', { message: `${file}: ${says}`, where: { file }, cause })
  // Another file may be what is wrong: one that the config imports.
  const shown = at.path === path ? file : relative(cwd, at.path)
  const content = at.path === path ? text : await readFile(at.path, 'utf8').catch(() => '')
  const { line, column } = at
  const where: ProblemLocation = { file: shown, line, column }
  const message = `${shown}:${line}:${column}: ${says}`
  return withExcerpt(new RampartError('CONFIG_INVALID', { message, where, cause }), content)
}

const load = async (path: string): Promise<unknown> => {
  const { createJiti } = await import('jiti')
  // The one that runs, also where none is installed: a config of `npx rampart` begins with an import of it.
  const alias = { rampart: join(packageRoot(), 'dist', 'bin', 'config', 'define-config.js') }
  return createJiti(import.meta.url, {
    alias,
    fsCache: false,
    moduleCache: false,
    interopDefault: false,
  }).import(path)
}

const exported = (
  module: unknown,
  mayBeList: boolean,
): { readonly value: unknown } | { readonly wrong: string } => {
  if (!isObject(module) || !('default' in module)) return { wrong: 'it has no default export' }
  const value = module['default']
  if (typeof value === 'function') {
    return { wrong: 'its default export is a function; export the object that it returns' }
  }
  if (value instanceof Promise)
    return { wrong: 'its default export is a promise; export what it gives: await it' }
  return isObject(value) || (mayBeList && Array.isArray(value))
    ? { value }
    : { wrong: 'its default export is no object' }
}

/**
 * What a file of TypeScript or JavaScript exports.
 * @throws RampartError CONFIG_INVALID, with line, column and the lines around them where they are known.
 */
export async function evaluateModule(written: WrittenConfig): Promise<unknown> {
  return load(written.path).catch(async (cause: unknown) => {
    throw await asFailure(cause, written)
  })
}

/**
 * The object that a config file, or a module that it names, of TypeScript or JavaScript exports.
 * @param mayBeList whether it may export a list as well
 * @throws RampartError CONFIG_INVALID, with line, column and the lines around them where they are known.
 */
export async function evaluate(written: WrittenConfig, mayBeList = false): Promise<unknown> {
  const { file } = written
  const found = exported(await evaluateModule(written), mayBeList)
  if ('value' in found) return found.value
  throw new RampartError('CONFIG_INVALID', { message: `${file}: ${found.wrong}`, where: { file } })
}
