import { existsSync } from 'node:fs'
import { mkdtemp, realpath, rm, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import type ts from 'typescript'
import { RampartError } from '../../diagnostics/index.js'
import { type DiffReport, findImpact, type Impact, type ImpactSide } from '../../diff/index.js'
import { generate, type GenerateOptions } from '../../generator/index.js'
import { readConfig } from '../config/read-config.js'
import { isObject } from '../../document/index.js'
import type { CommandContext } from '../process/context.js'
import { typesPrinters } from '../generate/options.js'
import { writeFiles } from '../output/write-files.js'
import { generatorParts } from '../process/package-info.js'
import type { DocumentSide } from './sides.js'

const unusable = (folder: string, reason: string): RampartError =>
  new RampartError('IMPACT_UNUSABLE', { message: `${folder}: ${reason}`, where: { file: folder } })

/** The project's settings: the file that is named, or `tsconfig.json` in the folder. */
const configIn = async (folder: string, cwd: string): Promise<string> => {
  const path = resolve(cwd, folder)
  const entry = await stat(path).catch(() => undefined)
  if (!entry) throw unusable(folder, 'there is no such folder')
  const config = entry.isDirectory() ? join(path, 'tsconfig.json') : path
  if (!existsSync(config)) throw unusable(folder, 'it has no tsconfig.json')
  return realpath(config)
}

const isCompiler = (value: unknown): value is typeof ts =>
  isObject(value) &&
  typeof value['createProgram'] === 'function' &&
  typeof value['resolveModuleName'] === 'function'

/** TypeScript of the project itself: what it compiles with decides what compiles. */
const loadCompiler = (config: string, folder: string): typeof ts => {
  const missing = (reason: string, cause?: unknown): RampartError =>
    new RampartError('TYPESCRIPT_MISSING', {
      message: `${folder}: ${reason}`,
      where: { file: folder },
      cause,
    })
  const load = (): unknown => createRequire(config)('typescript')
  let compiler: unknown
  try {
    compiler = load()
  } catch (cause) {
    throw missing('typescript is not installed there', cause)
  }
  if (isCompiler(compiler)) return compiler
  throw missing('the installed typescript has no programming interface that rampart knows')
}

/** The options of the config file that decide what generated types look like. */
const settingsOf = async (cwd: string): Promise<Partial<GenerateOptions>> => {
  const generateSection = (await readConfig(cwd))?.values['generate']
  const given = isObject(generateSection) ? generateSection : {}
  const types = typesPrinters.find((name) => name === given['types'])
  return {
    ...(given['openEnums'] === true ? { openEnums: true } : {}),
    ...(given['brands'] === true ? { brands: true } : {}),
    ...(types === undefined ? {} : { types }),
  }
}

/** Generates from both in one run, which takes one printer of types: two would differ in more than the documents do. */
const generateBoth = async (
  from: DocumentSide,
  to: DocumentSide,
  root: string,
  settings: Partial<GenerateOptions>,
  { signal }: CommandContext,
): Promise<{ readonly before: ImpactSide; readonly after: ImpactSide }> => {
  const inputs = [
    { ...from.input, name: 'before' },
    { ...to.input, name: 'after' },
  ]
  const { files } = await generate(inputs, { ...generatorParts(), ...settings, lenient: true, signal })
  const declarations = files.filter(({ path }) => path.endsWith('.d.ts') || path === 'package.json')
  await writeFiles(root, declarations)
  return {
    before: { root, name: 'before', document: from.document },
    after: { root, name: 'after', document: to.document },
  }
}

const slashed = (path: string): string => path.replaceAll('\\', '/')

/**
 * The lines of a TypeScript project that changes touch.
 * @param folder as the user spelled it: the folder of a `tsconfig.json`, or such a file
 * @throws RampartError TYPESCRIPT_MISSING or IMPACT_UNUSABLE.
 */
export async function impactOn(
  folder: string,
  { changes }: DiffReport,
  from: DocumentSide,
  to: DocumentSide,
  context: CommandContext,
): Promise<Impact> {
  const config = await configIn(folder, context.cwd)
  const compiler = loadCompiler(config, folder)
  const settings = await settingsOf(context.cwd)
  const home = await realpath(await mkdtemp(join(tmpdir(), 'rampart-impact-')))
  try {
    const { before, after } = await generateBoth(from, to, slashed(home), settings, context)
    context.signal.throwIfAborted()
    const names = [from.side.version, from.input.name].filter((name) => name !== undefined)
    const known = { names: [...new Set(names)], sha256: from.side.sha256 }
    const project = { ts: compiler, config: slashed(config) }
    const answer = findImpact({ project, known, before, after, changes })
    if ('reason' in answer) throw unusable(folder, answer.reason)
    const base = await realpath(context.cwd)
    const lines = answer.lines.map((line) => ({ ...line, file: slashed(relative(base, line.file)) }))
    const shown = slashed(relative(context.cwd, dirname(config))) || basename(dirname(config))
    return { folder: shown, filesRead: answer.filesRead, lines }
  } finally {
    await rm(home, { recursive: true, force: true })
  }
}
