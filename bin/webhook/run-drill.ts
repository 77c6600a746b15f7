import { wrongUse } from '../../diagnostics/index.js'
import { randomInt } from 'node:crypto'
import { resolve } from 'node:path'
import {
  concludeDrill,
  documentsChosen,
  drillCatalogue,
  drillReport,
  kindsChosen,
  rulesChosen,
  rulesJson,
  rulesText,
  runDrill,
  urlChosen,
} from '../../webhook/index.js'
import { given } from '../input/given.js'
import { ruleProgress } from '../output/progress.js'
import { requireWritableFolder } from '../output/write-files.js'
import { packageInfo } from '../process/package-info.js'
import { type CommandContext, untilAborted } from '../process/context.js'
import { compared, earlierReport } from '../reports/read-report.js'
import { writeReports } from '../reports/write-reports.js'
import type { DrillOptions } from './command.js'
import { requiredSecrets } from './secrets.js'

/** Default duration of a drill in seconds; it is longer where the time-out is longer than usual. */
const usualSeconds = 30
/** With --observe, because a receiver may act long after it acknowledged. */
const secondsWithHook = 45
/** Further seconds for a receiver that handles one delivery after the other, unless --for is given. */
const patientSeconds = 150
const reportingMs = 1600

/** Milliseconds for sending: the duration of the drill without starting and reporting. */
const sendingMs = (seconds: number): number => {
  const startedMs = performance.now()
  // On a busy machine reporting takes as much longer as starting did.
  const reporting = reportingMs + startedMs
  return Math.max(seconds * 500, seconds * 1000 - startedMs - reporting)
}

/** The checked settings of a run. Nothing is sent yet. */
const prepared = async (context: CommandContext, options: DrillOptions) => {
  const { tolerance, rate, customer, digest, timeout, seed = randomInt(2 ** 31 - 1) } = options
  const rules = rulesChosen(options.rules)
  const documents = await documentsChosen(options.versions)
  const kinds = kindsChosen(options.kinds, documents)
  const { to, observe, allowPublic = false } = options
  if (to === undefined)
    throw wrongUse('no receiver was named', 'Pass --to URL, the whole URL that deliveries are posted to.')
  const url = await urlChosen('--to', to, allowPublic)
  const hook = observe === undefined ? undefined : await urlChosen('--observe', observe, allowPublic)
  const [{ value: secret }] = await requiredSecrets(context, options)
  return {
    url,
    secret,
    documents,
    rules,
    seed,
    encoding: digest,
    timeoutMs: timeout * 1000,
    forMs: sendingMs(options.for ?? Math.max(hook ? secondsWithHook : usualSeconds, 4 * timeout)),
    ...(options.for === undefined && { patienceMs: patientSeconds * 1000 }),
    toolVersion: packageInfo().version,
    signal: context.signal,
    ...given({ hook, kinds, customerId: customer, tolerance, rate }),
  }
}

/** Runs `rampart webhook drill`: probes and drills the receiver, and reports. */
export async function runDrillCommand(context: CommandContext, options: DrillOptions): Promise<void> {
  if (options.list === true) {
    const chosen = rulesChosen(options.rules)
    const rules = drillCatalogue.filter(({ id }) => chosen.includes(id))
    return context.stdout(options.format === 'json' ? rulesJson(rules) : rulesText(rules))
  }
  await requireWritableFolder(resolve(context.cwd, options.reportDir))
  const run = await prepared(context, options)
  const progress = ruleProgress(context, undefined)
  const [startedAt, began] = [new Date(), performance.now()]
  const onRule = (id: string, version: string): void => progress.onStep({ id, version })
  const drilled = await untilAborted(context.signal, runDrill({ ...run, onRule })).finally(progress.clear)
  const earlier = await earlierReport('webhook drill', { reportDir: options.reportDir }, context)
  const own = await drillReport(drilled, {
    ...run,
    versions: run.documents.map(({ version }) => version),
    startedAt,
    durationMs: performance.now() - began,
  })
  const report = compared(own, earlier, context)
  await writeReports(report, { folder: options.reportDir, prints: options.format }, context)
  context.stderr(`--seed ${run.seed} sends the same ids again.\n`)
  concludeDrill(drilled, report, options.reportDir)
}
