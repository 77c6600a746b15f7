import { resolve } from 'node:path'
import { fetchDocuments } from '../../fetch/index.js'
import type { CommandContext } from '../process/context.js'
import { readSpecs } from '../input/documents.js'
import { downloadProgress } from '../output/progress.js'
import type { InspectOptions } from './command.js'
import {
  anyBase,
  assembleReport,
  commandOf,
  harEntriesOf,
  inspectRecording,
  observerRules,
  type Plan,
  type RecordingInput,
  type Report,
  surveyRecording,
} from '../../conformance/index.js'
import { registry } from '../../payment/index.js'
import { RampartError, wrongUse } from '../../diagnostics/index.js'
import { counted } from '../../reporting/index.js'
import { requireWritableFolder } from '../output/write-files.js'
import { packageInfo } from '../process/package-info.js'
import { earlierReport, reportWords } from '../reports/read-report.js'
import { conclude, writeReports } from '../reports/write-reports.js'
import { recordingOn } from '../input/bounded.js'
import { type ServiceUrls, serviceUrls } from '../input/service-urls.js'
import { apiAt, warnOfUnreadParts } from '../test/apis.js'
import { inputsOf, type OpenDocument, openDocuments } from '../test/documents.js'

/** The documents that a recording is judged by, oldest first: of a service, or of a folder. */
const documentsFor = async (
  { specUrl, specs }: InspectOptions,
  context: CommandContext,
): Promise<readonly OpenDocument[]> => {
  const { onEvent: onProgress, clear } = downloadProgress(context)
  const { cwd, signal } = context
  const inputs = specUrl
    ? inputsOf(await fetchDocuments({ specUrl, signal, onProgress }).finally(clear))
    : await readSpecs(cwd, specs)
  const sorted = inputs.toSorted((a, b) => (a.name < b.name ? -1 : 1))
  const documents = await openDocuments(sorted, {}, context)
  for (const one of documents) warnOfUnreadParts(one, context)
  return documents
}

/** The variable with a key that reports must not show. */
const apiKeyEnv = 'RAMPART_API_KEY'

/** The settings of a plan for sending requests, which an inspection never does. */
const unsent = { defaultVersion: null, allowWrites: false, apiKeyEnv, timeoutMs: 0, seed: 0, subjects: {} }

const planFor = (urls: ServiceUrls, documents: readonly OpenDocument[]): Plan => {
  const versions = documents.map(({ version }) => version)
  const apis = documents.map((one) => apiAt(one, urls.baseUrl))
  const rules = observerRules(registry)
  return { ...urls, ...unsent, apis, versions, supported: versions, rules, service: registry.service ?? {} }
}

const nothing = (recording: RecordingInput, message: string): RampartError =>
  new RampartError('RECORDING_EMPTY', { message: `${recording.file} ${message}` })

/** Opens the recording, and checks the options and its beginning. */
const usableRecording = async (
  file: string,
  options: InspectOptions,
  context: CommandContext,
): Promise<RecordingInput> => {
  if (file === '-' || /^https?:/i.test(file))
    throw wrongUse(
      `${file} is not a file, and a recording is read twice`,
      'Save it to a file, and name that.',
    )
  serviceUrls(options.baseUrl ?? anyBase, options.specUrl)
  await requireWritableFolder(resolve(context.cwd, options.reportDir))
  const recording = await recordingOn(context.cwd, file, context.signal)
  for await (const _entry of harEntriesOf(recording)) return recording
  throw nothing(recording, 'has no entries in log.entries: nothing was recorded, or it is not a HAR')
}

/** Finds the API root and the secrets in the recording. */
const readSurvey = async (
  recording: RecordingInput,
  documents: readonly OpenDocument[],
  options: InspectOptions,
  context: CommandContext,
): Promise<{ readonly urls: ServiceUrls; readonly secrets: readonly string[] }> => {
  const apis = documents.map((one) => apiAt(one, anyBase))
  const { entries, baseUrl, calls, secrets } = await surveyRecording(recording, apis)
  const key = context.env[apiKeyEnv]
  const known = key ? [...secrets, key] : secrets
  if (options.baseUrl !== undefined)
    return { urls: serviceUrls(options.baseUrl, options.specUrl), secrets: known }
  if (baseUrl === undefined)
    throw nothing(recording, `has no call of an operation of the documents among its entries (${entries})`)
  const root = `The API root is taken to be ${baseUrl} (${counted(calls, 'call')})`
  context.stderr(`${root}; --base-url overrules.\n`)
  return { urls: serviceUrls(baseUrl, options.specUrl), secrets: known }
}

const judge = async (file: string, options: InspectOptions, context: CommandContext): Promise<Report> => {
  const startedAt = new Date()
  const began = performance.now()
  const recording = await usableRecording(file, options, context)
  const documents = await documentsFor(options, context)
  const { urls, secrets } = await readSurvey(recording, documents, options, context)
  const plan = planFor(urls, documents)
  const inspection = await inspectRecording(registry, plan, recording, secrets)
  const ignored = [...inspection.ignored].map(([why, count]) => `${count} ${why}`).join(', ')
  const rest = ignored === '' ? '' : `; not judged: ${ignored}`
  context.stderr(`${counted(inspection.calls, 'call')} judged${rest}.\n`)
  if (inspection.calls === 0) throw nothing(recording, `has no call below ${plan.baseUrl} to judge`)
  const report = assembleReport(registry, plan, inspection.seen, {
    toolVersion: packageInfo().version,
    startedAt,
    durationMs: performance.now() - began,
    isRecorded: true,
  })
  return { ...report, command: 'inspect' }
}

/**
 * Runs `rampart inspect`: documents, code, a survey of the recording, the observers, the report.
 * @throws RampartError CONTRACT_BROKEN or NOTHING_JUDGED after the report was written, and the errors of each step.
 */
export async function runInspect(
  file: string,
  options: InspectOptions,
  context: CommandContext,
): Promise<void> {
  const report = await judge(file, options, context)
  const former = await earlierReport('inspect', options, context)
  // A setting may name one folder for all commands.
  if (former && commandOf(former.report) !== 'inspect') context.stderr(`Replaces ${reportWords(former)}.\n`)
  const prints = options.json === true ? 'json' : 'text'
  await writeReports(report, { folder: options.reportDir, prints }, context)
  conclude(report, options)
}
