import { dirname, relative, resolve } from 'node:path'
import { RampartError, wrongUse } from '../../diagnostics/index.js'
import {
  allowListOf,
  diffDocuments,
  type DiffReport,
  isBroken,
  type LinesOf,
  makeReport,
  renderDiff,
  type ReportContext,
  withLines,
} from '../../diff/index.js'
import { linesIn } from '../../document/text/index.js'
import { counted } from '../../reporting/index.js'
import type { DiffOptions } from './command.js'
import { readAllow, readPolicyFile, baseOf, commitOf, type DocumentSide, pathIn, readSides } from './sides.js'
import {
  dayAfter,
  deliverData,
  printText,
  requireNewList,
  requireOutput,
  writeAccepted,
} from '../output/print.js'
import { colorsFor, type CommandContext } from '../process/context.js'
import { given } from '../input/given.js'
import { packageInfo } from '../process/package-info.js'

// Names are arbitrary, so only web addresses and relative paths become links.
const encodedLink = (path: string): string =>
  path
    .replaceAll('\\', '/')
    .split('/')
    .map((segment) => encodeURIComponent(segment).replaceAll(/[!'()*]/g, percentEncoded))
    .join('/')

const percentEncoded = (character: string): string =>
  `%${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()}`

/** The address of a repository on GitHub at a commit, where the environment names it. */
const blobOf = ({ env }: Pick<CommandContext, 'env'>, commit: string | undefined): string | undefined => {
  const [server = '', repository = ''] = [env['GITHUB_SERVER_URL'], env['GITHUB_REPOSITORY']]
  const isGiven = /^https?:\/\/[\w.:-]+$/.test(server) && /^[\w.-]+\/[\w.-]+$/.test(repository)
  const isCommit = /^[0-9a-f]{7,64}$/.test(commit ?? '')
  return isGiven && isCommit ? `${server}/${repository}/blob/${commit}` : undefined
}

const gitLink = async (fromGit: string, context: CommandContext): Promise<string | undefined> => {
  const commit = blobOf(context, '0'.repeat(40)) && (await commitOf(fromGit, context))
  const blob = blobOf(context, commit)
  const path = blob && (await pathIn(fromGit, context))
  return path === undefined ? undefined : `${blob}/${encodedLink(path)}`
}

/** The documents of a report with the addresses of their texts: on GitHub for a comment, else relative to the report. */
const shownDocuments = async (
  from: DocumentSide,
  to: DocumentSide,
  { format, output = '-', fromGit }: DiffOptions,
  context: CommandContext,
): Promise<ReportContext> => {
  const isComment = format === 'github-comment'
  const blob = blobOf(context, context.env['GITHUB_SHA'])
  const linkOf = ({ side: { file } }: DocumentSide): string | undefined => {
    if (file === undefined) return undefined
    if (isComment) return blob && `${blob}/${encodedLink(file)}`
    const way = relative(dirname(resolve(context.cwd, output)), resolve(baseOf(context), file))
    return encodedLink(way.startsWith('..') ? way : `./${way}`)
  }
  const older = isComment && fromGit !== undefined ? await gitLink(fromGit, context) : linkOf(from)
  return {
    from: { document: from.document, ...given({ href: older }) },
    to: { document: to.document, ...given({ href: linkOf(to) }) },
  }
}

const linesOf =
  ({ input, ...read }: DocumentSide): LinesOf =>
  (pointers) =>
    linesIn(input.text, read, pointers)

const deliver = async (
  report: DiffReport,
  documents: ReportContext,
  options: DiffOptions,
  context: CommandContext,
): Promise<void> => {
  const { format = 'text' } = options
  const isLong = options.all === true
  const output = options.output === '-' ? undefined : options.output
  if (output !== undefined || format !== 'text') {
    const data = renderDiff(report, format, { paint: colorsFor(false), isLong }, documents)
    await deliverData(data, output, context)
  }
  if (output !== undefined || format === 'text') {
    const style = { paint: colorsFor(context.color), isLong: isLong && output === undefined }
    printText(renderDiff(report, 'text', style), context)
  }
}

const writeAllow = ({ changes }: DiffReport, path: string, context: CommandContext): Promise<void> =>
  writeAccepted('Allow-list', path, context, (reason, expires) => {
    const list = allowListOf(changes, reason, expires)
    return { list, count: counted(list.changes.length, 'change') }
  })

/** The failure of a report whose changes the policy does not allow; undefined when it allows them all. */
export function diffError(report: DiffReport): RampartError | undefined {
  if (!isBroken(report)) return undefined
  const { mint } = report.counts
  const due = counted(mint, 'change needs a version of its own', 'changes need a version of their own')
  if (report.verdict === 'must-be-minted') return new RampartError('DIFF_MUST_MINT', { message: due })
  return new RampartError('DIFF_DRIFT', { message: `${report.to.version ?? report.to.name}: ${due}` })
}

type Judging = Pick<DiffOptions, 'policy' | 'allow' | 'published' | 'unpublished'>

const readJudging = async ({ policy, allow, published, unpublished }: Judging, context: CommandContext) => {
  // On the command line they exclude each other; a config file may still have both.
  if (published === true && unpublished === true)
    throw wrongUse('--published and --unpublished exclude each other')
  return {
    circumstance: published === true ? 'published' : unpublished === true ? 'dated' : undefined,
    policy: await readPolicyFile(policy, context),
    allowList: allow === undefined ? undefined : await readAllow(context.cwd, allow),
  } as const
}

/** Checks the options, and the files that they name, before any document is read. */
export async function checkDiffOptions(options: DiffOptions, context: CommandContext): Promise<void> {
  await readJudging(options, context)
}

/** Compares two documents and judges what differs; nothing is printed. */
export async function compareSides(
  from: DocumentSide,
  to: DocumentSide,
  options: Judging,
  context: CommandContext,
): Promise<DiffReport> {
  const { circumstance, policy, allowList } = await readJudging(options, context)
  return makeReport({
    from: from.side,
    to: to.side,
    ...given({ circumstance, allowList }),
    changes: withLines(diffDocuments(from, to), linesOf(from), linesOf(to)),
    refusals: [from, to].map(({ side, problems }) => [side.name, problems] as const),
    policy,
    today: dayAfter(0),
    tool: packageInfo().version,
  })
}

/** One run of `rampart diff`, on what the command line names, in order. */
export async function runDiff(
  names: readonly string[],
  options: DiffOptions,
  context: CommandContext,
): Promise<void> {
  const { impact, writeAllow: list } = options
  if (list !== undefined) await requireNewList('--write-allow', list, context)
  await requireOutput(options.output, context)
  const { from, to } = await readSides(names, options, context)
  const plain = await compareSides(from, to, options, context)
  const report =
    impact === undefined
      ? plain
      : { ...plain, impact: await (await import('./impact.js')).impactOn(impact, plain, from, to, context) }
  const documents = await shownDocuments(from, to, options, context)
  await deliver(report, documents, options, context)
  if (list !== undefined) await writeAllow(report, list, context)
  const error = diffError(report)
  if (error) throw error
}
