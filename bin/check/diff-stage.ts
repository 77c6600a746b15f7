import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DiffReport } from '../../diff/index.js'
import { counted } from '../../reporting/index.js'
import { toFiles } from '../../fetch/index.js'
import type { DiffOptions } from '../diff/options.js'
import { compareSides, diffError } from '../diff/run-diff.js'
import { readSides } from '../diff/sides.js'
import { writeFiles } from '../output/write-files.js'
import type { CommandContext } from '../process/context.js'
import type { Published } from './fetch-stage.js'
import { argument, type CheckOptions, commandLine, type PartOptions } from './options.js'
import { type Attempt, attempt, failureText, firstLines, type StageResult } from './stage.js'

/** One comparison: the version from the documents at hand, and the file that is served now. */
interface Comparison {
  readonly version: string
  readonly from: string
  readonly file: string
  readonly isPublished: boolean
}

/** A comparison with its report. */
interface Compared extends Attempt<DiffReport> {
  readonly comparison: Comparison
  readonly command: string
}

/** A changed document is set beside itself, a new one beside the version before it. */
const comparisonsOf = ({ changed, added, set }: Published): readonly Comparison[] => {
  const files = new Map(set.documents.map(({ version, fileName }) => [version, fileName]))
  const fileOf = (version: string): string => files.get(version) ?? `${version}.json`
  const known = [...files.keys()].filter((version) => !added.includes(version)).toSorted()
  return [
    ...changed.map((version) => ({ version, from: version, file: fileOf(version), isPublished: true })),
    ...added.flatMap((version) => {
      const from = known.findLast((one) => one < version)
      return from === undefined ? [] : [{ version, from, file: fileOf(version), isPublished: false }]
    }),
  ]
}

const commandOf = ({ from, file, isPublished }: Comparison, specs: string): string =>
  commandLine([
    'diff',
    from,
    join('served', file),
    '--specs',
    specs,
    isPublished ? '--published' : '--unpublished',
  ])

// Of the user's own settings for diff, those that judge are taken; those that print or write are not.
const judging = ({ specs, policy, allow }: DiffOptions, { isPublished }: Comparison): DiffOptions => ({
  specs,
  policy,
  ...(allow !== undefined && { allow }),
  ...(isPublished ? { published: true } : { unpublished: true }),
})

const compare = async (
  comparison: Comparison,
  folder: string,
  options: DiffOptions,
  context: CommandContext,
): Promise<Compared> => {
  const own = judging(options, comparison)
  const work = async (): Promise<DiffReport> => {
    const { from, to } = await readSides([comparison.from, join(folder, comparison.file)], own, context)
    return compareSides(from, to, own, context)
  }
  const command = commandOf(comparison, options.specs)
  return { ...(await attempt(context, work, diffError)), comparison, command }
}

const headOf = (compared: Compared): string => {
  const { comparison, value } = compared
  const { version, from, isPublished } = comparison
  const name = isPublished ? version : `${from} to ${version}`
  if (!value) return `${name}: ${failureText(compared)}`
  const { verdict, counts } = value
  const mint = counts.mint === 0 ? '' : `, ${counts.mint} of them need a version of their own`
  return `${name}: ${verdict}, ${counted(counts.changes, 'change')}${mint}`
}

const linesOf = (compared: Compared): readonly string[] => {
  const { notes = [], changes = [] } = compared.value ?? {}
  const sentences = firstLines(changes.map(({ effect, sentence }) => `${effect}: ${sentence}`))
  const inner = [...notes.map(({ message }) => message), ...sentences]
  return [headOf(compared), ...inner.map((line) => `  ${line}`)]
}

const summaryOf = (failed: readonly Compared[], exitCode: number): string => {
  if (exitCode === 0) {
    return 'what differs may ship, or has a version of its own; run rampart fetch and commit it'
  }
  const versions = failed.map(({ comparison }) => comparison.version).join(', ')
  return exitCode === 1 ? `the policy is broken by ${versions}` : `${versions} cannot be compared`
}

const stageOf = (all: readonly Compared[], { specUrl }: CheckOptions): StageResult => {
  const failed = all.filter(({ exitCode }) => exitCode !== 0)
  const exitCode = Math.max(0, ...failed.map((one) => one.exitCode))
  const fetching = commandLine(['fetch', '--out', 'served', ...argument('--spec-url', specUrl)])
  return {
    name: 'diff',
    state: exitCode === 0 ? 'warning' : 'failed',
    exitCode,
    summary: summaryOf(failed, exitCode),
    commands: [fetching, ...all.map(({ command }) => command)],
    details: [...failed, ...all.filter((one) => one.exitCode === 0)].flatMap(linesOf),
  }
}

/** `rampart diff` for every document that is not as recorded: does the minting policy allow what changed? */
export async function diffStage(
  published: Published,
  options: CheckOptions,
  parts: PartOptions,
  context: CommandContext,
): Promise<StageResult> {
  const comparisons = comparisonsOf(published)
  if (comparisons.length === 0) {
    const isAlone = published.added.length > 0
    const summary = isAlone
      ? 'no version is known that a new one can be compared with'
      : 'no document differs'
    return { name: 'diff', state: 'passed', exitCode: 0, summary, commands: [], details: [] }
  }
  const settings = parts.diff()
  const folder = await mkdtemp(join(tmpdir(), 'rampart-check-'))
  try {
    await writeFiles(folder, toFiles(published.set))
    const all: Compared[] = []
    for (const one of comparisons) all.push(await compare(one, folder, settings, context))
    return stageOf(all, options)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
