import type { Report } from '../../conformance/index.js'
import { type Client, type Explored, exploreReport } from '../../explore/index.js'
import type { CommandContext } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'
import type { Access } from './access.js'
import type { ReadDocuments } from './documents.js'
import type { ExploreOptions } from './options.js'
import { sourceOf } from './sources.js'

/** A run that is over, but for what it leaves behind. */
export interface EndedRun {
  readonly explored: readonly Explored[]
  readonly documents: ReadDocuments
  readonly access: Access
  readonly client: Client
  readonly startedAt: Date
}

/** Puts the report of a run together. */
export async function reportOf(
  { explored, documents, access, startedAt }: EndedRun,
  _options: ExploreOptions,
  { signal }: CommandContext,
): Promise<Report> {
  const isUnversioned = explored.length === 1
  const all = explored.map((one, index) => {
    const input = documents.inputs[index]
    if (!input) throw new RangeError('an exploration without a document')
    return { ...one, source: sourceOf(input, isUnversioned) }
  })
  return exploreReport(all, {
    toolVersion: packageInfo().version,
    baseUrl: explored[0]?.api.baseUrl ?? '',
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    isInterrupted: signal.aborted,
    redact: access.redact,
  })
}
