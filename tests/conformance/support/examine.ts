import {
  type Api,
  assembleReport,
  type Documents,
  type Plan,
  type Report,
  run,
  selectRules,
} from '../../../conformance/index.js'
import type { CredentialSource } from '../../../conformance/requests/write-request.js'
import { partnerKey } from '../../../conformance/session/version-under-test.js'
import { fetchDocuments, type FetchedDocument, type FetchedSet } from '../../../fetch/index.js'
import { type OpenedSurface, openSurface } from '../../../generator/index.js'
import { registry } from '../../../payment/index.js'
import { apiKey as serviceKey, type Wrong } from '../../payment/services/behave.js'
import type { Choices } from '../../payment/services/choices.js'
import { startService } from '../../payment/services/service.js'
import { versions } from '../../../versions/index.js'

/** The address of a service. */
interface Address {
  readonly baseUrl: string
  readonly specUrl: string
}

/** The documents of a service, as `rampart test` would fetch them. */
export const documentsOf = (specUrl: string): Promise<FetchedSet> =>
  fetchDocuments({ specUrl, withoutUnserved: true, withoutList: versions })

const known = new Map<string, Promise<OpenedSurface>>()

/** A document with its tables and validators, opened once for all tests of a worker. */
const openedOf = ({ version, sha256, fileName: file, bytes }: FetchedDocument): Promise<OpenedSurface> => {
  const key = `${version} ${sha256}`
  const input = { name: version, file, text: Buffer.from(bytes).toString('utf8') }
  const opened = known.get(key) ?? openSurface(input)
  known.set(key, opened)
  return opened
}

const apiAt = async (document: FetchedDocument, baseUrl: string): Promise<Api> => {
  const { surface, root } = await openedOf(document)
  const { version } = document
  return { version, surface, document: root, baseUrl, operations: Object.values(surface.operations) }
}

/** A plan for everything that a service offers. */
export const planFor = async (
  { baseUrl, specUrl }: Address,
  changes: Partial<Plan> = {},
  published = documentsOf(specUrl),
): Promise<Plan> => {
  const set = await published
  const supported = set.documents.map(({ version }) => version).toSorted()
  const isTested = ({ version }: (typeof set.documents)[number]): boolean =>
    changes.versions?.includes(version) !== false
  return {
    baseUrl,
    specUrl,
    apis: await Promise.all(
      set.documents.filter(isTested).map((one) => apiAt(one, changes.baseUrl ?? baseUrl)),
    ),
    versions: supported,
    supported,
    ...(set.unserved.length === 0
      ? {}
      : { unserved: set.unserved.map(({ version, url }) => ({ version, url })) }),
    defaultVersion: set.default,
    rules: selectRules(registry, []),
    allowWrites: true,
    apiKeyEnv: 'RAMPART_API_KEY',
    timeoutMs: 5_000,
    pauseMs: 20,
    seed: 0,
    subjects: {},
    service: registry.service ?? {},
    ...changes,
  }
}

/** A plan for another address of the same service. */
export const planAt = (plan: Plan, baseUrl: string): Plan => ({
  ...plan,
  baseUrl,
  apis: plan.apis.map((api) => ({ ...api, baseUrl })),
})

/** Settings of a run besides its plan and its key. */
interface Means {
  readonly secondKey?: string
  readonly webhookSecret?: string | undefined
  readonly documents?: Documents | undefined
  /** Ends the run early. */
  readonly signal?: AbortSignal | undefined
}

/** The time for cases of each document, in milliseconds; they end by themselves before, unless the machine is busy. */
const casesMs = 60_000

/** The documents of a plan, to make cases of some operations from. */
export const documentsFor = (plan: Plan, calls: readonly string[], apiKey: string): Documents => {
  const apis = plan.apis.map((api) => {
    const operations = api.operations.filter(({ operationId }) => calls.includes(operationId))
    const apply: CredentialSource['apply'] = (one, kind) => partnerKey(apiKey)(one, kind, api.version)
    return { api: { ...api, operations }, credentials: { apply } }
  })
  return {
    apis,
    settings: {
      seed: 0,
      budgetMs: casesMs * apis.length,
      concurrency: 4,
      allowWrites: true,
      allowDestructive: true,
      known: {},
    },
  }
}

/** Runs a plan in this process and gives its report. */
export const examine = async (
  plan: Plan,
  apiKey: string,
  { secondKey = '', webhookSecret = '', documents, signal }: Means = {},
): Promise<Report> => {
  const startedAt = new Date()
  const keys = { apiKey, secondKey, webhookSecret }
  const tested = documents ? { ...plan, apis: documents.apis.map(({ api }) => api) } : plan
  const ended = await run(registry, tested, keys, {
    ...(documents && { documents }),
    ...(signal && { signal }),
  })
  const durationMs = Date.now() - startedAt.getTime()
  return assembleReport(registry, plan, ended, {
    redact: ended.redact,
    toolVersion: '0.0.0',
    startedAt,
    durationMs,
    explored: ended.explored.map((one) =>
      Object.assign(one, { source: { name: one.api.version, isUnversioned: false } }),
    ),
  })
}

/** A service of `tests/payment/services`, and how it is examined. */
interface Examined {
  readonly choices?: Partial<Choices> | undefined
  readonly wrong?: Wrong | undefined
  readonly plan?: Partial<Plan> | undefined
  readonly key?: string
}

/** Starts a service, and gives the report on it. */
export const examineService = async ({
  choices,
  wrong,
  plan,
  key = serviceKey,
}: Examined): Promise<Report> => {
  const service = await startService(choices, wrong)
  try {
    return await examine(await planFor(service, plan), key)
  } finally {
    await service.close()
  }
}

/** Every finding of a report on a line of its own, for comparisons that show what is wrong. */
export const findingLines = ({ results }: Report): string[] =>
  results
    .filter(({ state }) => state === 'failed' || state === 'flaky')
    .flatMap(({ id, version, state, findings }) =>
      findings.map(({ message, pointer = '' }) => `${state} ${id} ${version}: ${message} ${pointer}`.trim()),
    )

/** Ids of the rules that a report has findings of, each once, in order. */
export const brokenRules = ({ results }: Report): string[] => [
  ...new Set(
    results
      .filter(({ state }) => state === 'failed' || state === 'flaky')
      .map(({ id }) => id)
      .toSorted(),
  ),
]
