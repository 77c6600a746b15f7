import { drillReport, runDrill, type DrillOptions } from '../../../webhook/index.js'
import { type WebhookDocument, webhookDocument, webhookVersions } from '../../../webhook/index.js'
import type { Report } from '../../../conformance/index.js'
import { secret } from './hand-made.js'

let documents: Promise<WebhookDocument[]> | undefined

const allDocuments = (): Promise<WebhookDocument[]> =>
  (documents ??= webhookVersions().then((versions) =>
    Promise.all(versions.map((version) => webhookDocument(version))),
  ))

/** Drills a receiver with waits that suit a test, and reports. */
export const drilled = async (url: string, options: Partial<DrillOptions> = {}): Promise<Report> => {
  const given = {
    url: new URL(url),
    secret,
    seed: 1,
    toolVersion: '0.0.0',
    signal: new AbortController().signal,
  }
  const used = await allDocuments()
  const found = await runDrill({ ...given, documents: used, chunkPauseMs: 2, actMs: 800, ...options })
  const versions = used.map(({ version }) => version)
  return drillReport(found, { ...given, versions, startedAt: new Date(), durationMs: 1 })
}

/** Ids of the rules that failed, without their area, each once. */
export const failedIn = ({ results }: Report): string[] => [
  ...new Set(
    results
      .filter(({ state }) => state === 'failed' || state === 'flaky')
      .map(({ id, state }) => `${id.slice('receiver/'.length)}${state === 'flaky' ? '(flaky)' : ''}`),
  ),
]

export const mistakesIn = ({ mistakes = [] }: Report): string[] => mistakes.map(({ name }) => name)
