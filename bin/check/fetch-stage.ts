import { type FetchedSet, lockFileName } from '../../fetch/index.js'
import { compareFrozen, driftError, type FrozenResult } from '../fetch/frozen.js'
import type { CommandContext } from '../process/context.js'
import { argument, type CheckOptions, commandLine, type PartOptions } from './options.js'
import { attempt, failureText, type StageResult, undone } from './stage.js'
import { counted, wordFor } from '../../reporting/index.js'

/** The documents that are served, and which of them are not as the lock file records them. */
export interface Published {
  readonly set: FetchedSet
  /** Versions whose document has other bytes. */
  readonly changed: readonly string[]
  /** Versions that are new. */
  readonly added: readonly string[]
}

/** The first part with what the others need of it. */
export interface FetchStage {
  readonly stage: StageResult
  /** Absent where the service could not be asked. */
  readonly published?: Published
}

const changesText = ({ changed, added }: Published): string =>
  [
    ...(changed.length > 0 ? [`other bytes are served for ${changed.join(', ')}`] : []),
    ...(added.length > 0 ? [`new: ${added.join(', ')}`] : []),
  ].join('; ')

// Changes that the service alone made are judged by the policy; anything else is wrong whatever the policy says.
const isWrong = ({ changes, problems }: FrozenResult): boolean => {
  const { changed, added, removed, defaultChanged } = changes
  const upstream = changed.length + added.length + removed.length + (defaultChanged ? 1 : 0)
  return removed.length > 0 || defaultChanged || problems.length > upstream
}

/** `rampart fetch --frozen`: is everything served as the lock file records it? */
export async function fetchStage(
  { specs, specUrl }: CheckOptions,
  parts: PartOptions,
  context: CommandContext,
): Promise<FetchStage> {
  const args = ['fetch', '--frozen', '--out', specs, ...argument('--spec-url', specUrl)]
  const commands = [commandLine(args)]
  const tried = await attempt(
    context,
    async () => compareFrozen(parts.fetch(), context),
    (result) => driftError({ out: specs }, result),
  )
  const { value, exitCode } = tried
  if (!value) return { stage: undone('fetch', commands, tried) }
  const { changes, problems, set } = value
  const published = { set, changed: changes.changed, added: changes.added }
  const details = problems.map(({ message }) => message)
  const stage = { name: 'fetch' as const, commands, details }
  if (exitCode === 0) {
    context.stderr(`Nothing differs from ${specs}/${lockFileName}.\n`)
    const summary = `${counted(set.documents.length, 'document is', 'documents are')} served as ${specs} records ${wordFor(set.documents.length, 'it', 'them')}`
    return { published, stage: { ...stage, state: 'passed', exitCode, summary } }
  }
  return isWrong(value)
    ? { published, stage: { ...stage, state: 'failed', exitCode, summary: failureText(tried) } }
    : { published, stage: { ...stage, state: 'warning', exitCode: 0, summary: changesText(published) } }
}
