import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DiffReport } from '../../diff/index.js'
import type { CommandContext } from '../process/context.js'
import { argument, type CheckOptions } from './options.js'
import type { Moved } from './fetch-stage.js'
import { commandLine, complaintOf, runQuietly } from './run-quietly.js'
import type { Ran, RunCommand, Stage } from './stage.js'

/** One comparison: the version from the documents at hand, and the file that is served now. */
interface Comparison {
  readonly version: string
  readonly from: string
  readonly file: string
  readonly isPublished: boolean
}

interface Compared {
  readonly comparison: Comparison
  readonly ran: Ran
  readonly report?: DiffReport
}

/** A changed document is set beside itself, a new one beside the version before it. */
const comparisonsOf = ({ changed, added, files }: Moved): readonly Comparison[] => {
  const fileOf = (version: string): string => files[version] ?? `${version}.json`
  const known = Object.keys(files)
    .filter((version) => !added.includes(version))
    .toSorted()
  return [
    ...changed.map((version) => ({ version, from: version, file: fileOf(version), isPublished: true })),
    ...added.flatMap((version) => {
      const from = known.findLast((one) => one < version)
      return from === undefined ? [] : [{ version, from, file: fileOf(version), isPublished: false }]
    }),
  ]
}

const compare = async (
  run: RunCommand,
  comparison: Comparison,
  folder: string,
  options: CheckOptions,
  context: CommandContext,
): Promise<Compared> => {
  const { from, file, isPublished } = comparison
  const args = (served: string): readonly string[] => [
    'diff',
    from,
    join(served, file),
    '--specs',
    options.specs,
    isPublished ? '--published' : '--unpublished',
  ]
  // Settings of the user's own runs of diff have no say in what is read here.
  const asData = ['--json', '--output', '-']
  const ran = await runQuietly(run, [...args(folder), ...asData], context, args('served'))
  const report = ran.stdout === '' ? undefined : (JSON.parse(ran.stdout) as DiffReport)
  return { comparison, ran, ...(report && { report }) }
}

const countOf = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`

const headOf = ({ comparison: { version, from, isPublished }, ran, report }: Compared): string => {
  const what = isPublished ? version : `${from} to ${version}`
  if (!report) return `${what}: ${complaintOf(ran)}`
  const { verdict, counts } = report
  const mint = counts.mint === 0 ? '' : `, ${counts.mint} of them need a version of their own`
  return `${what}: ${verdict}, ${countOf(counts.changes)}${mint}`
}

const mostShown = 20

const linesOf = (compared: Compared): readonly string[] => {
  const { notes = [], changes = [] } = compared.report ?? {}
  const shown = changes.slice(0, mostShown).map(({ effect, sentence }) => `${effect}: ${sentence}`)
  const rest = changes.length - shown.length
  const inner = [...notes.map(({ message }) => message), ...shown, ...(rest > 0 ? [`and ${rest} more`] : [])]
  return [headOf(compared), ...inner.map((line) => `  ${line}`)]
}

const stageOf = (all: readonly Compared[], fetching: string): Omit<Stage, 'durationMs'> => {
  const failed = all.filter(({ ran }) => ran.code !== 0)
  const details = [...failed, ...all.filter(({ ran }) => ran.code === 0)].flatMap(linesOf)
  const commands = [fetching, ...all.map(({ ran }) => ran.command)]
  const exitCode = Math.max(0, ...failed.map(({ ran }) => ran.code))
  const versions = failed.map(({ comparison }) => comparison.version).join(', ')
  return exitCode === 0
    ? {
        name: 'diff',
        state: 'told',
        exitCode,
        summary: 'what differs may ship, or has a version of its own; run rampart fetch and commit it',
        commands,
        details,
      }
    : {
        name: 'diff',
        state: 'failed',
        exitCode,
        summary: exitCode === 1 ? `the policy is broken by ${versions}` : `${versions} cannot be compared`,
        commands,
        details,
      }
}

/** `rampart diff` for every document that is not as recorded: does the minting policy allow what changed? */
export async function diffStage(
  run: RunCommand,
  moved: Moved,
  options: CheckOptions,
  context: CommandContext,
): Promise<Omit<Stage, 'durationMs'>> {
  const comparisons = comparisonsOf(moved)
  if (comparisons.length === 0) {
    const summary = 'no document differs'
    return { name: 'diff', state: 'passed', exitCode: 0, summary, commands: [], details: [] }
  }
  const folder = await mkdtemp(join(tmpdir(), 'rampart-check-'))
  try {
    const served = join(folder, 'served')
    const args = (out: string): readonly string[] => [
      'fetch',
      '--out',
      out,
      ...argument('--spec-url', options.specUrl),
    ]
    const fetched = await runQuietly(run, args(served), context, args('served'))
    if (fetched.code !== 0) {
      const summary = complaintOf(fetched)
      const commands = [fetched.command]
      return { name: 'diff', state: 'failed', exitCode: fetched.code, summary, commands, details: [] }
    }
    const all: Compared[] = []
    for (const one of comparisons) all.push(await compare(run, one, served, options, context))
    return stageOf(all, commandLine(args('served')))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
