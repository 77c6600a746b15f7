import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DiffReport } from '../../diff/index.js'
import { toFiles } from '../../fetch/index.js'
import { counted } from '../../reporting/index.js'
import type { DiffOptions } from '../diff/options.js'
import { compareSides, diffError } from '../diff/run-diff.js'
import { readSides } from '../diff/sides.js'
import type { FrozenResult } from '../fetch/frozen.js'
import { writeFiles } from '../output/write-files.js'
import {
  type Attempt,
  attempt,
  type Check,
  commandLine,
  failureText,
  fine,
  firstLines,
  type Outcome,
} from './stage.js'

/** One comparison: the version from the documents at hand, and the file that is served now. */
interface Comparison {
  readonly version: string
  readonly from: string
  readonly file: string
  readonly isPublished: boolean
}

/** A comparison with its report. */
interface Compared extends Attempt<DiffReport>, Comparison {}

/** A changed document is compared with itself, a new one with the version before it. */
const comparisonsOf = ({ changes: { changed, added }, set }: FrozenResult): readonly Comparison[] => {
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

const compare = async (folder: string, one: Comparison, { parts, context }: Check): Promise<Compared> => {
  // Of the user's own settings for diff, those that judge are taken; those that print or write are not.
  const { specs, policy, allow } = parts.diff()
  const options: DiffOptions = {
    specs,
    policy,
    ...(allow !== undefined && { allow }),
    ...(one.isPublished ? { published: true } : { unpublished: true }),
  }
  const work = async (): Promise<DiffReport> => {
    const { from, to } = await readSides([one.from, join(folder, one.file)], options, context)
    return compareSides(from, to, options, context)
  }
  return { ...one, ...(await attempt(context, work, diffError)) }
}

const linesOf = (compared: Compared): readonly string[] => {
  const { version, from, isPublished, value } = compared
  const name = isPublished ? version : `${from} to ${version}`
  if (!value) return [`${name}: ${failureText(compared)}`]
  const { verdict, counts, notes, changes } = value
  const mint = counts.mint === 0 ? '' : `, ${counts.mint} of them need a version of their own`
  const sentences = firstLines(changes.map(({ effect, sentence }) => `${effect}: ${sentence}`))
  return [
    `${name}: ${verdict}, ${counted(counts.changes, 'change')}${mint}`,
    ...[...notes.map(({ message }) => message), ...sentences].map((line) => `  ${line}`),
  ]
}

const outcomeOf = (all: readonly Compared[], specs: string, specUrl: string | undefined): Outcome => {
  const bad = all.filter(({ exitCode }) => exitCode !== 0)
  const exitCode = Math.max(0, ...bad.map((one) => one.exitCode))
  const versions = bad.map(({ version }) => version).join(', ')
  const commands = all.map(({ from, file, isPublished }) =>
    commandLine(['diff', from, join('served', file), '--specs', specs], {
      [isPublished ? '--published' : '--unpublished']: true,
    }),
  )
  const found = {
    exitCode,
    commands: [commandLine(['fetch', '--out', 'served'], { '--spec-url': specUrl }), ...commands],
    details: [...bad, ...all.filter((one) => one.exitCode === 0)].flatMap(linesOf),
  }
  if (exitCode === 0) {
    const summary = 'what differs may ship, or has a version of its own; run rampart fetch and commit it'
    return { ...found, state: 'warning', summary }
  }
  const summary = exitCode === 1 ? `the policy is broken by ${versions}` : `${versions} cannot be compared`
  return { ...found, state: 'failed', summary }
}

/** `rampart diff` for every document that is not as recorded: does the minting policy allow what changed? */
export async function diffStage(check: Check): Promise<Outcome> {
  const { served, parts, options } = check
  if (!served) {
    return fine('skipped', 'there is nothing to compare: what the service publishes is not known')
  }
  const comparisons = comparisonsOf(served)
  if (comparisons.length === 0) {
    const isAlone = served.changes.added.length > 0
    return fine(
      'passed',
      isAlone ? 'no version is known that a new one can be compared with' : 'no document differs',
    )
  }
  const folder = await mkdtemp(join(tmpdir(), 'rampart-check-'))
  try {
    await writeFiles(folder, toFiles(served.set))
    const all: Compared[] = []
    for (const one of comparisons) all.push(await compare(folder, one, check))
    return outcomeOf(all, parts.diff().specs, options.specUrl)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
