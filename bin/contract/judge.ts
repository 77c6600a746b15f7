import {
  assembleReport,
  keysFrom,
  type Plan,
  type Report,
  runSuite,
  schedule,
  type TimedJudged,
} from '../../conformance/index.js'
import type { CommandContext } from '../context.js'
import { packageInfo } from '../package-info.js'
import { untilAborted } from '../until-aborted.js'
import { ruleProgress } from './progress.js'

/** What of a run the plan does not say. */
export interface RunSetting {
  /** sha256 of each version's document. */
  readonly documents: Readonly<Record<string, string>>
  readonly shard: string | undefined
  /** What was seen of the service before the first rule. */
  readonly seen: TimedJudged | undefined
}

const leftBehind =
  'What was created on the service by now stays there; external ids begin with "rampart-" where there are any.\n'

/** Runs the suite, with progress on a terminal, and puts the report together. */
export async function judge(
  plan: Plan,
  { documents, shard, seen }: RunSetting,
  context: CommandContext,
): Promise<Report> {
  const startedAt = new Date()
  const began = performance.now()
  const progress = ruleProgress(context, shard === undefined ? schedule(plan).length : undefined)
  const options = { onStep: progress.onStep, ...(shard === undefined ? {} : { shard }) }
  const run = runSuite(plan, keysFrom(plan, context.env), options)
  const { judged, created } = await untilAborted(context.signal, run)
    .finally(progress.clear)
    .catch((error: unknown) => {
      if (context.signal.aborted && plan.allowWrites) context.stderr(leftBehind)
      throw error
    })
  return assembleReport(plan, seen ? [seen, ...judged] : judged, {
    toolVersion: packageInfo().version,
    startedAt,
    durationMs: performance.now() - began,
    documents,
    created,
  })
}
