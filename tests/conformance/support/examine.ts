import { assembleReport, type Plan, type Report, run, selectRules } from '../../../conformance/index.js'
import { registry } from '../../../payment/index.js'
import { type CodeFolder, documentsOf } from './code.js'

/** Where a service listens. */
export interface Address {
  readonly baseUrl: string
  readonly specUrl: string
}

/** A plan for everything that a service offers; code is generated for the versions that it tests. */
export const planFor = async (
  { baseUrl, specUrl }: Address,
  code: CodeFolder,
  changes: Partial<Plan> = {},
): Promise<Plan> => {
  const set = await documentsOf(specUrl)
  const supported = set.documents.map(({ version }) => version).toSorted()
  const isTested = ({ version }: (typeof set.documents)[number]): boolean =>
    changes.versions?.includes(version) !== false
  return {
    baseUrl,
    specUrl,
    generated: await code.codeFor({ ...set, documents: set.documents.filter(isTested) }),
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
    ...changes,
  }
}

/** Runs a plan in this process and gives its report. */
export const examine = async (
  plan: Plan,
  apiKey: string,
  secondKey = '',
  webhookSecret = '',
): Promise<Report> => {
  const startedAt = new Date()
  const { judged } = await run(registry, plan, { apiKey, secondKey, webhookSecret })
  const durationMs = Date.now() - startedAt.getTime()
  return assembleReport(registry, plan, judged, {
    toolVersion: '0.0.0',
    startedAt,
    durationMs,
    documents: {},
  })
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
