import { basename, dirname, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import {
  allowListOf,
  diffDocuments,
  type DiffReport,
  isBroken,
  makeReport,
  renderDiff,
  type ReportContext,
} from '../../diff/index.js'
import { counted, type DiffFormat, withoutCommands } from '../../reporting/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { writeFiles } from '../output/write-files.js'
import { packageInfo } from '../process/package-info.js'
import type { DiffOptions } from './options.js'
import { readAllow, readPolicyFile } from './read-files.js'
import { placed } from './placed.js'
import { shownDocuments } from './shown.js'
import { type DocumentSide, readSides } from './sides.js'

const daysGiven = 30
const dayMs = 24 * 60 * 60 * 1000
const dayAfter = (days: number): string => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10)

const circumstanceOf = ({ published, unpublished }: Pick<DiffOptions, 'published' | 'unpublished'>) => {
  if (published === true && unpublished === true) {
    throw new RampartError('OPTION_INVALID', { message: '--published and --unpublished exclude each other' })
  }
  if (published === true) return { circumstance: 'published' as const }
  return unpublished === true ? { circumstance: 'dated' as const } : {}
}

const formatOf = ({ format, json }: DiffOptions): DiffFormat => {
  if (json === true && format !== undefined && format !== 'json') {
    throw new RampartError('OPTION_INVALID', { message: `--json and --format ${format} exclude each other` })
  }
  return json === true ? 'json' : (format ?? 'text')
}

/** GitHub obeys lines of the log; a document has no say in that. */
const printText = (text: string, context: CommandContext): void =>
  context.stdout(context.env['GITHUB_ACTIONS'] === 'true' ? withoutCommands(text) : text)

const deliver = async (
  report: DiffReport,
  documents: ReportContext,
  options: DiffOptions,
  context: CommandContext,
): Promise<void> => {
  const format = formatOf(options)
  const isLong = options.all === true
  const output = options.output === '-' ? undefined : options.output
  const content = renderDiff(report, format, { paint: colorsFor(false), isLong }, documents)
  if (output !== undefined) {
    const file = resolve(context.cwd, output)
    await writeFiles(dirname(file), [{ path: basename(file), content }])
    context.stderr(`Written to ${output}.\n`)
  }
  if (output === undefined && format !== 'text') context.stdout(content)
  else {
    const style = { paint: colorsFor(context.color), isLong: isLong && output === undefined }
    printText(renderDiff(report, 'text', style), context)
  }
}

const writeAllow = async (report: DiffReport, path: string, context: CommandContext): Promise<void> => {
  const expires = dayAfter(daysGiven)
  const list = allowListOf(report.changes, 'not explained yet', expires)
  const file = resolve(context.cwd, path)
  await writeFiles(dirname(file), [
    { path: basename(file), content: `${JSON.stringify(list, undefined, 2)}\n` },
  ])
  const changes = counted(list.changes.length, 'change')
  context.stderr(`Allow-list: ${path} lets ${changes} pass until ${expires}; give each its reason.\n`)
}

/** The failure of a report whose changes the policy does not allow; undefined when it allows them all. */
export function diffError(report: DiffReport): RampartError | undefined {
  if (!isBroken(report)) return undefined
  const { mint } = report.counts
  const due = counted(mint, 'change needs a version of its own', 'changes need a version of their own')
  if (report.verdict === 'must-be-minted') return new RampartError('DIFF_MUST_MINT', { message: due })
  return new RampartError('DIFF_DRIFT', { message: `${report.to.version ?? report.to.name}: ${due}` })
}

const readJudging = async (
  { policy, allow }: Pick<DiffOptions, 'policy' | 'allow'>,
  context: CommandContext,
) => ({
  policy: await readPolicyFile(policy, context),
  allowList: allow === undefined ? undefined : await readAllow(context.cwd, allow),
})

/**
 * Checks the options, and the files that they name, before any document is read.
 * @throws RampartError OPTION_INVALID, POLICY_INVALID or ALLOW_INVALID.
 */
export async function checkDiffOptions(options: DiffOptions, context: CommandContext): Promise<void> {
  formatOf(options)
  circumstanceOf(options)
  await readJudging(options, context)
}

/**
 * Compares two documents and judges what differs; nothing is printed.
 * @throws RampartError POLICY_INVALID or ALLOW_INVALID.
 */
export async function compareSides(
  from: DocumentSide,
  to: DocumentSide,
  options: Pick<DiffOptions, 'policy' | 'allow' | 'published' | 'unpublished'>,
  context: CommandContext,
): Promise<DiffReport> {
  const circumstance = circumstanceOf(options)
  const { policy, allowList } = await readJudging(options, context)
  return makeReport({
    from: from.side,
    to: to.side,
    ...circumstance,
    changes: placed(diffDocuments(from, to), from, to),
    policy,
    ...(allowList && { allowList }),
    today: dayAfter(0),
    tool: packageInfo().version,
  })
}

/**
 * One run of `rampart diff`.
 * @param names what the command line names, in order
 * @throws RampartError of reading; DIFF_DRIFT or DIFF_MUST_MINT when the policy is broken.
 */
export async function runDiff(
  names: readonly string[],
  options: DiffOptions,
  context: CommandContext,
): Promise<void> {
  formatOf(options)
  circumstanceOf(options)
  const { from, to } = await readSides(names, options, context)
  const plain = await compareSides(from, to, options, context)
  const { impact } = options
  const report =
    impact === undefined
      ? plain
      : { ...plain, impact: await (await import('./impact.js')).impactOn(impact, plain, from, to, context) }
  const documents = await shownDocuments(from, to, formatOf(options), options, context)
  await deliver(report, documents, options, context)
  if (options.writeAllow !== undefined) await writeAllow(report, options.writeAllow, context)
  const error = diffError(report)
  if (error) throw error
}
