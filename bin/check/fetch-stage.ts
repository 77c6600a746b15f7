import type { LockChanges } from '../../fetch/index.js'
import type { CommandContext } from '../process/context.js'
import { argument, type CheckOptions } from './options.js'
import { complaintOf, runQuietly } from './run-quietly.js'
import type { Ran, RunCommand, Stage } from './stage.js'

/** Documents that are not as the lock file records them. */
export interface Moved {
  /** Versions whose document has other bytes. */
  readonly changed: readonly string[]
  /** Versions that are new. */
  readonly added: readonly string[]
  /** By version, the name of the file that the service's document is kept in. */
  readonly files: Readonly<Record<string, string>>
}

/** What the first part found, and what the others need of it. */
export interface Fetched {
  readonly stage: Omit<Stage, 'durationMs'>
  /** Absent where the service could not be asked. */
  readonly moved?: Moved
}

interface FrozenData {
  readonly documents: Readonly<Record<string, { readonly file: string }>>
  readonly changes: LockChanges
}

const filesOf = ({ documents }: FrozenData): Moved['files'] =>
  Object.fromEntries(Object.entries(documents).map(([version, { file }]) => [version, file]))

const wordsOf = ({ changed, added }: Moved): string =>
  [
    ...(changed.length > 0 ? [`other bytes are served for ${changed.join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
  ].join('; ')

// What only the service did is judged by the policy; anything else is wrong whatever the policy says.
const differing = (ran: Ran, data: FrozenData): Fetched => {
  const { changed, added, removed, defaultChanged } = data.changes
  const moved = { changed, added, files: filesOf(data) }
  const upstream = changed.length + added.length + removed.length + (defaultChanged ? 1 : 0)
  const isWrong = removed.length > 0 || defaultChanged || ran.problems.length > upstream
  const details = ran.problems.map(({ message }) => message)
  const stage = { name: 'fetch' as const, commands: [ran.command], details }
  return isWrong
    ? { moved, stage: { ...stage, state: 'failed', exitCode: 1, summary: complaintOf(ran) } }
    : { moved, stage: { ...stage, state: 'told', exitCode: 0, summary: wordsOf(moved) } }
}

/** `rampart fetch --frozen`: is everything served as the lock file records it? */
export async function fetchStage(
  run: RunCommand,
  options: CheckOptions,
  context: CommandContext,
): Promise<Fetched> {
  const args = ['fetch', '--frozen', '--out', options.specs, ...argument('--spec-url', options.specUrl)]
  const ran = await runQuietly(run, [...args, '--json'], context, args)
  const stage = { name: 'fetch' as const, commands: [ran.command], details: [] }
  if (ran.stdout === '') {
    return { stage: { ...stage, state: 'failed', exitCode: ran.code, summary: complaintOf(ran) } }
  }
  const data = JSON.parse(ran.stdout) as FrozenData
  if (ran.code !== 0) return differing(ran, data)
  const files = filesOf(data)
  return {
    moved: { changed: [], added: [], files },
    stage: {
      ...stage,
      state: 'passed',
      exitCode: 0,
      summary: `${Object.keys(files).length} documents are served as ${options.specs} records them`,
    },
  }
}
