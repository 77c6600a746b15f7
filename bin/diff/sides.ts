import { isAbsolute, posix, relative, resolve } from 'node:path'
import {
  type AllowList,
  allowListProblems,
  mintingPolicy,
  type Policy,
  policyOf,
  policyProblems,
  type PolicySettings,
  type ReportedDocument,
} from '../../diff/index.js'
import { contentOf, type InputKind, readInput } from '../input/read-input.js'
import type { CommandContext } from '../process/context.js'
import { didYouMean, RampartError, wrongUse } from '../../diagnostics/index.js'
import { memberAt, textOf } from '../../document/index.js'
import { sha256 } from '../../fetch/index.js'
import { type GeneratorInput, readDocument, type ReadDocument } from '../../generator/index.js'
import {
  convertedText,
  isUrl,
  readInputs,
  readRemote,
  readSpecs,
  readStdin,
  stem,
  textIn,
} from '../input/documents.js'
import { given } from '../input/given.js'
import { isDate } from '../input/option-values.js'
import { isOnGithub } from '../output/print.js'
import { git, gitText } from '../process/git.js'
import type { DiffOptions } from './command.js'

/** Reads an allow-list. */
export function readAllow(cwd: string, path: string): Promise<AllowList> {
  const schema = 'diff/policy/allow.schema.json'
  return readInput(cwd, path, { code: 'ALLOW_INVALID', schema, more: allowListProblems })
}

/** The policy of a file, of the content that a config file has, or else of the specification. */
export async function readPolicyFile(given: unknown, { cwd }: CommandContext): Promise<Policy> {
  if (given === undefined) return mintingPolicy
  const schema = 'diff/policy/policy.schema.json'
  const kind: InputKind = { code: 'POLICY_INVALID', schema, more: policyProblems }
  return policyOf(await contentOf<PolicySettings>(cwd, 'policy', given, kind))
}

const unreadable = (name: string, reason: string, cause?: unknown): RampartError =>
  new RampartError('GIT_UNREADABLE', { message: `${name} cannot be read from git: ${reason}`, cause })

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  if ('code' in error && error.code === 'ENOENT') return 'git is not installed'
  const [first = ''] = 'stderr' in error ? String(error.stderr).trim().split('\n') : []
  return first === '' ? error.message : first.replace(/^fatal: /, '')
}

/** A revision that begins with a dash would be an option. */
const requireName = (name: string): void => {
  if (!name.includes(':')) throw unreadable(name, 'it is not of the form REV:path')
  if (name.startsWith('-')) throw unreadable(name, 'a revision does not begin with a dash')
  if (name.endsWith(':')) throw unreadable(name, 'it names no file')
}

/** Reads a file of a revision without text filters, and refuses folders. */
const readFromGit = async (name: string, context: CommandContext): Promise<Buffer> => {
  requireName(name)
  return git(['cat-file', 'blob', name], context).catch((error: unknown) => {
    context.signal.throwIfAborted()
    throw unreadable(name, reasonOf(error), error)
  })
}

const split = (name: string): readonly [revision: string, path: string] => {
  const at = name.indexOf(':')
  return [name.slice(0, at), name.slice(at + 1)]
}

/** The commit that `REV:path` names; undefined where git does not say, as for the index. */
export async function commitOf(name: string, context: CommandContext): Promise<string | undefined> {
  const [revision] = split(name)
  if (revision === '') return undefined
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]
  return (await gitText(args, context))?.trim()
}

/** The path that `REV:path` names, from the root of the repository. */
export async function pathIn(name: string, context: CommandContext): Promise<string | undefined> {
  const [, path] = split(name)
  if (!/^\.{1,2}\//.test(path)) return path
  const prefix = await gitText(['rev-parse', '--show-prefix'], context)
  return prefix === undefined ? undefined : posix.join(prefix.trim(), path)
}

/** One of the documents that are compared. */
export interface DocumentSide {
  readonly side: ReportedDocument
  readonly input: GeneratorInput
  readonly document: Readonly<Record<string, unknown>>
  readonly problems: ReadDocument['problems']
  /** The pointer in the text for a pointer in the document, which may have been converted. */
  readonly pointerInText: (pointer: string) => string | undefined
}

/** The source of a document's text. */
interface Source {
  /** Its name in reports. */
  readonly name: string
  readonly input: GeneratorInput
  /** True for a text without a folder around it. */
  readonly isLoose: boolean
  /** The version by which the command line names it. */
  readonly version?: string
}

const fromStdin = async (context: CommandContext): Promise<Source> => {
  const read = await readStdin(context)
  return { name: read.file, input: { name: 'stdin', ...read }, isLoose: true }
}

const fromGit = async (name: string, context: CommandContext): Promise<Source> => {
  const text = textIn(await readFromGit(name, context), name)
  const [, file] = split(name)
  return { name, input: { name: stem(file), file: name, text }, isLoose: true }
}

const fromSpecs = async (version: string, specs: string, cwd: string): Promise<Source> => {
  const inputs = await readSpecs(cwd, specs)
  const input = inputs.find(({ name }) => name === version)
  if (input) return { name: version, input, isLoose: false, version }
  const names = inputs.map(({ name }) => name)
  throw new RampartError('OPTION_INVALID', {
    message: `${specs} has no document of ${version}${didYouMean(version, names)}`,
    fix: 'Name a version in --specs, or a file by its path.',
  })
}

const fromFile = async (path: string, cwd: string): Promise<Source> => {
  const [input] = await readInputs(cwd, [path])
  if (!input) throw wrongUse(`${path} is not a document`)
  return { name: path, input, isLoose: false }
}

const versionOf = ({ version, input }: Source, document: DocumentSide['document']): string | undefined => {
  const own = textOf(memberAt(document, 'info', 'version'))
  return [version, own, stem(input.file)].find((one) => one !== undefined && isDate(one))
}

/** The folder that annotations and SARIF start from: on GitHub that of the repository. */
export function baseOf({ cwd, env }: Pick<CommandContext, 'cwd' | 'env'>): string {
  const workspace = env['GITHUB_WORKSPACE'] ?? ''
  return isOnGithub({ env }) && isBelow(workspace, cwd) ? workspace : cwd
}

const isBelow = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return isAbsolute(folder) && way !== '..' && !/^\.\.[/\\]/.test(way) && !isAbsolute(way)
}

/** The path as annotations and SARIF have it, with slashes. */
const fileOf = ({ input, isLoose }: Source, context: CommandContext): string | undefined => {
  const base = baseOf(context)
  const path = resolve(context.cwd, input.file)
  return isLoose || !isBelow(base, path) ? undefined : relative(base, path).replaceAll('\\', '/')
}

/** A text as one of the documents that are compared. */
export async function asSide(source: Source, context: CommandContext): Promise<DocumentSide> {
  const { input, isLoose, name } = source
  const { root: document, problems, isConverted, pointerInText } = await readDocument(input, isLoose)
  if (isConverted) context.stderr(convertedText(name))
  const version = versionOf(source, document)
  const file = fileOf(source, context)
  const known = given({ file, version })
  const side: ReportedDocument = { name, ...known, sha256: sha256(Buffer.from(input.text)) }
  return { side, input, document, problems, pointerInText }
}

/** A served document, alone, because its references are not read. */
const fromUrl = async (url: string, context: CommandContext): Promise<Source> => {
  const { file, text } = await readRemote(url, [], context)
  return { name: file, input: { name: stem(new URL(file).pathname), file, text }, isLoose: true }
}

const readSource = (name: string, { specs }: DiffOptions, context: CommandContext): Promise<Source> => {
  if (name === '-') return fromStdin(context)
  if (isUrl(name)) return fromUrl(name, context)
  if (/^\d{4}-\d{1,2}-\d{1,2}$/.test(name) && !isDate(name))
    throw wrongUse(`"${name}" is not a version: a version is a date such as 2026-08-01`)
  // Everything else names a file.
  return isDate(name) ? fromSpecs(name, specs, context.cwd) : fromFile(name, context.cwd)
}

const requireTwo = (names: readonly string[], { fromGit: git }: DiffOptions): void => {
  const due = git === undefined ? 2 : 1
  const both = 'rampart diff takes two documents: FROM and TO'
  if (names.length < due) throw wrongUse(due === 2 ? both : '--from-git replaces FROM; name TO')
  if (names.length > due) throw wrongUse('with --from-git only TO is named')
  if (names[0] === '-' && names[1] === '-') throw wrongUse('stdin holds one document only')
}

/** Reads both documents, as the command line names them, in order. */
export async function readSides(
  names: readonly string[],
  options: DiffOptions,
  context: CommandContext,
): Promise<{ readonly from: DocumentSide; readonly to: DocumentSide }> {
  requireTwo(names, options)
  const [second = '', first = ''] = names.toReversed()
  const { fromGit: git } = options
  const from = await (git === undefined ? readSource(first, options, context) : fromGit(git, context))
  const to = await readSource(second, options, context)
  return { from: await asSide(from, context), to: await asSide(to, context) }
}
