import {
  assembleReport,
  runRules,
  keysFrom,
  type Plan,
  type Registry,
  type Report,
  schedule,
  type TimedStepResult,
} from '../../conformance/index.js'
import type { RunIdentity } from '../../conformance/index.js'
import type { CommandContext } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'
import { withStrays } from '../packs/with-strays.js'
import { ruleProgress } from '../output/rule-progress.js'

/** Facts of a run beside its plan. */
export interface RunSetting {
  /** sha256 of each version's document. */
  readonly documents: Readonly<Record<string, string>>
  /** Of this run, or of this part of one. */
  readonly identity: RunIdentity
  /** The exchange with the service before the first rule. */
  readonly seen: TimedStepResult | undefined
  /** The rules that are about the service. */
  readonly registry: Registry
}

const clearingUp =
  'Interrupted: what was created is cancelled where that can be done. Interrupt again to leave at once.\n'

/**
 * Runs the suite, with progress on a terminal, and puts the report together. After an interrupt it is that of an
 * incomplete run.
 */
export async function judge(
  plan: Plan,
  { documents, identity, seen, registry }: RunSetting,
  context: CommandContext,
): Promise<Report> {
  const startedAt = new Date()
  const began = performance.now()
  const progress = ruleProgress(context, schedule(registry, plan).length)
  const { signal } = context
  if (plan.allowWrites) signal.addEventListener('abort', () => context.stderr(clearingUp), { once: true })
  const keys = keysFrom(plan, context.env)
  const run = (): ReturnType<typeof runRules> =>
    runRules(registry, plan, keys, { onStep: progress.onStep, signal })
  const hasOwn = registry.rules.some(({ pack }) => pack !== undefined)
  const running = hasOwn ? withStrays(run, context) : run()
  const { judged, created } = await running.finally(progress.clear)
  return assembleReport(registry, plan, seen ? [seen, ...judged] : judged, {
    toolVersion: packageInfo().version,
    startedAt,
    durationMs: performance.now() - began,
    documents,
    created,
    run: identity,
    isInterrupted: signal.aborted,
  })
}
