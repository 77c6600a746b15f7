import { publishResult, type Report } from '../../conformance/index.js'
import { type Explored, exploreReport, withOtherVersions } from '../../conformance/index.js'
import type { OpenedAccess } from '../access/open-access.js'
import type { CommandContext } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'
import type { ExploredSet } from './documents.js'
import type { OwnRules } from './own-rules.js'

/** A run that has explored, and not judged what is judged afterwards. */
export interface EndedRun {
  readonly explored: readonly Explored[]
  readonly set: ExploredSet
  readonly access: OpenedAccess
  readonly startedAt: Date
  readonly ownRules: OwnRules | undefined
  /** Ids of the rules that are judged. */
  readonly asked: ReadonlySet<string>
}

/** Adds the results of the user's own rules. */
const withOwnRules = async (
  report: Report,
  { ownRules, access }: Pick<EndedRun, 'ownRules' | 'access'>,
): Promise<Report> => {
  if (!ownRules) return report
  const { results, created } = await ownRules.run()
  return {
    ...report,
    results: [...report.results, ...results.map((result) => publishResult(result, access.redact))],
    created: [...(report.created ?? []), ...created],
  }
}

/** Judges what is judged after an exploration, and puts the report together. */
export async function reportOf(ended: EndedRun, { signal }: CommandContext): Promise<Report> {
  const { set, access, startedAt, asked } = ended
  const explored = await withOtherVersions(ended.explored)
  const all = explored.map((one, index) => {
    const source = set.sources[index]
    if (!source) throw new RangeError('an exploration without a document')
    return { ...one, source }
  })
  const report = exploreReport(all, {
    toolVersion: packageInfo().version,
    baseUrl: explored[0]?.api.baseUrl ?? '',
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    isInterrupted: signal.aborted,
    redact: access.redact,
  })
  const results = report.results.filter(({ id }) => asked.has(id))
  return withOwnRules({ ...report, results }, ended)
}
