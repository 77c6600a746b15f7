import { applyBaseline, publishExchange, Recording, type Report, Secrets } from '../../conformance/index.js'
import { Client, explore, type ExploreSettings } from '../../conformance/index.js'
import { openAccess, type OpenedAccess } from '../access/open-access.js'
import type { CommandContext } from '../process/context.js'
import { compared, earlierReport } from '../reports/compare.js'
import { conclude } from '../reports/conclude.js'
import { deliver } from '../reports/deliver.js'
import { readBaseline } from '../reports/read-baseline.js'
import { writeBaseline } from '../reports/write-baseline.js'
import { withRecording } from '../test/exchange-file.js'
import { requireSense } from './check-options.js'
import { apisOf, carrierOf, type ExploredSet, readExplored } from './documents.js'
import { leaveToWrite } from './leave.js'
import type { ExploreOptions } from './options.js'
import { openOwnRules, type OwnRules } from './own-rules.js'
import { exploreProgress } from './progress.js'
import { reportOf } from './report.js'
import { askedFor, rulesAbout } from './rules.js'

const defaultConcurrency = 4
/** Longest wait for a service that stopped serving. */
const longestPatienceMs = 10_000

const settingsOf = (
  options: ExploreOptions,
  { apis }: ExploredSet,
  known: ExploreSettings['known'],
  context: CommandContext,
): ExploreSettings => ({
  seed: options.seed,
  budgetMs: options.for * 1000,
  concurrency: options.sources?.has('concurrency') === true ? (options.concurrency ?? 1) : defaultConcurrency,
  timeoutMs: options.timeout * 1000,
  allowWrites: leaveToWrite(apis[0]?.baseUrl ?? '', options, context),
  allowDestructive: options.allowDestructive === true,
  maxCreations: options.maxCreations,
  known,
})

interface Run {
  readonly set: ExploredSet
  readonly access: OpenedAccess
  readonly settings: ExploreSettings
  readonly ownRules: OwnRules | undefined
  /** Ids of the rules that are judged. */
  readonly asked: ReadonlySet<string>
}

const exploreService = async (
  { set, access, settings, ownRules, asked }: Run,
  options: ExploreOptions,
  recordingPath: string,
  context: CommandContext,
): Promise<Report> => {
  const startedAt = new Date()
  const secrets = new Secrets(() => access.credentials.flatMap((one) => one.secrets))
  const recording = new Recording(recordingPath, secrets.all)
  const client = new Client({
    origins: set.apis.map(({ baseUrl }) => baseUrl),
    isNamed: true,
    clean: (exchange) => publishExchange(exchange, secrets.long, Infinity, secrets.all),
    timeoutMs: settings.timeoutMs,
    concurrency: settings.concurrency,
    // A run that is to be short does not wait for long.
    patienceMs: Math.min(longestPatienceMs, settings.budgetMs),
    ...(options.rate !== undefined && { rate: options.rate }),
    onExchange: (exchange, durationMs) => recording.write(exchange, durationMs),
  })
  const carrier = carrierOf(options)
  const progress = exploreProgress(settings.budgetMs, context)
  try {
    const explored = await explore({
      apis: set.apis.flatMap((api, index) => {
        const credentials = access.credentials[index]
        return credentials ? [{ api, credentials }] : []
      }),
      ...(carrier && { carrier }),
      settings,
      client,
      signal: context.signal,
      onExchange: async (exchange, operation, { version }) => {
        progress.onExchange(exchange, operation)
        await ownRules?.look(exchange, version, operation.operationId)
      },
    })
    progress.clear()
    return await reportOf({ explored, set, access, startedAt, ownRules, asked }, context)
  } finally {
    progress.clear()
    await client.close()
    await recording.flush()
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** Explores a service, and writes every report. */
const run = async (options: ExploreOptions, reportName: string, context: CommandContext): Promise<Report> => {
  const earlier = await earlierReport(options, context)
  const documents = await readExplored(options, context)
  const rules = await rulesAbout(documents, options.packs, context)
  const asked = askedFor(rules, options)
  const set = await apisOf(documents, options, context)
  const access = await openAccess(set.apis, options.access, options.timeout * 1000, context)
  try {
    const settings = settingsOf(options, set, access.known, context)
    const ownRules = await openOwnRules({ set, settings, access, rules, asked }, options, context)
    const ids = rules.all.rules.map(({ id }) => id)
    const baseline =
      options.baseline === undefined ? undefined : await readBaseline(context.cwd, options.baseline, ids)
    return await withRecording(async ({ path, lines }) => {
      const found = await exploreService({ set, access, settings, ownRules, asked }, options, path, context)
      const known = baseline ? applyBaseline(found, baseline, today()) : found
      const report = compared(known, earlier)
      const prints = options.json === true ? 'json' : 'text'
      const target = { folder: options.reportDir, name: reportName, prints, recording: lines } as const
      await deliver(report, target, context)
      return report
    })
  } finally {
    await access.close()
  }
}

/**
 * The whole of `rampart test --document`.
 * @param reportName the report's folder as the user spelled it
 * @throws RampartError that the report is concluded with after it was written, and of everything that hinders a run.
 */
export async function runExplore(
  options: ExploreOptions,
  reportName: string,
  context: CommandContext,
): Promise<void> {
  requireSense(options)
  const report = await run(options, reportName, context)
  if (options.writeBaseline !== undefined) await writeBaseline(report, options.writeBaseline, context)
  conclude(report, reportName, options)
}
