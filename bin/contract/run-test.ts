import {
  assembleReport,
  isBroken,
  keysFrom,
  nothingJudged,
  type Plan,
  preflight,
  type Report,
  runContract,
  schedule,
} from '../../conformance/index.js'
import { RampartError } from '../../diagnostics/index.js'
import { fetchDocuments, type FetchedSet } from '../../fetch/index.js'
import type { CommandContext } from '../context.js'
import { cachedCode } from '../output/cached-code.js'
import { downloadProgress } from '../output/download-progress.js'
import { packageInfo } from '../package-info.js'
import { untilAborted } from '../until-aborted.js'
import type { TestOptions } from './options.js'
import { makePlan } from './plan.js'
import { ruleProgress } from './progress.js'
import { withRecording } from './recording.js'
import { serviceUrls } from './urls.js'
import { writeReports } from './write-reports.js'
import { requireFreePort } from './webhooks.js'

const fetchSet = (specUrl: string, options: TestOptions, context: CommandContext): Promise<FetchedSet> => {
  const progress = downloadProgress(context)
  return fetchDocuments({
    specUrl,
    allowOrigins: options.allowOrigin ?? [],
    signal: context.signal,
    limits: { timeoutMs: options.timeout * 1000 },
    onProgress: progress.onEvent,
  }).finally(progress.clear)
}

const decode = ({ documents }: FetchedSet) =>
  documents.map(({ version, fileName, bytes }) => ({
    name: version,
    file: fileName,
    text: Buffer.from(bytes).toString('utf8'),
  }))

const withWrites = async (plan: Plan, context: CommandContext): Promise<Plan> => {
  const look = preflight(plan, keysFrom(plan, context.env))
  const { isSandbox } = await untilAborted(context.signal, look)
  if (plan.allowWrites || isSandbox) return { ...plan, allowWrites: true }
  context.stderr(
    'The service shows no sandbox controls, so nothing is created; pass --allow-writes to judge more.\n',
  )
  return plan
}

const judge = async (
  plan: Plan,
  set: FetchedSet,
  shard: string | undefined,
  context: CommandContext,
): Promise<Report> => {
  const startedAt = new Date()
  const began = performance.now()
  const progress = ruleProgress(context, shard === undefined ? schedule(plan).length : undefined)
  const run = runContract(plan, { onStep: progress.onStep, ...(shard === undefined ? {} : { shard }) })
  const judged = await untilAborted(context.signal, run).finally(progress.clear)
  return assembleReport(plan, judged, {
    toolVersion: packageInfo().version,
    startedAt,
    durationMs: performance.now() - began,
    documents: Object.fromEntries(set.documents.map(({ version, sha256 }) => [version, sha256])),
  })
}

const conclude = (report: Report, reportName: string): void => {
  const unjudged = nothingJudged(report)
  if (unjudged !== undefined) throw new RampartError('NOTHING_JUDGED', { message: unjudged })
  if (isBroken(report)) {
    const failed = report.results.filter(({ state, severity }) => state === 'failed' && severity === 'error')
    const rules = new Set(failed.map(({ id }) => id))
    throw new RampartError('CONTRACT_BROKEN', {
      message: `broken rules: ${[...rules].join(', ')}`,
      fix: `Open ${reportName}/report.html, or read report.json: each finding names the rule, the place and the exchange that shows it.`,
    })
  }
}

/**
 * The whole of `rampart test`: documents, code, a look at the service, the suite, the report.
 * @param reportName the report's folder as the user spelled it
 * @throws RampartError CONTRACT_BROKEN after the report was written, and everything that hinders a run.
 */
export async function runTest(
  options: TestOptions,
  reportName: string,
  context: CommandContext,
): Promise<void> {
  const urls = serviceUrls(options.baseUrl, options.specUrl)
  makePlan({ ...options, versions: [] }, urls, { source: '', default: null, documents: [] }, '')
  await requireFreePort(options)
  const set = await fetchSet(urls.specUrl, options, context)
  const generated = await cachedCode(decode(set), context.env, context.signal)
  const plan = await withWrites(makePlan(options, urls, set, generated), context)
  const report = await withRecording(async ({ path, lines }) => {
    const judged = await judge({ ...plan, recording: path }, set, options.shard, context)
    const target = { folder: options.reportDir, name: reportName, json: options.json === true }
    await writeReports(judged, { ...target, recording: lines }, context)
    return judged
  })
  conclude(report, reportName)
}
