import { createReadStream, existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import {
  applyBaseline,
  type Baseline,
  type Keys,
  looksOn,
  type Plan,
  registryOf,
  type Report,
  schedule,
  type ServicePlan,
  type Step,
  verdictOf,
} from '../../conformance/index.js'
import { RampartError, wrongUse } from '../../diagnostics/index.js'
import { openAccess, type OpenedAccess } from '../access/open-access.js'
import { dayAfter, requireNewList } from '../output/print.js'
import { given } from '../input/given.js'
import { requireWritableFolder, withTemporaryFolder } from '../output/write-files.js'
import { everyPack } from '../packs/packs.js'
import type { CommandContext } from '../process/context.js'
import {
  readBaseline,
  writeBaseline,
  compared,
  type EarlierReport,
  earlierReport,
  readReportOf,
  reportWords,
} from '../reports/read-report.js'
import { conclude, deliver, type ReportTarget } from '../reports/write-reports.js'
import { carrierOf, type TestedDocument } from './apis.js'
import { requireUsable, warnOfShortSecrets, readProvocations } from './check-options.js'
import { type LookedAt, withWritePermission } from './write-permission.js'
import type { PlanInputs, TestOptions } from './command.js'
import { keyFor, keysOf } from './keys.js'
import { requireFreePort, type Subject, subjectOf } from './plan.js'
import { type ReachedDocument, runIdentity, runPlan, unfitReport } from './run.js'
import { partOf, stepsThatFailed } from './steps.js'

const linesOf = async function* (path: string): AsyncGenerator<string> {
  const input = createReadStream(path, { encoding: 'utf8', flags: 'a+' })
  yield* createInterface({ input, crlfDelay: Infinity })
}

interface Inputs extends PlanInputs {
  readonly baseline?: Baseline
  /** The report that this run is compared with. */
  readonly earlier?: EarlierReport
}

/** Options of the command line that select a part of the rules. In the settings they define the whole. */
const selecting = ['rules', 'tags', 'versions', 'include', 'exclude', 'onlyFailed'] as const

const isPart = ({ sources }: TestOptions): boolean => selecting.some((name) => sources?.get(name) === 'cli')

const lastReport = (reportDir: string, { cwd }: CommandContext): string => {
  const file = join(reportDir, 'report.json')
  if (existsSync(resolve(cwd, file))) return file
  throw new RampartError('REPORT_UNUSABLE', {
    message: `${file} does not exist, so --only-failed has no failures to repeat`,
    fix: 'Run without --only-failed first, or name a report: --only-failed FILE.',
  })
}

/** Refuses the report of an incomplete run without failures, because unjudged rules could have failed. */
const requireComplete = ({ report, file }: Awaited<ReturnType<typeof readReportOf>>): void => {
  const message = `${file} is of an incomplete run, in which nothing failed`
  if (verdictOf(report).incomplete)
    throw new RampartError('REPORT_UNUSABLE', { message, fix: 'Run without --only-failed.' })
}

/** Checks every option, and reads every file that they name, so that a wrong one ends the run before anything is sent. */
const readInputs = async (options: TestOptions, context: CommandContext): Promise<Inputs> => {
  const { onlyFailed, reportDir, writeBaseline: baselineFile } = options
  const packs = await everyPack(options.packs, context)
  const registry = registryOf(packs)
  requireUsable(options, context.env, registry)
  if (options.plan !== true) await requireWritableFolder(resolve(context.cwd, reportDir))
  if (baselineFile !== undefined) await requireNewList('--write-baseline', baselineFile, context)
  const last = onlyFailed === true || onlyFailed === 'true' ? lastReport(reportDir, context) : onlyFailed
  const failed = typeof last === 'string' ? await readReportOf('test', context.cwd, last) : undefined
  if (failed) context.stderr(`Only what failed in ${reportWords(failed)}.\n`)
  const only = failed && stepsThatFailed(failed.report, registry)
  if (failed && only?.length === 0) requireComplete(failed)
  const provocations = await readProvocations(context.cwd, options.provocations)
  const ids = registry.rules.map(({ id }) => id)
  const known = options.baseline
  const baseline = known === undefined ? undefined : await readBaseline(context.cwd, known, ids)
  const earlier = await earlierReport('test', options, context)
  return { packs, ...given({ only, provocations, baseline, earlier }) }
}

/** The steps that one of several machines takes; observers run on each. */
const cutPlan = async (plan: Plan, { registry }: Subject, shard: string): Promise<Plan> => {
  const steps = schedule(registry, plan)
  const nameOf = ({ rule, version }: Step): string => `${rule.id} ${version}`
  const own = steps.filter(({ rule }) => !looksOn(rule)).map(nameOf)
  const part = await partOf(own, shard)
  return { ...plan, only: steps.map(nameOf).filter((name) => part.has(name) || !own.includes(name)) }
}

/** A document with the operations that one of several machines sends cases to. */
const cutDocument = async (document: ReachedDocument, shard: string): Promise<ReachedDocument> => {
  const { operations } = document.api
  const all = operations.map(({ pointer }) => pointer)
  const own = await partOf(all, shard)
  return { ...document, part: new Set(operations.filter(({ pointer }) => own.has(pointer))) }
}

/** The places of the version and the key in requests to a service that no pack knows. */
const serviceOf = (
  documents: readonly TestedDocument[],
  known: ServicePlan['known'],
  options: TestOptions,
): ServicePlan => {
  const urls = Object.fromEntries(documents.map(({ api }) => [api.version, api.baseUrl]))
  return given({ known, baseUrls: documents.length > 1 ? urls : undefined, carrier: carrierOf(options) })
}

type Access = OpenedAccess<TestedDocument>

/** Whether a service cannot be judged: it cannot be reached, is another service, or refuses the run. */
const isServiceError = (error: unknown): error is RampartError =>
  error instanceof RampartError && error.code.startsWith('SERVICE_')

/** Runs the plan, or the part of it that this machine takes. */
const runPart = async (
  { plan, seen }: LookedAt,
  subject: Subject,
  keys: Keys,
  { documents, known }: Access,
  options: TestOptions,
  context: CommandContext,
): Promise<Report> => {
  const { shard } = options
  const identity = runIdentity(plan, shard, context.env)
  const setting = { known, seen, keys, registry: subject.registry, identity }
  if (shard === undefined) return runPlan(plan, { ...setting, documents }, options, context)
  const parts = await Promise.all(documents.map((one) => cutDocument(one, shard)))
  return runPlan(await cutPlan(plan, subject, shard), { ...setting, documents: parts }, options, context)
}

/** The report of a run, with the error of a service that could not be judged. */
const judge = async (
  subject: Subject,
  access: Access,
  options: TestOptions,
  recording: string,
  context: CommandContext,
): Promise<{ readonly report: Report; readonly error?: RampartError }> => {
  const { documents, registry } = subject
  const service = registry.service ? undefined : serviceOf(documents, access.known, options)
  const wanted = { ...subject.wanted, recording, ...(service && { service }) }
  const keys = keysOf(wanted, registry, access.documents, context.env)
  try {
    const looked = await withWritePermission(wanted, keys, options, registry, context)
    warnOfShortSecrets(looked.plan, keys, context)
    return { report: await runPart(looked, subject, keys, access, options, context) }
  } catch (error) {
    if (!isServiceError(error)) throw error
    return { report: unfitReport(wanted, registry, error.message), error }
  }
}

/** Refuses to run without any rule, because the verdict would be that the contract holds. */
const requireFailed = ({ registry, wanted }: Subject, { only }: Inputs): void => {
  if (only === undefined || schedule(registry, wanted).length > 0) return
  const message = 'nothing that failed in that report is among the chosen rules and versions'
  throw wrongUse(message, 'Omit --only-failed, or choose what failed.')
}

/** The time for reading documents that does not count, and the least share of the time that is left after it. */
const [freeMs, leastLeft] = [1_000, 0.5]

/** The options of a run whose documents were read: those of many megabytes take seconds of its time. */
const withTimeLeft = (options: TestOptions, began: number): TestOptions => {
  if (options.for === undefined) return options
  const spent = Math.max(0, performance.now() - began - freeMs) / 1000
  return { ...options, for: Math.max(options.for * leastLeft, options.for - spent) }
}

/** Judges the service and writes every report. */
const judgeService = async (
  options: TestOptions,
  inputs: Inputs,
  prints: ReportTarget['prints'],
  context: CommandContext,
): Promise<Report> => {
  const began = performance.now()
  const subject = await subjectOf(options, inputs, context)
  requireFailed(subject, inputs)
  const key = keyFor(subject, options, context.env)
  // The key of the run, in any variable.
  const env = { ...context.env, RAMPART_API_KEY: context.env[options.apiKeyEnv] }
  const timeoutMs = options.timeout * 1000
  const access = await openAccess(subject.documents, options.access, timeoutMs, { ...context, env }, key)
  try {
    const report = await withTemporaryFolder('run', async (folder) => {
      const path = join(folder, 'exchanges.ndjson')
      const left = withTimeLeft(options, began)
      const { report: judged, error } = await judge(subject, access, left, path, context)
      const known = inputs.baseline ? applyBaseline(judged, inputs.baseline, dayAfter(0)) : judged
      const whole = compared(known, inputs.earlier, context, isPart(options))
      await deliver(whole, { folder: options.reportDir, prints, recording: linesOf(path) }, context)
      if (error) throw error
      return whole
    })
    if (options.writeBaseline !== undefined) await writeBaseline(report, options.writeBaseline, context)
    return report
  } finally {
    await access.close()
  }
}

/** Checks the options, and the files that they name, before anything is sent. */
export async function checkTestOptions(options: TestOptions, context: CommandContext): Promise<void> {
  await readInputs(options, context)
  await requireFreePort(options)
}

/**
 * Judges a service: documents, code, a look at the service, the suite, the report.
 * @returns the report, once it is written; undefined when nothing is left to run again
 */
export async function testService(
  options: TestOptions,
  prints: ReportTarget['prints'],
  context: CommandContext,
): Promise<Report | undefined> {
  const inputs = await readInputs(options, context)
  await requireFreePort(options)
  if (inputs.only?.length !== 0) return judgeService(options, inputs, prints, context)
  context.stderr('Nothing failed in that report, so nothing is run again.\n')
  return undefined
}

/** Runs `rampart test`. @throws RampartError as `conclude` does, after the report was written, and as `testService` does. */
export async function runTest(options: TestOptions, context: CommandContext): Promise<void> {
  if (options.plan === true) {
    // Loaded here only, because reading documents from a folder loads the generator.
    const { showPlan } = await import('./show-plan.js')
    return showPlan(options, await readInputs(options, context), context)
  }
  const prints = options.json === true ? 'json' : 'text'
  const report = await testService(options, prints, context)
  if (report) conclude(report, options)
}
