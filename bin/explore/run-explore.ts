import { applyBaseline, Recording, type Report } from '../../conformance/index.js'
import { type Api, Client, explore, exploreRules, type ExploreSettings } from '../../explore/index.js'
import type { CommandContext } from '../process/context.js'
import { compared, earlierReport } from '../reports/compare.js'
import { conclude } from '../reports/conclude.js'
import { deliver } from '../reports/deliver.js'
import { readBaseline } from '../reports/read-baseline.js'
import { writeBaseline } from '../reports/write-baseline.js'
import { withRecording } from '../test/exchange-file.js'
import { type Access, accessOf } from './access.js'
import { requireSense } from './check-options.js'
import { apisOf, readExplored, type ReadDocuments } from './documents.js'
import { leaveToWrite } from './leave.js'
import type { ExploreOptions } from './options.js'
import { exploreProgress } from './progress.js'
import { reportOf } from './report.js'

const defaultConcurrency = 4

const settingsOf = (
  options: ExploreOptions,
  apis: readonly Api[],
  known: ExploreSettings['known'],
  context: CommandContext,
): ExploreSettings => ({
  seed: options.seed,
  budgetMs: options.for * 1000,
  concurrency: options.sources?.has('concurrency') === true ? (options.concurrency ?? 1) : defaultConcurrency,
  ...(options.rate !== undefined && { rate: options.rate }),
  timeoutMs: options.timeout * 1000,
  allowWrites: leaveToWrite(apis[0]?.baseUrl ?? '', options, context),
  allowDestructive: options.allowDestructive === true,
  maxCreations: options.maxCreations,
  known,
})

interface Run {
  readonly documents: ReadDocuments
  readonly apis: readonly Api[]
  readonly access: Access
  readonly settings: ExploreSettings
}

const exploreService = async (
  { documents, apis, access, settings }: Run,
  options: ExploreOptions,
  recordingPath: string,
  context: CommandContext,
): Promise<Report> => {
  const startedAt = new Date()
  const recording = new Recording(recordingPath, access.redact)
  const client = new Client({
    baseUrl: apis[0]?.baseUrl ?? '',
    timeoutMs: settings.timeoutMs,
    concurrency: settings.concurrency,
    ...(settings.rate !== undefined && { rate: settings.rate }),
    onExchange: (exchange, durationMs) => recording.write(exchange, durationMs),
  })
  const progress = exploreProgress(settings.budgetMs, context)
  try {
    const input = apis.map((api) => ({ api, credentials: access.sourceFor(api) }))
    const explored = await explore({ apis: input, settings, client, signal: context.signal, ...progress })
    progress.clear()
    return await reportOf({ explored, documents, access, client, startedAt }, options, context)
  } finally {
    progress.clear()
    await client.close()
    await recording.flush()
  }
}

const today = (): string => new Date().toISOString().slice(0, 10)

/** Explores a service, and writes every report. */
const run = async (options: ExploreOptions, reportName: string, context: CommandContext): Promise<Report> => {
  const baseline =
    options.baseline === undefined
      ? undefined
      : await readBaseline(context.cwd, options.baseline, Object.keys(exploreRules))
  const earlier = await earlierReport(options, context)
  const documents = await readExplored(options, context)
  const apis = await apisOf(documents, options, context)
  const access = await accessOf(apis, options, context)
  try {
    const settings = settingsOf(options, apis, access.known, context)
    return await withRecording(async ({ path, lines }) => {
      const found = await exploreService({ documents, apis, access, settings }, options, path, context)
      const known = baseline ? applyBaseline(found, baseline, today()) : found
      const report = compared(known, earlier)
      const prints = options.json === true ? 'json' : 'text'
      await deliver(
        report,
        { folder: options.reportDir, name: reportName, prints, recording: lines },
        context,
      )
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
