import {
  assembleReport,
  type CreatedEntry,
  keysFrom,
  type Plan,
  printable,
  type Report,
  runSuite,
  schedule,
  type SuiteRun,
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

const clearingUp =
  'Interrupted: what was created is cancelled where that can be done. Interrupt again to leave at once.\n'

const mostNamed = 50

/** No report is written of a run that was interrupted, so what stays on the service is named here. */
const sayLeft = (created: readonly CreatedEntry[], context: CommandContext): void => {
  const left = created.filter(({ fate }) => fate === 'kept' || fate === 'refused')
  const named = left
    .slice(0, mostNamed)
    .map(({ operation, id, externalId }) => `  ${[operation, id, externalId].filter(Boolean).join(' ')}`)
  const more = left.length > mostNamed ? [`  and ${left.length - mostNamed} more`] : []
  const gone = created.length - left.length
  const head = `Created: ${created.length} things, ${gone} of them gone again${left.length > 0 ? '; these stay:' : '.'}`
  context.stderr(`${[head, ...named, ...more].map(printable).join('\n')}\n`)
}

/** A part that the runner cuts cannot be stopped: it is left to itself. */
const judgeShard = (run: Promise<SuiteRun>, plan: Plan, context: CommandContext): Promise<SuiteRun> =>
  untilAborted(context.signal, run).catch((error: unknown) => {
    if (context.signal.aborted && plan.allowWrites) context.stderr(leftBehind)
    throw error
  })

/** Runs the suite, with progress on a terminal, and puts the report together. */
export async function judge(
  plan: Plan,
  { documents, shard, seen }: RunSetting,
  context: CommandContext,
): Promise<Report> {
  const startedAt = new Date()
  const began = performance.now()
  const progress = ruleProgress(context, shard === undefined ? schedule(plan).length : undefined)
  const { signal } = context
  const options = { onStep: progress.onStep, signal, ...(shard === undefined ? {} : { shard }) }
  if (plan.allowWrites && shard === undefined) {
    signal.addEventListener('abort', () => context.stderr(clearingUp), { once: true })
  }
  const run = runSuite(plan, keysFrom(plan, context.env), options)
  const ended = shard === undefined ? run : judgeShard(run, plan, context)
  const { judged, created } = await ended.finally(progress.clear)
  if (signal.aborted) {
    sayLeft(created, context)
    throw signal.reason
  }
  return assembleReport(plan, seen ? [seen, ...judged] : judged, {
    toolVersion: packageInfo().version,
    startedAt,
    durationMs: performance.now() - began,
    documents,
    created,
  })
}
