import { existsSync } from 'node:fs'
import { join, resolve, basename, relative } from 'node:path'
import { realpath } from 'node:fs/promises'
import { anyBase, type Api, rehearseRecording } from '../../conformance/index.js'
import {
  type Traffic,
  behavioursBetween,
  callsOf,
  type DiffReport,
  makeUpgrade,
  mustChange,
  type Move,
  type NamedLine,
  type Policy,
  renderUpgradeJson,
  renderUpgradeMarkdown,
  type UpgradeReport,
} from '../../diff/index.js'
import { openSurface } from '../../generator/index.js'
import { type DocumentSide, readSides, readPolicyFile } from '../diff/sides.js'
import { readLockFile } from '../input/documents.js'
import { isDate } from '../input/option-values.js'
import { recordingOn } from '../input/bounded.js'
import type { CommandContext } from '../process/context.js'
import { apiAt } from '../test/apis.js'
import type { UpgradeOptions } from './command.js'
import { RampartError, wrongUse } from '../../diagnostics/index.js'
import { counted } from '../../reporting/index.js'
import { asImpact, examineProject, type OpenProject, openProject, slashed } from '../diff/impact.js'
import { compareSides } from '../diff/run-diff.js'
import { deliverData, requireOutput } from '../output/print.js'
import { shellQuoted } from '../output/shell-text.js'
import { type NamingFile, namedVersion, namingFiles, writeMoves } from './texts.js'

/** The recordings to read: the named ones, and that of the last run of the suite, if there is one or it was named. */
const recordingsOf = (
  { har = [], reportDir, needsRecording = false }: UpgradeOptions,
  { cwd }: CommandContext,
) => {
  const suite = join(reportDir, 'exchanges.har')
  const isNamed = har.some((file) => resolve(cwd, file) === resolve(cwd, suite))
  return !isNamed && (needsRecording || existsSync(resolve(cwd, suite))) ? [...har, suite] : har
}

const openAs = async (version: string, { input }: DocumentSide, signal: AbortSignal): Promise<Api> =>
  apiAt({ version, input, opened: await openSurface(input, { signal }) }, anyBase)

const fixEmpty =
  'Check that the file is a HAR of calls to this service, and that its host and path are those of the API.'

/** Reads recordings again as if they were of the other version. */
const trafficOf = async (
  from: DocumentSide,
  to: DocumentSide,
  options: UpgradeOptions,
  context: CommandContext,
): Promise<readonly Traffic[]> => {
  const due = recordingsOf(options, context)
  if (due.length === 0) return []
  const { signal } = context
  const apis = [await openAs('before', from, signal), await openAs('after', to, signal)] as const
  const lock = await readLockFile(resolve(context.cwd, options.specs))
  const versions = [from.side.version, to.side.version] as const
  const plan = { apis, versions, defaultVersion: lock?.default ?? undefined }
  const all: Traffic[] = []
  for (const file of due) {
    const recording = await recordingOn(context.cwd, file, context.signal)
    const { isOfSuite, ...rehearsal } = await rehearseRecording(plan, recording)
    const message = `${file} has no call of an operation of these documents`
    if (rehearsal.older + rehearsal.newer === 0 && options.har?.includes(file) === true)
      throw new RampartError('RECORDING_EMPTY', { message, fix: fixEmpty })
    all.push({ file, isOwn: !isOfSuite, ...rehearsal })
  }
  return all
}

/** The part of a long line around a location. */
const around = (code: string, column: number): string =>
  code.length <= 160 ? code : code.slice(Math.max(0, column - 41), column + 60)

const versionTextsOf = (
  files: readonly NamingFile[],
  base: string,
): { readonly moves: readonly Move[]; readonly named: readonly NamedLine[] } => {
  const moves: Move[] = []
  const named = new Map<string, NamedLine>()
  for (const { file, content, texts } of files) {
    for (const { start, length, line, column, code, replacement } of texts) {
      const location = { file: slashed(relative(base, file)), line, column, code: around(code, column) }
      if (replacement === undefined) named.set(`${file}:${line}`, location)
      else moves.push({ ...location, before: content.slice(start, start + length), after: replacement })
    }
  }
  return { moves, named: [...named.values()] }
}

/** Whether the newer version comes first. Only dates can be compared. */
const isSwapped = (from: string | undefined, to: string | undefined): boolean =>
  from !== undefined && to !== undefined && isDate(from) && isDate(to) && from > to

const requireUpgrade = ({ side: from }: DocumentSide, { side: to }: DocumentSide): void => {
  if (from.sha256 === to.sha256) throw wrongUse('both are the same document; name an older and a newer one')
  if (!isSwapped(from.version, to.version)) return
  throw wrongUse(
    `${from.version} is newer than ${to.version}; name the older one first`,
    'Swap the two. For a comparison in this direction, use "npx rampart diff".',
  )
}

const movePaths = async (
  { folder }: OpenProject,
  files: readonly NamingFile[],
  options: UpgradeOptions,
  context: CommandContext,
): Promise<boolean> => {
  if (options.write !== true) return false
  const changed = await writeMoves(folder, files, options.allowDirty === true, context.signal)
  for (const file of changed) context.stderr(`moved ${file}\n`)
  const count = `${counted(changed.length, 'file')} changed.\n`
  context.stderr(changed.length === 0 ? 'No path is left to be moved.\n' : count)
  return changed.length > 0
}

/** Subjects to search for besides the changes of the documents: calls of operations, and changes of behaviour. */
const furtherSubjects = (
  from: DocumentSide,
  to: DocumentSide,
  { changes }: DiffReport,
  { table = {} }: Policy,
) => {
  const documents = [from.document, to.document] as const
  const named = { from: from.side.version, to: to.side.version }
  const behaviours = behavioursBetween({ table, ...named, documents, changes })
  const calls = new Map(documents.flatMap(callsOf).map((call) => [call.fingerprint, call]))
  return { behaviours, subjects: [...behaviours.map(({ change }) => change), ...calls.values()] }
}

/** The commands of an upgrade in order, each with its reason. */
const commandsFor = (
  [from, to]: readonly [string, string],
  { specs, project }: UpgradeOptions,
  upgrade: Omit<UpgradeReport, 'commands'>,
  // `isReplaced`: both documents have one name, and so one folder of code. `hasMoves`: paths remain to be moved.
  { isReplaced, hasMoves }: { readonly isReplaced: boolean; readonly hasMoves: boolean },
  { project: { configs } }: OpenProject,
): UpgradeReport['commands'] => {
  const line = (...words: readonly string[]): string => ['npx rampart', ...words.map(shellQuoted)].join(' ')
  const isDone = upgrade.imports === 'newer'
  const ofSpecs = specs === 'specs' ? [] : ['--specs', specs]
  const rehearsal = ['upgrade', from, to, ...ofSpecs, ...(project === '.' ? [] : ['--project', project])]
  // A run removes the code of documents that it does not name.
  const named = isReplaced ? [to] : [from, to]
  const files = named.filter((name) => !isDate(name))
  const input = [...(files.length < named.length ? ['--specs', specs] : []), '--input', ...files]
  const others = ' Add the other documents whose code you use, which is removed otherwise, and your --out.'
  const generate = line('generate', ...(files.length === 0 ? ofSpecs : input))
  const references = '"npx tsc -b" where projects refer to others'
  const due: readonly (readonly [isDue: boolean, command: string, why: string])[] = [
    [!isDone, generate, `writes code of the newer version.${files.length === 0 ? '' : others}`],
    [hasMoves, line(...rehearsal, '--write'), 'moves the paths above.'],
    [configs.length > 0, 'npx tsc --noEmit', `compiles what was moved; ${references}.`],
    [!isDone || hasMoves || mustChange(upgrade), line(...rehearsal), 'again, until nothing is left to do.'],
  ]
  return due.flatMap(([isDue, command, why]) => (isDue ? [{ command, why }] : []))
}

const rehearse = async (
  asked: readonly [string, string],
  options: UpgradeOptions,
  context: CommandContext,
): Promise<UpgradeReport> => {
  const { from, to } = await readSides(asked, { specs: options.specs }, context)
  requireUpgrade(from, to)
  const project = await openProject(options.project, context)
  const traffic = await trafficOf(from, to, options, context)
  const report = await compareSides(from, to, { policy: options.policy }, context)
  const policy = await readPolicyFile(options.policy, context)
  const { behaviours, subjects } = furtherSubjects(from, to, report, policy)
  const answer = await examineProject(project, report, from, to, context, subjects)
  // The folder of generated code has the name of the document, so nothing moves if that stays the same.
  const newer = to.input.name
  const names = [from.side.version, from.input.name].filter((name) => name !== undefined)
  const older = [...new Set(names)].filter((name) => name !== newer)
  const version = namedVersion(project, answer, older, newer)
  const files = await namingFiles(project, answer, version, resolve(context.cwd, options.specs))
  const base = await realpath(context.cwd)
  const texts = versionTextsOf(files, base)
  const isWritten = await movePaths(project, files, options, context)
  const isFailed = 'reason' in answer
  const upgrade = makeUpgrade({
    report,
    ...(isFailed ? {} : { impact: asImpact(answer, project, base) }),
    folder: slashed(relative(base, project.folder)) || basename(project.folder),
    notes: isFailed ? [...project.notes, answer.reason] : [],
    behaviours,
    ...texts,
    isWritten,
    traffic,
  })
  const facts = { isReplaced: from.input.name === newer, hasMoves: texts.moves.length > 0 && !isWritten }
  const commands = commandsFor(asked, options, upgrade, facts, project)
  return { ...upgrade, commands }
}

/** One run of `rampart upgrade`, from the older version to the newer one. */
export async function runUpgrade(
  names: readonly [string, string],
  options: UpgradeOptions,
  context: CommandContext,
): Promise<void> {
  await requireOutput(options.output, context)
  const report = await rehearse(names, options, context)
  const render = options.format === 'json' ? renderUpgradeJson : renderUpgradeMarkdown
  await deliverData(render(report), options.output, context)
  if (!mustChange(report)) return
  const places = `${counted(report.must.length, 'place')} must change`
  const refused = 'requests in recorded traffic would be refused'
  throw new RampartError('UPGRADE_DUE', { message: report.must.length === 0 ? refused : places })
}
