import { basename, dirname, resolve } from 'node:path'
import { RampartError } from '../../diagnostics/index.js'
import {
  allowListOf,
  catalogue,
  diffDocuments,
  type DiffReport,
  isBroken,
  makeReport,
  renderChangelog,
  renderComment,
  renderDiffAnnotations,
  renderDiffJson,
  renderDiffSarif,
  renderDiffText,
} from '../../diff/index.js'
import { colorsFor } from '../process/colors.js'
import type { CommandContext } from '../process/context.js'
import { writeFiles } from '../output/write-files.js'
import { packageInfo } from '../process/package-info.js'
import type { DiffOptions, Format } from './options.js'
import { readAllow, readPolicyFile } from './read-files.js'
import { placed } from './placed.js'
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

const formatOf = ({ format, json }: DiffOptions): Format => {
  if (json === true && format !== undefined && format !== 'json') {
    throw new RampartError('OPTION_INVALID', { message: `--json and --format ${format} exclude each other` })
  }
  return json === true ? 'json' : (format ?? 'text')
}

const rendered = (report: DiffReport, format: Format, isLong: boolean, isColored: boolean): string => {
  if (format === 'json') return renderDiffJson(report)
  if (format === 'sarif') return renderDiffSarif(report, catalogue)
  if (format === 'markdown') return renderChangelog(report)
  if (format === 'comment') return renderComment(report)
  if (format === 'github') return renderDiffAnnotations(report)
  return renderDiffText(report, colorsFor(isColored), isLong)
}

/** GitHub obeys lines of the log; a document has no say in that. */
const printText = async (text: string, context: CommandContext): Promise<void> => {
  if (context.env['GITHUB_ACTIONS'] !== 'true') return context.stdout(text)
  const { withoutCommands } = await import('../../conformance/index.js')
  context.stdout(withoutCommands(text))
}

const deliver = async (report: DiffReport, options: DiffOptions, context: CommandContext): Promise<void> => {
  const format = formatOf(options)
  const isLong = options.all === true
  const output = options.output === '-' ? undefined : options.output
  if (output !== undefined) {
    const file = resolve(context.cwd, output)
    const content = rendered(report, format, isLong, false)
    await writeFiles(dirname(file), [{ path: basename(file), content }])
    context.stderr(`Written to ${output}.\n`)
  }
  if (output === undefined && format !== 'text') context.stdout(rendered(report, format, isLong, false))
  else await printText(rendered(report, 'text', isLong && output === undefined, context.color), context)
}

const writeAllow = async (report: DiffReport, path: string, context: CommandContext): Promise<void> => {
  const expires = dayAfter(daysGiven)
  const list = allowListOf(report.changes, 'not explained yet', expires)
  const file = resolve(context.cwd, path)
  await writeFiles(dirname(file), [
    { path: basename(file), content: `${JSON.stringify(list, undefined, 2)}\n` },
  ])
  const count = list.changes.length
  const changes = `${count} ${count === 1 ? 'change' : 'changes'}`
  context.stderr(`Allow-list: ${path} lets ${changes} pass until ${expires}; give each its reason.\n`)
}

const conclude = (report: DiffReport): void => {
  if (!isBroken(report)) return
  const { mint } = report.counts
  const due = `${mint} ${mint === 1 ? 'change needs a version of its own' : 'changes need a version of their own'}`
  if (report.verdict === 'must-be-minted') throw new RampartError('DIFF_MUST_MINT', { message: due })
  throw new RampartError('DIFF_DRIFT', { message: `${report.to.version ?? report.to.name}: ${due}` })
}

const readJudging = async (
  { policy, allow }: Pick<DiffOptions, 'policy' | 'allow'>,
  context: CommandContext,
) => ({
  policy: await readPolicyFile(policy, context),
  allowList: allow === undefined ? undefined : await readAllow(context.cwd, allow),
})

/**
 * Compares two documents and judges what differs; nothing is printed.
 * @throws RampartError POLICY_INVALID or ALLOW_INVALID.
 */
export async function compare(
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
  if (context.inputsOnly === true) {
    await readJudging(options, context)
    return
  }
  const { from, to } = await readSides(names, options, context)
  const plain = await compare(from, to, options, context)
  const { impact } = options
  const report =
    impact === undefined
      ? plain
      : { ...plain, impact: await (await import('./impact.js')).impactOn(impact, plain, from, to, context) }
  await deliver(report, options, context)
  if (options.writeAllow !== undefined) await writeAllow(report, options.writeAllow, context)
  conclude(report)
}
