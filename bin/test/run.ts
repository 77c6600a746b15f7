import { randomUUID } from 'node:crypto'
import {
  type Api,
  assembleReport,
  type Documents as Cases,
  type ExploreSettings,
  isOfDocuments,
  type Keys,
  type Plan,
  planHash,
  type Registry,
  type Report,
  type Rule,
  run,
  type RunIdentity,
  schedule,
  type Seen,
  seenBy,
} from '../../conformance/index.js'
import { counted } from '../../reporting/index.js'
import type { Opened } from '../access/open-access.js'
import { given } from '../input/given.js'
import { RedrawnLine, ruleProgress } from '../output/progress.js'
import { withUnawaited } from '../packs/packs.js'
import type { CommandContext } from '../process/context.js'
import { packageInfo } from '../process/package-info.js'
import type { TestedDocument } from './apis.js'
import { defaultAtOnce, type TestOptions } from './command.js'

/** Variables of CI systems that identify a run, the same in all jobs of a matrix. */
const groupNames = 'GITHUB_RUN_ID CI_PIPELINE_ID BUILDKITE_BUILD_ID CIRCLE_WORKFLOW_ID BUILD_TAG'

/** The identity by which the report of a part is merged with those of the others. @param shard `2/3` for the second of three */
export function runIdentity(
  plan: Plan,
  shard: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): RunIdentity {
  const values = groupNames.split(' ').map((name) => env[name])
  const [index = 1, count = 1] = (shard ?? '').split('/').map(Number)
  const part = shard === undefined ? undefined : { index, count }
  return { id: randomUUID(), ...given({ group: values.find(Boolean), shard: part }), plan: planHash(plan) }
}

/** Shows how many requests were sent, and how much of the time is left. */
const caseProgress = (budgetMs: number, context: CommandContext) => {
  const line = new RedrawnLine(context)
  let ends: number | undefined
  let sent = 0
  const onCase = ({ method, path }: Api['operations'][number]): void => {
    sent++
    // Rules may be judged before the first one.
    ends ??= Date.now() + budgetMs
    const left = Math.max(0, Math.round((ends - Date.now()) / 1000))
    line.draw(`${counted(sent, 'request').padStart(15)}, ${left} s left  ${method.toUpperCase()} ${path}`)
  }
  return { onCase, clear: () => line.clear() }
}

/** A document with its credentials. */
export interface ReachedDocument extends Opened<TestedDocument> {
  /** The operations that cases are sent to, where the run is cut into parts. */
  readonly part?: ReadonlySet<Api['operations'][number]>
}

/** Facts of a run beside its plan. */
interface RunSetting {
  readonly documents: readonly ReachedDocument[]
  readonly keys: Keys
  /** Existing values on the service, by name. */
  readonly known: ExploreSettings['known']
  /** Of this run, or of this part of one. */
  readonly identity: RunIdentity
  /** The exchange with the service before the first rule. */
  readonly seen: Seen | undefined
  /** The rules that are about the service. */
  readonly registry: Registry
}

/** Default seconds for cases: beside the rules of a pack, and alone. */
const besidePack = 15
const alone = 60

const clearingUp =
  'Interrupted: created things are cancelled where possible. Interrupt again to stop at once.\n'

/** Whether cases are made for a rule: it is about documents, or an observing rule of the user. */
export function isShownCases(rule: Rule): boolean {
  return isOfDocuments(rule) || (rule.kind === 'observer' && rule.pack !== undefined)
}

/** The documents to make cases from; undefined where no requested rule needs cases. */
const casesOf = (plan: Plan, setting: RunSetting, options: TestOptions): Cases | undefined => {
  const { documents, known, registry } = setting
  const steps = schedule(registry, plan)
  const asked = new Set(steps.filter(({ rule }) => isShownCases(rule)).map((one) => one.version))
  const apis = documents.filter(({ api }) => asked.has(api.version))
  if (apis.length === 0) return undefined
  const hasOthers = steps.some(({ rule }) => rule.kind === 'scenario')
  const seconds = options.for ?? (hasOthers ? besidePack : alone)
  const [shard = 1] = (options.shard ?? '1/1').split('/').map(Number)
  const settings = {
    // Parts of a run draw different cases.
    seed: plan.seed + shard - 1,
    budgetMs: seconds * 1000,
    concurrency: options.concurrency ?? defaultAtOnce,
    allowWrites: plan.allowWrites,
    allowDestructive: options.allowDestructive === true,
    known,
  }
  return { apis, settings }
}

/** Judges a service by all rules of a plan, with progress on a terminal, and makes the report, after an interrupt too. */
export async function runPlan(
  plan: Plan,
  setting: RunSetting,
  options: TestOptions,
  context: CommandContext,
): Promise<Report> {
  const { registry, seen, documents, identity } = setting
  const startedAt = new Date()
  const began = performance.now()
  const { signal } = context
  if (plan.allowWrites) signal.addEventListener('abort', () => context.stderr(clearingUp), { once: true })
  const cases = casesOf(plan, setting, options)
  const rules = ruleProgress(context, schedule(registry, plan).length)
  const progress = caseProgress(cases?.settings.budgetMs ?? 0, context)
  const running = (): ReturnType<typeof run> =>
    run(registry, plan, setting.keys, {
      onStep: rules.onStep,
      signal,
      ...(options.for !== undefined && { budgetMs: options.for * 1000 }),
      ...(cases && { documents: { ...cases, onCase: progress.onCase } }),
    })
  const hasOwn = registry.rules.some(({ pack }) => pack !== undefined)
  const ended = await (hasOwn ? withUnawaited(running, context) : running()).finally(() => {
    rules.clear()
    progress.clear()
  })
  const sources = new Map(documents.map(({ api, source }) => [api, source]))
  return assembleReport(registry, plan, seenBy(seen ? [seen, ended] : [ended]), {
    toolVersion: packageInfo().version,
    startedAt,
    durationMs: performance.now() - began,
    created: ended.created,
    before: ended.before,
    run: identity,
    isInterrupted: signal.aborted,
    isTimeUp: ended.isTimeUp,
    redact: ended.redact,
    explored: ended.explored.flatMap((one) => {
      const source = sources.get(one.api)
      return source ? [{ ...one, source }] : []
    }),
  })
}

/** The report of a run in which nothing could be judged, since the service was not fit for it. */
export function unfitReport(plan: Plan, registry: Registry, obstacle: string): Report {
  const facts = { toolVersion: packageInfo().version, startedAt: new Date(), durationMs: 0, obstacle }
  return assembleReport(registry, plan, seenBy([]), facts)
}
