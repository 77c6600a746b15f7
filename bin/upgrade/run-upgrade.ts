import { realpath } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import {
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
import { counted, withoutCommands } from '../../reporting/index.js'
import { asImpact, examineProject } from '../diff/impact.js'
import { type OpenProject, openProject, slashed } from '../diff/project.js'
import { readPolicyFile } from '../diff/read-files.js'
import { compareSides } from '../diff/run-diff.js'
import { type DocumentSide, readSides } from '../diff/sides.js'
import { writeFiles } from '../output/write-files.js'
import type { CommandContext } from '../process/context.js'
import { commandsFor } from './commands.js'
import type { UpgradeOptions } from './command.js'
import { type NamingFile, namedVersion, namingFiles } from './texts.js'
import { trafficOf } from './traffic.js'
import { writeMoves } from './write-moves.js'

const namesOf = ({ side, input }: DocumentSide): readonly string[] => [
  ...new Set([side.version, input.name].filter((name) => name !== undefined)),
]

/** The part of a long line around a location. */
const around = (code: string, column: number): string =>
  code.length <= 160 ? code : code.slice(Math.max(0, column - 41), column + 60)

const placesIn = (
  files: readonly NamingFile[],
  base: string,
): { readonly moves: readonly Move[]; readonly named: readonly NamedLine[] } => {
  const moves: Move[] = []
  const named = new Map<string, NamedLine>()
  for (const { file, content, texts } of files) {
    for (const { start, length, line, column, code, replacement } of texts) {
      const place = { file: slashed(relative(base, file)), line, column, code: around(code, column) }
      if (replacement === undefined) named.set(`${file}:${line}`, place)
      else moves.push({ ...place, before: content.slice(start, start + length), after: replacement })
    }
  }
  return { moves, named: [...named.values()] }
}

const requireTwo = (from: DocumentSide, to: DocumentSide): void => {
  if (from.side.sha256 === to.side.sha256) {
    throw new RampartError('OPTION_INVALID', {
      message: 'both are the same document; name an older and a newer one',
    })
  }
}

const deliver = async (
  report: UpgradeReport,
  options: UpgradeOptions,
  context: CommandContext,
): Promise<void> => {
  const content = options.format === 'json' ? renderUpgradeJson(report) : renderUpgradeMarkdown(report)
  const isGithub = context.env['GITHUB_ACTIONS'] === 'true'
  if (options.output === undefined || options.output === '-') {
    context.stdout(isGithub ? withoutCommands(content) : content)
    return
  }
  const file = resolve(context.cwd, options.output)
  await writeFiles(dirname(file), [{ path: basename(file), content }])
  context.stderr(`Written to ${options.output}.\n`)
}

const written = async (
  { folder }: OpenProject,
  files: readonly NamingFile[],
  options: UpgradeOptions,
  context: CommandContext,
): Promise<boolean> => {
  if (options.write !== true) return false
  const changed = await writeMoves(folder, files, options.allowDirty === true, context.signal)
  for (const file of changed) context.stderr(`moved ${file}\n`)
  context.stderr(
    changed.length === 0 ? 'No path is left to be moved.\n' : `${counted(changed.length, 'file')} changed.\n`,
  )
  return changed.length > 0
}

/** Subjects to search for besides the changes of the documents: calls of operations, and changes of behaviour. */
const besides = (from: DocumentSide, to: DocumentSide, { changes }: DiffReport, { table = {} }: Policy) => {
  const documents = [from.document, to.document] as const
  const behaviours = behavioursBetween({
    table,
    from: from.side.version,
    to: to.side.version,
    documents,
    changes,
  })
  const calls = new Map(documents.flatMap(callsOf).map((call) => [call.fingerprint, call]))
  return { behaviours, subjects: [...behaviours.map(({ change }) => change), ...calls.values()] }
}

const rehearse = async (
  names: readonly [string, string],
  options: UpgradeOptions,
  context: CommandContext,
): Promise<UpgradeReport> => {
  const { from, to } = await readSides(names, { specs: options.specs }, context)
  requireTwo(from, to)
  const project = await openProject(options.project, context)
  const traffic = await trafficOf(from, to, options, context)
  const report = await compareSides(from, to, { policy: options.policy }, context)
  const policy = await readPolicyFile(options.policy, context)
  const { behaviours, subjects } = besides(from, to, report, policy)
  const answer = await examineProject(project, report, from, to, context, subjects)
  // The folder of generated code has the name of the document, so nothing moves if that stays the same.
  const newer = to.input.name
  const older = namesOf(from).filter((name) => name !== newer)
  const version = namedVersion(project, answer, older, newer)
  const files = await namingFiles(project, answer, version, resolve(context.cwd, options.specs))
  const base = await realpath(context.cwd)
  const places = placesIn(files, base)
  const isWritten = await written(project, files, options, context)
  const isFailed = 'reason' in answer
  const roots = version.roots.filter((root) => root.startsWith('/'))
  return makeUpgrade({
    report,
    ...(isFailed ? {} : { impact: asImpact(answer, project, base) }),
    folder: slashed(relative(base, project.folder)) || basename(project.folder),
    notes: isFailed ? [...project.notes, answer.reason] : [],
    behaviours,
    ...places,
    isWritten,
    traffic,
    commands: await commandsFor({
      project,
      names,
      folders: [from.input.name, newer],
      options,
      roots: roots.map((root) => join(dirname(root), newer)),
      cwd: base,
      isDone: 'imports' in answer && answer.imports === 'newer',
      hasMoves: places.moves.length > 0 && !isWritten,
    }),
  })
}

/**
 * One run of `rampart upgrade`.
 * @param names the older version and the newer one
 * @throws RampartError of reading; UPGRADE_UNCOMMITTED; UPGRADE_DUE when places must change.
 */
export async function runUpgrade(
  names: readonly [string, string],
  options: UpgradeOptions,
  context: CommandContext,
): Promise<void> {
  const report = await rehearse(names, options, context)
  await deliver(report, options, context)
  if (!mustChange(report)) return
  const due = report.must.length
  const message =
    due === 0 ? 'requests in recorded traffic would be refused' : `${counted(due, 'place')} must change`
  throw new RampartError('UPGRADE_DUE', { message })
}
